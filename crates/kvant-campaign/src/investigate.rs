//! Investigation of a finding: the smallest program that shows it, its cause, and the program lifted to ordinary code.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use kvant_toolchain::{
    Backend, Cancel, Limits, OptLevel, Scratch, ToolError, Toolchain, Toolchains,
};

use crate::bisect::{Bisection, Bisector, Probed, Symptom, as_evidence};
use crate::compare::form;
use crate::lifted::Lifted;
use crate::reduce::{CannotReduce, End, Guard, Must, Progress, Reduced, Reducer};
use crate::{Analysis, Ask, Culprit, Finding, Kind, OnVersion, Outcome, Spent, Subject, Verdict};

/// Reduces, bisects and lifts findings.
pub struct Investigator<'a> {
    /// Cache of the flags that each compiler accepts.
    pub known: &'a Toolchains,
    /// The compilers whose versions are compared.
    pub versions: Vec<Arc<Toolchain>>,
    /// Limits of a compiler.
    pub compiler: Limits,
    /// Limits of a compiled program.
    pub program: Limits,
    /// Number of programs that are tested at the same time.
    pub jobs: NonZero<usize>,
    /// Maximum processor time of a reduction.
    pub budget: Option<Duration>,
    /// Describes the result of bisection as named files.
    pub describe: Describe,
}

/// Describes the cause that bisection found for a program's name and verdict, as named files.
pub type Describe = fn(&str, &Verdict, &Bisection) -> Vec<(String, String)>;

/// The subject of an investigation.
pub struct Case<'a> {
    /// The program.
    pub subject: &'a dyn Subject,
    /// The failing backend.
    pub backend: Backend,
    /// The kind of finding, if it has been classified.
    pub kind: Option<Kind>,
    /// The symptom to preserve. `None` takes the one that the backend shows first.
    pub symptom: Option<Symptom>,
    /// Folder for the answers of compilers, so that an interrupted reduction can be resumed.
    pub folder: Option<PathBuf>,
    /// True if earlier answers in the folder are discarded.
    pub anew: bool,
    /// Reduction ends at this time.
    pub deadline: Option<Instant>,
}

/// Progress of an investigation.
pub enum Step<'a> {
    /// Reducing the program.
    Reducing(&'a Progress<'a>),
    /// Bisecting the cause.
    Bisecting(&'a Probed<'a>),
    /// Testing the program in ordinary code.
    Lifting,
    /// Testing the original program without the culprit.
    Comparing,
}

/// The result of an investigation.
pub struct Investigation {
    /// The part that is recorded.
    pub analysis: Analysis,
    /// The result of the reduction.
    pub reduced: Reduced,
    /// The result of bisection, where it applies.
    pub bisection: Option<Bisection>,
    /// True if the original program agrees without the pass that was found with the small one. If false, the original may show
    /// another fault. `None` if that is unknown.
    pub same_cause: Option<bool>,
    /// The failure that ended the investigation early, if there was one.
    pub trouble: Option<String>,
    /// Processor time of this run. The analysis also contains the time of earlier runs that were resumed.
    pub spent: Duration,
}

