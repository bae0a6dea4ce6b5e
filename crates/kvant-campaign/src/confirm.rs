//! Confirmation of a disagreement before it is a finding.
//!
//! A disagreement has already been seen twice: in a batch and with the program alone. Here it is repeated, the reference backends
//! run the program too, and a wrong optimised build is compiled again without the optimisations that rest on unsettled rules.

use std::collections::{BTreeMap, BTreeSet};

use kvant_toolchain::{Answer, Backend, Exit, Limits, Scratch, ToolError};

use crate::backend_set::{BackendSet, Examined, Heard, Told};
use crate::batch::hurried;
use crate::classify::relying_on;
use crate::compare::{Next, TRACE, completed, failed, form, in_dialect_of, suits};
use crate::judge::verdict;
use crate::signature::{headline, message, signature};
use crate::store::digest;
use crate::{
    Answered, Ask, Classification, Finding, Form, InBatch, Kind, Outcome, Spent, Subject, Verdict,
    classify,
};

/// Number of repetitions that must give the same verdict.
const REPETITIONS: usize = 3;

pub(crate) struct Confirm<'a> {
    set: &'a BackendSet,
    subject: &'a dyn Subject,
    scratch: &'a Scratch,
    tell: &'a mut dyn FnMut(Told<'_>),
    outcomes: Vec<Outcome>,
    /// The disagreements that some backend repeated every time.
    firm: BTreeSet<Sort>,
}

/// The outcomes of one compiler with the same verdict. Confirming one of them confirms all.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Sort {
    compiler: String,
    optimises: bool,
    verdict: &'static str,
    message: String,
}

