//! The canaries: the misbehaviour of each, the construct that it depends on, and the kind of finding that it must become.

use kvant_campaign::Kind;

use crate::bisect::Passes;
use crate::misdeed::Misdeed;
use crate::text::{Construct, Function, Observer, Program, Site, Text, Unreadable};

/// Declares the canaries, each with its name and its description.
macro_rules! canaries {
    ($($canary:ident $name:literal $about:literal,)*) => {
        /// A compiler that misbehaves on purpose: in programs that it compiles with `-Copt-level=3`, unless its description says
        /// otherwise.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Canary {
            $(#[doc = $about] $canary,)*
        }

        impl Canary {
            /// All canaries.
            pub const ALL: &[Canary] = &[$(Canary::$canary,)*];

            /// The name, such as `wrong-value`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Canary::$canary => $name,)*
                }
            }

            /// The description, in one sentence without a full stop.
            pub const fn about(self) -> &'static str {
                match self {
                    $(Canary::$canary => $about,)*
                }
            }
        }
    };
}

canaries! {
    Honest "honest" "Rewrites programs like the other canaries, without an effect; no finding is expected",
    WrongValue "wrong-value" "Programs that divide observe one wrong value",
    Shy "shy" "Programs that divide observe one wrong value, except when they print each observation",
    Crowded "crowded" "Programs that divide observe one wrong value if they are compiled in a batch",
    Flaky "flaky" "Programs that divide observe one wrong value in every fifth compilation",
    Loops "loops" "Programs observe one wrong value in a function with a loop, in optimised builds",
    Noalias "noalias" "Programs with mutable references observe one wrong value, except with `-Zmutable-noalias=no`",
    BisectMir "bisect-mir" "The MIR pass `GVN` makes one observation wrong in programs with a left shift, except if the bisect limit excludes the pass",
    BisectLlvm "bisect-llvm" "The LLVM pass `gvn` makes one observation wrong in programs with a left shift, except if the bisect limit excludes the pass",
    UnoptimisedWrong "unoptimised-wrong" "Programs that read discriminants observe one wrong value at every level, and in compile-time evaluation",
    Segfault "segfault" "Programs that test for equality crash with SIGSEGV at the last observation",
    ExitCode "exit-code" "Programs that test for equality print the right output and exit with code 3",
    Silent "silent" "Programs that test for equality exit early with code 0",
    ProgramHang "program-hang" "Programs that test for equality loop forever at the last observation",
    Crash "crash" "The compiler crashes on programs with checked arithmetic, in optimised builds",
    Hang "hang" "The compiler sleeps for an hour on programs with checked arithmetic, in optimised builds",
    Rejects "rejects" "The compiler rejects programs with pointer arithmetic, at every level",
    MakesNothing "makes-nothing" "The compiler exits with 0 without an output file on programs with pointer arithmetic, in optimised builds",
    MemoryHog "memory-hog" "The compiler exceeds its memory limit on programs with pointer arithmetic, in optimised builds",
    ForkBomb "fork-bomb" "The compiler exceeds its process limit on programs with pointer arithmetic, in optimised builds",
    EndlessOutput "endless-output" "The compiler exceeds its output limit on programs with pointer arithmetic, in optimised builds",
    DiskHog "disk-hog" "The compiler exceeds its file size limit on programs with pointer arithmetic, in optimised builds",
    DeletesTemp "deletes-temp" "The compiler removes its temporary folder on programs with pointer arithmetic, in optimised builds",
}

impl Canary {
    /// The canary of this name.
    pub fn named(name: &str) -> Option<Canary> {
        Canary::ALL.iter().copied().find(|it| it.name() == name)
    }

    /// The kind of findings on affected programs; `None` for a correct compiler.
    pub fn expected(self) -> Option<Kind> {
        Some(match self {
            Canary::Honest => return None,
            Canary::WrongValue
            | Canary::Shy
            | Canary::Crowded
            | Canary::Loops
            | Canary::BisectMir
            | Canary::BisectLlvm
            | Canary::Silent => Kind::WrongValue,
            Canary::Noalias => Kind::AliasingDependent,
            Canary::Flaky => Kind::Flaky,
            Canary::UnoptimisedWrong | Canary::Rejects => Kind::MachineDispute,
            Canary::Segfault | Canary::ExitCode => Kind::ProgramCrash,
            Canary::ProgramHang => Kind::ProgramHang,
            Canary::Hang => Kind::CompilerHang,
            Canary::Crash
            | Canary::MakesNothing
            | Canary::MemoryHog
            | Canary::ForkBomb
            | Canary::EndlessOutput
            | Canary::DiskHog
            | Canary::DeletesTemp => Kind::CompilerCrash,
        })
    }