impl<'a> Investigator<'a> {
    /// An investigator with the default limits, which ends with `cancel`.
    pub fn new(
        known: &'a Toolchains,
        versions: Vec<Arc<Toolchain>>,
        describe: Describe,
        cancel: &Cancel,
    ) -> Investigator<'a> {
        Investigator {
            known,
            versions,
            compiler: Limits::for_compiler().cancelled_by(cancel),
            program: Limits::for_program().cancelled_by(cancel),
            jobs: std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN),
            budget: None,
            describe,
        }
    }

    /// Investigates a case. If it is cancelled or its time is over, the results so far are returned.
    pub fn run(
        &self,
        case: &Case<'_>,
        tell: &mut dyn FnMut(Step<'_>),
    ) -> Result<Investigation, CannotReduce> {
        let mut spent = Spent::default();
        let mut reducer = Reducer {
            bad: case.backend.clone(),
            witnesses: self.witnesses(&case.backend),
            guards: self.guards(case, &mut spent)?,
            compiler: self.compiler.clone(),
            program: self.program.clone(),
            jobs: self.jobs,
            budget: self.budget,
            deadline: case.deadline,
            folder: case.folder.clone(),
            anew: case.anew,
        };
        let mut found = self.reduced(case, &reducer, spent, tell)?;
        let other = found.other_cause();
        let Some(backend) = other.filter(|_| found.reduced.end == End::Smallest) else {
            return Ok(found.conclude());
        };
        // The reduction slipped to another fault. This guard excludes it.
        let must = Must::Show;
        reducer.guards.push(Guard { backend, must });
        reducer.folder = case.folder.as_ref().map(|folder| folder.join("again"));
        let spent = found.all_spent();
        match self.reduced(case, &reducer, spent, tell) {
            Ok(again) if again.other_cause().is_none() => Ok(again.conclude()),
            // The second reduction was not completed, so another run is to retry it.
            Err(CannotReduce::Tool(error)) => {
                found.reduced.end = End::Trouble;
                found.trouble = Some(error.to_string());
                Ok(found.conclude())
            }
            _ => Ok(found.conclude()),
        }
    }

    /// Reduces the program, then bisects and lifts it.
    fn reduced<'f>(
        &'f self,
        case: &'f Case<'f>,
        reducer: &Reducer,
        spent: Spent,
        tell: &mut dyn FnMut(Step<'_>),
    ) -> Result<Found<'f>, CannotReduce> {
        let reduced = reducer.run(case.subject, case.symptom.as_ref(), &mut |progress| {
            tell(Step::Reducing(progress));
        })?;
        let mut found = Found {
            investigator: self,
            case,
            trouble: reduced.trouble.clone(),
            keeps: reducer.guards.clone(),
            reduced,
            spent,
            bisection: None,
            culprit_matters: false,
            same_cause: None,
            unsure: false,
            lifted: None,
        };
        if found.reduced.end != End::Cancelled {
            let mut done = found.analyse(tell);
            if !matches!(done, Ok(()) | Err(ToolError::Cancelled)) {
                // The cause may be temporary: retry once.
                done = found.analyse(tell);
            }
            match done {
                Ok(()) => {}
                // The results so far are kept.
                Err(ToolError::Cancelled) => found.reduced.end = End::Cancelled,
                Err(error) => found.trouble = Some(error.to_string()),
            }
        }
        Ok(found)
    }

    /// Backends that may agree with the machine: references without optimisation, the failing compiler's first.
    fn witnesses(&self, bad: &Backend) -> Vec<Backend> {
        let own = std::iter::once(&bad.toolchain);
        let others = self
            .versions
            .iter()
            .filter(|other| **other != bad.toolchain && other.makes_the_same_as(&bad.toolchain));
        own.chain(others).flat_map(Toolchain::references).collect()
    }

    /// Relaxed rules whose effect on the fault must not change in a reduction. Otherwise a fault that does not depend on a rule
    /// could become one that does.
    fn guards(&self, case: &Case<'_>, spent: &mut Spent) -> Result<Vec<Guard>, ToolError> {
        let of_the_program = case
            .kind
            .is_none_or(|kind| kind.is_of_the_program() || kind.is_quarantined());
        if !of_the_program || !case.backend.optimises() {
            return Ok(Vec::new());
        }
        let mut guards = Vec::new();
        let mut symptom = case.symptom.clone();
        for rule in case.backend.family().relaxations {
            if !self.takes_all(&case.backend.toolchain, rule.off)? {
                continue;
            }
            if symptom.is_none() {
                symptom = Symptom::of(&self.ask(case.subject, &case.backend, spent)?);
            }
            let backend = case.backend.with(rule.off.iter().copied());
            let verdict = self.ask(case.subject, &backend, spent)?;
            let must = match &symptom {
                _ if verdict == Verdict::Agrees => Must::Agree,
                Some(symptom) if symptom.shows_exactly(&verdict) => Must::Show,
                // Neither holds, so there is nothing to preserve.
                _ => continue,
            };
            guards.push(Guard { backend, must });
        }
        Ok(guards)
    }

    fn takes_all(&self, toolchain: &Toolchain, flags: &[&str]) -> Result<bool, ToolError> {
        for flag in flags {
            if !self.known.takes(toolchain, flag)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn ask(
        &self,
        subject: &dyn Subject,
        backend: &Backend,
        spent: &mut Spent,
    ) -> Result<Verdict, ToolError> {
        let scratch = Scratch::new()?;
        let ask = Ask {
            backend,
            scratch: &scratch,
            compiler: &self.compiler,
            program: &self.program,
        };
        let verdict = ask.test(subject, form(backend), spent)?;
        match self.compiler.cancel.is_cancelled() {
            true => Err(ToolError::Cancelled),
            false => Ok(verdict),
        }
    }
}

/// The results of an investigation so far.
struct Found<'a> {
    investigator: &'a Investigator<'a>,
    case: &'a Case<'a>,
    reduced: Reduced,
    /// Guards of the reduction, which must hold for the lifted program too.
    keeps: Vec<Guard>,
    trouble: Option<String>,
    /// Cost without the reduction.
    spent: Spent,
    bisection: Option<Bisection>,
    /// True if the small program agrees without the culprit.
    culprit_matters: bool,
    same_cause: Option<bool>,
    /// True if evidence contradicts the culprit: the small program shows the symptom without it, the original one fails
    /// in another way without it, or most other passes hide it as well.
    unsure: bool,
    /// The files of the lifted program, if it shows the symptom.
    lifted: Option<Vec<(String, String)>>,
}

