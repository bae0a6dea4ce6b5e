//! Programs before all backends: heard together, and doubted one by one where somebody disagrees.

use std::collections::BTreeSet;
use std::num::NonZero;
use std::time::Duration;

use kvant_toolchain::{Backend, BackendKind, Cancel, Family, Limits, Scratch, ToolError};

use crate::batch::{hurried, test_batch_telling};
use crate::compare::suits;
use crate::doubt::Doubt;
use crate::store::digest;
use crate::{Ask, BatchSize, Batched, Finding, Spent, Subject, Testimony, Verdict, test_batch};

/// Who is asked about programs.
pub struct Panel {
    /// Every program goes through all of these, or some of them.
    pub backends: Vec<Backend>,
    /// How many of them programs go through, drawn anew for each batch; without it, all.
    pub sample: Option<NonZero<usize>>,
    /// These are asked too where one of the others disagrees.
    pub opinions: Vec<Backend>,
    /// What a compiler may use.
    pub compiler: Limits,
    /// What a compiled program may use.
    pub program: Limits,
}

/// What happens while programs are examined.
pub enum Told<'a> {
    /// A backend has answered.
    Heard(Heard<'a>),
    /// A disagreement was seen for the first time, and is going to be looked at again.
    Suspected(Suspicion<'a>),
}

/// A disagreement that nobody has confirmed yet.
pub struct Suspicion<'a> {
    /// The numbers of the programs: one, or those of a batch of which one is it.
    pub programs: Vec<usize>,
    /// Who disagrees.
    pub who: &'a Backend,
    /// What was seen.
    pub verdict: &'a Verdict,
}

/// A backend has spoken about some programs.
pub struct Heard<'a> {
    /// Its number among those that every program goes through, or none if it is asked because of a disagreement.
    pub backend: Option<usize>,
    /// Who that is.
    pub who: &'a Backend,
    /// What it says about each.
    pub verdicts: &'a [Verdict],
    /// What that cost.
    pub spent: Spent,
}

/// What came of one program.
#[derive(Default)]
pub struct Examined {
    /// What everybody said.
    pub testimonies: Vec<Testimony>,
    /// What that amounts to.
    pub findings: Vec<Finding>,
}

impl Panel {
    /// A panel with the usual limits, that ends when it is told to.
    pub fn new(backends: Vec<Backend>, opinions: Vec<Backend>, cancel: &Cancel) -> Panel {
        Panel {
            backends,
            sample: None,
            opinions,
            compiler: Limits::for_compiler().cancelled_by(cancel),
            program: Limits::for_program().cancelled_by(cancel),
        }
    }

    /// Puts programs through the backends, asks again where one disagrees, and says what that amounts to for each.
    pub fn examine(
        &self,
        subjects: &[Box<dyn Subject>],
        size: &mut BatchSize,
        tell: &mut dyn FnMut(Told<'_>),
    ) -> Result<Vec<Examined>, ToolError> {
        let scratch = Scratch::new()?;
        let all: Vec<&dyn Subject> = subjects.iter().map(AsRef::as_ref).collect();
        let mut testimonies: Vec<Vec<Testimony>> = all.iter().map(|_| Vec::new()).collect();
        for group in alike(&all) {
            let together: Vec<&dyn Subject> = group.iter().map(|n| all[*n]).collect();
            let mut slowest = Batched::default();
            // Programs on which some compiler did not end. The others are not to wait for that again.
            let mut hung: BTreeSet<usize> = BTreeSet::new();
            for (n, backend) in self.sitting(&together) {
                if self.compiler.cancel.is_cancelled() {
                    return Err(ToolError::Cancelled);
                }
                let mut spent = Spent::default();
                let ask = self.ask(backend, &scratch);
                let batched = batched(&together, &hung, &ask, &mut spent, &mut |some, verdict| {
                    tell(Told::Suspected(Suspicion {
                        programs: some.iter().map(|n| group[*n]).collect(),
                        who: backend,
                        verdict,
                    }));
                })?;
                // Only what builds gets programs together, and the slowest says how many that should be.
                if let BackendKind::Build(_) = backend.kind {
                    slowest.splits += batched.splits;
                    slowest.longest = slowest.longest.max(batched.longest);
                }
                tell(Told::Heard(Heard {
                    backend: Some(n),
                    who: backend,
                    verdicts: &batched.verdicts,
                    spent,
                }));
                for (n, verdict) in batched.verdicts.iter().enumerate() {
                    if verdict.is_bad() {
                        tell(Told::Suspected(Suspicion {
                            programs: vec![group[n]],
                            who: backend,
                            verdict,
                        }));
                    }
                    if *verdict == Verdict::CompilerHang {
                        hung.insert(n);
                    }
                }
                for (n, verdict) in group.iter().zip(batched.verdicts) {
                    testimonies[*n].push(Testimony::new(backend.clone(), verdict));
                }
            }
            if slowest.longest > Duration::ZERO {
                size.learn(together.len(), &slowest);
            }
        }
        let mut examined = Vec::with_capacity(subjects.len());
        for (subject, testimonies) in all.into_iter().zip(testimonies) {
            let doubt = Doubt::new(self, subject, &scratch, tell, testimonies);
            examined.push(doubt.settle()?);
        }
        Ok(examined)
    }

    /// Who is asked about these programs, which are alike: everybody who can be, or some, drawn by the name of the first
    /// program.
    fn sitting(&self, subjects: &[&dyn Subject]) -> Vec<(usize, &Backend)> {
        let Some(first) = subjects.first() else {
            return Vec::new();
        };
        let all = self.backends.iter().enumerate();
        let mut all: Vec<(usize, &Backend)> =
            all.filter(|(_, backend)| suits(backend, *first)).collect();
        let Some(sample) = self.sample else {
            return all;
        };
        // Who has the lowest digest together with the name: another name is another draw.
        let name = first.name();
        all.sort_by_cached_key(|(n, _)| digest(format!("{name} {n}").as_bytes()));
        all.truncate(sample.get());
        all.sort_by_key(|(n, _)| *n);
        all
    }

    pub(crate) fn ask<'a>(&'a self, backend: &'a Backend, scratch: &'a Scratch) -> Ask<'a> {
        Ask {
            backend,
            scratch,
            compiler: &self.compiler,
            program: &self.program,
        }
    }
}

