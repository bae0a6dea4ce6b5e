//! Kinds of findings.

use crate::words::words;

words! {
    /// The kind of a disagreement. The order is that of lists: first disputes, which may be bugs of Kvant, then bugs of
    /// compilers, then quarantine and flaky findings.
    pub enum Kind {
        /// A backend that does not optimise contradicts the machine, and not two other compiler families agree with the
        /// machine; or a backend rejects the program. A bug of Kvant until shown otherwise.
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
        /// One of the last three, and only as long as the compiler trusts references, or pointers of different types, not to
        /// alias. The rules for that are not settled, so it is in quarantine until confirmed by other means.
        AliasingDependent = "aliasing-dependent",
        /// The same, and only as long as the compiler trusts signed arithmetic not to overflow.
        OverflowDependent = "overflow-dependent",
        /// It did not happen again.
        Flaky = "flaky",
    }
}

impl Kind {
    /// True if it counts as a bug. Findings in quarantine and flaky ones are kept, and do not.
    pub fn counts(self) -> bool {
        !self.is_quarantined() && self != Kind::Flaky
    }

    /// True if it is there only as long as a compiler trusts a rule that is easily got wrong.
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
        /// Held to be a bug of Kvant.
        Dispute = "dispute",
        /// Held to be a bug of a compiler.
        Counts = "counts",
        /// In quarantine or flaky: perhaps no bug at all.
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

    /// True if it counts as a bug.
    pub fn counts(self) -> bool {
        self <= Standing::Counts
    }
}