impl Found<'_> {
    fn analyse(&mut self, tell: &mut dyn FnMut(Step<'_>)) -> Result<(), ToolError> {
        self.bisect(tell)?;
        tell(Step::Comparing);
        self.compare()?;
        tell(Step::Lifting);
        self.lift()
    }

    /// The failing backend without the culprit, if the original program fails there in the same way, so that its cause is
    /// another one.
    fn other_cause(&self) -> Option<Backend> {
        let bisection = self.bisection.as_ref();
        let bisection = bisection.filter(|_| self.same_cause == Some(false))?;
        let flag = bisection.without_culprit()?;
        Some(self.case.backend.with([flag]))
    }

    fn all_spent(&self) -> Spent {
        let mut spent = self.spent;
        spent += self.reduced.effort.spent;
        spent
    }

    fn bisect(&mut self, tell: &mut dyn FnMut(Step<'_>)) -> Result<(), ToolError> {
        let reduced = &self.reduced;
        if !self.case.backend.makes_code() {
            return Ok(());
        }
        let investigator = self.investigator;
        let mut bisector = Bisector {
            known: investigator.known,
            versions: investigator.versions.clone(),
            compiler: investigator.compiler.clone(),
            program: investigator.program.clone(),
        };
        if Symptom::of(&reduced.verdict).is_some_and(|symptom| symptom.is_a_hang()) {
            // The program is small, so a compilation of this length does not end.
            bisector.compiler.cpu = SMALL.min(bisector.compiler.cpu);
            bisector.compiler.wall = (2 * SMALL).min(bisector.compiler.wall);
            bisector.program.cpu = Duration::from_secs(1).min(bisector.program.cpu);
            bisector.program.wall = SMALL.min(bisector.program.wall);
        }
        let (backend, verdict) = (&self.case.backend, &reduced.verdict);
        let bisection = bisector.run(reduced.best(), backend, verdict, &mut |probed| {
            tell(Step::Bisecting(&probed));
        })?;
        if let Some(bisection) = &bisection {
            self.spent += bisection.spent;
        }
        self.bisection = bisection;
        Ok(())
    }

    /// Tests the small and the original program without the culprit; sets `culprit_matters`, `same_cause` and `unsure`.
    fn compare(&mut self) -> Result<(), ToolError> {
        let reduced = &self.reduced;
        let Some(bisection) = &self.bisection else {
            return Ok(());
        };
        let Some(flag) = bisection.without_culprit() else {
            return Ok(());
        };
        let needed = bisection.needed.clone();
        let small = needed.with([flag.clone()]);
        let large = self.case.backend.with([flag.clone()]);
        let (investigator, spent) = (self.investigator, &mut self.spent);
        let symptom = Symptom::of(&self.reduced.verdict);
        let verdict = investigator.ask(reduced.best(), &small, spent)?;
        if verdict != Verdict::Agrees {
            // Another pass does the same, unless the compiler rejects the flag. The original program is not tested then.
            self.unsure = symptom.is_some_and(|symptom| symptom.shows(&verdict));
            return Ok(());
        }
        self.culprit_matters = true;
        let verdict = investigator.ask(self.case.subject, &large, spent)?;
        self.same_cause = match &symptom {
            _ if verdict == Verdict::Agrees => Some(true),
            Some(symptom) if symptom.shows_exactly(&verdict) => Some(false),
            _ => None,
        };
        let of_the_program = symptom.is_some_and(|symptom| !symptom.is_of_the_compiler());
        self.unsure =
            self.same_cause.is_none() || of_the_program && self.is_fragile(&needed, &flag)?;
        Ok(())
    }

    /// True if disabling most of the other suspects, one at a time, hides the symptom. Then any change of the code does, and the
    /// culprit is one of many.
    fn is_fragile(&mut self, needed: &Backend, found: &str) -> Result<bool, ToolError> {
        let (mut others, mut hidden) = (0, 0);
        for suspect in needed.family().suspects {
            if suspect.off == found {
                continue;
            }
            let without = needed.with([suspect.off.to_owned()]);
            let (investigator, spent) = (self.investigator, &mut self.spent);
            let verdict = investigator.ask(self.reduced.best(), &without, spent)?;
            others += 1;
            hidden += usize::from(verdict == Verdict::Agrees);
        }
        Ok(2 * hidden > others)
    }

    /// Tests the lifted program: with the usual release flags first, then with the flags of the finding.
    fn lift(&mut self) -> Result<(), ToolError> {
        let reduced = &self.reduced;
        let Some(lifted) = Lifted::of(reduced.best()) else {
            return Ok(());
        };
        let symptom = Symptom::of(&reduced.verdict);
        let request = &self.case.backend.request;
        let Some(symptom) = symptom.filter(|_| self.case.backend.makes_code()) else {
            return Ok(());
        };
        // The guards must hold here too: it is the same fault then.
        let mut keeps: Vec<(Vec<String>, Must)> = Vec::new();
        for rule in self.case.backend.family().relaxations {
            let switched = self.case.backend.with(rule.off.iter().copied());
            if let Some(guard) = self.keeps.iter().find(|guard| guard.backend == switched) {
                keeps.push((owned(rule.off), guard.must));
            }
        }
        let culprit = self.bisection.as_ref().and_then(Bisection::without_culprit);
        keeps.extend(
            culprit
                .filter(|_| self.culprit_matters)
                .map(|flag| (vec![flag], Must::Agree)),
        );
        let toolchain = &self.case.backend.toolchain;
        let release = Backend::build(toolchain.clone(), OptLevel::O2);
        let mut backends = vec![release.clone(), release.with(&request.flags)];
        backends.extend(self.needed().cloned());
        backends.push(self.case.backend.clone());
        let mut asked: Vec<Backend> = Vec::new();
        for backend in backends {
            if asked.contains(&backend) {
                continue;
            }
            let (investigator, spent) = (self.investigator, &mut self.spent);
            let mut verdict = investigator.ask(&lifted, &backend, spent)?;
            if symptom.shows(&verdict) {
                verdict = investigator.ask(&lifted, &backend, spent)?;
            }
            if !symptom.shows(&verdict) {
                asked.push(backend);
                continue;
            }
            let plain = Backend::build(toolchain.clone(), OptLevel::O0);
            let witness = investigator.ask(&lifted, &plain, spent)?;
            // Lifting may be wrong too, so an unoptimised build has to agree.
            let sound = witness == Verdict::Agrees || !self.case.backend.optimises();
            if sound && holds(investigator, &keeps, &backend, &lifted, &symptom, spent)? {
                let shown = Outcome::new(backend, verdict);
                let outcomes = vec![shown, Outcome::new(plain, witness)];
                self.lifted = Some(self.finding(outcomes).files(&lifted));
            }
            return Ok(());
        }
        Ok(())
    }

    /// The failing backend with the fewest flags.
    fn needed(&self) -> Option<&Backend> {
        self.bisection.as_ref().map(|bisection| &bisection.needed)
    }

    fn finding(&self, outcomes: Vec<Outcome>) -> Finding {
        let first = &outcomes[0].verdict;
        let symptom = Symptom::of(first).map(|symptom| symptom.to_string());
        Finding {
            name: self.case.subject.name(),
            kind: self.case.kind.unwrap_or(kind(first)),
            signature: symptom.unwrap_or_default(),
            failing: vec![0],
            outcomes,
            suspects: Vec::new(),
        }
    }

    fn conclude(mut self) -> Investigation {
        let reduced = &self.reduced;
        let best = reduced.best();
        let mut outcomes = Vec::new();
        if let Some(needed) = self.needed().cloned()
            && needed != self.case.backend
            && let Ok(verdict) = self.investigator.ask(best, &needed, &mut self.spent)
            && Symptom::of(&reduced.verdict).is_some_and(|symptom| symptom.shows(&verdict))
        {
            outcomes.push(Outcome::new(needed, verdict));
        }
        let found = Outcome::new(self.case.backend.clone(), reduced.verdict.clone());
        outcomes.push(found);
        let witness = reduced.witness.clone();
        outcomes.extend(witness.map(|witness| Outcome::new(witness, Verdict::Agrees)));
        let shown = outcomes[0].record();
        let mut files = self.finding(outcomes).files(best);
        let lifted = self.lifted.iter().flatten();
        files.extend(lifted.map(|(name, text)| (format!("lifted/{name}"), text.clone())));
        if let Some(bisection) = &self.bisection {
            let describe = self.investigator.describe;
            files.extend(describe(&best.name(), &reduced.verdict, bisection));
        }
        let versions = self.bisection.iter().flat_map(|found| &found.versions);
        let versions = versions.map(|asked| OnVersion {
            toolchain: asked.toolchain.name.clone(),
            release: asked.toolchain.release.clone(),
            verdict: as_evidence(asked.verdict, &asked.left_out),
            shows: asked.shows,
        });
        let spent = self.all_spent();
        let now = self.spent.total() + self.reduced.spent.total();
        let symptom = Symptom::of(&reduced.verdict);
        let passes = self.bisection.as_ref().map(Bisection::passes);
        let passes = passes.unwrap_or_default();
        let analysis = Analysis {
            original: reduced.original,
            size: best.size(),
            is_smallest: reduced.end == End::Smallest,
            is_firm: reduced.firm && self.bisection.as_ref().is_none_or(|found| !found.flaky),
            has_strayed: self.same_cause == Some(false),
            symptom: symptom.map(|symptom| symptom.record()),
            backend: Some(shown.backend),
            verdict: Some(shown.verdict),
            culprit: (!passes.is_empty()).then_some(Culprit {
                passes,
                unsure: self.unsure,
            }),
            shape: best.shape(),
            versions: versions.collect(),
            is_lifted: self.lifted.is_some(),
            calls: spent.calls,
            spent: spent.total(),
            files,
        };
        Investigation {
            analysis,
            reduced: self.reduced,
            bisection: self.bisection,
            same_cause: self.same_cause,
            trouble: self.trouble,
            spent: now,
        }
    }
}

/// True if all guards hold for a lifted program.
fn holds(
    investigator: &Investigator<'_>,
    keeps: &[(Vec<String>, Must)],
    backend: &Backend,
    lifted: &Lifted<'_>,
    symptom: &Symptom,
    spent: &mut Spent,
) -> Result<bool, ToolError> {
    for (flags, must) in keeps {
        let verdict = investigator.ask(lifted, &backend.with(flags.clone()), spent)?;
        let holds = match must {
            Must::Show => symptom.shows(&verdict),
            Must::Agree => verdict == Verdict::Agrees,
        };
        if !holds {
            return Ok(false);
        }
    }
    Ok(true)
}

fn owned(flags: &[&str]) -> Vec<String> {
    flags.iter().map(|flag| (*flag).to_owned()).collect()
}

/// Limit of processor time where a small program hangs. A compiler needs about 0.1 s for one.
const SMALL: Duration = Duration::from_secs(4);

/// The kind of a verdict that has not been classified.
fn kind(verdict: &Verdict) -> Kind {
    match verdict {
        Verdict::CompilerCrash { .. } => Kind::CompilerCrash,
        Verdict::CompilerHang => Kind::CompilerHang,
        Verdict::ProgramCrash { .. } => Kind::ProgramCrash,
        Verdict::ProgramHang => Kind::ProgramHang,
        Verdict::WrongValue(_) => Kind::WrongValue,
        _ => Kind::MachineDispute,
    }
}
