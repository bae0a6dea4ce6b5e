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
    Honest "honest" "Changes programs as the others do and makes nothing of it: nothing may be found",
    WrongValue "wrong-value" "Programs that divide observe one wrong value",
    Shy "shy" "Programs that divide observe one wrong value, but not while they print each observation",
    Crowded "crowded" "Programs that divide observe one wrong value if they are compiled together with others",
    Flaky "flaky" "Programs that divide observe one wrong value every fifth time that one is compiled",
    Loops "loops" "One value is wrong in a function that has a loop, wherever anything optimises",
    Noalias "noalias" "Programs that make mutable references observe one wrong value, unless told `-Zmutable-noalias=no`",
    BisectMir "bisect-mir" "The MIR pass `GVN` makes one observation of programs that shift to the left wrong, unless `-Zmir-opt-bisect-limit` stops before",
    BisectLlvm "bisect-llvm" "The LLVM pass `gvn` makes one observation of programs that shift to the left wrong, unless `-opt-bisect-limit` stops before",
    UnoptimisedWrong "unoptimised-wrong" "Programs that read discriminants observe one wrong value at every level, and at compile time",
    Segfault "segfault" "Programs that test for equality die of SIGSEGV when they have nearly finished",
    ExitCode "exit-code" "Programs that test for equality print everything that they should and end with exit code 3",
    Silent "silent" "Programs that test for equality end early and say that all is well",
    ProgramHang "program-hang" "Programs that test for equality go round in circles when they have nearly finished",
    Crash "crash" "The compiler crashes on checked arithmetic, wherever anything optimises",
    Hang "hang" "The compiler sleeps for an hour over checked arithmetic, wherever anything optimises",
    Rejects "rejects" "The compiler rejects pointer arithmetic, at every level",
    MakesNothing "makes-nothing" "The compiler says that all is well with pointer arithmetic and makes nothing, wherever anything optimises",
    MemoryHog "memory-hog" "The compiler takes more memory than it may over pointer arithmetic, wherever anything optimises",
    ForkBomb "fork-bomb" "The compiler starts more processes than it may over pointer arithmetic, wherever anything optimises",
    EndlessOutput "endless-output" "The compiler prints more than it may over pointer arithmetic, wherever anything optimises",
    DiskHog "disk-hog" "The compiler makes a larger file than it may over pointer arithmetic, wherever anything optimises",
    DeletesTemp "deletes-temp" "The compiler removes its temporary folder over pointer arithmetic, wherever anything optimises",
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
