//! Which backends a program goes through, by name: from the one that finds most to all there are.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::ability::KnownFlags;
use crate::backend::{Backend, BackendKind};
use crate::build_flags::{BuildFlags, OptLevel};
use crate::discover::Toolchains;
use crate::error::ToolError;
use crate::family::{Family, Language};
use crate::toolchain::Toolchain;

/// A choice of backends that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Preset {
    /// Of rustc O3 as in a release build, and O3 with the MIR passes that are off by default; of compilers of C O2 and O3.
    Quick,
    /// The builds that differ most. Of rustc: those of `Quick`, O2, and MIR passes alone. Of compilers of C: O1, O2, O3, Os,
    /// and O3 with `-march=native`.
    ///
    /// O2 has other thresholds. Without LLVM, what a MIR pass did wrong is not optimised away again.
    Standard,
    /// Every axis. Of rustc: levels, MIR levels, single MIR passes off, what a build can be told beside that,
    /// compile-time evaluation, and Cranelift and Miri where they are installed. Of compilers of C: levels, rules of the
    /// language that can be relaxed, LTO, what the processor knows, and sanitizers where they work.
    Full,
}

impl Preset {
    /// All presets, from few to many.
    pub const ALL: [Preset; 3] = [Preset::Quick, Preset::Standard, Preset::Full];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Preset::Quick => "quick",
            Preset::Standard => "standard",
            Preset::Full => "full",
        }
    }

    /// What is asked of every rustc. All of it is asked of those that know everything.
    pub(crate) fn kinds(self) -> Vec<BackendKind> {
        let builds = match self {
            Preset::Quick => BuildFlags::usual(Family::Rustc),
            Preset::Standard => {
                let mut builds = BuildFlags::usual(Family::Rustc);
                builds.extend([
                    BuildFlags::at(OptLevel::O2),
                    BuildFlags::at_mir(OptLevel::O0, 4),
                ]);
                builds
            }
            Preset::Full => full(),
        };
        let evaluation = (self == Preset::Full).then_some(BackendKind::ConstEval);
        let builds = builds.into_iter().map(BackendKind::Build);
        builds.chain(evaluation).collect()
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Preset {
    type Err = String;

    fn from_str(text: &str) -> Result<Preset, String> {
        let named = Preset::ALL.into_iter().find(|preset| preset.name() == text);
        named.ok_or_else(|| {
            format!("there is no choice of backends `{text}`; there are quick, standard and full")
        })
    }
}

pub(crate) fn with(opt: OptLevel, extra: &[&str]) -> BuildFlags {
    BuildFlags {
        extra: extra.iter().map(|flag| (*flag).to_owned()).collect(),
        ..BuildFlags::at(opt)
    }
}

/// The axes of rustc.
fn full() -> Vec<BuildFlags> {
    let mut builds = vec![
        BuildFlags::at(OptLevel::O3),
        BuildFlags::all_mir_passes(),
        BuildFlags::at(OptLevel::O2),
        BuildFlags::at(OptLevel::O1),
        BuildFlags::at(OptLevel::Os),
        BuildFlags::at(OptLevel::Oz),
        // The second opinion. No `-Zlint-mir`: it takes copies between fields of one local for overlapping.
        BuildFlags {
            validate_mir: true,
            ..BuildFlags::at(OptLevel::O0)
        },
        BuildFlags {
            validate_mir: true,
            ..BuildFlags::all_mir_passes()
        },
        // MIR passes alone, and LLVM alone and with few of them before it.
        BuildFlags::at_mir(OptLevel::O0, 4),
        BuildFlags::at_mir(OptLevel::O3, 0),
        BuildFlags::at_mir(OptLevel::O3, 1),
        BuildFlags::at_mir(OptLevel::O2, 3),
    ];
    let all_but = |extra: String| BuildFlags {
        extra: vec![extra],
        ..BuildFlags::all_mir_passes()
    };
    builds.extend(PASSES.map(|pass| all_but(format!("-Zmir-enable-passes=-{pass}"))));
    builds.extend(["-Zrandomize-layout", "-Zinline-mir=no"].map(|flag| all_but(flag.to_owned())));
    let others: [(OptLevel, &[&str]); 6] = [
        (OptLevel::O3, &["-Ccodegen-units=16"]),
        (OptLevel::O3, &["-Clto=fat"]),
        (OptLevel::O3, &["-Ctarget-cpu=native"]),
        (OptLevel::O2, &["-Ctarget-cpu=native"]),
        (OptLevel::O2, &["-Cdebug-assertions=on"]),
        (
            OptLevel::O2,
            &["-Zinline-mir=yes", "-Zinline-mir-threshold=1000"],
        ),
    ];
    builds.extend(others.map(|(opt, extra)| with(opt, extra)));
    builds
}

/// The MIR passes that are left out one by one. A name that a version does not know is ignored by it.
const PASSES: [&str; 10] = [
    "GVN",
    "DataflowConstProp",
    "JumpThreading",
    "DestinationPropagation",
    "ReferencePropagation",
    "CopyProp",
    "SingleUseConsts",
    "ScalarReplacementOfAggregates",
    "MatchBranchSimplification",
    "Inline",
];

/// Backends, and what was left out of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matrix {
    /// The backends, each of them once.
    pub backends: Vec<Backend>,
    /// One sentence for each compiler that does not know something.
    pub notes: Vec<String>,
}

