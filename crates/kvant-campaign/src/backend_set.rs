//! Tests of programs with all backends, in batches, and the confirmation of disagreements program by program.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kvant_toolchain::{Backend, Cancel, Limits, OptLevel, Scratch, ToolError, Toolchain};

use crate::batch::{hurried, test_batch_telling};
use crate::campaign::locked;
use crate::compare::{completed, suits, takes_batches};
use crate::confirm::Confirm;
use crate::store::digest;
use crate::{Ask, BatchSize, Batched, Finding, Outcome, Spent, Subject, Verdict, test_batch};

/// The backends under test, the reference backends and their limits.
pub struct BackendSet {
    /// The backends under test.
    pub backends: Vec<Backend>,
    /// Number of backends that test each batch, or `None` for all. The backends that have tested the fewest programs come
    /// first.
    pub sample: Option<NonZero<usize>>,
    /// Number of programs that each backend has tested.
    pub turns: Turns,
    /// The reference backends, which test a program only after a disagreement.
    pub references: Vec<Backend>,
    /// Limits of a compiler.
    pub compiler: Limits,
    /// Limits of a compiled program.
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
    /// The backend that disagrees, with its request as the programs complete it.
    pub backend: &'a Backend,
    /// Its verdict.
    pub verdict: &'a Verdict,
}

/// Verdicts of a backend about some programs.
pub struct Heard<'a> {
    /// Its number among the backends of the set, or `None` if it ran because of a disagreement.
    pub number: Option<usize>,
    /// The backend, as it is in the set.
    pub backend: &'a Backend,
    /// One for each program.
    pub verdicts: &'a [Verdict],
    /// Processor time and number of compiler calls.
    pub spent: Spent,
}

/// The results of one program.
#[derive(Default)]
pub struct Examined {
    /// The outcomes of all backends.
    pub outcomes: Vec<Outcome>,
    /// The findings that follow from them.
    pub findings: Vec<Finding>,
}

impl BackendSet {
    /// A set with the default limits, whose processes end with `cancel`.
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

