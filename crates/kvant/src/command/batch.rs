//! `kvant gen --count`: a folder of programs, to be tested with other tools; with `--json` also a list on standard output.

use std::fs;
use std::path::Path;

use kvant_campaign::Grown;
use kvant_languages::languages;
use kvant_record::Record;
use kvant_record::listing::{Manifest, ManifestEntry};

use super::generate::{ends, generated};
use super::seeds_from;
use super::text_compilers::TextCompilers;
use crate::cli::{Gen, TextForm};
use crate::interrupt::on_interrupt;
use crate::progress::Progress;
use crate::recipe::Recipe;
use crate::report::{Ended, Failure, Found, error, json, line, note, wants_json};

/// The file that lists the programs.
const MANIFEST: &str = "programs.json";

pub(super) fn execute(
    arguments: &Gen,
    recipe: &Recipe,
    compilers: &TextCompilers,
    count: u64,
) -> Ended {
    let folder = arguments.out.as_deref();
    if folder.is_none() && !wants_json() {
        return Err("--count writes many files: say where with --out FOLDER".into());
    }
    let first = arguments.first_seed();
    let seeds = seeds_from(first, count)?;
    if let Some(folder) = folder {
        fs::create_dir_all(folder)
            .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    }
    let cancel = on_interrupt()?;
    let mut progress = Progress::new();
    let (mut programs, mut failures) = (Vec::new(), Vec::new());
    for seed in seeds {
        if cancel.is_cancelled() {
            break;
        }
        progress.show(|| format!("{} of {count} programs", programs.len()));
        let Grown { subject, features } = match recipe.made(seed) {
            Ok(grown) => grown,
            Err(why) => {
                failures.push(why.message);
                continue;
            }
        };
        let file = subject.language().file(&subject.name());
        let text = compilers.text(&*subject, arguments.text_form(), &file);
        match folder {
            Some(folder) => write(folder, &file, &text)?,
            None => json(generated(&*subject, text, None)),
        }
        programs.push(ManifestEntry {
            file,
            seed,
            expected: subject.summary(),
            statements: subject.size().statements,
            observations: subject.trace().len(),
            features: features.into_iter().map(ToString::to_string).collect(),
        });
    }
    progress.clear();
    let written = programs.len();
    if let Some(folder) = folder {
        let manifest = manifest(arguments, recipe, compilers, programs);
        let text = serde_json::to_string_pretty(&Record::new(&manifest))? + "\n";
        write(folder, MANIFEST, &text)?;
        match wants_json() {
            true => json(manifest),
            false => line(format_args!(
                "{written} programs in {}, listed in {MANIFEST}",
                folder.display()
            )),
        }
    }
    for why in &failures {
        error(why);
    }
    let tried = (written + failures.len()) as u64;
    if tried < count {
        let next = first + tried;
        note(format_args!("interrupted; go on with --seed {next}"));
        return Ok(Found::Nothing);
    }
    Ok(match failures.is_empty() {
        true => Found::Fine,
        false => Found::BadNews,
    })
}

fn manifest(
    arguments: &Gen,
    recipe: &Recipe,
    compilers: &TextCompilers,
    programs: Vec<ManifestEntry>,
) -> Manifest {
    let families = languages().iter().filter_map(|it| it.versions());
    let families = families.map(|it| it.family);
    Manifest {
        kvant: env!("CARGO_PKG_VERSION").to_owned(),
        language: recipe.mix().to_string(),
        generator: recipe.mix().generator(),
        form: match arguments.form {
            TextForm::Readable => "readable",
            TextForm::Fast => "fast",
            TextForm::Const => "const",
        }
        .to_owned(),
        versions: families
            .map(|family| (family.to_owned(), compilers.version(family)))
            .collect(),
        size: recipe.size().map(|size| ends(size).map(|n| n as usize)),
        other_than_default: recipe.differences(),
        programs,
    }
}

/// Writes a file so that it is there in full or not at all.
fn write(folder: &Path, name: &str, text: &str) -> Result<(), Failure> {
    let (path, begun) = (folder.join(name), folder.join(format!(".{name}.part")));
    let written = fs::write(&begun, text).and_then(|()| fs::rename(&begun, &path));
    if written.is_err() {
        let _ = fs::remove_file(&begun);
    }
    Ok(written.map_err(|error| format!("cannot write {}: {error}", path.display()))?)
}
