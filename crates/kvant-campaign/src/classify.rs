//! From the verdicts of all backends to a kind of finding.

use kvant_toolchain::Backend;

use crate::Verdict;

/// What a disagreement is held to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Somebody who does not optimise contradicts the machine, or anybody does not take the program: our
    /// bug until shown otherwise.
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
    let kinds = verdicts.into_iter();
    kinds
        .filter_map(|(backend, verdict)| kind(backend, verdict))
        .min()
}

/// What one verdict amounts to.
fn kind(backend: &Backend, verdict: &Verdict) -> Option<Kind> {
    Some(match verdict {
        Verdict::Agrees | Verdict::CannotSay { .. } => return None,
        Verdict::OnlyInBatch(seen) => return kind(backend, &seen.verdict),
        Verdict::Rejected { .. } | Verdict::Undefined { .. } => Kind::MachineDispute,
        Verdict::CompilerCrash { .. } => Kind::CompilerCrash,
        Verdict::CompilerHang => Kind::CompilerHang,
        _ if !backend.optimises() => Kind::MachineDispute,
        Verdict::WrongValue(_) => Kind::WrongValue,
        Verdict::ProgramCrash { .. } => Kind::ProgramCrash,
        Verdict::ProgramHang => Kind::ProgramHang,
    })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::Arc;

    use kvant_toolchain::{OptLevel, Toolchain, Version};

    use super::*;
    use crate::WrongValue;

    fn toolchain() -> Arc<Toolchain> {
        Arc::new(Toolchain {
            name: "test".into(),
            aliases: Vec::new(),
            rustc: PathBuf::from("rustc"),
            env: Vec::new(),
            sysroot: PathBuf::new(),
            release: "1.95.0".into(),
            version: Version::parse("1.95.0").unwrap(),
            commit: None,
            date: None,
            llvm: None,
            host: "x86_64-unknown-linux-gnu".into(),
            verbose: String::new(),
        })
    }

    #[test]
    fn those_who_do_not_optimise_speak_against_the_machine() {
        let optimised = Backend::build(toolchain(), OptLevel::O3);
        let plain = Backend::build(toolchain(), OptLevel::O0);
        let evaluated = Backend::const_eval(toolchain());
        let wrong = Verdict::WrongValue(WrongValue::default());
        let message = String::new;
        let crash = Verdict::CompilerCrash { message: message() };
        let undefined = Verdict::Undefined { message: message() };
        let silent = Verdict::CannotSay { message: message() };
        for (verdicts, kind) in [
            (vec![(&optimised, &Verdict::Agrees)], None),
            (vec![(&evaluated, &silent)], None),
            (vec![(&optimised, &wrong)], Some(Kind::WrongValue)),
            (vec![(&plain, &wrong)], Some(Kind::MachineDispute)),
            (vec![(&evaluated, &wrong)], Some(Kind::MachineDispute)),
            (vec![(&evaluated, &undefined)], Some(Kind::MachineDispute)),
            (vec![(&plain, &crash)], Some(Kind::CompilerCrash)),
            (
                vec![(&optimised, &wrong), (&plain, &Verdict::Agrees)],
                Some(Kind::WrongValue),
            ),
            (
                vec![(&optimised, &wrong), (&plain, &wrong)],
                Some(Kind::MachineDispute),
            ),
            (
                vec![(&optimised, &Verdict::ProgramHang)],
                Some(Kind::ProgramHang),
            ),
        ] {
            assert_eq!(classify(verdicts.clone()), kind, "{verdicts:?}");
        }
    }
}
