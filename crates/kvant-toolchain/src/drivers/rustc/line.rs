//! The command lines of rustc and of Miri.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::request::level_flags;
use super::{CONST, FAMILY, MIRI, miri};
use crate::backend::Backend;
use crate::command_line::CommandLine;
use crate::driver::ByHand;
use crate::toolchain::Toolchain;

pub(super) fn command_line(
    backend: &Backend,
    first: &[&str],
    source: &Path,
    output: &Path,
) -> CommandLine {
    let (toolchain, request) = (&backend.toolchain, &backend.request);
    if request.mode == MIRI {
        return interpreted(toolchain, source);
    }
    let mut args: Vec<OsString> = ALWAYS.map(OsString::from).to_vec();
    args.extend(first.iter().map(OsString::from));
    if request.mode == CONST {
        args.extend(CONST_EVAL.map(OsString::from));
    } else {
        args.extend(level_flags(request).into_iter().map(OsString::from));
        let switches = request.switches.iter();
        let switches = switches.filter_map(|switch| FAMILY.flag_of(switch));
        args.extend(switches.map(OsString::from));
        args.extend(request.flags.iter().map(OsString::from));
    }
    args.extend([source.into(), "-o".into(), output.into()]);
    started(toolchain, toolchain.path.clone(), args)
}

/// The command with which a person compiles a program, as short as it works.
pub(super) fn by_hand(program: &ByHand<'_>) -> CommandLine {
    let mut env = vec![("RUSTC_BOOTSTRAP".to_owned(), "1".to_owned())];
    env.extend(program.env.iter().cloned());
    // Files may have names that crates cannot have.
    let mut args: Vec<OsString> = vec!["--edition=2021".into(), "--crate-name=program".into()];
    match program.mode {
        CONST => args.extend([
            "--crate-type=lib".into(),
            "--emit=metadata".into(),
            "-Zunleash-the-miri-inside-of-you".into(),
            "-Zextra-const-ub-checks".into(),
            program.file.into(),
        ]),
        _ => args.extend([program.file.into(), "-o".into(), program.executable()]),
    }
    CommandLine {
        env,
        program: program
            .compiler
            .unwrap_or(Path::new(FAMILY.name))
            .to_owned(),
        args,
    }
}

/// The command line that runs the program in Miri, under Tree Borrows. It is slow, so the program is told to say everything at
/// once. Without a library, Miri says itself that it has none.
fn interpreted(toolchain: &Toolchain, source: &Path) -> CommandLine {
    let mut args: Vec<OsString> = INTERPRETED.map(OsString::from).to_vec();
    if let Ok(Ok(library)) = miri::library(toolchain) {
        args.extend(["--sysroot".into(), library.into()]);
    }
    args.push(source.into());
    args.extend(["--", "trace"].map(OsString::from));
    started(toolchain, toolchain.sysroot.join("bin/miri"), args)
}

fn started(toolchain: &Toolchain, program: PathBuf, args: Vec<OsString>) -> CommandLine {
    let usual = ENVIRONMENT.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let own = toolchain.env.iter().cloned();
    CommandLine {
        env: usual.into_iter().chain(own).collect(),
        program,
        args,
    }
}

/// Generated programs use unstable features, also on stable compilers. A crash report in a file
/// would only repeat the output.
const ENVIRONMENT: [(&str, &str); 2] = [("RUSTC_BOOTSTRAP", "1"), ("RUSTC_ICE", "0")];

const ALWAYS: [&str; 5] = [
    "--edition=2021",
    "--cap-lints=allow",
    "-Cpanic=abort",
    "-Ccodegen-units=1",
    "-Cdebuginfo=0",
];

const INTERPRETED: [&str; 3] = ["--edition=2021", "--cap-lints=allow", "-Zmiri-tree-borrows"];

/// Evaluates all operations, also those not allowed in constants, and checks each value on the way.
const CONST_EVAL: [&str; 4] = [
    "--crate-type=lib",
    "--emit=metadata",
    "-Zunleash-the-miri-inside-of-you",
    "-Zextra-const-ub-checks",
];
