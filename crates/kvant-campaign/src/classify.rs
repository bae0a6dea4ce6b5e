//! Classification of the outcomes of all backends on one program.

use std::collections::{BTreeMap, BTreeSet};

use kvant_toolchain::Rule;

use crate::signature;
use crate::{Kind, Outcome, Verdict};

/// One fault, and the outcomes that show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classification {
    /// The kind of fault.
    pub kind: Kind,
    /// The numbers of the failing outcomes.
    pub failing: Vec<usize>,
}

/// Classifies the outcomes on one program: no classification if all agree, or several. A crash of one compiler does not hide a
/// wrong value of another.
pub fn classify(outcomes: &[Outcome]) -> Vec<Classification> {
    // Crashes and rejections are distinguished by their messages. All faults in the behaviour of programs are one
    // classification for each family of compilers: a bug shows in different ways at different levels.
    let mut groups: BTreeMap<(Kind, String), Vec<usize>> = BTreeMap::new();
    let mut values: BTreeMap<&str, Vec<(Kind, usize)>> = BTreeMap::new();
    let mut flaky = Vec::new();
    let mut disputed = false;
    for (n, outcome) in outcomes.iter().enumerate() {
        let Some(kind) = kind(outcome, outcomes) else {
            continue;
        };
        if outcome.is_flaky() {
            flaky.push(n);
        } else if kind.is_of_the_program() {
            let family = outcome.backend.toolchain.family().name;
            values.entry(family).or_default().push((kind, n));
        } else {
            // A rejection says nothing about the expected output.
            let rejected = matches!(outcome.verdict.seen(), Verdict::Rejected { .. });
            disputed |= kind == Kind::MachineDispute && !rejected;
            let message = signature::message(&outcome.verdict);
            groups.entry((kind, message)).or_default().push(n);
        }
    }
    // If the machine may be wrong about the program, optimised builds are no further evidence.
    for (family, values) in values.into_iter().filter(|_| !disputed) {
        if let Some(worst) = values.iter().map(|(kind, _)| *kind).min() {
            let failing = values.into_iter().map(|(_, n)| n).collect();
            groups.insert((worst, family.to_owned()), failing);
        }
    }
    let mut classifications: Vec<Classification> = groups
        .into_iter()
        .map(|((kind, _), failing)| Classification { kind, failing })
        .collect();
    if classifications.is_empty() && !flaky.is_empty() {
        classifications.push(Classification {
            kind: Kind::Flaky,
            failing: flaky,
        });
    }
    classifications
}

/// True if unoptimised builds of two other, unrelated families of compilers agree with the machine. Then this compiler is
/// wrong, and not the machine.
fn is_outvoted(outcome: &Outcome, all: &[Outcome]) -> bool {
    let mine = outcome.backend.toolchain.family().name;
    let agrees = |other: &&Outcome| {
        other.verdict == Verdict::Agrees && !other.backend.optimises() && !other.is_flaky()
    };
    let families = all
        .iter()
        .filter(agrees)
        .map(|other| other.backend.toolchain.family().name);
    let others: BTreeSet<&str> = families.filter(|family| *family != mine).collect();
    others.len() >= 2
}

/// The kind of one outcome in the light of all.
fn kind(outcome: &Outcome, all: &[Outcome]) -> Option<Kind> {
    Some(match outcome.verdict.seen() {
        Verdict::Agrees | Verdict::CannotSay { .. } | Verdict::OnlyInBatch(_) => return None,
        Verdict::Rejected { .. } | Verdict::Undefined { .. } => Kind::MachineDispute,
        Verdict::CompilerCrash { .. } => Kind::CompilerCrash,
        Verdict::CompilerHang => Kind::CompilerHang,
        _ if !outcome.backend.optimises() && !is_outvoted(outcome, all) => Kind::MachineDispute,
        Verdict::WrongValue(_) => Kind::WrongValue,
        Verdict::ProgramCrash { .. } => Kind::ProgramCrash,
        Verdict::ProgramHang => Kind::ProgramHang,
    })
}

