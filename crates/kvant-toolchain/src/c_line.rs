//! The command lines of compilers of C, and how the programs that they make are run.

use std::ffi::OsString;
use std::path::Path;

use crate::backend::{Backend, BackendKind, IrStage};
use crate::build_flags::{BuildFlags, FOR_LLVM};
use crate::command_line::CommandLine;
use crate::family::Family;
use crate::sanitizer::{self, is_sanitized};

/// Warnings that are errors in newer compilers, where `-w` does not silence them. Chained comparisons are one since
/// clang 21, and programs are full of them. The others are errors since clang 16 and gcc 14; a test compiles programs with them on.
pub(crate) const TOLERATED: [&str; 3] = [
    "-Wno-parentheses",
    "-Wno-incompatible-pointer-types",
    "-Wno-int-conversion",
];

impl Backend {
    pub(crate) fn c_builds(
        &self,
        first: &[&str],
        build: &BuildFlags,
        source: &Path,
        output: &Path,
    ) -> CommandLine {
        let toolchain = &self.toolchain;
        // Nobody reads warnings, and programs give cause for many.
        let mut args = vec![OsString::from(self.standard()), "-w".into()];
        // tcc knows no levels.
        if toolchain.family != Family::Tcc {
            args.extend(TOLERATED.map(OsString::from));
            // A product and a sum that are rounded once give something else than if each is.
            args.push("-ffp-contract=off".into());
            args.push(format!("-{}", build.opt).into());
        }
        args.extend(first.iter().map(OsString::from));
        for flag in &build.extra {
            match flag.strip_prefix(FOR_LLVM) {
                Some(value) => args.extend([FOR_LLVM.into(), value.trim_start().into()]),
                None => args.push(flag.into()),
            }
        }
        if toolchain.emulator.is_some() {
            // So there is no need to find the libraries of another machine when it is run.
            args.push("-static".into());
        }
        args.extend([source.into(), "-o".into(), output.into()]);
        CommandLine {
            env: toolchain.env.clone(),
            program: toolchain.path.clone(),
            args,
        }
    }

    pub(crate) fn clang_llvm_ir(
        &self,
        stage: IrStage,
        build: &BuildFlags,
        source: &Path,
        output: &Path,
    ) -> CommandLine {
        let flags: &[&str] = match stage {
            IrStage::AfterPasses => &["-S", "-emit-llvm"],
            IrStage::BeforePasses => &["-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes"],
        };
        self.c_builds(flags, build, source, output)
    }

    /// C17 with the extensions that all of them have, or the newest that an old one knows.
    fn standard(&self) -> &'static str {
        let oldest = match self.toolchain.family {
            Family::Gcc => 8,
            Family::Clang => 6,
            Family::Rustc | Family::Tcc => 0,
        };
        match self.toolchain.version.major < oldest {
            true => "-std=gnu11",
            false => "-std=gnu17",
        }
    }

    /// How to run what this backend made: this program, and then the arguments.
    pub fn run_line(&self, executable: &Path) -> CommandLine {
        let env = match &self.kind {
            BackendKind::Build(build) if is_sanitized(build) => sanitizer::ENVIRONMENT
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .to_vec(),
            _ => Vec::new(),
        };
        match &self.toolchain.emulator {
            None => CommandLine {
                env,
                program: executable.to_owned(),
                args: Vec::new(),
            },
            Some(emulator) => CommandLine {
                env,
                program: emulator.clone(),
                args: vec![executable.into()],
            },
        }
    }
}
