//! A compiler together with what is asked of it, down to the command line.
//!
//! Nothing is started here: `compile` does that.

use std::ffi::OsString;
use std::fmt::{self, Write as _};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use crate::command_line::CommandLine;
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
}

/// How an executable is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildFlags {
    /// How hard to optimise, in MIR and in LLVM.
    pub opt: OptLevel,
    /// How hard to optimise MIR, from 0 to 4, where it is not as `opt` says.
    pub mir: Option<u8>,
    /// Check after each pass that the MIR is well formed.
    pub validate_mir: bool,
    /// Check for MIR that is well formed but likely undefined.
    pub lint_mir: bool,
    /// More arguments for the compiler, after all others.
    pub extra: Vec<String>,
}

impl BuildFlags {
    /// A build at this level with no checks and nothing extra.
    pub fn at(opt: OptLevel) -> BuildFlags {
        BuildFlags {
            opt,
            mir: None,
            validate_mir: false,
            lint_mir: false,
            extra: Vec::new(),
        }
    }

    /// The build that these flags ask for. What they say about levels of optimisation is understood, and the
    /// last word counts; the rest is handed on. If they do not say how hard to optimise, it is O3.
    pub fn from_flags(flags: &[String]) -> Result<BuildFlags, String> {
        let mut build = BuildFlags::at(OptLevel::O3);
        let mut flags = flags.iter().peekable();
        while let Some(flag) = flags.next() {
            let flag = match flag.as_str() {
                // `-C opt-level=2` is `-Copt-level=2`.
                "-C" | "-Z" => match flags.next() {
                    Some(value) => format!("{flag}{value}"),
                    None => return Err(format!("there is nothing behind `{flag}`")),
                },
                _ => flag.clone(),
            };
            if flag == "-O" {
                build.opt = OptLevel::O2;
            } else if let Some(level) = flag.strip_prefix("-Copt-level=") {
                build.opt = level.parse()?;
            } else if let Some(level) = flag.strip_prefix("-Zmir-opt-level=") {
                let level = level.parse().ok().filter(|level| *level <= 4);
                build.mir = Some(level.ok_or("the levels of MIR optimisation are 0 to 4")?);
            } else if !flag.starts_with('-') {
                return Err(format!("`{flag}` is no flag: it does not begin with `-`"));
            } else {
                build.extra.push(flag);
            }
        }
        Ok(build)
    }

    /// The flags that a backend's name tells, behind the compiler's name: `O3-mir2-validate -Clto=fat`.
    fn named(text: &str) -> Option<BuildFlags> {
        let (level, extra) = text.split_once(' ').unwrap_or((text, ""));
        let mut words = level.split('-');
        let opt = words.next()?;
        let opt = OptLevel::ALL
            .into_iter()
            .find(|level| level.name() == opt)?;
        let mut flags = BuildFlags::at(opt);
        for word in words {
            match word {
                "validate" => flags.validate_mir = true,
                "lint" => flags.lint_mir = true,
                word => flags.mir = Some(word.strip_prefix("mir")?.parse().ok()?),
            }
        }
        flags.extra = separated(extra);
        Some(flags)
    }

    /// Whether anything optimises at all.
    fn optimises(&self) -> bool {
        let asks = |flag: &String| {
            [
                "-Copt-level=",
                "-Zmir-opt-level=",
                "-Zmir-enable-passes=+",
                "-Zinline-mir",
            ]
            .iter()
            .any(|word| flag.starts_with(word))
        };
        self.opt != OptLevel::O0
            || self.mir.is_some_and(|level| level > 0)
            || self.extra.iter().any(asks)
    }

    fn level_flags(&self) -> Vec<String> {
        let mut flags = vec![self.opt.llvm_flag().to_owned()];
        match self.mir {
            Some(level) => flags.push(format!("-Zmir-opt-level={level}")),
            None => flags.extend(self.opt.mir_flag().map(str::to_owned)),
        }
        flags
    }
}

/// How hard a build optimises.
///
/// The two ends also turn MIR optimisations off and up, since those are what is to be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OptLevel {
    /// Nothing at all.
    O0,
    /// A little.
    O1,
    /// What `cargo build --release` does, nearly.
    O2,
    /// Everything, including MIR passes that are off by default.
    O3,
    /// For size.
    Os,
    /// For size above all.
    Oz,
}

impl OptLevel {
    /// All levels: from least to most, then those for size.
    pub const ALL: [OptLevel; 6] = [
        OptLevel::O0,
        OptLevel::O1,
        OptLevel::O2,
        OptLevel::O3,
        OptLevel::Os,
        OptLevel::Oz,
    ];

    fn name(self) -> &'static str {
        match self {
            OptLevel::O0 => "O0",
            OptLevel::O1 => "O1",
            OptLevel::O2 => "O2",
            OptLevel::O3 => "O3",
            OptLevel::Os => "Os",
            OptLevel::Oz => "Oz",
        }
    }

    fn llvm_flag(self) -> &'static str {
        match self {
            OptLevel::O0 => "-Copt-level=0",
            OptLevel::O1 => "-Copt-level=1",
            OptLevel::O2 => "-Copt-level=2",
            OptLevel::O3 => "-Copt-level=3",
            OptLevel::Os => "-Copt-level=s",
            OptLevel::Oz => "-Copt-level=z",
        }
    }

    /// The MIR level, where it is not the one that the compiler takes by itself.
    fn mir_flag(self) -> Option<&'static str> {
        match self {
            OptLevel::O0 => Some("-Zmir-opt-level=0"),
            OptLevel::O1 | OptLevel::O2 | OptLevel::Os | OptLevel::Oz => None,
            OptLevel::O3 => Some("-Zmir-opt-level=4"),
        }
    }
}

