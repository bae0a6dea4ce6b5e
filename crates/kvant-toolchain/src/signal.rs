//! The signals that end processes, with their names. Sending them is the business of `process`.

use std::fmt;

use rustix::process::Signal as Known;

/// The number of a signal that ended a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Signal(pub i32);

impl Signal {
    /// The name in the words of the manual, such as `SIGSEGV`, for a signal that has one.
    pub fn name(self) -> Option<&'static str> {
        NAMES
            .iter()
            .find(|(known, _)| known.as_raw() == self.0)
            .map(|&(_, name)| name)
    }

    /// True if another process, or the kernel, must have sent this one.
    ///
    /// Generated programs and compilers do not send signals to themselves, except by crashing or by
    /// aborting. These come from the kernel's hunt for memory, from a shutdown or from a person, so
    /// they say nothing about the process that they ended.
    pub(crate) fn comes_from_outside(self) -> bool {
        [Known::KILL, Known::TERM, Known::INT, Known::HUP]
            .iter()
            .any(|known| known.as_raw() == self.0)
    }

    pub(crate) fn is(self, known: Known) -> bool {
        known.as_raw() == self.0
    }
}

impl fmt::Display for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "signal {}", self.0),
        }
    }
}

/// The numbers of some signals differ between systems, so they are taken from the system.
const NAMES: &[(Known, &str)] = &[
    (Known::HUP, "SIGHUP"),
    (Known::INT, "SIGINT"),
    (Known::QUIT, "SIGQUIT"),
    (Known::ILL, "SIGILL"),
    (Known::TRAP, "SIGTRAP"),
    (Known::ABORT, "SIGABRT"),
    (Known::BUS, "SIGBUS"),
    (Known::FPE, "SIGFPE"),
    (Known::KILL, "SIGKILL"),
    (Known::USR1, "SIGUSR1"),
    (Known::SEGV, "SIGSEGV"),
    (Known::USR2, "SIGUSR2"),
    (Known::PIPE, "SIGPIPE"),
    (Known::ALARM, "SIGALRM"),
    (Known::TERM, "SIGTERM"),
    (Known::XCPU, "SIGXCPU"),
    (Known::XFSZ, "SIGXFSZ"),
    (Known::SYS, "SIGSYS"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_shows_its_name_or_its_number() {
        assert_eq!(Signal(Known::SEGV.as_raw()).to_string(), "SIGSEGV");
        assert_eq!(Signal(63).to_string(), "signal 63");
    }
}
