//! Asks a backend which of its passes found something to do in a program.
//!
//! Three answers come out of one compilation. rustc writes the MIR of every body before and after each pass:
//! where the two differ, the pass did something. LLVM prints the functions that a pass changed. And some
//! passes of LLVM remark on transformations that they did, or missed.

use std::fs;
use std::path::{Path, PathBuf};

use crate::backend::Backend;
use crate::compile::{CompileFailure, read, start};
use crate::drivers::excerpt::{Change, CodeForm, PassChange};
use crate::error::ToolError;
use crate::limits::Limits;

/// The work of passes on a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PassReport {
    /// Each time that a MIR pass changed one of the functions, by the function's path.
    pub mir: Vec<Change>,
    /// Each time that an LLVM pass changed a function, or something in it, by the function's symbol.
    pub llvm: Vec<Change>,
    /// The same for the passes of LLVM that turn a function into machine code.
    pub codegen: Vec<Change>,
    /// Remarks of LLVM passes about their work.
    pub remarks: Vec<Remark>,
}

/// A remark of a pass of LLVM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// True if it tells of something done, as opposed to something missed or looked at.
    pub passed: bool,
    /// The pass's name.
    pub pass: String,
    /// The sort of remark.
    pub name: String,
    /// The symbol of the function it is about.
    pub function: String,
}

const OBJECT: &str = "program.o";
const CRATE: &str = "program";
const MIR: &str = "mir";
const REMARKS: &str = "remarks";

/// The beginning of a line that LLVM prints before a function that was changed.
const CHANGED: &str = "*** IR Dump After ";

/// LLVM prints each changed function in full: megabytes for each hundred statements.
const OUTPUT: usize = 1 << 30;

/// The work of the passes of a backend of rustc on a program. MIR is looked at for `functions` only, since
/// writing it down takes longer than everything else.
///
/// Everything is put into a folder below `dir` that is removed before this returns.
pub fn passes(
    backend: &Backend,
    source: &str,
    functions: &[&str],
    dir: &Path,
    limits: &Limits,
) -> Result<Result<PassReport, CompileFailure>, ToolError> {
    if !backend.request.is_build() {
        return Err(ToolError::NoCode {
            backend: backend.name(),
        });
    }
    let line = backend.command_line_with(
        &[
            "--emit=obj",
            // Names that contain one of these are dumped too, which does no harm.
            &format!("-Zdump-mir={}", functions.join("|")),
            &format!("-Zdump-mir-dir={MIR}"),
            "-Cremark=all",
            &format!("-Zremark-dir={REMARKS}"),
            "-Cllvm-args=-print-changed=quiet",
        ],
        Path::new(&backend.source_file()),
        Path::new(OBJECT),
    );
    let folder = backend.folder_with(source, dir)?;
    let folder = folder.path();
    let limits = Limits {
        output: OUTPUT,
        ..limits.clone()
    };
    let run = start(&line, folder, &limits)?;
    if let Some(failure) = backend.failure_of(&line, folder, &run)? {
        return Ok(Err(failure));
    }
    let is_wanted = |change: &Change| functions.contains(&change.function.as_str());
    let mir = mir_changes(&folder.join(MIR), is_wanted)?.into_iter();
    // A pass that began and did not end is reported elsewhere.
    let mir = mir.filter(|each| each.after.is_some());
    let mut report = PassReport {
        mir: mir.map(|each| each.change).collect(),
        ..PassReport::default()
    };
    llvm_changes(&run.stderr, &mut report);
    for path in files(&folder.join(REMARKS))? {
        remarks(&read(&path)?, &mut report.remarks);
    }
    Ok(Ok(report))
}