    /// The pass that bisection must name, for a canary with a wrong pass.
    pub fn culprit(self) -> Option<&'static str> {
        self.passes().map(Passes::culprit)
    }

    /// Returns true if a text, in any form that is printed, contains a program that the canary misbehaves on. It is an error if the
    /// text cannot be read.
    ///
    /// Misbehaviour also depends on the arguments; for `crowded` on the number of programs, and for `flaky` on the number of
    /// calls.
    pub fn affects(self, text: &str) -> Result<bool, Unreadable> {
        let Some(text) = Text::read(text)? else {
            return Ok(false);
        };
        let mut programs = text.programs.iter();
        Ok(programs.any(|program| match self.deed() {
            Deed::Compiler(_) => self.culprit_in(program).is_some(),
            Deed::First(_) | Deed::Last(_) => self.site(program).is_some(),
        }))
    }

    /// The beginning of the canary's own errors.
    pub fn complaint(self) -> String {
        format!("the canary {} could not do its work", self.name())
    }

    /// The first function with the construct that the canary depends on.
    pub(crate) fn culprit_in<'p, 'a>(self, program: &'p Program<'a>) -> Option<&'p Function<'a>> {
        let mut functions = program.functions.iter();
        functions.find(|function| function.has(self.construct()))
    }

    /// The construct that a program must contain.
    fn construct(self) -> Construct {
        match self {
            Canary::Honest | Canary::WrongValue | Canary::Shy | Canary::Crowded | Canary::Flaky => {
                Construct::Division
            }
            Canary::Loops => Construct::Loop,
            Canary::Noalias => Construct::MutableReference,
            Canary::BisectMir | Canary::BisectLlvm => Construct::ShiftLeft,
            Canary::UnoptimisedWrong => Construct::Discriminant,
            Canary::Segfault | Canary::ExitCode | Canary::Silent | Canary::ProgramHang => {
                Construct::Equality
            }
            Canary::Crash | Canary::Hang => Construct::CheckedArithmetic,
            Canary::Rejects
            | Canary::MakesNothing
            | Canary::MemoryHog
            | Canary::ForkBomb
            | Canary::EndlessOutput
            | Canary::DiskHog
            | Canary::DeletesTemp => Construct::PointerOffset,
        }
    }

    /// The misbehaviour.
    pub(crate) fn deed(self) -> Deed {
        match self {
            Canary::Honest => Deed::First(Observer::Right),
            Canary::WrongValue
            | Canary::Crowded
            | Canary::Flaky
            | Canary::Loops
            | Canary::Noalias
            | Canary::BisectMir
            | Canary::BisectLlvm
            | Canary::UnoptimisedWrong => Deed::First(Observer::Wrong),
            Canary::Shy => Deed::First(Observer::WrongUntraced),
            Canary::Segfault => Deed::Last(Observer::Segfault),
            Canary::ExitCode => Deed::First(Observer::EndWithCode3),
            Canary::Silent => Deed::Last(Observer::EndEarly),
            Canary::ProgramHang => Deed::Last(Observer::Hang),
            Canary::Crash => Deed::Compiler(Misdeed::Crash),
            Canary::Hang => Deed::Compiler(Misdeed::Sleep),
            Canary::Rejects => Deed::Compiler(Misdeed::Reject),
            Canary::MakesNothing => Deed::Compiler(Misdeed::Nothing),
            Canary::MemoryHog => Deed::Compiler(Misdeed::Memory),
            Canary::ForkBomb => Deed::Compiler(Misdeed::Processes),
            Canary::EndlessOutput => Deed::Compiler(Misdeed::Output),
            Canary::DiskHog => Deed::Compiler(Misdeed::Disk),
            Canary::DeletesTemp => Deed::Compiler(Misdeed::Delete),
        }
    }

    /// The site of a program that the canary changes, with the number of its function. Every execution reaches it, so that the
    /// change is certain to show.
    pub(crate) fn site<'a>(self, program: &Program<'a>) -> Option<(usize, Site<'a>)> {
        self.culprit_in(program)?;
        let mut sites = program.certain_sites();
        if self == Canary::Loops {
            sites.retain(|(function, _)| program.functions[*function].has_loop());
        }
        match self.deed() {
            Deed::Compiler(_) => None,
            Deed::First(_) => sites.first().copied(),
            Deed::Last(_) => {
                let mut sites = sites.into_iter().rev();
                sites.find(|(function, _)| *function == program.entry)
            }
        }
    }

    /// The list of passes with the wrong one.
    pub(crate) fn passes(self) -> Option<Passes> {
        match self {
            Canary::BisectMir => Some(Passes::Mir),
            Canary::BisectLlvm => Some(Passes::Llvm),
            _ => None,
        }
    }
}

/// The misbehaviour of a canary.
#[derive(Clone, Copy)]
pub(crate) enum Deed {
    /// A changed program: the first site that is certain to be reached.
    First(Observer),
    /// A changed program: the last such site in its entry function.
    Last(Observer),
    /// The compiler itself.
    Compiler(Misdeed),
}
