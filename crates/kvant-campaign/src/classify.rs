//! From the verdicts of all backends to a kind of finding.

use kvant_toolchain::{Backend, BackendKind, OptLevel};

use crate::Verdict;

/// What a disagreement is held to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Somebody who does not optimise contradicts the machine, or does not take the program: our bug
    /// until shown otherwise.
    MachineDispute,
    /// A compiler crashes.
    CompilerCrash,
    /// A compiler does not end.
    CompilerHang,
    /// An optimised program prints something else.
    WrongValue,
    /// An optimised program crashes.
    ProgramCrash,
    /// An optimised program does not end.
    ProgramHang,
}

impl Kind {
    /// The kind's name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::MachineDispute => "machine dispute",
            Kind::CompilerCrash => "compiler crash",
            Kind::CompilerHang => "compiler hang",
            Kind::WrongValue => "wrong value",
            Kind::ProgramCrash => "program crash",
            Kind::ProgramHang => "program hang",
        }
    }
}

/// What the verdicts of all backends on one program amount to; `None` if nobody disagrees.
pub fn classify<'a>(
    verdicts: impl IntoIterator<Item = (&'a Backend, &'a Verdict)>,
) -> Option<Kind> {
    let kinds = verdicts.into_iter().filter_map(|(backend, verdict)| {
        Some(match verdict {
            Verdict::Agrees | Verdict::CannotSay { .. } => return None,
            Verdict::Rejected { .. } | Verdict::Undefined { .. } => Kind::MachineDispute,
            Verdict::CompilerCrash { .. } => Kind::CompilerCrash,
            Verdict::CompilerHang => Kind::CompilerHang,
            _ if !optimises(backend) => Kind::MachineDispute,
            Verdict::WrongValue(_) => Kind::WrongValue,
            Verdict::ProgramCrash { .. } => Kind::ProgramCrash,
            Verdict::ProgramHang => Kind::ProgramHang,
        })
    });
    kinds.min()
}

fn optimises(backend: &Backend) -> bool {
    match &backend.kind {
        BackendKind::Build(flags) => flags.opt != OptLevel::O0,
        BackendKind::ConstEval => false,
    }
}
