//! The command lines of rustc and of Miri.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::backend::{Backend, IrStage};
use crate::build_flags::BuildFlags;
use crate::command_line::CommandLine;

impl Backend {
    pub(crate) fn rustc_builds(
        &self,
        first: &[&str],
        build: &BuildFlags,
        source: &Path,
        output: &Path,
    ) -> CommandLine {
        let mut flags: Vec<String> = first.iter().map(|flag| (*flag).to_owned()).collect();
        flags.extend(build.level_flags());
        flags.extend(build.remaining_flags());
        self.rustc(flags, source, output)
    }

    pub(crate) fn rustc_evaluates(&self, source: &Path, output: &Path) -> CommandLine {
        self.rustc(CONST_EVAL.map(str::to_owned).to_vec(), source, output)
    }

    pub(crate) fn rustc_llvm_ir(
        &self,
        stage: IrStage,
        build: &BuildFlags,
        source: &Path,
        output: &Path,
    ) -> CommandLine {
        let mut flags = vec!["--emit=llvm-ir".to_owned()];
        match stage {
            IrStage::AfterPasses => flags.extend(build.level_flags()),
            IrStage::BeforePasses => {
                flags.push(build.opt.llvm_flag().to_owned());
                flags.extend(["-Cno-prepopulate-passes", "-Zmir-opt-level=0"].map(str::to_owned));
            }
        }
        flags.extend(build.remaining_flags());
        self.rustc(flags, source, output)
    }

    fn rustc(&self, flags: Vec<String>, source: &Path, output: &Path) -> CommandLine {
        let mut args: Vec<OsString> = ALWAYS.map(OsString::from).to_vec();
        args.extend(flags.into_iter().map(OsString::from));
        args.extend([source.into(), "-o".into(), output.into()]);
        self.started(self.toolchain.path.clone(), args)
    }

    /// How to run the program in Miri. It is slow, so the program is told to say everything at once.
    pub(crate) fn miri(&self, library: &Path, source: &Path) -> CommandLine {
        let mut args: Vec<OsString> = MIRI.map(OsString::from).to_vec();
        args.extend(["--sysroot".into(), library.into(), source.into()]);
        args.extend(["--", "trace"].map(OsString::from));
        self.started(self.toolchain.sysroot.join("bin/miri"), args)
    }

    fn started(&self, program: PathBuf, args: Vec<OsString>) -> CommandLine {
        let usual = ENVIRONMENT.map(|(name, value)| (name.to_owned(), value.to_owned()));
        CommandLine {
            env: usual
                .into_iter()
                .chain(self.toolchain.env.iter().cloned())
                .collect(),
            program,
            args,
        }
    }
}

/// Generated programs use unstable features, also on stable compilers. A crash report in a file
/// would only repeat what is printed.
const ENVIRONMENT: [(&str, &str); 2] = [("RUSTC_BOOTSTRAP", "1"), ("RUSTC_ICE", "0")];

const ALWAYS: [&str; 5] = [
    "--edition=2021",
    "--cap-lints=allow",
    "-Cpanic=abort",
    "-Ccodegen-units=1",
    "-Cdebuginfo=0",
];

const MIRI: [&str; 3] = ["--edition=2021", "--cap-lints=allow", "-Zmiri-tree-borrows"];

/// Evaluates everything, also what is not allowed in constants, and checks each value on the way.
const CONST_EVAL: [&str; 4] = [
    "--crate-type=lib",
    "--emit=metadata",
    "-Zunleash-the-miri-inside-of-you",
    "-Zextra-const-ub-checks",
];
