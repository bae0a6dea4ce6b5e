//! Compilers of C. They have so much in common that a driver is a table; the tables are in `gcc`, `clang` and `tcc`.

mod discover;
mod preset;
mod sanitizer;
mod trial;

use std::ffi::OsString;
use std::path::Path;

use kvant_record::command::{Abilities, Toolchains};
use kvant_record::{OptLevel, Request};

use super::C;
use crate::ability::Ability;
use crate::backend::Backend;
use crate::cache::Cache;
use crate::command_line::CommandLine;
use crate::discover::{Discovery, Surroundings};
use crate::driver::{ByHand, Driver, Family, Relaxation, Rule};
use crate::error::{FlagError, Lacking, ToolError};
use crate::preset::Preset;
use crate::target::{architecture, host};
use crate::toolchain::Toolchain;

pub(super) use sanitizer::{ADDRESS_AND_UNDEFINED, MEMORY, Sanitizer, TYPE, WATCHED};

/// A driver for compilers of C.
#[derive(Debug)]
pub struct CDriver {
    pub(super) family: &'static Family,
    /// True if there is a compiler for each target, with the target in its name, as Debian has them.
    pub(super) has_targets: bool,
    /// True if it has levels of optimisation, and flags that matter.
    pub(super) has_levels: bool,
    /// The first major version that has `-Oz`.
    pub(super) size_level_since: Option<u32>,
    /// The first major version that knows C17.
    pub(super) c17_since: u32,
    /// The sanitizers that it may have.
    pub(super) sanitizers: &'static [Sanitizer],
    /// Abilities that flags stand for.
    pub(super) trials: &'static [(&'static str, &'static [&'static str])],
}

/// The tables that all families of C have in common.
pub(super) const fn family(name: &'static str) -> Family {
    Family {
        setting: "cc",
        continues: |flag, _| flag == FOR_LLVM,
        is_crash,
        abilities: &ABILITIES,
        presets: [
            "O2 and O3",
            "also O1, Os, and O3 with `-march=native`",
            "all levels, relaxed rules, LTO, sanitizers",
        ],
        ..Family::plain(name, C)
    }
}

static ABILITIES: [Ability; 8] = [
    Ability::new(LINKER).in_short("link").needed(),
    Ability::new("llvm-bisect"),
    Ability::new(SIZE_LEVEL),
    Ability::new("lto"),
    Ability::new("pass-switches"),
    Ability::new("asan+ubsan"),
    Ability::new("msan"),
    Ability::new("tysan"),
];

/// Rules that optimising compilers of C rely on.
pub(super) const RELAXATIONS: [Relaxation; 2] = [
    Relaxation {
        rule: Rule::Aliasing,
        is_settled: false,
        off: &["-fno-strict-aliasing"],
    },
    Relaxation {
        rule: Rule::Overflow,
        is_settled: true,
        off: &["-fwrapv"],
    },
];

pub(super) const LINKER: &str = "linker";
const SIZE_LEVEL: &str = "size-level";

/// The word before a flag for LLVM on the command line of clang. The two are one flag in requests, with a blank in it.
pub(super) const FOR_LLVM: &str = "-mllvm";

/// Warnings that are errors in newer compilers, where `-w` does not silence them. Chained comparisons are one since
/// clang 21, and programs are full of them. The others are errors since clang 16 and gcc 14; a test compiles programs with them on.
const TOLERATED: [&str; 3] = [
    "-Wno-parentheses",
    "-Wno-incompatible-pointer-types",
    "-Wno-int-conversion",
];

/// True for lines in which gcc, clang and LLVM report a fault of their own.
fn is_crash(line: &str) -> bool {
    let anywhere = [
        "internal compiler error: ",
        "fatal error: error in backend: ",
    ];
    let first = ["PLEASE submit a bug report", "Stack dump:", "LLVM ERROR: "];
    anywhere.iter().any(|words| line.contains(words))
        || first.iter().any(|words| line.starts_with(words))
}

impl CDriver {
    /// True if a compiler has a level for size above all.
    fn has_size_level(&self, toolchain: &Toolchain) -> bool {
        let since = self.size_level_since;
        since.is_some_and(|since| toolchain.version.major >= since)
    }

    /// The sanitizers that a compiler may have. A trial shows if they work here.
    fn sanitizers_of(&self, toolchain: &Toolchain) -> impl Iterator<Item = &'static Sanitizer> {
        // Sanitizers rely on the layout of the address space, which an emulator changes.
        let is_native = toolchain.emulator.is_none();
        let major = toolchain.version.major;
        let sanitizers = self.sanitizers.iter();
        sanitizers.filter(move |sanitizer| is_native && major >= sanitizer.since)
    }
}

