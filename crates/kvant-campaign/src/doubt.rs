//! Confirmation of a disagreement before it is a finding.
//!
//! Every disagreement was seen twice when it comes here: in a batch and alone. Now it is repeated, backends that do not optimise
//! run as witnesses, and wrong optimised programs are compiled again without optimisations whose rules are not
//! settled.

use std::collections::{BTreeMap, BTreeSet};

use kvant_toolchain::{Answer, Backend, BackendKind, Exit, Family, Limits, Scratch, ToolError};

use crate::batch::hurried;
use crate::compare::{TRACE, failed, form, suits, wrong};
use crate::panel::{Examined, Heard, Panel, Told};
use crate::signature::{message, signature};
use crate::store::digest;
use crate::switches;
use crate::{
    Ask, Charge, Finding, Form, InBatch, Kind, Spent, Subject, Testimony, Verdict, classify,
};

/// How often a disagreement is looked at again.
const REPETITIONS: usize = 3;

pub(crate) struct Doubt<'a> {
    panel: &'a Panel,
    subject: &'a dyn Subject,
    scratch: &'a Scratch,
    tell: &'a mut dyn FnMut(Told<'_>),
    testimonies: Vec<Testimony>,
    /// What somebody stayed with.
    firm: BTreeSet<Sort>,
}

/// Those who say the same in the same place.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Sort {
    compiler: String,
    optimises: bool,
    verdict: &'static str,
    message: String,
}

