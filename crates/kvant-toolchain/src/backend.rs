//! A compiler together with what is asked of it.
//!
//! Nothing is started here: `compile` does that. What is said to a compiler is in `rustc_line` and `c_line`.

use std::fmt::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::build_flags::{BuildFlags, OptLevel};
use crate::command_line::CommandLine;
use crate::excerpt::CodeForm;
use crate::family::{Family, Language};
use crate::toolchain::Toolchain;

/// One way to get an answer about a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backend {
    /// The compiler.
    pub toolchain: Arc<Toolchain>,
    /// What it is asked to do.
    pub kind: BackendKind,
}

/// What a compiler is asked to do with a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BackendKind {
    /// Make an executable.
    Build(BuildFlags),
    /// Evaluate the program's constants, and with them the program, without making anything.
    ConstEval,
    /// Run the program in Miri, under Tree Borrows.
    Miri {
        /// The library that Miri interprets.
        library: PathBuf,
    },
}

impl BackendKind {
    /// What the [name](Backend::name) of a backend tells: the name of the compiler, and what it is asked to do. The compiler
    /// need not be there any more.
    pub fn named(name: &str) -> Option<(&str, BackendKind)> {
        let mut parts = name
            .match_indices('-')
            .map(|(n, _)| (&name[..n], &name[n + 1..]));
        parts.find_map(|(toolchain, rest)| {
            let kind = match rest {
                "const" => BackendKind::ConstEval,
                flags => BackendKind::Build(BuildFlags::named(flags)?),
            };
            Some((toolchain, kind))
        })
    }

    /// The same, as it was asked with this command line. `O3` of rustc had all MIR passes once, so what was written down then
    /// says `O3` and has the flag of what is called `O3-mir4` now.
    #[must_use]
    pub fn asked_with(mut self, command: &str) -> BackendKind {
        if let BackendKind::Build(flags) = &mut self
            && flags.opt == OptLevel::O3
            && flags.mir.is_none()
            && command.contains(" -Zmir-opt-level=4 ")
        {
            flags.mir = Some(4);
        }
        self
    }
}

/// When to look at the LLVM IR of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IrStage {
    /// As it comes from MIR on which no optional pass has worked, and before any pass of LLVM.
    BeforePasses,
    /// As it is turned into machine code.
    AfterPasses,
}

impl Backend {
    /// A backend that builds at `opt` with no checks and nothing extra.
    pub fn build(toolchain: Arc<Toolchain>, opt: OptLevel) -> Backend {
        Backend {
            toolchain,
            kind: BackendKind::Build(BuildFlags::at(opt)),
        }
    }

    /// The [usual](BuildFlags::usual) builds of a compiler.
    pub fn usual(toolchain: &Arc<Toolchain>) -> Vec<Backend> {
        let builds = BuildFlags::usual(toolchain.family).into_iter();
        let backend = |flags| Backend {
            toolchain: Arc::clone(toolchain),
            kind: BackendKind::Build(flags),
        };
        builds.map(backend).collect()
    }

    /// A backend that evaluates at compile time.
    pub fn const_eval(toolchain: Arc<Toolchain>) -> Backend {
        Backend {
            toolchain,
            kind: BackendKind::ConstEval,
        }
    }

    /// Those of a compiler who do not optimise, and may agree with whoever says what a program must print.
    pub fn witnesses(toolchain: &Arc<Toolchain>) -> Vec<Backend> {
        let plain = Backend::build(Arc::clone(toolchain), OptLevel::O0);
        match toolchain.language() {
            Language::Rust => vec![plain, Backend::const_eval(Arc::clone(toolchain))],
            Language::C => vec![plain],
        }
    }

    /// A name for people, such as `stable-O3`, `nightly-const` or `gcc-12-O3 -march=native`.
    ///
    /// It shows everything that makes this backend different from others, so that equal names mean
    /// equal behaviour on one machine.
    pub fn name(&self) -> String {
        let toolchain = &self.toolchain.name;
        let flags = match &self.kind {
            BackendKind::ConstEval => return format!("{toolchain}-const"),
            BackendKind::Miri { .. } => return format!("{toolchain}-miri"),
            BackendKind::Build(flags) => flags,
        };
        let mut name = format!("{toolchain}-{}", flags.opt);
        if let Some(level) = flags.mir {
            let _ = write!(name, "-mir{level}");
        }
        if flags.validate_mir {
            name.push_str("-validate");
        }
        if flags.lint_mir {
            name.push_str("-lint");
        }
        for extra in &flags.extra {
            name.push(' ');
            name.push_str(extra);
        }
        name
    }

    /// The backend of one of these compilers that has this [name](Backend::name), which somebody wrote down earlier.
    ///
    /// Compilers are found by all names that they answer to. Miri is never found: its library would have to be looked for.
    pub fn named(name: &str, toolchains: &[Arc<Toolchain>]) -> Option<Backend> {
        let (whose, kind) = BackendKind::named(name)?;
        let toolchain = toolchains.iter().find(|known| known.answers_to(whose))?;
        Some(Backend {
            toolchain: Arc::clone(toolchain),
            kind,
        })
    }

    /// Whether it optimises. Those who do not are second references on whoever says what a program must print.
    pub fn optimises(&self) -> bool {
        match &self.kind {
            BackendKind::Build(flags) => match self.toolchain.family {
                Family::Tcc => false,
                Family::Rustc | Family::Gcc | Family::Clang => flags.optimises(),
            },
            BackendKind::ConstEval | BackendKind::Miri { .. } => false,
        }
    }

