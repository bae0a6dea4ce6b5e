//! The programs of a folder, to be spliced into others.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kvant_mir::parse;
use kvant_mir_gen::{Donor, Feature, GenConfig};

use kvant_campaign::{BadOption, Splice};

/// Maximum number of left-out files that are named.
const NAMED: usize = 10;

/// Sets the donors of a configuration, so that parts of them are spliced in. `note` gets remarks for the user.
pub fn splice_from(
    splice: Splice<'_>,
    config: &mut GenConfig,
    note: &mut dyn FnMut(String),
) -> Result<(), BadOption> {
    match splice {
        Splice::Folder(folder) => config.splices = read(folder, note)?,
        Splice::Texts(texts) => {
            let donors = texts.iter().map(|text| donor("a donor", text));
            let donors = donors.collect::<Result<Arc<[Donor]>, _>>();
            config.splices = donors.map_err(BadOption)?;
        }
        Splice::Nothing if config.fixed.get(&Feature::Splices) == Some(&true) => {
            let problem = "splices come from a folder: say which with --splice DIR";
            return Err(BadOption(problem.to_owned()));
        }
        Splice::Nothing => {}
    }
    Ok(())
}

/// Every program in a folder and its subfolders, in the order of their paths. Files that do not parse, and programs
/// that are not defined by themselves, are left out and noted; at least one must remain.
fn read(folder: &Path, note: &mut dyn FnMut(String)) -> Result<Arc<[Donor]>, BadOption> {
    let mut files = Vec::new();
    find(folder, &mut files)?;
    files.sort();
    let mut donors = Vec::new();
    let mut left_out = Vec::new();
    for file in &files {
        let name = file.display();
        let text = fs::read_to_string(file).map_err(|error| format!("{name}: {error}"));
        match text.and_then(|text| donor(&name.to_string(), &text)) {
            Ok(donor) => donors.push(donor),
            Err(why) => left_out.push(why),
        }
    }
    for why in left_out.iter().take(NAMED) {
        note(format!("not spliced: {why}"));
    }
    if !left_out.is_empty() {
        note(format!(
            "{} of {} programs in {} are left out",
            left_out.len(),
            files.len(),
            folder.display()
        ));
    }
    if donors.is_empty() {
        let message = format!(
            "there is nothing to splice in {}: it needs programs in custom MIR, each in a file of its own \
             that ends in .rs, and `kvant run FILE` must accept them",
            folder.display()
        );
        return Err(BadOption(message));
    }
    Ok(donors.into())
}

/// Collects the files that end in `.rs`. Links to folders are not followed: they may form a cycle.
fn find(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), BadOption> {
    let failed = |error: std::io::Error| {
        let folder = folder.display();
        BadOption(format!("cannot read the folder {folder}: {error}"))
    };
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let path = entry.path();
        if entry.file_type().map_err(failed)?.is_dir() {
            find(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") && path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}

fn donor(name: &str, text: &str) -> Result<Donor, String> {
    let parsed = parse::program(text).map_err(|error| format!("{name}:{error}"))?;
    Donor::new(parsed.program).map_err(|stop| format!("{name}: it {stop}"))
}