impl fmt::Display for OptLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for OptLevel {
    type Err = String;

    fn from_str(text: &str) -> Result<OptLevel, String> {
        OptLevel::ALL
            .into_iter()
            .find(|level| level.name() == text || level.name()[1..] == *text)
            .ok_or_else(|| format!("no optimisation level `{text}`; there are O0 to O3, Os and Oz"))
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

    /// A backend that evaluates at compile time.
    pub fn const_eval(toolchain: Arc<Toolchain>) -> Backend {
        Backend {
            toolchain,
            kind: BackendKind::ConstEval,
        }
    }

    /// A name for people, such as `stable-O3` or `nightly-const`.
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

    /// Whether it optimises. Those who do not are second opinions on whoever says what a program must print.
    pub fn optimises(&self) -> bool {
        match &self.kind {
            BackendKind::Build(flags) => flags.optimises(),
            BackendKind::ConstEval | BackendKind::Miri { .. } => false,
        }
    }

    /// How to ask this backend about the program in the file `source`, from a shell.
    ///
    /// This is also how [`Backend::compile`] does it. `output` is the executable, or a file of
    /// metadata that nobody needs.
    pub fn command_line(&self, source: &Path, output: &Path) -> CommandLine {
        let flags = match &self.kind {
            BackendKind::ConstEval => CONST_EVAL.map(str::to_owned).to_vec(),
            BackendKind::Miri { library } => return self.miri(library, source),
            BackendKind::Build(build) => {
                let mut flags = build.level_flags();
                flags.extend(build.remaining_flags());
                flags
            }
        };
        self.rustc(flags, source, output)
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
        let mut flags = vec!["--emit=llvm-ir".to_owned()];
        match stage {
            IrStage::AfterPasses => flags.extend(build.level_flags()),
            IrStage::BeforePasses => {
                flags.push(build.opt.llvm_flag().to_owned());
                flags.extend(["-Cno-prepopulate-passes", "-Zmir-opt-level=0"].map(str::to_owned));
            }
        }
        flags.extend(build.remaining_flags());
        Some(self.rustc(flags, source, output))
    }

    /// How to build the program with these flags before those of this backend, if it builds anything.
    pub(crate) fn code_command_line(
        &self,
        first: &[&str],
        source: &Path,
        output: &Path,
    ) -> Option<CommandLine> {
        let BackendKind::Build(build) = &self.kind else {
            return None;
        };
        let mut flags: Vec<String> = first.iter().map(|flag| (*flag).to_owned()).collect();
        flags.extend(build.level_flags());
        flags.extend(build.remaining_flags());
        Some(self.rustc(flags, source, output))
    }

    fn rustc(&self, flags: Vec<String>, source: &Path, output: &Path) -> CommandLine {
        let mut args: Vec<OsString> = ALWAYS.map(OsString::from).to_vec();
        args.extend(flags.into_iter().map(OsString::from));
        args.extend([source.into(), "-o".into(), output.into()]);
        self.started(self.toolchain.rustc.clone(), args)
    }

    /// How to run the program in Miri. It is slow, so the program is told to say everything at once.
    fn miri(&self, library: &Path, source: &Path) -> CommandLine {
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

impl BuildFlags {
    /// Everything but the optimisation level.
    fn remaining_flags(&self) -> Vec<String> {
        let validate = self.validate_mir.then(|| "-Zvalidate-mir".to_owned());
        let lint = self.lint_mir.then(|| "-Zlint-mir".to_owned());
        let checks = validate.into_iter().chain(lint);
        checks.chain(self.extra.iter().cloned()).collect()
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// Flags that were written in one line. A flag for LLVM may have blanks and more flags in it; those of the compiler are told
/// from LLVM's by how they begin.
fn separated(line: &str) -> Vec<String> {
    let mut flags: Vec<String> = Vec::new();
    for word in line.split(' ').filter(|word| !word.is_empty()) {
        let is_ours = ["-C", "-Z", "--"]
            .iter()
            .any(|start| word.starts_with(start));
        match flags.last_mut() {
            Some(last) if last.starts_with("-Cllvm-args=") && !is_ours => {
                last.push(' ');
                last.push_str(word);
            }
            _ => flags.push(word.to_owned()),
        }
    }
    flags
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preset::Preset;

    fn toolchain(name: &str, alias: &str) -> Arc<Toolchain> {
        Arc::new(Toolchain {
            name: name.into(),
            aliases: vec![alias.into()],
            rustc: PathBuf::new(),
            env: Vec::new(),
            sysroot: PathBuf::new(),
            release: String::new(),
            version: crate::Version::parse("1.90.0").unwrap(),
            commit: None,
            date: None,
            llvm: None,
            host: String::new(),
            verbose: String::new(),
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
