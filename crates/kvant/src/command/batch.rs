//! `kvant gen --count`: a folder of programs, to be tested with other tools.

use std::fs;
use std::path::Path;

use kvant_campaign::Grown;
use kvant_generate::config::Value as Setting;
use kvant_languages::languages;
use kvant_record::Record;
use kvant_record::listing::{Manifest, ManifestEntry};

use super::seeds_from;
use super::text_compilers::TextCompilers;
use crate::cli::{Gen, TextForm};
use crate::interrupt::on_interrupt;
use crate::progress::Progress;
use crate::recipe::Recipe;
use crate::report::{Ended, Failure, Found, error, line, note};

/// The file that lists the programs.
const MANIFEST: &str = "programs.json";

pub(super) fn execute(
    arguments: &Gen,
    recipe: &Recipe,
    compilers: &TextCompilers,
    count: u64,
) -> Ended {
    let folder = arguments
        .out
        .as_deref()
        .ok_or("--count writes many files: say where with --out FOLDER")?;
    let first = arguments.first_seed();
    let seeds = seeds_from(first, count)?;
    fs::create_dir_all(folder)
        .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
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
        write(folder, &file, &text)?;
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
    write(
        folder,
        MANIFEST,
        &manifest(arguments, recipe, compilers, programs)?,
    )?;
    line(format_args!(
        "{written} programs in {}, listed in {MANIFEST}",
        folder.display()
    ));
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
) -> Result<String, Failure> {
    let families = languages().iter().filter_map(|it| it.versions());
    let families = families.map(|it| it.family);
    let all = Record::new(Manifest {
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
        size: recipe.size().map(|size| match size {
            Setting::Number(n) => [n, n].map(|n| n as usize),
            Setting::Range(low, high) => [low, high].map(|n| n as usize),
        }),
        other_than_default: recipe.differences(),
        programs,
    });
    Ok(serde_json::to_string_pretty(&all)? + "\n")
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
