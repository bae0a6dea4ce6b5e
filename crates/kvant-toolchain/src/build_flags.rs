//! How a compiler is asked to build: how hard to optimise, and with which flags.

use std::fmt;
use std::str::FromStr;

use crate::family::{Family, Language};

/// How an executable is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildFlags {
    /// How hard to optimise.
    pub opt: OptLevel,
    /// Of rustc: how hard to optimise MIR, from 0 to 4, where it is not as `opt` says.
    pub mir: Option<u8>,
    /// Of rustc: check after each pass that the MIR is well formed.
    pub validate_mir: bool,
    /// Of rustc: check for MIR that is well formed but likely undefined.
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

    /// Of rustc: O3 with the MIR passes that are off by default too, `O3-mir4` in the names of backends.
    pub fn all_mir_passes() -> BuildFlags {
        BuildFlags::at_mir(OptLevel::O3, 4)
    }

    /// Of rustc: a build at this level, with MIR optimised at that one.
    pub(crate) fn at_mir(opt: OptLevel, level: u8) -> BuildFlags {
        BuildFlags {
            mir: Some(level),
            ..BuildFlags::at(opt)
        }
    }

    /// The builds that are tested by default; the ordinary pipeline comes first. tcc does not optimise, so its only build is
    /// tested.
    pub fn usual(family: Family) -> Vec<BuildFlags> {
        match family {
            Family::Rustc => vec![BuildFlags::at(OptLevel::O3), BuildFlags::all_mir_passes()],
            Family::Gcc | Family::Clang => {
                [OptLevel::O2, OptLevel::O3].map(BuildFlags::at).to_vec()
            }
            Family::Tcc => vec![BuildFlags::at(OptLevel::O0)],
        }
    }

    /// The build that these flags ask of a compiler of this language. What they say about levels of optimisation is
    /// understood, and the last word counts; the rest is handed on. If they do not say how hard to optimise, it is O3.
    pub fn from_flags(language: Language, flags: &[String]) -> Result<BuildFlags, String> {
        match language {
            Language::Rust => BuildFlags::of_rust(flags),
            Language::C => BuildFlags::of_c(flags),
        }
    }

    fn of_c(flags: &[String]) -> Result<BuildFlags, String> {
        let mut build = BuildFlags::at(OptLevel::O3);
        let mut flags = flags.iter();
        while let Some(flag) = flags.next() {
            if flag == FOR_LLVM {
                let value = flags.next();
                let value = value.ok_or_else(|| format!("there is nothing behind `{flag}`"))?;
                build.extra.push(format!("{flag} {value}"));
            } else if flag == "-O" {
                build.opt = OptLevel::O1;
            } else if let Some(level) = flag.strip_prefix("-O") {
                build.opt = level.parse()?;
            } else if !flag.starts_with('-') {
                return Err(no_flag(flag));
            } else {
                build.extra.push(flag.clone());
            }
        }
        Ok(build)
    }

    fn of_rust(flags: &[String]) -> Result<BuildFlags, String> {
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
                return Err(no_flag(&flag));
            } else {
                build.extra.push(flag);
            }
        }
        Ok(build)
    }

    /// The flags that a backend's name tells, behind the compiler's name: `O3-mir2-validate -Clto=fat`.
    pub(crate) fn named(text: &str) -> Option<BuildFlags> {
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
    pub(crate) fn optimises(&self) -> bool {
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

    pub(crate) fn level_flags(&self) -> Vec<String> {
        let mut flags = vec![self.opt.llvm_flag().to_owned()];
        match self.mir {
            Some(level) => flags.push(format!("-Zmir-opt-level={level}")),
            None => flags.extend(self.opt.mir_flag().map(str::to_owned)),
        }
        flags
    }

    /// Everything but the optimisation level.
    pub(crate) fn remaining_flags(&self) -> Vec<String> {
        let validate = self.validate_mir.then(|| "-Zvalidate-mir".to_owned());
        let lint = self.lint_mir.then(|| "-Zlint-mir".to_owned());
        let checks = validate.into_iter().chain(lint);
        checks.chain(self.extra.iter().cloned()).collect()
    }
}

/// How hard a build optimises.
///
/// Of rustc, O0 also turns all optional MIR passes off (`-Zmir-opt-level=0`), because it is the reference. All other levels
/// leave MIR to rustc, which takes level 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OptLevel {
    /// Nothing at all.
    O0,
    /// A little.
    O1,
    /// More.
    O2,
    /// The level of `cargo build --release`.
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

    pub(crate) fn name(self) -> &'static str {
        match self {
            OptLevel::O0 => "O0",
            OptLevel::O1 => "O1",
            OptLevel::O2 => "O2",
            OptLevel::O3 => "O3",
            OptLevel::Os => "Os",
            OptLevel::Oz => "Oz",
        }
    }

    pub(crate) fn llvm_flag(self) -> &'static str {
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
            OptLevel::O1 | OptLevel::O2 | OptLevel::O3 | OptLevel::Os | OptLevel::Oz => None,
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

fn no_flag(text: &str) -> String {
    format!("`{text}` is no flag: it does not begin with `-`")
}

/// What stands before a flag for LLVM on the command line of clang. The two are one flag here, with a blank in it.
pub(crate) const FOR_LLVM: &str = "-mllvm";

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
            Some(last) if last == FOR_LLVM => {
                last.push(' ');
                last.push_str(word);
            }
            _ => flags.push(word.to_owned()),
        }
    }
    flags
}
