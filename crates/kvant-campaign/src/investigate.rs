//! From a finding to what a person wants to know of it: the smallest program that shows it, in two forms, and where it
//! comes from.

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

/// Finds out about findings.
pub struct Investigator<'a> {
    /// Knows which flags each compiler takes.
    pub known: &'a Toolchains,
    /// The compilers that are asked.
    pub versions: Vec<Arc<Toolchain>>,
    /// What a compiler may use.
    pub compiler: Limits,
    /// What a compiled program may use.
    pub program: Limits,
    /// How many programs are tested at the same time.
    pub jobs: NonZero<usize>,
    /// How much processor time may be spent on making a program smaller.
    pub budget: Option<Duration>,
    /// Writes down what bisection found, as files with names.
    pub describe: Describe,
}

/// Files with names that say where it comes from that a program of this name shows this.
pub type Describe = fn(&str, &Verdict, &Bisection) -> Vec<(String, String)>;

/// What is to be found out about.
pub struct Case<'a> {
    /// The program.
    pub subject: &'a dyn Subject,
    /// Who shows it.
    pub backend: Backend,
    /// What it is held to be; not known, if nobody has examined it.
    pub kind: Option<Kind>,
    /// What was seen, if it has to be that.
    pub symptom: Option<Symptom>,
    /// Where to keep what was asked.
    pub folder: Option<PathBuf>,
    /// Begins anew, whatever was asked before.
    pub anew: bool,
    /// Nothing is made smaller any more after this.
    pub deadline: Option<Instant>,
}

/// What an investigation is at.
pub enum Step<'a> {
    /// Making the program smaller.
    Reducing(&'a Progress<'a>),
    /// Looking for where it comes from.
    Bisecting(&'a Probed<'a>),
    /// Trying it in ordinary code.
    Lifting,
    /// Comparing with the program in which it was found.
    Comparing,
}

/// What was found out.
pub struct Investigation {
    /// What is kept of it.
    pub analysis: Analysis,
    /// The smallest program, and what it took.
    pub reduced: Reduced,
    /// Where it comes from, if that could be asked.
    pub bisection: Option<Bisection>,
    /// Whether the program in which it was found is right without the pass that was found with the small one. If not,
    /// there may be another fault in it.
    pub same_cause: Option<bool>,
    /// What got in the way of finding out more, if something did.
    pub trouble: Option<String>,
    /// The processor time that it took now. The analysis's has what an earlier one took that was gone on with.
    pub spent: Duration,
}

impl<'a> Investigator<'a> {
    /// With the usual limits, and given up when it is told to.
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

    /// Finds out what can be found out without a person. If it is told to end, or there is no time left, what there is so far
    /// is what there is.
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
        // On the way another fault came in its place. It is not there if this is asked too.
        let must = Must::Show;
        reducer.guards.push(Guard { backend, must });
        reducer.folder = case.folder.as_ref().map(|folder| folder.join("again"));
        let spent = found.all_spent();
        match self.reduced(case, &reducer, spent, tell) {
            Ok(again) if again.other_cause().is_none() => Ok(again.conclude()),
            // It was not tried to the end, so it is worth another try.
            Err(CannotReduce::Tool(error)) => {
                found.reduced.end = End::Trouble;
                found.trouble = Some(error.to_string());
                Ok(found.conclude())
            }
            _ => Ok(found.conclude()),
        }
    }

    /// Makes it smaller and looks for its cause.
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
            let mut done = found.find_out(tell);
            if !matches!(done, Ok(()) | Err(ToolError::Cancelled)) {
                // It may have passed.
                done = found.find_out(tell);
            }
            match done {
                Ok(()) => {}
                // What is there so far is worth keeping.
                Err(ToolError::Cancelled) => found.reduced.end = End::Cancelled,
                Err(error) => found.trouble = Some(error.to_string()),
            }
        }
        Ok(found)
    }

    /// Who may agree with the machine: those who do not optimise, the compiler itself before others.
    fn witnesses(&self, bad: &Backend) -> Vec<Backend> {
        let own = std::iter::once(&bad.toolchain);
        let others = self
            .versions
            .iter()
            .filter(|other| **other != bad.toolchain && other.makes_the_same_as(&bad.toolchain));
        own.chain(others).flat_map(Toolchain::references).collect()
    }

    /// What is known about the rules that a fault rests on must stay so: one that is there without them must not become one
    /// that is not.
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
                // It is neither, and nothing can stay so.
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

/// What was found out so far.
struct Found<'a> {
    investigator: &'a Investigator<'a>,
    case: &'a Case<'a>,
    reduced: Reduced,
    /// What holds for the program as it is, and must for what is made of it.
    keeps: Vec<Guard>,
    trouble: Option<String>,
    /// Beside making it smaller.
    spent: Spent,
    bisection: Option<Bisection>,
    /// Whether the small program is right without the culprit.
    culprit_matters: bool,
    same_cause: Option<bool>,
    /// True if evidence contradicts the culprit: the small program shows the symptom without it, the original one fails
    /// in another way without it, or most other passes hide it as well.
    unsure: bool,
    /// The files of the program as people would write it.
    lifted: Option<Vec<(String, String)>>,
}

impl Found<'_> {
    fn find_out(&mut self, tell: &mut dyn FnMut(Step<'_>)) -> Result<(), ToolError> {
        self.bisect(tell)?;
        tell(Step::Comparing);
        self.compare()?;
        tell(Step::Lifting);
        self.lift()
    }

    /// Who shows it without the pass that was found, if that is not why the program went wrong in the beginning.
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
        if !self.case.backend.request.is_build() {
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
            // The program is small. What takes this long does not end.
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

    /// Tries it in ordinary code, with what people usually say to a compiler before anything else.
    fn lift(&mut self) -> Result<(), ToolError> {
        let reduced = &self.reduced;
        let Some(lifted) = Lifted::of(reduced.best()) else {
            return Ok(());
        };
        let symptom = Symptom::of(&reduced.verdict);
        let request = &self.case.backend.request;
        let Some(symptom) = symptom.filter(|_| request.is_build()) else {
            return Ok(());
        };
        // What is known about the fault must be so here too: it is the same one.
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
            // Lifting is ours too. Who doubts the program as it is doubts that.
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

    /// Who shows it with the fewest flags.
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

/// Whether a lifted program is as the other one with more flags.
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

/// A small program takes a compiler a tenth of a second.
const SMALL: Duration = Duration::from_secs(4);

/// What a verdict is held to be if nobody has examined it.
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
