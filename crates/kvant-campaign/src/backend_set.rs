//! Programs before all backends: heard together, and doubted one by one where somebody disagrees.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kvant_toolchain::{Backend, Cancel, Gives, Limits, Scratch, ToolError, Toolchain, drivers};

use crate::batch::{hurried, test_batch_telling};
use crate::campaign::locked;
use crate::compare::suits;
use crate::confirm::Confirm;
use crate::store::digest;
use crate::{Ask, BatchSize, Batched, Finding, Outcome, Spent, Subject, Verdict, test_batch};

/// Who is asked about programs.
pub struct BackendSet {
    /// Every program goes through all of these, or some of them.
    pub backends: Vec<Backend>,
    /// How many of them each batch goes through; without it, all. Those come first that have tested the fewest programs.
    pub sample: Option<NonZero<usize>>,
    /// How often each backend had its turn.
    pub turns: Turns,
    /// These are asked too where one of the others disagrees.
    pub references: Vec<Backend>,
    /// What a compiler may use.
    pub compiler: Limits,
    /// What a compiled program may use.
    pub program: Limits,
}

/// Progress of an examination.
pub enum Told<'a> {
    /// Verdicts of a backend.
    Heard(Heard<'a>),
    /// A disagreement, before it is confirmed.
    Suspected(Suspicion<'a>),
}

/// An unconfirmed disagreement.
pub struct Suspicion<'a> {
    /// The numbers of the programs: of one, or of a batch that contains it.
    pub programs: Vec<usize>,
    /// The backend that disagrees.
    pub who: &'a Backend,
    /// Its verdict.
    pub verdict: &'a Verdict,
}

/// Verdicts of a backend about some programs.
pub struct Heard<'a> {
    /// Its number among the backends of the set, or `None` if it ran because of a disagreement.
    pub backend: Option<usize>,
    /// The backend.
    pub who: &'a Backend,
    /// One for each program.
    pub verdicts: &'a [Verdict],
    /// Processor time and number of compiler calls.
    pub spent: Spent,
}

/// What came of one program.
#[derive(Default)]
pub struct Examined {
    /// What everybody said.
    pub outcomes: Vec<Outcome>,
    /// What that amounts to.
    pub findings: Vec<Finding>,
}