    /// How to ask this backend about the program in the file `source`, from a shell.
    ///
    /// This is also how [`Backend::compile`] does it. `output` is the executable, or a file of
    /// metadata that nobody needs.
    pub fn command_line(&self, source: &Path, output: &Path) -> CommandLine {
        match &self.kind {
            BackendKind::ConstEval => self.rustc_evaluates(source, output),
            BackendKind::Miri { library } => self.miri(library, source),
            BackendKind::Build(build) => self.builds(&[], build, source, output),
        }
    }

    /// How to get the LLVM IR of the program at one stage, if this backend makes any.
    pub fn llvm_ir_command_line(
        &self,
        stage: IrStage,
        source: &Path,
        output: &Path,
    ) -> Option<CommandLine> {
        let BackendKind::Build(build) = &self.kind else {
            return None;
        };
        match self.toolchain.family {
            Family::Rustc => Some(self.rustc_llvm_ir(stage, build, source, output)),
            Family::Clang => Some(self.clang_llvm_ir(stage, build, source, output)),
            Family::Gcc | Family::Tcc => None,
        }
    }

    /// How to get the code of a program in one form, if this backend makes any.
    pub(crate) fn code_command_line(
        &self,
        form: CodeForm,
        source: &Path,
        output: &Path,
    ) -> Option<CommandLine> {
        let BackendKind::Build(build) = &self.kind else {
            return None;
        };
        let flags: &[&str] = match (self.toolchain.family, form) {
            (Family::Rustc, CodeForm::Mir) => &["--emit=mir"],
            (Family::Rustc, CodeForm::LlvmIr) => &["--emit=llvm-ir"],
            (Family::Rustc, CodeForm::Assembly) => &["--emit=asm"],
            (Family::Clang, CodeForm::LlvmIr) => &["-S", "-emit-llvm"],
            (Family::Clang | Family::Gcc, CodeForm::Assembly) => &["-S"],
            _ => return None,
        };
        Some(self.builds(flags, build, source, output))
    }

    /// How to build the program with these flags before those of this backend.
    pub(crate) fn builds(
        &self,
        first: &[&str],
        build: &BuildFlags,
        source: &Path,
        output: &Path,
    ) -> CommandLine {
        match self.toolchain.language() {
            Language::Rust => self.rustc_builds(first, build, source, output),
            Language::C => self.c_builds(first, build, source, output),
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::installed::Installed;
    use crate::preset::Preset;

    fn toolchain(name: &str, alias: &str) -> Arc<Toolchain> {
        Arc::new(Toolchain {
            name: name.into(),
            aliases: vec![alias.into()],
            family: Family::Rustc,
            path: PathBuf::new(),
            env: Vec::new(),
            sysroot: PathBuf::new(),
            release: String::new(),
            version: crate::Version::parse("1.90.0").unwrap(),
            commit: None,
            date: None,
            llvm: None,
            target: String::new(),
            emulator: None,
            verbose: String::new(),
            installed: Installed::default(),
        })
    }

    #[test]
    fn a_backend_is_found_by_its_name() {
        let dated = toolchain("nightly-2026-01-01", "1.95.0-nightly");
        let toolchains = [
            toolchain("nightly", "main"),
            dated,
            toolchain("1.85.0", "x"),
        ];
        let mut kinds: Vec<BackendKind> = Preset::ALL.into_iter().flat_map(Preset::kinds).collect();
        kinds.push(BackendKind::Build(BuildFlags {
            mir: Some(3),
            validate_mir: true,
            lint_mir: true,
            extra: ["-Cllvm-args=-opt-bisect-limit=3 -x", "-Clto=fat", "--cfg=a"]
                .map(str::to_owned)
                .to_vec(),
            ..BuildFlags::at(OptLevel::Oz)
        }));
        assert!(kinds.len() > 30);
        for toolchain in &toolchains {
            for kind in &kinds {
                let backend = Backend {
                    toolchain: Arc::clone(toolchain),
                    kind: kind.clone(),
                };
                let again = Backend::named(&backend.name(), &toolchains);
                assert_eq!(again, Some(backend));
            }
        }
        for (name, again) in [
            ("x-O0 -fsanitize=memory -fno-sanitize-recover=all", 2),
            ("x-O3 -mllvm -opt-bisect-limit=7 -march=native", 2),
            ("gcc-12-O2 -flto", 1),
        ] {
            let (_, kind) = BackendKind::named(name).unwrap();
            let BackendKind::Build(flags) = &kind else {
                panic!("{kind:?}");
            };
            assert_eq!(flags.extra.len(), again, "{name}");
        }
        let by_alias = Backend::named("main-O2", &toolchains);
        assert_eq!(
            by_alias.map(|found| found.name()),
            Some("nightly-O2".into())
        );
    }

    #[test]
    fn what_is_no_name_is_not_found() {
        let toolchains = [toolchain("nightly", "main")];
        for name in [
            "",
            "nightly",
            "nightly-",
            "nightly-O4",
            "nightly-3",
            "nightly-O3-",
            "nightly-O3-mirx",
            "nightly-O3-wrong",
            "nightly-miri",
            "stable-O3",
            "nightlyO3",
        ] {
            assert_eq!(Backend::named(name, &toolchains), None, "{name}");
        }
    }
}