    /// Tests programs with all backends, confirms disagreements, and classifies them.
    pub fn examine(
        &self,
        subjects: &[Box<dyn Subject>],
        size: &mut BatchSize,
        tell: &mut dyn FnMut(Told<'_>),
    ) -> Result<Vec<Examined>, ToolError> {
        let all: Vec<usize> = (0..self.backends.len()).collect();
        self.examine_with(&all, subjects, size, tell)
    }

    /// [`BackendSet::examine`] with some of the backends, by number.
    pub(crate) fn examine_with(
        &self,
        wanted: &[usize],
        subjects: &[Box<dyn Subject>],
        size: &mut BatchSize,
        tell: &mut dyn FnMut(Told<'_>),
    ) -> Result<Vec<Examined>, ToolError> {
        let scratch = Scratch::new()?;
        let all: Vec<&dyn Subject> = subjects.iter().map(AsRef::as_ref).collect();
        let mut started: Vec<&Arc<Toolchain>> = Vec::new();
        let mut outcomes: Vec<Vec<Outcome>> = all.iter().map(|_| Vec::new()).collect();
        for group in alike(&all) {
            let mut slowest = (0, Batched::default());
            // Programs on which a compiler hung. Later backends compile them alone.
            let mut hung: BTreeSet<usize> = BTreeSet::new();
            for (number, suited) in self.assignment(wanted, &all, &group) {
                let backend = &self.backends[number];
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
                let mut heard: Vec<(usize, Backend, Verdict)> = Vec::new();
                for (backend, suited) in by_request(backend, &all, suited) {
                    let backend = &*backend;
                    let ask = self.ask(backend, &scratch);
                    let together: Vec<&dyn Subject> = suited.iter().map(|n| all[*n]).collect();
                    let apart = |n: usize| hung.contains(&suited[n]);
                    let batched =
                        batched(&together, &apart, &ask, &mut spent, &mut |some, verdict| {
                            tell(Told::Suspected(Suspicion {
                                programs: some.iter().map(|n| suited[*n]).collect(),
                                backend,
                                verdict,
                            }));
                        })?;
                    // The slowest backend that takes batches determines the batch size.
                    if takes_batches(backend) {
                        slowest.0 = slowest.0.max(suited.len());
                        slowest.1.splits += batched.splits;
                        slowest.1.longest = slowest.1.longest.max(batched.longest);
                    }
                    let verdicts = suited.into_iter().zip(batched.verdicts);
                    heard.extend(verdicts.map(|(n, verdict)| (n, backend.clone(), verdict)));
                }
                let verdicts: Vec<Verdict> = heard.iter().map(|it| it.2.clone()).collect();
                tell(Told::Heard(Heard {
                    number: Some(number),
                    backend,
                    verdicts: &verdicts,
                    spent,
                }));
                for (n, backend, verdict) in heard {
                    if verdict.is_bad() {
                        tell(Told::Suspected(Suspicion {
                            programs: vec![n],
                            backend: &backend,
                            verdict: &verdict,
                        }));
                    }
                    if verdict == Verdict::CompilerHang {
                        hung.insert(n);
                    }
                    outcomes[n].push(Outcome::new(backend, verdict));
                }
            }
            let (programs, slowest) = slowest;
            if slowest.longest > Duration::ZERO {
                size.learn(programs, &slowest);
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

    /// The backends for programs of one language and target: each backend's number with the numbers of the programs that it
    /// supports. With `sample`, only the backends whose turn it is.
    fn assignment(
        &self,
        wanted: &[usize],
        all: &[&dyn Subject],
        group: &[usize],
    ) -> Vec<(usize, Vec<usize>)> {
        let backends = self.backends.iter().enumerate();
        let backends = backends.filter(|(number, _)| wanted.contains(number));
        let suited = backends.map(|(number, backend)| {
            let suited = group.iter().copied().filter(|n| suits(backend, all[*n]));
            (number, suited.collect::<Vec<usize>>())
        });
        let mut assignment: Vec<_> = suited.filter(|(_, suited)| !suited.is_empty()).collect();
        let (Some(sample), Some(first)) = (self.sample, group.first()) else {
            return assignment;
        };
        let programs: Vec<_> = assignment
            .iter()
            .map(|(n, suited)| (*n, suited.len()))
            .collect();
        let drawn = self
            .turns
            .draw(&all[*first].name(), &programs, sample.get());
        assignment.retain(|(n, _)| drawn.contains(n));
        assignment
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

/// The programs that complete the request of a backend in the same way: each time the complete backend, and the numbers of its
/// programs. Each gets one text of several programs.
fn by_request<'b>(
    backend: &'b Backend,
    all: &[&dyn Subject],
    suited: Vec<usize>,
) -> Vec<(Cow<'b, Backend>, Vec<usize>)> {
    let mut groups: Vec<(Cow<'b, Backend>, Vec<usize>)> = Vec::new();
    for n in suited {
        let Some(complete) = completed(backend, all[n]) else {
            continue;
        };
        match groups.iter_mut().find(|(known, _)| *known == complete) {
            Some((_, programs)) => programs.push(n),
            None => groups.push((complete, vec![n])),
        }
    }
    groups
}

/// Tests programs with a backend: as one batch, except for programs that are `apart` because a compiler hung on them. Those are
/// compiled alone with shorter limits.
fn batched(
    subjects: &[&dyn Subject],
    apart: &dyn Fn(usize) -> bool,
    ask: &Ask<'_>,
    spent: &mut Spent,
    tell: &mut dyn FnMut(&[usize], &Verdict),
) -> Result<Batched, ToolError> {
    let (apart, others): (Vec<usize>, Vec<usize>) = (0..subjects.len()).partition(|n| apart(*n));
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

/// Number of programs that each backend has tested, for campaigns in which a sample of the backends tests each batch.
///
/// A batch gets the backends with the fewest programs, so every backend has its turn before any has a second one, for any
/// number of workers and size of batches. Ties are broken by the digest of the batch's first program and the backend's number.
/// A batch that is repeated after a failure of this machine keeps its backends.
#[derive(Default)]
pub struct Turns(Mutex<Dealt>);

#[derive(Default)]
struct Dealt {
    /// Number of programs, by the backend's number.
    programs: BTreeMap<usize, u64>,
    /// Backends of batches that are not done, by the name of the first program.
    unfinished: BTreeMap<String, Vec<usize>>,
}

impl Turns {
    /// Turns that continue from earlier numbers of programs, by the backend's number.
    pub fn after(programs: impl IntoIterator<Item = (usize, u64)>) -> Turns {
        Turns(Mutex::new(Dealt {
            programs: programs.into_iter().collect(),
            unfinished: BTreeMap::new(),
        }))
    }

    /// Draws backends for a batch, by the name of its first program. `suited` are the backends with the number of programs for
    /// each.
    fn draw(&self, first: &str, suited: &[(usize, usize)], sample: usize) -> Vec<usize> {
        let suits = |n: &usize| suited.iter().any(|(suited, _)| suited == n);
        let mut dealt = locked(&self.0);
        let known = dealt.unfinished.get(first);
        let known = known.filter(|drawn| drawn.iter().all(suits));
        if let Some(drawn) = known {
            return drawn.clone();
        }
        let mut drawn = suited.to_vec();
        drawn.sort_by_cached_key(|(n, _)| {
            let given = dealt.programs.get(n).copied().unwrap_or_default();
            (given, digest(format!("{first} {n}").as_bytes()))
        });
        drawn.truncate(sample);
        for (n, programs) in &drawn {
            *dealt.programs.entry(*n).or_default() += *programs as u64;
        }
        let drawn: Vec<usize> = drawn.into_iter().map(|(n, _)| n).collect();
        dealt.unfinished.insert(first.to_owned(), drawn.clone());
        drawn
    }

    fn done(&self, first: &str) {
        locked(&self.0).unfinished.remove(first);
    }
}

/// The numbers of the programs that are of one language and for one target, which can be in one batch.
fn alike(subjects: &[&dyn Subject]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (n, subject) in subjects.iter().enumerate() {
        let sort = |n: usize| (subjects[n].language(), subjects[n].target());
        let own = (subject.language(), subject.target());
        match groups.iter_mut().find(|group| sort(group[0]) == own) {
            Some(group) => group.push(n),
            None => groups.push(vec![n]),
        }
    }
    groups
}

/// Backends that do not optimise and need no trial first.
pub fn references(toolchains: &[Arc<Toolchain>]) -> Vec<Backend> {
    let of_one = |toolchain: &Arc<Toolchain>| {
        let mut backends = toolchain.references();
        backends.reverse();
        backends
    };
    toolchains.iter().flat_map(of_one).collect()
}

/// Backends that also test a program after a disagreement: [`references`], and O2.
pub fn all_references(toolchains: &[Arc<Toolchain>]) -> Vec<Backend> {
    let o2 = |toolchain: &Arc<Toolchain>| Backend::build(toolchain.clone(), OptLevel::O2);
    let optimising = toolchains.iter().filter(|toolchain| toolchain.optimises());
    let mut all = references(toolchains);
    all.extend(optimising.map(o2));
    all
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use kvant_record::Dialect;
    use kvant_toolchain::drivers::RUST;
    use kvant_toolchain::{Source, Toolchains};

    use super::*;
    use crate::{Beyond, Form, InDialect, TraceLine};

    struct Named(u32);

    impl Subject for Named {
        fn name(&self) -> String {
            format!("seed-{}", self.0)
        }

        fn language(&self) -> Source {
            RUST
        }

        fn text(&self, _: Form, _: Option<&Dialect>) -> String {
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
        let assignment = |set: &BackendSet, n: u32| {
            let assignment = set
                .assignment(&[0, 1, 2, 3, 4, 5], &[&Named(n)], &[0])
                .into_iter();
            assignment.map(|(n, _)| n).collect::<Vec<_>>()
        };
        assert_eq!(assignment(&set, 0), [0, 1, 2, 3, 4, 5]);
        set.sample = NonZero::new(2);
        let mut drawn = BTreeSet::new();
        for round in 0..20 {
            let mut turns = BTreeSet::new();
            for n in 3 * round..3 * round + 3 {
                let some = assignment(&set, n);
                // As long as the batch is not done, it keeps its backends.
                assert_eq!(some, assignment(&set, n));
                set.turns.done(&Named(n).name());
                assert!(some.len() == 2 && some.is_sorted());
                turns.extend(some.clone());
                drawn.insert(some);
            }
            assert_eq!(turns.len(), 6, "round {round}");
        }
        // The combinations of backends vary.
        assert!(drawn.len() > 6, "{drawn:?}");
        // Programs of earlier sessions count too.
        set.turns = Turns::after((0..6).map(|n| (n, u64::from(n != 3 && n != 5))));
        assert_eq!(assignment(&set, 99), [3, 5]);
        set.sample = NonZero::new(9);
        assert_eq!(assignment(&set, 0).len(), 6);
    }

    /// A program of plain Rust that may differ in old dialects.
    enum Aged {
        /// The same program in all of them.
        Same,
        /// Another program in old ones.
        Differs,
        /// No program in old ones.
        Beyond,
        /// The program of `Differs` in old dialects.
        Old,
    }

    impl Aged {
        fn value(&self) -> u32 {
            match self {
                Aged::Old => 7,
                _ => 5,
            }
        }

        /// A statement that only new compilers accept, if the program has one.
        fn youth(&self, dialect: Option<&Dialect>) -> &str {
            match (self, dialect) {
                (Aged::Differs | Aged::Beyond, Some(dialect)) if dialect.minor < 90 => "young!();",
                _ => "",
            }
        }
    }

    impl Subject for Aged {
        fn name(&self) -> String {
            "aged".into()
        }

        fn language(&self) -> Source {
            RUST
        }

        fn in_dialect(&self, dialect: &Dialect) -> Result<InDialect, Beyond> {
            match self {
                Aged::Differs if dialect.minor < 90 => Ok(InDialect::Other(Box::new(Aged::Old))),
                Aged::Beyond if dialect.minor < 90 => Err(Beyond {
                    feature: "youth".into(),
                    family: dialect.family.clone(),
                }),
                _ => Ok(InDialect::Same),
            }
        }

        fn text(&self, _: Form, dialect: Option<&Dialect>) -> String {
            let (youth, value) = (self.youth(dialect), self.value());
            format!("fn main() {{ {youth}println!(\"kvant {value}\"); }}")
        }

        fn part(&self, n: usize, dialect: Option<&Dialect>) -> Option<String> {
            let (youth, value) = (self.youth(dialect), self.value());
            Some(format!("{youth}println!(\"p{n} kvant {value}\");"))
        }

        fn joined(&self, parts: &[String]) -> String {
            format!("fn main() {{ {} }}", parts.concat())
        }

        fn summary(&self) -> String {
            format!("kvant {}", self.value())
        }

        fn trace(&self) -> Vec<TraceLine> {
            Vec::new()
        }
    }

    /// A program in another dialect is judged by the output expected there; a backend does not get programs that it does not
    /// support.
    #[test]
    fn backends_get_programs_in_their_own_dialect() {
        let new = Toolchains::discover().found.swap_remove(0);
        let mut old = Toolchain::clone(&new);
        old.version.minor = 85;
        let backends = [new, Arc::new(old)].map(|it| Backend::build(it, OptLevel::O0));
        let mut set = BackendSet::new(backends.to_vec(), Vec::new(), &Cancel::new());
        let subjects: [Box<dyn Subject>; 3] =
            [Aged::Same, Aged::Differs, Aged::Beyond].map(|it| Box::new(it) as _);
        let mut heard = Vec::new();
        let examined = set.examine(&subjects, &mut BatchSize::new(None), &mut |told| {
            if let Told::Heard(told) = told {
                heard.push((told.number, told.verdicts.len()));
            }
        });
        let examined = examined.unwrap();
        assert_eq!(heard, [(Some(0), 3), (Some(1), 2)]);
        let counts: Vec<usize> = examined.iter().map(|it| it.outcomes.len()).collect();
        assert_eq!(counts, [2, 2, 1]);
        let outcomes = || examined.iter().flat_map(|it| &it.outcomes);
        assert!(
            outcomes().all(|it| it.verdict == Verdict::Agrees),
            "{:?}",
            outcomes().collect::<Vec<_>>()
        );
        // The same holds for single programs, and the files of a finding contain the text that was tested.
        let scratch = Scratch::new().unwrap();
        let asked = |subject: &dyn Subject| {
            let ask = set.ask(&backends[1], &scratch);
            ask.test(subject, Form::Fast, &mut Spent::default())
                .unwrap()
        };
        assert_eq!(asked(&Aged::Differs), Verdict::Agrees);
        assert_eq!(asked(&Aged::Beyond).detail(), "youth is beyond rustc");
        let finding = Finding {
            name: "aged".into(),
            kind: crate::Kind::WrongValue,
            signature: String::new(),
            outcomes: examined[1].outcomes.clone(),
            failing: vec![1],
            suspects: Vec::new(),
        };
        let files = finding.files(&Aged::Differs);
        let file = |name: &str| {
            files
                .iter()
                .find(|(file, _)| file == name)
                .map(|(_, text)| text.as_str())
        };
        assert_eq!(
            file("program.rs"),
            Some("fn main() { println!(\"kvant 5\"); }")
        );
        assert_eq!(
            file("fast-1-85.rs"),
            Some("fn main() { println!(\"kvant 7\"); }")
        );
        // Turns count the programs that a backend gets.
        set.sample = NonZero::new(1);
        let all: Vec<&dyn Subject> = subjects.iter().map(AsRef::as_ref).collect();
        assert_eq!(set.assignment(&[0, 1], &all[2..], &[0]), [(0, vec![0])]);
        set.turns.done("aged");
        assert_eq!(set.assignment(&[0, 1], &all, &[0, 1, 2]), [(1, vec![0, 1])]);
    }
}