impl Driver for CDriver {
    fn family(&self) -> &'static Family {
        self.family
    }

    fn probe(
        &self,
        path: &Path,
        env: &[(String, String)],
        cache: &Cache,
    ) -> Result<Toolchain, ToolError> {
        discover::probe(path, env, cache)
    }

    fn version_output(&self, toolchain: &Toolchain) -> Result<String, ToolError> {
        discover::verbose(&toolchain.path, &toolchain.env)
    }

    fn discover(&self, surroundings: &Surroundings, discovery: &mut Discovery) {
        discover::discover(self, surroundings, discovery);
    }

    /// Sums and products must be rounded one by one.
    fn by_hand(&self, program: &ByHand<'_>) -> Option<CommandLine> {
        let usual = match architecture(program.target) {
            here if here == host() => "cc".to_owned(),
            other => format!("{other}-linux-gnu-gcc"),
        };
        let flags = ["-std=gnu17", "-w", "-ffp-contract=off", program.file, "-o"];
        let flags = flags.into_iter().map(OsString::from);
        Some(CommandLine {
            env: program.env.to_vec(),
            program: program.compiler.unwrap_or(Path::new(&usual)).to_owned(),
            args: flags.chain([program.executable()]).collect(),
        })
    }

    fn list(
        &self,
        toolchain: &Toolchain,
        _not_used: Option<String>,
        abilities: Abilities,
        list: &mut Toolchains,
    ) {
        list.c_compilers.push(toolchain.record(abilities));
    }

    fn request(&self, flags: &[String]) -> Result<Request, FlagError> {
        let mut request = Request::build(OptLevel::O3);
        let mut flags = flags.iter();
        while let Some(flag) = flags.next() {
            if flag == FOR_LLVM {
                let value = flags.next();
                let value = value.ok_or_else(|| FlagError::NoValue(flag.clone()))?;
                request.flags.push(format!("{flag} {value}"));
            } else if flag == "-O" {
                request.level = OptLevel::O1;
            } else if let Some(level) = flag.strip_prefix("-O") {
                request.level = level.parse()?;
            } else if !flag.starts_with('-') {
                return Err(FlagError::NoFlag(flag.clone()));
            } else {
                request.flags.push(flag.clone());
            }
        }
        Ok(request)
    }

    fn usual(&self) -> Vec<Request> {
        preset::usual(self)
    }

    fn preset(
        &self,
        preset: Preset,
        toolchain: &Toolchain,
        _notes: &mut Vec<String>,
    ) -> Result<Vec<Request>, ToolError> {
        Ok(preset::requests(self, preset, toolchain))
    }

    fn references(&self, toolchain: &Toolchain) -> Vec<Request> {
        let sanitizers = self.sanitizers_of(toolchain).map(Sanitizer::build);
        let plain = Request::build(OptLevel::O0);
        std::iter::once(plain).chain(sanitizers).collect()
    }

    fn takes(
        &self,
        toolchain: &Toolchain,
        flags: &[&str],
        cache: &Cache,
    ) -> Result<Result<(), Lacking>, ToolError> {
        trial::tried_with(toolchain, flags, cache)
    }

    fn has(
        &self,
        toolchain: &Toolchain,
        ability: &Ability,
        cache: &Cache,
    ) -> Result<Result<(), Lacking>, ToolError> {
        if ability.name == SIZE_LEVEL {
            let has = self.has_size_level(toolchain);
            return Ok(Lacking::unless(has, "not of this version"));
        }
        let mut sanitizers = self.sanitizers_of(toolchain);
        let sanitizer = sanitizers.find(|sanitizer| sanitizer.name == ability.name);
        let mut trials = self.trials.iter();
        let trial = trials.find(|(name, _)| *name == ability.name);
        let flags = sanitizer.map(|sanitizer| &sanitizer.flags[..]);
        match flags.or(trial.map(|(_, flags)| *flags)) {
            Some(flags) => trial::tried_with(toolchain, flags, cache),
            None => Ok(Err(Lacking(format!("not of {}", self.family.name)))),
        }
    }

    fn command_line(
        &self,
        backend: &Backend,
        first: &[&str],
        source: &Path,
        output: &Path,
    ) -> CommandLine {
        let (toolchain, request) = (&backend.toolchain, &backend.request);
        // C17 with GNU extensions, or the newest standard that an old compiler knows.
        let standard = match toolchain.version.major < self.c17_since {
            true => "-std=gnu11",
            false => "-std=gnu17",
        };
        // Warnings are not read, and programs cause many.
        let mut args = vec![OsString::from(standard), "-w".into()];
        if self.has_levels {
            args.extend(TOLERATED.map(OsString::from));
            // A fused multiply-add rounds once, so its result differs.
            args.push("-ffp-contract=off".into());
            args.push(format!("-{}", request.level).into());
        }
        args.extend(first.iter().map(OsString::from));
        for flag in &request.flags {
            match flag.strip_prefix(FOR_LLVM) {
                Some(value) => args.extend([FOR_LLVM.into(), value.trim_start().into()]),
                None => args.push(flag.into()),
            }
        }
        if toolchain.emulator.is_some() {
            // The emulator then needs no libraries of the other machine.
            args.push("-static".into());
        }
        args.extend([source.into(), "-o".into(), output.into()]);
        CommandLine {
            env: toolchain.env.clone(),
            program: toolchain.path.clone(),
            args,
        }
    }
}
