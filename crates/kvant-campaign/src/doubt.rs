//! What is done about a program on which somebody disagrees, before anybody hears of it.
//!
//! Every disagreement was seen twice when it comes here: in a batch and alone. Now it is repeated, those who do not optimise
//! are asked as witnesses, and what optimised programs do is tried with the one thing turned off whose rules are not
//! settled.

use std::collections::BTreeSet;

use kvant_toolchain::{Answer, Backend, BackendKind, Exit, Scratch, ToolError};

use crate::compare::{TRACE, failed, form, wrong};
use crate::panel::{Examined, Heard, Panel};
use crate::signature::{message, signature};
use crate::store::digest;
use crate::{Charge, Finding, Form, InBatch, Kind, Spent, Subject, Testimony, Verdict, classify};

/// How often a disagreement is looked at again.
const REPETITIONS: usize = 3;

/// These make a compiler trust no reference to be the only way to what it points to.
const NO_ALIASING: [&str; 2] = ["-Zmutable-noalias=no", "-Zbox-noalias=no"];

/// The MIR passes that were to blame before, or rest on what is disputed.
const SUSPECTS: [&str; 6] = [
    "GVN",
    "ReferencePropagation",
    "DestinationPropagation",
    "CopyProp",
    "JumpThreading",
    "DataflowConstProp",
];

pub(crate) struct Doubt<'a> {
    panel: &'a Panel,
    subject: &'a dyn Subject,
    scratch: &'a Scratch,
    tell: &'a mut dyn FnMut(Heard<'_>),
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
        tell: &'a mut dyn FnMut(Heard<'_>),
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
            for charge in classify(&self.testimonies) {
                findings.push(self.finding(charge)?);
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
            let testimony = &self.testimonies[n];
            let verdict = &testimony.verdict;
            if !verdict.is_bad() || self.panel.is_confirmed(verdict) {
                continue;
            }
            let sort = Sort {
                compiler: testimony.backend.toolchain.name.clone(),
                optimises: testimony.backend.optimises(),
                verdict: verdict.name(),
                message: message(verdict),
            };
            if self.firm.contains(&sort) {
                continue;
            }
            for _ in 0..REPETITIONS {
                let verdict = self.again(n)?;
                self.testimonies[n].again.push(verdict);
            }
            if !self.testimonies[n].is_flaky() {
                self.panel.remember(&self.testimonies[n]);
                self.firm.insert(sort);
            }
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
            _ => self.alone(&backend),
        }
    }

    fn alone(&mut self, backend: &Backend) -> Result<Verdict, ToolError> {
        let mut spent = Spent::default();
        let ask = self.panel.ask(backend, self.scratch);
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
                    let answers = printed.lines().any(|line| line == expected);
                    if !answers || ran.exit != Exit::Code(0) {
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
        (self.tell)(Heard {
            backend: None,
            who: backend,
            verdicts: std::slice::from_ref(&verdict),
            spent,
        });
        match self.panel.compiler.cancel.is_cancelled() {
            true => Err(ToolError::Cancelled),
            false => Ok(verdict),
        }
    }

    fn hear_opinions(&mut self) -> Result<(), ToolError> {
        for backend in &self.panel.opinions {
            let asked = |testimony: &Testimony| testimony.backend == *backend;
            if !self.testimonies.iter().any(asked) {
                let verdict = self.alone(backend)?;
                let testimony = Testimony::new(backend.clone(), verdict);
                self.testimonies.push(testimony);
            }
        }
        Ok(())
    }

    /// What a charge is when everything that can be known without a person is known.
    fn finding(&mut self, mut charge: Charge) -> Result<Finding, ToolError> {
        let mut suspects = Vec::new();
        if charge.kind.is_of_the_program()
            && let Some(backend) = self.plainest(&charge)
        {
            if self.agrees_with(&backend, &NO_ALIASING)? {
                charge.kind = Kind::AliasingDependent;
            }
            for pass in SUSPECTS {
                let without = format!("-Zmir-enable-passes=-{pass}");
                if self.agrees_with(&backend, &[&without])? {
                    suspects.push(pass.to_owned());
                }
            }
        }
        let program = digest(self.subject.text(Form::Fast, None).as_bytes());
        Ok(Finding {
            name: self.subject.name(),
            kind: charge.kind,
            signature: signature(&charge, &self.testimonies, &program),
            accused: charge.accused,
            testimonies: self.testimonies.clone(),
            suspects,
        })
    }

    /// Of those who show it with the program alone, the one with the fewest flags.
    fn plainest(&self, charge: &Charge) -> Option<Backend> {
        let accused = charge.accused.iter().filter_map(|n| {
            let testimony = &self.testimonies[*n];
            let BackendKind::Build(flags) = &testimony.backend.kind else {
                return None;
            };
            let alone = !matches!(testimony.verdict, Verdict::OnlyInBatch(_));
            alone.then_some((flags.extra.len(), &testimony.backend))
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
