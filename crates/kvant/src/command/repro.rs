//! `kvant repro`: the files of a finding in a self-contained folder.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Component, Path, PathBuf};

use kvant_campaign::store::{FindingDetail, Occurrence, Store};
use kvant_record::command;

use super::findings::by_number;
use crate::cli::Repro;
use crate::report::{Ended, Failure, Found, json, line, wants_json};

/// The file that shows the finding when it is run.
pub(super) const SCRIPT: &str = "reproduce.sh";

pub(super) fn execute(arguments: &Repro) -> Ended {
    let store = Store::read_only(&arguments.kept.store)?;
    let finding = by_number(&store, arguments.number)?;
    let occurrence = choose(&finding, arguments.occurrence)?;
    let out = arguments.out.clone();
    let out = out.unwrap_or_else(|| PathBuf::from(format!("finding-{}", arguments.number)));

    // Everything is read before anything is written.
    let mut files = Vec::new();
    for file in &occurrence.files {
        if !is_plain(&file.name) {
            return Err(format!(
                "{} has a file called `{}` for finding {}, which is no file name: the store is damaged",
                store.folder().display(),
                file.name,
                arguments.number
            )
            .into());
        }
        files.push((&*file.name, store.file(&file.object)?));
    }
    make_empty(&out)?;
    for (name, content) in &files {
        let path = out.join(name);
        write(&path, content, *name == SCRIPT).map_err(|error| {
            let path = path.display();
            format!("cannot write {path}: {error}; choose another folder with --out")
        })?;
    }

    let script = files.iter().any(|(name, _)| *name == SCRIPT);
    let script = script.then(|| out.join(SCRIPT).display().to_string());
    if wants_json() {
        json(command::Repro {
            finding: arguments.number,
            kind: finding.summary.kind,
            seed: occurrence.seed,
            folder: out.display().to_string(),
            files: files.iter().map(|(name, _)| (*name).to_owned()).collect(),
            run: script,
        });
    } else {
        line(format_args!(
            "finding {} ({}) with seed {}: {} files in {}",
            arguments.number,
            finding.summary.kind,
            occurrence.seed,
            files.len(),
            out.display()
        ));
        if let Some(script) = script {
            line(format_args!("run {}", shell(&script)));
        }
    }
    Ok(Found::Fine)
}

/// The occurrence that was asked for, or the first one; it must have files.
fn choose(finding: &FindingDetail, wanted: Option<u64>) -> Result<&Occurrence, Failure> {
    let number = finding.summary.id;
    let with_files = |one: &&Occurrence| !one.files.is_empty();
    let Some(wanted) = wanted else {
        let first = finding.occurrences.iter().find(with_files);
        return first.ok_or_else(|| {
            let seed = finding.occurrences.first().map_or(0, |one| one.seed);
            format!(
                "finding {number} has no files: `kvant gen --seed {seed}` with the options of its campaign makes the \
                 program again (`kvant findings show {number}` names the configuration)"
            )
            .into()
        });
    };
    let index = usize::try_from(wanted - 1).unwrap_or(usize::MAX);
    let Some(occurrence) = finding.occurrences.get(index) else {
        return Err(format!(
            "finding {number} was seen only {} times: `kvant findings show {number}` lists them",
            finding.occurrences.len()
        )
        .into());
    };
    if occurrence.files.is_empty() {
        return Err(format!(
            "occurrence {wanted} of finding {number} has no files, because they are kept of the first few only: take \
             one that has some (`kvant findings show {number}`), or `kvant diff --seed {}`",
            occurrence.seed
        )
        .into());
    }
    Ok(occurrence)
}

/// Returns true if a file of this name stays in its folder.
pub(super) fn is_plain(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    matches!(
        (parts.next(), parts.next()),
        (Some(Component::Normal(part)), None) if part == name
    )
}

/// Creates the folder. It must be empty: nothing is overwritten.
pub(super) fn make_empty(folder: &Path) -> Result<(), Failure> {
    let made = fs::create_dir_all(folder).and_then(|()| fs::read_dir(folder));
    let empty = made.map(|mut entries| entries.next().is_none());
    let place = folder.display();
    match empty {
        Ok(true) => Ok(()),
        Ok(false) => Err(format!(
            "{place} is not empty, and nothing is overwritten: remove it, or choose another folder with --out"
        )
        .into()),
        Err(error) => Err(format!(
            "cannot make the folder {place}: {error}; choose another one with --out"
        )
        .into()),
    }
}

/// Writes a file, which may be executable.
pub(super) fn write(path: &Path, content: &str, executable: bool) -> io::Result<()> {
    fs::write(path, content)?;
    match executable {
        true => fs::set_permissions(path, Permissions::from_mode(0o755)),
        false => Ok(()),
    }
}

/// A path, quoted for a shell.
fn shell(path: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+".contains(c);
    let path = match path.contains('/') {
        true => path.to_owned(),
        false => format!("./{path}"),
    };
    match path.chars().all(plain) {
        true => path,
        false => format!("'{}'", path.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_their_folder() {
        assert!(is_plain("program.rs") && is_plain("fast-1-85.rs") && is_plain("a b"));
        for bad in ["", ".", "..", "/etc/passwd", "../x", "a/b", "a/", "./a"] {
            assert!(!is_plain(bad), "{bad}");
        }
    }

    #[test]
    fn paths_can_be_pasted() {
        assert_eq!(shell("finding-3/reproduce.sh"), "finding-3/reproduce.sh");
        assert_eq!(shell("reproduce.sh"), "./reproduce.sh");
        assert_eq!(shell("it's/a b"), r"'it'\''s/a b'");
    }
}