impl<'a> Doubt<'a> {
    pub(crate) fn new(
        panel: &'a Panel,
        subject: &'a dyn Subject,
        scratch: &'a Scratch,
        tell: &'a mut dyn FnMut(Told<'_>),
        testimonies: Vec<Testimony>,
    ) -> Doubt<'a> {
        Doubt {
            panel,
            subject,
            scratch,
            tell,
            testimonies,
            firm: BTreeSet::new(),
        }
    }

    /// Finds out what the testimonies amount to.
    pub(crate) fn settle(mut self) -> Result<Examined, ToolError> {
        let mut findings = Vec::new();
        if self.testimonies.iter().any(Testimony::is_bad) {
            self.confirm(0)?;
            let heard = self.testimonies.len();
            self.hear_opinions()?;
            self.confirm(heard)?;
            let charges = classify(&self.testimonies);
            self.control(&charges)?;
            for charge in charges {
                findings.extend(self.findings(charge)?);
            }
        }
        Ok(Examined {
            testimonies: self.testimonies,
            findings,
        })
    }

    /// Repeats what is bad, from the testimony of this number on. Of those who say the same on one compiler it is enough that
    /// one stays with it.
    fn confirm(&mut self, first: usize) -> Result<(), ToolError> {
        for n in first..self.testimonies.len() {
            if self.sort(n).is_some_and(|sort| self.firm.contains(&sort)) {
                continue;
            }
            if self.testimonies[n].verdict == Verdict::CompilerHang {
                self.wait_for(n)?;
            }
            let Some(sort) = self.sort(n).filter(|sort| !self.firm.contains(sort)) else {
                continue;
            };
            for _ in self.testimonies[n].again.len()..REPETITIONS {
                let verdict = self.again(n)?;
                self.testimonies[n].again.push(verdict);
            }
            if !self.testimonies[n].is_flaky() {
                self.firm.insert(sort);
            }
        }
        Ok(())
    }

    /// The sort of the testimony of this number, if its verdict is bad.
    fn sort(&self, n: usize) -> Option<Sort> {
        let testimony = &self.testimonies[n];
        let verdict = &testimony.verdict;
        verdict.is_bad().then(|| Sort {
            compiler: testimony.backend.toolchain.name.clone(),
            optimises: testimony.backend.optimises(),
            verdict: verdict.name(),
            message: message(verdict),
        })
    }

    /// Runs a compiler that hung once more, with the full limits. If it ends now, this verdict replaces the hang, which was that
    /// of a shorter limit.
    fn wait_for(&mut self, n: usize) -> Result<(), ToolError> {
        let backend = self.testimonies[n].backend.clone();
        let verdict = self.alone(&backend)?;
        match verdict {
            Verdict::CompilerHang => self.testimonies[n].again.push(verdict),
            ended => self.testimonies[n].verdict = ended,
        }
        Ok(())
    }

    /// Asks the one who gave this testimony again.
    fn again(&mut self, n: usize) -> Result<Verdict, ToolError> {
        let Testimony {
            backend, verdict, ..
        } = self.testimonies[n].clone();
        match verdict {
            Verdict::OnlyInBatch(seen) => self.in_batch(&backend, &seen),
            // It had the full limits before.
            Verdict::CompilerHang => self.alone_within(&backend, &hurried(&self.panel.compiler)),
            _ => self.alone(&backend),
        }
    }

    fn alone(&mut self, backend: &Backend) -> Result<Verdict, ToolError> {
        self.alone_within(backend, &self.panel.compiler)
    }

    fn alone_within(&mut self, backend: &Backend, compiler: &Limits) -> Result<Verdict, ToolError> {
        let mut spent = Spent::default();
        let ask = Ask {
            compiler,
            ..self.panel.ask(backend, self.scratch)
        };
        let verdict = ask.test(self.subject, form(backend), &mut spent)?;
        self.told(backend, verdict, spent)
    }

    /// The program among those with which it was wrong: all of them in one process, and then it alone.
    fn in_batch(&mut self, backend: &Backend, seen: &InBatch) -> Result<Verdict, ToolError> {
        let mut spent = Spent::default();
        let ask = self.panel.ask(backend, self.scratch);
        let number = seen.part.to_string();
        let verdict = match ask.compile(&seen.text, &mut spent)? {
            Answer::Failed(failure) => Some(failed(failure)),
            Answer::Evaluated(_) | Answer::Interpreted { .. } => None,
            Answer::Executable(compiled) => {
                let expected = format!("p{} {}", seen.part, self.subject.summary());
                let mut verdict = None;
                for arguments in [&[][..], &[number.as_str()]] {
                    let ran = ask.run(&compiled, arguments, &mut spent)?;
                    let printed = String::from_utf8_lossy(&ran.stdout);
                    // Among others its answer counts, since another may have ended the process; alone, the end too.
                    let answers = printed.lines().any(|line| line == expected);
                    let ends = arguments.is_empty() || ran.exit == Exit::Code(0);
                    if !answers || !ends {
                        let traced = ask.run(&compiled, &[&number, TRACE], &mut spent)?;
                        verdict = Some(wrong(self.subject, ran.exit, &traced));
                        break;
                    }
                }
                verdict
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
            backend: None,
            who: backend,
            verdicts: std::slice::from_ref(&verdict),
            spent,
        }));
        match self.panel.compiler.cancel.is_cancelled() {
            true => Err(ToolError::Cancelled),
            false => Ok(verdict),
        }
    }

    /// A compiler that fails on everything has no quarrel with this program: something is wrong with this machine.
    fn control(&mut self, charges: &[Charge]) -> Result<(), ToolError> {
        let Some(nothing) = self.subject.control() else {
            return Ok(());
        };
        let mut controlled = BTreeSet::new();
        for n in charges.iter().flat_map(|charge| &charge.accused) {
            let Testimony {
                backend, verdict, ..
            } = self.testimonies[*n].clone();
            let fails = matches!(
                verdict.seen(),
                Verdict::CompilerCrash { .. } | Verdict::CompilerHang | Verdict::Rejected { .. }
            );
            if !fails || !controlled.insert(backend.toolchain.name.clone()) {
                continue;
            }
            let mut spent = Spent::default();
            let ask = self.panel.ask(&backend, self.scratch);
            if let Answer::Failed(failure) = ask.compile(&nothing, &mut spent)? {
                return Err(ToolError::Environment {
                    program: backend.toolchain.path.clone(),
                    complaint: failed(failure).headline(),
                    way_out: "it fails on an empty program too: try it by hand",
                });
            }
        }
        Ok(())
    }

    fn hear_opinions(&mut self) -> Result<(), ToolError> {
        for backend in &self.panel.opinions {
            let asked = |testimony: &Testimony| testimony.backend == *backend;
            if suits(backend, self.subject) && !self.testimonies.iter().any(asked) {
                let verdict = self.alone(backend)?;
                let testimony = Testimony::new(backend.clone(), verdict);
                self.testimonies.push(testimony);
            }
        }
        Ok(())
    }

    /// What a charge is when everything that can be known without a person is known: one finding, or several, if some of the
    /// accused depend on a rule that is kept apart and others do not.
    fn findings(&mut self, mut charge: Charge) -> Result<Vec<Finding>, ToolError> {
        let mut findings = Vec::new();
        if charge.kind.is_of_the_program() {
            let quarantined = self.quarantined(&charge)?;
            let kinds: BTreeSet<Kind> = quarantined.values().copied().collect();
            for kind in kinds {
                let apart = |n: &usize| {
                    let compiler = &self.testimonies[*n].backend.toolchain.name;
                    quarantined.get(compiler) == Some(&kind)
                };
                let (accused, firm) = charge.accused.into_iter().partition(apart);
                charge.accused = firm;
                findings.push(self.finding(&Charge { kind, accused }, Vec::new()));
            }
            if charge.accused.is_empty() {
                return Ok(findings);
            }
        }
        let mut suspects = Vec::new();
        if charge.kind.is_of_the_program()
            && let Some(backend) = self.plainest(&charge.accused, |_| true)
        {
            for suspect in switches::suspects(backend.toolchain.family) {
                if self.agrees_with(&backend, &[suspect.off])? {
                    suspects.push(suspect.name.to_owned());
                }
            }
        }
        findings.push(self.finding(&charge, suspects));
        Ok(findings)
    }

    fn finding(&self, charge: &Charge, suspects: Vec<String>) -> Finding {
        let program = digest(self.subject.text(Form::Fast, None).as_bytes());
        Finding {
            name: self.subject.name(),
            kind: charge.kind,
            signature: signature(charge, &self.testimonies, &program),
            accused: charge.accused.clone(),
            testimonies: self.testimonies.clone(),
            suspects,
        }
    }

    /// The compilers that are right about the program as soon as they do not trust some rule, every time; and what it is
    /// held to be then.
    fn quarantined(&mut self, charge: &Charge) -> Result<BTreeMap<String, Kind>, ToolError> {
        let compilers = charge.accused.iter();
        let compilers = compilers.map(|n| self.testimonies[*n].backend.toolchain.name.clone());
        let mut quarantined = BTreeMap::new();
        for compiler in compilers.collect::<BTreeSet<String>>() {
            let own = |backend: &Backend| backend.toolchain.name == compiler;
            let Some(backend) = self.plainest(&charge.accused, own) else {
                continue;
            };
            let family = backend.toolchain.family;
            for rule in switches::rules(family) {
                if rule.is_settled && !is_doubted(&self.testimonies, family) {
                    continue;
                }
                let mut agrees = true;
                for _ in 0..REPETITIONS {
                    agrees = agrees && self.agrees_with(&backend, rule.off)?;
                }
                if agrees {
                    quarantined.insert(compiler, rule.kind);
                    break;
                }
            }
        }
        Ok(quarantined)
    }

    /// Of those who show it with the program alone and are `wanted`, the one with the fewest flags.
    fn plainest(&self, accused: &[usize], wanted: impl Fn(&Backend) -> bool) -> Option<Backend> {
        let accused = accused.iter().filter_map(|n| {
            let testimony = &self.testimonies[*n];
            let BackendKind::Build(flags) = &testimony.backend.kind else {
                return None;
            };
            let alone = !matches!(testimony.verdict, Verdict::OnlyInBatch(_));
            let fits = alone && wanted(&testimony.backend);
            fits.then_some((flags.extra.len(), &testimony.backend))
        });
        let plainest = accused.min_by_key(|(extra, _)| *extra);
        plainest.map(|(_, backend)| backend.clone())
    }

    /// Whether the program is as it should be with more flags. A compiler that does not know them does not agree.
    fn agrees_with(&mut self, backend: &Backend, flags: &[&str]) -> Result<bool, ToolError> {
        let mut changed = backend.clone();
        if let BackendKind::Build(build) = &mut changed.kind {
            build
                .extra
                .extend(flags.iter().map(|flag| (*flag).to_owned()));
        }
        Ok(self.alone(&changed)? == Verdict::Agrees)
    }
}

/// True if a sanitizer, or an unoptimised build of another compiler family, contradicts the machine about the behaviour of a
/// program. If that is no machine dispute, it was outvoted or is flaky.
fn is_doubted(testimonies: &[Testimony], family: Family) -> bool {
    testimonies.iter().any(|testimony| {
        let other = testimony.backend.toolchain.family != family;
        match testimony.verdict.seen() {
            Verdict::Undefined { .. } => true,
            Verdict::WrongValue(_) | Verdict::ProgramCrash { .. } | Verdict::ProgramHang => {
                other && !testimony.backend.optimises()
            }
            _ => false,
        }
    })
}
