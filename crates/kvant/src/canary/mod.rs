//! Canaries: compilers that misbehave on purpose, so that it can be shown that somebody notices.
//!
//! A canary stands in front of a real compiler. [`Canary::install`] makes a toolchain folder for it, in which `bin/rustc` is a
//! script that starts `kvant canary`. That hands everything on to the real compiler, except where the
//! program has a certain construct: there it compiles another text, in which one observation is changed, or
//! misbehaves itself. In a batch only those programs are wrong that have the construct, as with a real bug.
//!
//! It is a compiler in every other way. It says in `-vV` that it is a canary, so nobody takes it for the real one and
//! no report can quote it as that.
//!
//! A canary that cannot do what it is there for says so and fails, see [`Canary::complaint`]. It is never silently a good compiler.
//!
//! Not here: campaigns against canaries, and what to make of them.

mod act;
mod bisect;
mod call;
mod flow;
mod install;
mod misdeed;
mod text;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use kvant_campaign::Kind;

pub(crate) use act::run;

use bisect::Passes;
use misdeed::Misdeed;
use text::{Construct, Function, Observer, Program, Site, Text};

/// A compiler that misbehaves on purpose. The sentence at each is what [`Canary::about`] says.
///
/// Where nothing else is said, it misbehaves in programs that it compiles with `-Copt-level=3`, and is right otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ValueEnum)]
pub enum Canary {
    /// Changes programs as the others do and makes nothing of it: nothing may be found
    Honest,
    /// Programs that divide observe one wrong value
    WrongValue,
    /// Programs that divide observe one wrong value, but not while they print each observation
    Shy,
    /// Programs that divide observe one wrong value if they are compiled together with others
    Crowded,
    /// Programs that divide observe one wrong value every fifth time that one is compiled
    Flaky,
    /// One value is wrong in a function that has a loop, wherever anything optimises
    Loops,
    /// Programs that make mutable references observe one wrong value, unless told `-Zmutable-noalias=no`
    Noalias,
    /// The MIR pass `GVN` makes one observation of programs that shift to the left wrong, unless `-Zmir-opt-bisect-limit` stops before
    BisectMir,
    /// The LLVM pass `gvn` makes one observation of programs that shift to the left wrong, unless `-opt-bisect-limit` stops before
    BisectLlvm,
    /// Programs that read discriminants observe one wrong value at every level, and at compile time
    UnoptimisedWrong,
    /// Programs that test for equality die of SIGSEGV when they have nearly finished
    Segfault,
    /// Programs that test for equality print everything that they should and end with exit code 3
    ExitCode,
    /// Programs that test for equality end early and say that all is well
    Silent,
    /// Programs that test for equality go round in circles when they have nearly finished
    ProgramHang,
    /// The compiler crashes on checked arithmetic, wherever anything optimises
    Crash,
    /// The compiler sleeps for an hour over checked arithmetic, wherever anything optimises
    Hang,
    /// The compiler rejects pointer arithmetic, at every level
    Rejects,
    /// The compiler says that all is well with pointer arithmetic and makes nothing, wherever anything optimises
    MakesNothing,
    /// The compiler takes more memory than it may over pointer arithmetic, wherever anything optimises
    MemoryHog,
    /// The compiler starts more processes than it may over pointer arithmetic, wherever anything optimises
    ForkBomb,
    /// The compiler prints more than it may over pointer arithmetic, wherever anything optimises
    EndlessOutput,
    /// The compiler makes a larger file than it may over pointer arithmetic, wherever anything optimises
    DiskHog,
    /// The compiler removes its temporary folder over pointer arithmetic, wherever anything optimises
    DeletesTemp,
}

impl Canary {
    /// The name, such as `wrong-value`.
    pub fn name(self) -> String {
        self.value().get_name().to_owned()
    }

    /// What it does, in one sentence without a full stop.
    pub fn about(self) -> String {
        let value = self.value();
        let help = value.get_help().map(ToString::to_string);
        help.unwrap_or_default()
    }

    fn value(self) -> PossibleValue {
        // There is always one, because no variant is hidden.
        self.to_possible_value().unwrap_or_default()
    }

    /// What it should be found to be, with programs that are affected. Nothing, if it is a good compiler.
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

    /// The pass that bisection should name, if there is one.
    pub fn culprit(self) -> Option<&'static str> {
        self.passes().map(Passes::culprit)
    }

    /// Whether a text, in any form that is printed, has a program that it misbehaves on. An error says that the text was not
    /// understood.
    ///
    /// Whether it does misbehave also depends on how it is called; for `crowded` on how many programs there are, and for
    /// `flaky` on how often it was called.
    pub fn affects(self, text: &str) -> Result<bool, String> {
        let Some(text) = Text::read(text)? else {
            return Ok(false);
        };
        let mut programs = text.programs.iter();
        Ok(programs.any(|program| match self.deed() {
            Deed::Compiler(_) => self.culprit_in(program).is_some(),
            Deed::First(_) | Deed::Last(_) => self.site(program).is_some(),
        }))
    }

    /// How its own errors begin, whatever it is asked.
    pub fn complaint(self) -> String {
        format!("the canary {} could not do its work", self.name())
    }

    /// The function of a program that it misbehaves over, if the rest fits.
    fn culprit_in<'p, 'a>(self, program: &'p Program<'a>) -> Option<&'p Function<'a>> {
        let mut functions = program.functions.iter();
        functions.find(|function| function.has(self.construct()))
    }

    /// What a program must have.
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

    /// What it does.
    fn deed(self) -> Deed {
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

    /// The site of a program that it changes, with the number of its function. It is one that every execution comes to, so
    /// that what is wrong there is certain to show.
    fn site<'a>(self, program: &Program<'a>) -> Option<(usize, Site<'a>)> {
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

    /// The passes of which one is wrong.
    fn passes(self) -> Option<Passes> {
        match self {
            Canary::BisectMir => Some(Passes::Mir),
            Canary::BisectLlvm => Some(Passes::Llvm),
            _ => None,
        }
    }
}

/// In which way a canary misbehaves.
#[derive(Clone, Copy)]
enum Deed {
    /// In the program, at the first site that is certain to be reached.
    First(Observer),
    /// In the program, at the last one in its entry function.
    Last(Observer),
    /// By itself.
    Compiler(Misdeed),
}
