//! Findings as folders: the texts before and after, and a summary.

use std::fmt::Write as _;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
use std::path::Path;

use kvant_languages::llvm::refine::{describe, line as one_line};
use kvant_llvm::print;
use kvant_llvm::syntax::Module;
use kvant_llvm_refine::{Finding, Input};
use kvant_toolchain::drivers::llvm::Opt;

use crate::Error;

/// Behaviours of the source that are written.
const BEHAVIOURS: usize = 3;

/// A finding.
pub(super) struct Kept<'k> {
    pub(super) file: &'k str,
    /// The function in the file.
    pub(super) function: &'k str,
    /// The function in the texts.
    pub(super) name: &'k str,
    pub(super) opt: &'k Opt,
    pub(super) options: &'k [String],
    pub(super) class: &'k str,
    pub(super) rule: Option<&'k str>,
    /// The number of inputs and the seed of their search.
    pub(super) search: (usize, u64),
    pub(super) before: &'k str,
    pub(super) after: &'k Module,
    pub(super) input: &'k Input,
    pub(super) finding: &'k Finding,
}

/// Writes a finding to a folder of its own in `folder`. Returns its name there.
pub(super) fn keep(folder: &Path, kept: &Kept<'_>) -> Result<String, Error> {
    let options = kept.options.join(" ");
    let hasher = BuildHasherDefault::<DefaultHasher>::default();
    let digest = hasher.hash_one((kept.file, kept.function, &options)) as u32;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    let plain = |text: &str| -> String {
        let text = text.chars().map(|c| if is_plain(c) { c } else { '_' });
        text.take(40).collect()
    };
    let version = kept.opt.tool.version;
    let stem = Path::new(kept.file).file_stem().unwrap_or_default();
    let name = format!(
        "{version}-{}-{}-{}-{digest:08x}",
        kept.class,
        plain(&stem.to_string_lossy()),
        plain(kept.function)
    );
    let place = folder.join(&name);
    let after = print::module(kept.after);
    let mut about = String::new();
    let mut line = |name: &str, text: &dyn std::fmt::Display| {
        // Writing to a string does not fail.
        let _ = writeln!(about, "{name}: {text}");
    };
    line("file", &kept.file);
    line("function", &kept.function);
    line("opt", &kept.opt.tool.banner);
    line("options", &options);
    line("class", &kept.class);
    line("rule", &kept.rule.unwrap_or("-"));
    line(
        "seen with",
        &format_args!(
            "kvant refine before.ll after.ll --function {} --inputs {} --seed {}",
            kept.name, kept.search.0, kept.search.1
        ),
    );
    if let Some(shown) = describe((kept.before, &after), kept.name, kept.input, kept.finding) {
        line("input", &shown.arguments);
        if let Some(seed) = shown.outside {
            line("outside", &seed);
        }
        for behaviour in shown.expected.iter().take(BEHAVIOURS) {
            line("expected", &one_line(behaviour));
        }
        line("got", &one_line(&shown.actual));
        line("difference", &shown.difference);
    }
    let written = std::fs::create_dir_all(&place)
        .and_then(|()| std::fs::write(place.join("before.ll"), kept.before))
        .and_then(|()| std::fs::write(place.join("after.ll"), after))
        .and_then(|()| std::fs::write(place.join("finding.txt"), about));
    written.map_err(|error| format!("cannot write {}: {error}", place.display()))?;
    Ok(name)
}