impl BackendSet {
    /// A set with the usual limits, that ends when it is told to.
    pub fn new(backends: Vec<Backend>, references: Vec<Backend>, cancel: &Cancel) -> BackendSet {
        BackendSet {
            backends,
            sample: None,
            turns: Turns::default(),
            references,
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
        let mut started: Vec<&Arc<Toolchain>> = Vec::new();
        let mut outcomes: Vec<Vec<Outcome>> = all.iter().map(|_| Vec::new()).collect();
        for group in alike(&all) {
            let together: Vec<&dyn Subject> = group.iter().map(|n| all[*n]).collect();
            let mut slowest = Batched::default();
            // Programs on which a compiler hung. Later backends get them apart from the others.
            let mut hung: BTreeSet<usize> = BTreeSet::new();
            for (n, backend) in self.sitting(&together) {
                if self.compiler.cancel.is_cancelled() {
                    return Err(ToolError::Cancelled);
                }
                if !started
                    .iter()
                    .any(|known| Arc::ptr_eq(known, &backend.toolchain))
                {
                    backend.toolchain.check_behind()?;
                    started.push(&backend.toolchain);
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
                if backend.gives() == Gives::Executable {
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
                    outcomes[*n].push(Outcome::new(backend.clone(), verdict));
                }
            }
            if slowest.longest > Duration::ZERO {
                size.learn(together.len(), &slowest);
            }
        }
        for subject in &all {
            self.turns.done(&subject.name());
        }
        let mut examined = Vec::with_capacity(subjects.len());
        for (subject, outcomes) in all.into_iter().zip(outcomes) {
            let confirm = Confirm::new(self, subject, &scratch, tell, outcomes);
            examined.push(confirm.settle()?);
        }
        for toolchain in started {
            toolchain.check_behind()?;
        }
        Ok(examined)
    }

    /// The backends that these programs, which are alike, go through: all that suit them, or those of them whose turn it is.
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
        let suited: Vec<usize> = all.iter().map(|(n, _)| *n).collect();
        let drawn = self
            .turns
            .draw(&first.name(), subjects.len(), &suited, sample.get());
        all.retain(|(n, _)| drawn.contains(n));
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

/// Tests programs with a backend: as one batch, except for those on which a compiler hung, which are compiled alone with
/// shorter limits.
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

/// How many programs each backend was given, where a batch goes through a sample of them.
///
/// A batch gets the backends with the fewest, so every backend has its turn before any has a second one, however many workers
/// there are and however large batches become. Among equals the digest of the batch's first program and the backend's number
/// decides. A batch that is tested again, because something got in the way, keeps its backends.
#[derive(Default)]
pub struct Turns(Mutex<Dealt>);

#[derive(Default)]
struct Dealt {
    /// By the backend's number.
    programs: BTreeMap<usize, u64>,
    /// Of batches that are not done, by the name of the first program.
    unfinished: BTreeMap<String, Vec<usize>>,
}

impl Turns {
    /// Backends that were given so many programs before, by number.
    pub fn after(programs: impl IntoIterator<Item = (usize, u64)>) -> Turns {
        Turns(Mutex::new(Dealt {
            programs: programs.into_iter().collect(),
            unfinished: BTreeMap::new(),
        }))
    }

    fn draw(&self, first: &str, programs: usize, suited: &[usize], sample: usize) -> Vec<usize> {
        let mut dealt = locked(&self.0);
        let known = dealt.unfinished.get(first);
        let known = known.filter(|drawn| drawn.iter().all(|n| suited.contains(n)));
        if let Some(drawn) = known {
            return drawn.clone();
        }
        let mut drawn = suited.to_vec();
        drawn.sort_by_cached_key(|n| {
            let given = dealt.programs.get(n).copied().unwrap_or_default();
            (given, digest(format!("{first} {n}").as_bytes()))
        });
        drawn.truncate(sample);
        for n in &drawn {
            *dealt.programs.entry(*n).or_default() += programs as u64;
        }
        dealt.unfinished.insert(first.to_owned(), drawn.clone());
        drawn
    }

    fn done(&self, first: &str) {
        locked(&self.0).unfinished.remove(first);
    }
}

/// The numbers of the programs that are of one language, for one target and for the same compilers, which can be asked about
/// together.
fn alike(subjects: &[&dyn Subject]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (n, subject) in subjects.iter().enumerate() {
        let sort = |subject: &dyn Subject| {
            let families = drivers().iter().map(|driver| driver.family().name);
            let beyond: Vec<bool> = families.map(|family| subject.is_beyond(family)).collect();
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
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use kvant_toolchain::drivers::RUST;
    use kvant_toolchain::{OptLevel, Source, Toolchains};

    use super::*;
    use crate::{Form, TraceLine};

    struct Named(u32);

    impl Subject for Named {
        fn name(&self) -> String {
            format!("seed-{}", self.0)
        }

        fn language(&self) -> Source {
            RUST
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
    fn every_backend_has_its_turn_before_any_has_a_second_one() {
        let toolchain = Toolchains::discover().found.swap_remove(0);
        let backends = OptLevel::ALL.map(|opt| Backend::build(Arc::clone(&toolchain), opt));
        let mut set = BackendSet::new(backends.to_vec(), Vec::new(), &Cancel::new());
        let sitting = |set: &BackendSet, n: u32| {
            let sitting = set.sitting(&[&Named(n)]).into_iter();
            sitting.map(|(n, _)| n).collect::<Vec<_>>()
        };
        assert_eq!(sitting(&set, 0), [0, 1, 2, 3, 4, 5]);
        set.sample = NonZero::new(2);
        let mut drawn = BTreeSet::new();
        for round in 0..20 {
            let mut turns = BTreeSet::new();
            for n in 3 * round..3 * round + 3 {
                let some = sitting(&set, n);
                // As long as the batch is not done, it keeps its backends.
                assert_eq!(some, sitting(&set, n));
                set.turns.done(&Named(n).name());
                assert!(some.len() == 2 && some.is_sorted());
                turns.extend(some.clone());
                drawn.insert(some);
            }
            assert_eq!(turns.len(), 6, "round {round}");
        }
        // Not the same together each time.
        assert!(drawn.len() > 6, "{drawn:?}");
        // What was before counts too.
        set.turns = Turns::after((0..6).map(|n| (n, u64::from(n != 3 && n != 5))));
        assert_eq!(sitting(&set, 99), [3, 5]);
        set.sample = NonZero::new(9);
        assert_eq!(sitting(&set, 0).len(), 6);
    }
}