/// The [dumps](crate::Dumps) of MIR passes. Without a filter these are all passes on all functions, which is much for a large
/// program.
pub(super) fn dumps(
    backend: &Backend,
    filter: Option<(&str, &str)>,
    source: &str,
    dir: &Path,
    limits: &Limits,
) -> Result<Vec<PassChange>, ToolError> {
    let (function, wanted) = match filter {
        // Dumps are called `program.p0-f1.3-2-012.GVN.before.mir` for `p0::f1`.
        Some((pass, function)) => (Some(function.replace("::", "-")), pass),
        None => (None, "all"),
    };
    let more = [
        format!("-Zdump-mir={wanted}"),
        format!("-Zdump-mir-dir={MIR}"),
    ];
    let file = backend.source_file();
    let line = backend
        .with(more)
        .command_line(Path::new(&file), Path::new(OBJECT));
    let folder = backend.folder_with(source, dir)?;
    let folder = folder.path();
    let run = start(&line, folder, limits)?;
    // A compiler that fails has written the dumps of earlier passes.
    backend.failure_of(&line, folder, &run)?;
    let is_wanted = |change: &Change| match &function {
        Some(function) => change.pass == wanted && change.function == *function,
        None => true,
    };
    let mut changes = mir_changes(&folder.join(MIR), is_wanted)?;
    for PassChange { change, .. } in &mut changes {
        change.function = change.function.replace('-', "::");
    }
    Ok(changes)
}

/// Compares the texts of each body before and after each pass that is wanted. There is none after a pass that made the compiler give
/// up.
fn mir_changes(
    folder: &Path,
    is_wanted: impl Fn(&Change) -> bool,
) -> Result<Vec<PassChange>, ToolError> {
    let mut changes = Vec::new();
    for path in files(folder)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let Some(change) = mir_pass(&name).filter(&is_wanted) else {
            continue;
        };
        let before = read(&path)?;
        let after = path.with_file_name(name.replace(".before.mir", ".after.mir"));
        let after = match after.exists() {
            true => Some(read(&after)?),
            false => None,
        };
        if after.as_deref().map(body) != Some(body(&before)) {
            changes.push(PassChange {
                change,
                form: CodeForm::Mir,
                before: bare(&before),
                after: after.as_deref().map(bare),
            });
        }
    }
    Ok(changes)
}

/// Reads a name such as `program.f4.3-2-012.GVN.before.mir`: crate, body, phase and order, pass.
fn mir_pass(file: &str) -> Option<Change> {
    let name = file.strip_suffix(".before.mir")?;
    let name = name.strip_prefix(CRATE)?.strip_prefix('.')?;
    let (name, pass) = name.rsplit_once('.')?;
    let (function, _order) = name.rsplit_once('.')?;
    Some(Change {
        pass: pass.to_owned(),
        function: function.to_owned(),
    })
}

/// The text without its first line, which names the pass.
fn body(text: &str) -> &str {
    text.split_once('\n').map_or("", |(_, rest)| rest)
}

/// Reads LLVM's dumps of the functions that passes changed. Dumps of a whole module are left out: they do
/// not say which functions changed.
fn llvm_changes(stderr: &[u8], report: &mut PassReport) {
    let lines = stderr.split(|byte| *byte == b'\n');
    for line in lines.filter(|line| line.starts_with(CHANGED.as_bytes())) {
        if let Some((is_codegen, change)) = llvm_change(&String::from_utf8_lossy(line)) {
            match is_codegen {
                true => report.codegen.push(change),
                false => report.llvm.push(change),
            }
        }
    }
}

/// Reads `*** IR Dump After LICMPass on loop %bb1 in function f ***`, `… on (f) ***` or `… on f ***`. The
/// passes of code generation have two names, `Peephole Optimizations (peephole-opt)`.
fn llvm_change(line: &str) -> Option<(bool, Change)> {
    let told = line.strip_prefix(CHANGED)?.strip_suffix(" ***")?;
    let (pass, place) = told.rsplit_once(" on ")?;
    if place == "[module]" {
        return None;
    }
    let short = pass
        .strip_suffix(')')
        .and_then(|pass| pass.rsplit_once(" ("));
    let pass = match short {
        Some((_, short)) => short,
        None => pass.strip_suffix("Pass").unwrap_or(pass),
    };
    let function = place.rsplit(' ').next().unwrap_or(place);
    let change = Change {
        pass: pass.to_owned(),
        function: function.trim_matches(['(', ')']).to_owned(),
    };
    Some((short.is_some(), change))
}