/// Puts programs through a backend: together, but for those that some compiler did not end on, which are tested alone and not
/// for long.
fn batched(
    subjects: &[&dyn Subject],
    hung: &BTreeSet<usize>,
    ask: &Ask<'_>,
    spent: &mut Spent,
    tell: &mut dyn FnMut(&[usize], &Verdict),
) -> Result<Batched, ToolError> {
    let (apart, others): (Vec<usize>, Vec<usize>) =
        (0..subjects.len()).partition(|n| hung.contains(n));
    let together: Vec<&dyn Subject> = others.iter().map(|n| subjects[*n]).collect();
    let tested = test_batch_telling(&together, ask, spent, &mut |some, verdict| {
        tell(&others[some], verdict);
    })?;
    let mut batched = Batched {
        verdicts: vec![Verdict::Agrees; subjects.len()],
        splits: tested.splits,
        longest: tested.longest,
    };
    for (n, verdict) in others.iter().zip(tested.verdicts) {
        batched.verdicts[*n] = verdict;
    }
    let compiler = hurried(ask.compiler);
    let ask = Ask {
        compiler: &compiler,
        ..*ask
    };
    for n in apart {
        let alone = test_batch(&subjects[n..=n], &ask, spent)?;
        batched.verdicts[n] = alone.verdicts.into_iter().next().unwrap_or(Verdict::Agrees);
    }
    Ok(batched)
}

/// The numbers of the programs that are of one language, for one target and for the same compilers, which can be asked about
/// together.
fn alike(subjects: &[&dyn Subject]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (n, subject) in subjects.iter().enumerate() {
        let sort = |subject: &dyn Subject| {
            let beyond = Family::OF_C.map(|family| subject.is_beyond(family));
            (subject.language(), subject.target().to_owned(), beyond)
        };
        let group = groups
            .iter_mut()
            .find(|group| sort(subjects[group[0]]) == sort(*subject));
        match group {
            Some(group) => group.push(n),
            None => groups.push(vec![n]),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kvant_toolchain::{Language, OptLevel, Toolchains};

    use super::*;
    use crate::{Form, TraceLine};

    struct Named(u32);

    impl Subject for Named {
        fn name(&self) -> String {
            format!("seed-{}", self.0)
        }

        fn language(&self) -> Language {
            Language::Rust
        }

        fn text(&self, _: Form, _: Option<u32>) -> String {
            String::new()
        }

        fn summary(&self) -> String {
            String::new()
        }

        fn trace(&self) -> Vec<TraceLine> {
            Vec::new()
        }
    }

    #[test]
    fn a_sample_is_the_same_for_the_same_programs_and_everybodys_turn_comes() {
        let toolchain = Toolchains::discover().found.swap_remove(0);
        let backends = OptLevel::ALL.map(|opt| Backend::build(Arc::clone(&toolchain), opt));
        let mut panel = Panel::new(backends.to_vec(), Vec::new(), &Cancel::new());
        let sitting = |panel: &Panel, n: u32| {
            let sitting = panel.sitting(&[&Named(n)]).into_iter();
            sitting.map(|(n, _)| n).collect::<Vec<_>>()
        };
        assert_eq!(sitting(&panel, 0), [0, 1, 2, 3, 4, 5]);
        panel.sample = NonZero::new(2);
        let mut turns = BTreeSet::new();
        for n in 0..40 {
            let some = sitting(&panel, n);
            assert_eq!(some, sitting(&panel, n));
            assert!(some.len() == 2 && some.is_sorted());
            turns.extend(some);
        }
        assert_eq!(turns.len(), 6);
        panel.sample = NonZero::new(9);
        assert_eq!(sitting(&panel, 0).len(), 6);
    }
}
