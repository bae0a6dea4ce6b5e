//! Kinds of findings.

use crate::words::words;

words! {
    /// The kind of a disagreement. Lists have this order: disputes with the machine, then evidence against compilers, then kinds
    /// that do not count.
    pub enum Kind {
        /// A backend that does not optimise contradicts the machine, and fewer than two other compiler families agree with the
        /// machine; or a backend rejects the program. It is considered a bug of Kvant until shown otherwise.
        MachineDispute = "machine dispute",
        /// A compiler crashes.
        CompilerCrash = "compiler crash",
        /// A compiler does not end.
        CompilerHang = "compiler hang",
        /// A program prints something else.
        WrongValue = "wrong value",
        /// A program crashes.
        ProgramCrash = "program crash",
        /// A program does not end.
        ProgramHang = "program hang",
        /// One of the last three, and only while the compiler assumes that references, or pointers of different types, do not
        /// alias. The rules for that are not settled, so it is in quarantine until confirmed by other means.
        AliasingDependent = "aliasing-dependent",
        /// The same, and only while the compiler assumes that signed arithmetic does not overflow.
        OverflowDependent = "overflow-dependent",
        /// It did not happen again.
        Flaky = "flaky",
    }
}

impl Kind {
    /// True if it counts as a failure. Findings in quarantine and flaky ones are recorded, and do not change the exit code.
    pub fn counts(self) -> bool {
        !self.is_quarantined() && self != Kind::Flaky
    }

    /// True if it depends on a compiler's assumption that is disputed.
    pub fn is_quarantined(self) -> bool {
        matches!(self, Kind::AliasingDependent | Kind::OverflowDependent)
    }

    /// True if it is about the behaviour of an optimised program.
    pub fn is_of_the_program(self) -> bool {
        matches!(
            self,
            Kind::WrongValue | Kind::ProgramCrash | Kind::ProgramHang
        )
    }
}

words! {
    /// The place of a finding in lists.
    pub enum Standing {
        /// Considered a bug of Kvant.
        Dispute = "dispute",
        /// Considered a bug of a compiler.
        Counts = "counts",
        /// Not considered a bug: in quarantine, or flaky.
        SetAside = "set aside",
        /// Muted by a person.
        Muted = "muted",
    }
}

impl Standing {
    /// The standing of a finding of this kind.
    pub fn of(kind: Kind, is_muted: bool) -> Standing {
        match kind {
            _ if is_muted => Standing::Muted,
            Kind::MachineDispute => Standing::Dispute,
            kind if !kind.counts() => Standing::SetAside,
            _ => Standing::Counts,
        }
    }

    /// True if it counts as a failure.
    pub fn counts(self) -> bool {
        self <= Standing::Counts
    }
}