impl<'a> Confirm<'a> {
    pub(crate) fn new(
        set: &'a BackendSet,
        subject: &'a dyn Subject,
        scratch: &'a Scratch,
        tell: &'a mut dyn FnMut(Told<'_>),
        outcomes: Vec<Outcome>,
    ) -> Confirm<'a> {
        Confirm {
            set,
            subject,
            scratch,
            tell,
            outcomes,
            firm: BTreeSet::new(),
        }
    }

    /// Repeats bad outcomes, runs the reference backends, and returns the findings.
    pub(crate) fn settle(mut self) -> Result<Examined, ToolError> {
        let mut findings = Vec::new();
        if self.outcomes.iter().any(Outcome::is_bad) {
            self.confirm(0)?;
            let heard = self.outcomes.len();
            self.run_references()?;
            self.confirm(heard)?;
            let classifications = classify(&self.outcomes);
            self.control(&classifications)?;
            for classification in classifications {
                findings.extend(self.findings(classification)?);
            }
        }
        Ok(Examined {
            outcomes: self.outcomes,
            findings,
        })
    }

    /// Repeats the bad outcomes from index `first` on. One of each [`Sort`] is enough, if it is not flaky.
    fn confirm(&mut self, first: usize) -> Result<(), ToolError> {
        for n in first..self.outcomes.len() {
            if self.sort(n).is_some_and(|sort| self.firm.contains(&sort)) {
                continue;
            }
            if self.outcomes[n].verdict == Verdict::CompilerHang {
                self.wait_for(n)?;
            }
            let Some(sort) = self.sort(n).filter(|sort| !self.firm.contains(sort)) else {
                continue;
            };
            for _ in self.outcomes[n].again.len()..REPETITIONS {
                let verdict = self.again(n)?;
                self.outcomes[n].again.push(verdict);
            }
            if !self.outcomes[n].is_flaky() {
                self.firm.insert(sort);
            }
        }
        Ok(())
    }

    /// The sort of an outcome, if its verdict is bad.
    fn sort(&self, n: usize) -> Option<Sort> {
        let outcome = &self.outcomes[n];
        let verdict = &outcome.verdict;
        verdict.is_bad().then(|| Sort {
            compiler: outcome.backend.toolchain.name.clone(),
            optimises: outcome.backend.optimises(),
            verdict: verdict.name(),
            message: message(verdict),
        })
    }

    /// Runs a compiler that hung again, with the full limits. If it ends now, its verdict replaces the hang, which came from a
    /// shorter limit.
    fn wait_for(&mut self, n: usize) -> Result<(), ToolError> {
        let backend = self.outcomes[n].backend.clone();
        let verdict = self.alone(&backend)?;
        match verdict {
            Verdict::CompilerHang => self.outcomes[n].again.push(verdict),
            ended => self.outcomes[n].verdict = ended,
        }
        Ok(())
    }

    /// Tests the program again with the backend of an outcome.
    fn again(&mut self, n: usize) -> Result<Verdict, ToolError> {
        let Outcome {
            backend, verdict, ..
        } = self.outcomes[n].clone();
        match verdict {
            Verdict::OnlyInBatch(seen) => self.in_batch(&backend, &seen),
            // It had the full limits before.
            Verdict::CompilerHang => self.alone_within(&backend, &hurried(&self.set.compiler)),
            _ => self.alone(&backend),
        }
    }

    fn alone(&mut self, backend: &Backend) -> Result<Verdict, ToolError> {
        self.alone_within(backend, &self.set.compiler)
    }

    fn alone_within(&mut self, backend: &Backend, compiler: &Limits) -> Result<Verdict, ToolError> {
        let mut spent = Spent::default();
        let ask = Ask {
            compiler,
            ..self.set.ask(backend, self.scratch)
        };
        let verdict = ask.test(self.subject, form(backend), &mut spent)?;
        self.told(backend, verdict, spent)
    }

    /// Runs the batch in which the program was wrong: first all programs in one process, then this program alone.
    fn in_batch(&mut self, backend: &Backend, seen: &InBatch) -> Result<Verdict, ToolError> {
        let mut spent = Spent::default();
        let ask = self.set.ask(backend, self.scratch);
        let (program, number) = (seen.part, seen.part.to_string());
        // The other programs are not known here. Their places are filled with this one, and their judgements are not read.
        let own = in_dialect_of(backend, self.subject);
        let subject = own.of(self.subject);
        let batch = subject.batch(&vec![subject; seen.parts]);
        let answer = ask.compile(&seen.text, &mut spent)?;
        let verdict = match Next::after(&answer) {
            Next::Blame(failure) => Some(failed(failure.clone())),
            Next::Judge(answered) => {
                Some(verdict(&*batch, program, &backend.request, &answered)).filter(Verdict::is_bad)
            }
            Next::Run(compiled) => {
                let mut differs = None;
                for arguments in [&[][..], &[number.as_str()]] {
                    let ran = ask.run(compiled, arguments, &mut spent)?;
                    let output = &String::from_utf8_lossy(&ran.stdout);
                    // Another program of the batch may end the process badly, so the exit status counts only in the second run.
                    let answered = Answered::PrintedBy { program, output };
                    let said = verdict(&*batch, program, &backend.request, &answered);
                    let ends = arguments.is_empty() || ran.exit == Exit::Code(0);
                    if said.is_bad() || !ends {
                        let traced = ask.run(compiled, &[&number, TRACE], &mut spent)?;
                        differs = Some(ask.wrong(&*batch, program, ran.exit, &traced));
                        break;
                    }
                }
                differs
            }
        };
        let verdict = match verdict {
            Some(verdict) => Verdict::OnlyInBatch(Box::new(InBatch {
                verdict,
                ..seen.clone()
            })),
            None => Verdict::Agrees,
        };
        self.told(backend, verdict, spent)
    }

    fn told(
        &mut self,
        backend: &Backend,
        verdict: Verdict,
        spent: Spent,
    ) -> Result<Verdict, ToolError> {
        (self.tell)(Told::Heard(Heard {
            number: None,
            backend,
            verdicts: std::slice::from_ref(&verdict),
            spent,
        }));
        match self.set.compiler.cancel.is_cancelled() {
            true => Err(ToolError::Cancelled),
            false => Ok(verdict),
        }
    }

    /// Returns an error if a failing compiler fails on an empty program too: its installation is broken, not its handling of
    /// this program.
    fn control(&mut self, classifications: &[Classification]) -> Result<(), ToolError> {
        let Some(nothing) = self.subject.control() else {
            return Ok(());
        };
        let mut controlled = BTreeSet::new();
        for n in classifications
            .iter()
            .flat_map(|classification| &classification.failing)
        {
            let Outcome {
                backend, verdict, ..
            } = self.outcomes[*n].clone();
            let fails = matches!(
                verdict.seen(),
                Verdict::CompilerCrash { .. } | Verdict::CompilerHang | Verdict::Rejected { .. }
            );
            if !fails || !controlled.insert(backend.toolchain.name.clone()) {
                continue;
            }
            let mut spent = Spent::default();
            let ask = self.set.ask(&backend, self.scratch);
            if let Answer::Failed(failure) = ask.compile(&nothing, &mut spent)? {
                return Err(ToolError::Environment {
                    program: backend.toolchain.path.clone(),
                    complaint: headline(&failed(failure)),
                    way_out: "it fails on an empty program too: try it by hand",
                });
            }
        }
        Ok(())
    }

    fn run_references(&mut self) -> Result<(), ToolError> {
        for backend in &self.set.references {
            let Some(backend) = completed(backend, self.subject) else {
                continue;
            };
            let asked = |outcome: &Outcome| outcome.backend == *backend;
            if suits(&backend, self.subject) && !self.outcomes.iter().any(asked) {
                let verdict = self.alone(&backend)?;
                let outcome = Outcome::new(backend.into_owned(), verdict);
                self.outcomes.push(outcome);
            }
        }
        Ok(())
    }

    /// The findings of a classification: one, or several if some failing backends depend on an unsettled rule and others do not.
    fn findings(&mut self, mut classification: Classification) -> Result<Vec<Finding>, ToolError> {
        let mut findings = Vec::new();
        if classification.kind.is_of_the_program() {
            let quarantined = self.quarantined(&classification)?;
            let kinds: BTreeSet<Kind> = quarantined.values().copied().collect();
            for kind in kinds {
                let apart = |n: &usize| {
                    let compiler = &self.outcomes[*n].backend.toolchain.name;
                    quarantined.get(compiler) == Some(&kind)
                };
                let (failing, firm) = classification.failing.into_iter().partition(apart);
                classification.failing = firm;
                findings.push(self.finding(&Classification { kind, failing }, Vec::new()));
            }
            if classification.failing.is_empty() {
                return Ok(findings);
            }
        }
        let mut suspects = Vec::new();
        if classification.kind.is_of_the_program()
            && let Some(backend) = self.plainest(&classification.failing, |_| true)
        {
            for suspect in backend.family().suspects {
                if self.agrees_with(&backend, &[suspect.off])? {
                    suspects.push(suspect.name.to_owned());
                }
            }
        }
        findings.push(self.finding(&classification, suspects));
        Ok(findings)
    }

    fn finding(&self, classification: &Classification, suspects: Vec<String>) -> Finding {
        let program = digest(self.subject.text(Form::Fast, None).as_bytes());
        Finding {
            name: self.subject.name(),
            kind: classification.kind,
            signature: signature(classification, &self.outcomes, &program),
            failing: classification.failing.clone(),
            outcomes: self.outcomes.clone(),
            suspects,
        }
    }

    /// The compilers that agree in every repetition once they may not rely on some rule, with the kind of that quarantine.
    fn quarantined(
        &mut self,
        classification: &Classification,
    ) -> Result<BTreeMap<String, Kind>, ToolError> {
        let compilers = classification.failing.iter();
        let compilers = compilers.map(|n| self.outcomes[*n].backend.toolchain.name.clone());
        let mut quarantined = BTreeMap::new();
        for compiler in compilers.collect::<BTreeSet<String>>() {
            let own = |backend: &Backend| backend.toolchain.name == compiler;
            let Some(backend) = self.plainest(&classification.failing, own) else {
                continue;
            };
            for rule in backend.family().relaxations {
                if rule.is_settled && !is_doubted(&self.outcomes, backend.family().name) {
                    continue;
                }
                let mut agrees = true;
                for _ in 0..REPETITIONS {
                    agrees = agrees && self.agrees_with(&backend, rule.off)?;
                }
                if agrees {
                    quarantined.insert(compiler, relying_on(rule.rule));
                    break;
                }
            }
        }
        Ok(quarantined)
    }

    /// The `wanted` backend with the fewest flags among those that fail on the program alone.
    fn plainest(&self, failing: &[usize], wanted: impl Fn(&Backend) -> bool) -> Option<Backend> {
        let failing = failing.iter().filter_map(|n| {
            let outcome = &self.outcomes[*n];
            let alone = !matches!(outcome.verdict, Verdict::OnlyInBatch(_));
            let makes_code = outcome.backend.makes_code();
            (makes_code && alone && wanted(&outcome.backend)).then_some(&outcome.backend)
        });
        let plainest = failing.min_by_key(|backend| backend.request.flags.len());
        plainest.cloned()
    }

    /// Returns true if the backend agrees with the machine when it gets these flags too. A compiler that does not know a flag
    /// does not agree.
    fn agrees_with(&mut self, backend: &Backend, flags: &[&str]) -> Result<bool, ToolError> {
        let changed = backend.with(flags.iter().copied());
        Ok(self.alone(&changed)? == Verdict::Agrees)
    }
}

/// True if a sanitizer, or an unoptimised build of another compiler family, contradicts the machine about the behaviour of a
/// program. If that is no machine dispute, it was outvoted or is flaky.
fn is_doubted(outcomes: &[Outcome], family: &str) -> bool {
    outcomes.iter().any(|outcome| {
        let other = outcome.backend.toolchain.family().name != family;
        match outcome.verdict.seen() {
            Verdict::Undefined { .. } => true,
            Verdict::WrongValue(_) | Verdict::ProgramCrash { .. } | Verdict::ProgramHang => {
                other && !outcome.backend.optimises()
            }
            _ => false,
        }
    })
}