/// Reads remarks, a stream of YAML documents that begin with `--- !Passed`, or another word, and go on with
/// one field a line.
fn remarks(text: &str, remarks: &mut Vec<Remark>) {
    let mut current: Option<Remark> = None;
    for line in text.lines() {
        if let Some(kind) = line.strip_prefix("--- !") {
            remarks.extend(current.take());
            current = Some(Remark {
                passed: kind == "Passed",
                pass: String::new(),
                name: String::new(),
                function: String::new(),
            });
        } else if let (Some(remark), Some((key, value))) = (&mut current, line.split_once(':')) {
            // The contents of a field are indented.
            let value = value.trim().trim_matches('\'');
            match key {
                "Pass" => value.clone_into(&mut remark.pass),
                "Name" => value.clone_into(&mut remark.name),
                "Function" => value.clone_into(&mut remark.function),
                _ => {}
            }
        }
    }
    remarks.extend(current);
}

/// The files of a folder, in the order of their names; none if there is no folder.
fn files(folder: &Path) -> Result<Vec<PathBuf>, ToolError> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder).and_then(|entries| {
        let paths = entries.map(|entry| entry.map(|entry| entry.path()));
        paths.collect::<Result<Vec<PathBuf>, _>>()
    });
    let mut paths = entries.map_err(|error| ToolError::File {
        action: "look into",
        path: folder.to_owned(),
        error,
    })?;
    paths.sort();
    Ok(paths)
}

/// The text without comments that fill a line, and without the blank lines around it.
fn bare(text: &str) -> String {
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let lines: Vec<&str> = text.lines().filter(is_code).collect();
    let text = lines.join("\n");
    text.trim_matches('\n').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(pass: &str, function: &str) -> Change {
        Change {
            pass: pass.to_owned(),
            function: function.to_owned(),
        }
    }

    #[test]
    fn names_of_dumps() {
        assert_eq!(
            mir_pass("program.f4.3-2-012.SimplifyCfg-final.before.mir"),
            Some(change("SimplifyCfg-final", "f4"))
        );
        assert_eq!(
            mir_pass("program.kvant-run.1-1-000.Derefer.before.mir"),
            Some(change("Derefer", "kvant-run"))
        );
        for other in [
            "program.f4.3-2-012.GVN.after.mir",
            "core.ptr-drop_in_place.1-1-000.MentionedItems.before.mir",
            "programs.f4.3-2-012.GVN.before.mir",
            "x",
        ] {
            assert_eq!(mir_pass(other), None, "{other}");
        }
    }

    #[test]
    fn dumps_of_llvm_are_read() {
        let stderr = b"*** IR Dump After SROAPass on f1 ***\ndefine void @f1() {\n}\n\
            *** IR Dump After InlinerPass on (f1) ***\n\
            *** IR Dump After GlobalOptPass on [module] ***\n\
            *** IR Dump After LICMPass on loop %bb1<unnamed loop> in function f2 ***\n\
            *** IR Dump After X86 DAG->DAG Instruction Selection (x86-isel) on f2 ***\n\
            *** IR Dump At Start ***\n";
        let mut report = PassReport::default();
        llvm_changes(stderr, &mut report);
        assert_eq!(
            report.llvm,
            [
                change("SROA", "f1"),
                change("Inliner", "f1"),
                change("LICM", "f2")
            ]
        );
        assert_eq!(report.codegen, [change("x86-isel", "f2")]);
    }

    #[test]
    fn remarks_are_read() {
        let text = "--- !Passed\nPass:            inline\nName:            Inlined\n\
            Function:        f1\nArgs:\n  - Callee:          f2\n  - Pass:  other\n...\n\
            --- !Missed\nPass: gvn\nName:  'LoadClobbered'\nFunction: f3\n...\n";
        let mut found = Vec::new();
        remarks(text, &mut found);
        let remark = |passed, pass: &str, name: &str, function: &str| Remark {
            passed,
            pass: pass.to_owned(),
            name: name.to_owned(),
            function: function.to_owned(),
        };
        assert_eq!(
            found,
            [
                remark(true, "inline", "Inlined", "f1"),
                remark(false, "gvn", "LoadClobbered", "f3"),
            ]
        );
    }

    #[test]
    fn dumps_lose_their_comments() {
        let dump =
            "// MIR for `f1` before GVN\n\nfn f1() -> () {\n    // a scope\n    return;\n}\n";
        assert_eq!(bare(dump), "fn f1() -> () {\n    return;\n}");
    }
}