impl Matrix {
    /// Adds a backend that is not there yet, without the flags that its compiler does not know. Returns those.
    fn add(&mut self, mut backend: Backend, known: &KnownFlags) -> BTreeSet<String> {
        let unknown = backend.leave_out_unknown(known);
        if !self.backends.contains(&backend) {
            self.backends.push(backend);
        }
        unknown
    }

    pub(crate) fn note(&mut self, toolchain: &Toolchain, unknown: &BTreeSet<String>) {
        if !unknown.is_empty() {
            let unknown: Vec<&str> = unknown.iter().map(String::as_str).collect();
            let unknown = unknown.join(", ");
            self.notes
                .push(format!("{toolchain} does not know {unknown}: left out"));
        }
    }
}

impl Toolchains {
    /// The backends of a preset on these compilers, and whatever else is asked for, one compiler after the other.
    ///
    /// Which flags a compiler knows is asked only where that matters.
    pub fn matrix(
        &self,
        preset: Option<Preset>,
        chosen: &[Arc<Toolchain>],
        more: &[(Arc<Toolchain>, BuildFlags)],
    ) -> Result<Matrix, ToolError> {
        let mut matrix = Matrix::default();
        for toolchain in chosen {
            if toolchain.language() == Language::C {
                self.add_c(&mut matrix, preset, toolchain, more)?;
                continue;
            }
            let mut kinds = preset.map(Preset::kinds).unwrap_or_default();
            let own = more.iter().filter(|(whose, _)| whose == toolchain);
            kinds.extend(own.map(|(_, flags)| BackendKind::Build(flags.clone())));
            // Every rustc knows the levels, so these need no list of flags.
            let only_levels = |kind: &BackendKind| match kind {
                BackendKind::Build(flags) => flags.remaining_flags().is_empty(),
                BackendKind::ConstEval | BackendKind::Miri { .. } => true,
            };
            let known = match kinds.iter().all(only_levels) {
                true => KnownFlags::default(),
                false => self.known_flags(toolchain)?,
            };
            if preset == Some(Preset::Full) && toolchain.has_cranelift() {
                kinds.push(BackendKind::Build(BuildFlags {
                    extra: vec!["-Zcodegen-backend=cranelift".to_owned()],
                    ..BuildFlags::all_mir_passes()
                }));
            }
            if preset == Some(Preset::Full) && toolchain.miri().is_some() {
                match toolchain.miri_library()? {
                    Ok(library) => kinds.push(BackendKind::Miri { library }),
                    Err(why) => matrix.notes.push(format!(
                        "the Miri of {toolchain} is left out: {why}; try `cargo +{} miri setup`",
                        toolchain.name
                    )),
                }
            }
            let mut unknown = BTreeSet::new();
            for kind in kinds {
                let toolchain = toolchain.clone();
                unknown.extend(matrix.add(Backend { toolchain, kind }, &known));
            }
            matrix.note(toolchain, &unknown);
        }
        Ok(matrix)
    }
}

impl Backend {
    /// Removes what the compiler does not know, and says what that was.
    fn leave_out_unknown(&mut self, known: &KnownFlags) -> BTreeSet<String> {
        let mut unknown = BTreeSet::new();
        let BackendKind::Build(build) = &mut self.kind else {
            return unknown;
        };
        let mut check = |on: &mut bool, flag: &str| {
            if *on && !known.takes(flag) {
                *on = false;
                unknown.insert(flag.to_owned());
            }
        };
        check(&mut build.validate_mir, "-Zvalidate-mir");
        check(&mut build.lint_mir, "-Zlint-mir");
        build.extra.retain(|flag| {
            let takes = known.takes(flag);
            if !takes {
                unknown.insert(flag.clone());
            }
            takes
        });
        unknown
    }
}