/// The kind of a fault that disappears when the compiler does not rely on this rule.
pub(crate) fn relying_on(rule: Rule) -> Kind {
    match rule {
        Rule::Aliasing => Kind::AliasingDependent,
        Rule::Overflow => Kind::OverflowDependent,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use kvant_toolchain::drivers::rustc::CONST;
    use kvant_toolchain::drivers::{CLANG, GCC, RUSTC, TCC};
    use kvant_toolchain::{Backend, Driver, OptLevel, Toolchain, Version};

    use super::*;
    use crate::Difference;

    fn toolchain() -> Arc<Toolchain> {
        let version = Version::parse("1.95.0").unwrap();
        let toolchain = Toolchain::new(&RUSTC, Path::new("rustc"), "1.95.0", version);
        Arc::new(toolchain)
    }

    fn wrong() -> Verdict {
        Verdict::WrongValue(Difference::default())
    }

    fn crash(message: &str) -> Verdict {
        Verdict::CompilerCrash {
            exit: None,
            message: message.into(),
        }
    }

    /// The kinds for these verdicts of O3, O0 and compile-time evaluation, with the failing outcomes.
    fn classifications(
        optimised: Verdict,
        plain: Verdict,
        evaluated: Verdict,
    ) -> Vec<(Kind, Vec<usize>)> {
        let outcomes = [
            Outcome::new(Backend::build(toolchain(), OptLevel::O3), optimised),
            Outcome::new(Backend::build(toolchain(), OptLevel::O0), plain),
            Outcome::new(Backend::in_mode(toolchain(), CONST), evaluated),
        ];
        let classifications = classify(&outcomes).into_iter();
        classifications
            .map(|classification| (classification.kind, classification.failing))
            .collect()
    }

    #[test]
    fn disagreements_without_optimisation_are_machine_disputes() {
        use Verdict::{Agrees, ProgramHang};
        let message = String::new;
        let undefined = || Verdict::Undefined { message: message() };
        let silent = || Verdict::CannotSay { message: message() };
        for (optimised, plain, evaluated, expected) in [
            (Agrees, Agrees, silent(), vec![]),
            (wrong(), Agrees, Agrees, vec![(Kind::WrongValue, vec![0])]),
            (
                ProgramHang,
                Agrees,
                Agrees,
                vec![(Kind::ProgramHang, vec![0])],
            ),
            (
                Agrees,
                wrong(),
                Agrees,
                vec![(Kind::MachineDispute, vec![1])],
            ),
            (
                Agrees,
                Agrees,
                wrong(),
                vec![(Kind::MachineDispute, vec![2])],
            ),
            (
                Agrees,
                Agrees,
                undefined(),
                vec![(Kind::MachineDispute, vec![2])],
            ),
            (
                wrong(),
                wrong(),
                Agrees,
                vec![(Kind::MachineDispute, vec![1])],
            ),
            (
                Agrees,
                crash(""),
                Agrees,
                vec![(Kind::CompilerCrash, vec![1])],
            ),
        ] {
            let said = format!("{optimised:?}, {plain:?}, {evaluated:?}");
            assert_eq!(
                classifications(optimised, plain, evaluated),
                expected,
                "{said}"
            );
        }
    }

    #[test]
    fn two_other_families_outvote_one() {
        let of = |driver: &'static dyn Driver, opt: OptLevel, verdict: Verdict| {
            let toolchain = Toolchain {
                driver,
                ..(*toolchain()).clone()
            };
            Outcome::new(Backend::build(Arc::new(toolchain), opt), verdict)
        };
        let (gcc, clang, tcc) = (&GCC, &CLANG, &TCC);
        let kinds = |outcomes: &[Outcome]| -> Vec<(Kind, Vec<usize>)> {
            let classifications = classify(outcomes).into_iter();
            classifications.map(|c| (c.kind, c.failing)).collect()
        };
        let agrees = |driver| of(driver, OptLevel::O0, Verdict::Agrees);
        let odd = of(tcc, OptLevel::O0, wrong());
        assert_eq!(
            kinds(&[odd.clone(), agrees(gcc), agrees(clang)]),
            [(Kind::WrongValue, vec![0])]
        );
        assert_eq!(
            kinds(&[odd.clone(), agrees(gcc), agrees(gcc)]),
            [(Kind::MachineDispute, vec![0])]
        );
        // Each family is classified separately.
        let optimised = of(gcc, OptLevel::O3, wrong());
        assert_eq!(
            kinds(&[odd, agrees(gcc), agrees(clang), optimised]),
            [(Kind::WrongValue, vec![3]), (Kind::WrongValue, vec![0])]
        );
    }

    #[test]
    fn one_fault_does_not_hide_another() {
        let both = classifications(wrong(), crash("error: here"), Verdict::Agrees);
        let expected = [(Kind::CompilerCrash, vec![1]), (Kind::WrongValue, vec![0])];
        assert_eq!(both, expected);
        // A rejection does not hide a wrong value of another compiler.
        let message = String::new();
        let rejected = classifications(wrong(), Verdict::Rejected { message }, Verdict::Agrees);
        let expected = [(Kind::MachineDispute, vec![1]), (Kind::WrongValue, vec![0])];
        assert_eq!(rejected, expected);
        let crashes = classifications(
            crash("error: one"),
            crash("error: two"),
            crash("error: one"),
        );
        let expected = [
            (Kind::CompilerCrash, vec![0, 2]),
            (Kind::CompilerCrash, vec![1]),
        ];
        assert_eq!(crashes, expected);
    }

    #[test]
    fn an_unsteady_outcome_is_flaky_unless_another_is_steady() {
        let backend = |opt| Backend::build(toolchain(), opt);
        let mut changed = Outcome::new(backend(OptLevel::O3), wrong());
        changed.again = vec![wrong(), Verdict::Agrees, wrong()];
        let flaky = Classification {
            kind: Kind::Flaky,
            failing: vec![0],
        };
        assert_eq!(classify(std::slice::from_ref(&changed)), [flaky]);
        let mut firm = Outcome::new(backend(OptLevel::O2), wrong());
        firm.again = vec![wrong(), Verdict::ProgramHang, wrong()];
        let failing = vec![1];
        let kind = Kind::WrongValue;
        assert_eq!(
            classify(&[changed, firm.clone()]),
            [Classification { kind, failing }]
        );
        // A different fault is no confirmation.
        firm.again[1] = Verdict::CompilerHang;
        assert_eq!(classify(&[firm])[0].kind, Kind::Flaky);
    }
}
