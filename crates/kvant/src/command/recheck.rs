//! `kvant recheck`: tests which bugs the installed compilers still show.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use kvant_campaign::bisect::{as_evidence, asked_of};
use kvant_campaign::ledger::{
    Done, Lease, Ledger as _, LedgerError, RecheckLedger, Remedy, Wanted, Work,
};
use kvant_campaign::store::{Bug, State, Store};
use kvant_campaign::{Kind, VerdictKind};
use kvant_languages::languages;
use kvant_record::command::{NotAsked, RecheckAnswer, Rechecked, RecheckedBug, RecheckedWith};
use kvant_record::{Moment, Recheck};
use kvant_toolchain::{Backend, Cancel, Toolchain, Toolchains, Version};

use super::evidence::{Case, Question, ask_all};
use super::{Sort, chosen, found_in};
use crate::cli;
use crate::interrupt::on_interrupt;
use crate::progress::Progress;
use crate::report::{
    BAD, DIM, Ended, Failure, Found, GOOD, error, json, line, note, table, wants_json,
};
use crate::settings::Settings;

pub(super) fn execute(arguments: &cli::Recheck, settings: Option<&Path>) -> Ended {
    let store = Store::existing(&arguments.kept.store)?;
    let all = Toolchains::discover_in(&found_in(&Settings::read(settings)?));
    let bugs = bugs(&store, &arguments.numbers)?;
    let store = Mutex::new(store);
    let ledger = RecheckLedger::new(&store);
    let (cases, not_asked) = claim(&ledger, bugs, !arguments.numbers.is_empty())?;
    let mut sorts: Vec<Sort> = Vec::new();
    for sort in cases.iter().map(|case| Sort::of(&*case.case.subject)) {
        if !sorts.contains(&sort) {
            sorts.push(sort);
        }
    }
    if sorts.is_empty() {
        sorts.extend(languages().first().map(|it| Sort::here(it.source())));
    }
    let mut toolchains = chosen(&all, &arguments.compilers, &[], &sorts)?.asked;
    toolchains.sort_by_key(|toolchain| (toolchain.version, toolchain.date.clone()));

    let cancel = on_interrupt()?;
    let mut answers: Vec<Answers> = cases.iter().map(|_| Answers::default()).collect();
    let asked = ask(
        &ledger,
        &all,
        &toolchains,
        &cases,
        &mut answers,
        arguments,
        &cancel,
    );
    let mut is_kept = true;
    for (case, answers) in cases.iter().zip(&mut answers) {
        // After an interruption or an error, too: the answers until then count.
        if let Err(problem) = answers.keep(&ledger, case) {
            is_kept = false;
            error(format_args!("bug {}: {problem}", case.bug.finding.id));
        }
    }
    drop(ledger);
    let failed = asked? || !is_kept;
    let store = store.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut checked = Vec::new();
    for (case, answers) in cases.into_iter().zip(answers) {
        let now = store.bug(case.bug.finding.id)?;
        checked.push(Checked {
            back: answers.are_back(&case.bug),
            was: case.bug.fixed_in.clone(),
            now: now.unwrap_or(case.bug),
            answers: answers.given.into_values().collect(),
        });
    }
    match wants_json() {
        true => json(record(&store, &toolchains, &checked, not_asked)),
        false => show(&toolchains, &checked, &not_asked),
    }
    Ok(match (failed, checked.iter().any(|bug| bug.back)) {
        (_, true) => Found::BadNews,
        (true, false) => Found::Nothing,
        (false, false) => Found::Fine,
    })
}

/// A bug that is being tested.
struct Asked {
    /// As it was before.
    bug: Bug,
    lease: Lease,
    case: Case,
}

/// The answers about a bug.
#[derive(Default)]
struct Answers {
    /// By the number of the question.
    given: BTreeMap<usize, Answer>,
    /// Number of questions that are not answered.
    open: usize,
    /// True if they are in the store.
    are_kept: bool,
}

/// The answer of a compiler now.
struct Answer {
    backend: Backend,
    verdict: VerdictKind,
    shows: bool,
    /// Flags of the request that the compiler does not know.
    left_out: Vec<String>,
}

/// A bug that was tested.
struct Checked {
    /// As it is now.
    now: Bug,
    /// The release in which it counted as fixed.
    was: Option<String>,
    answers: Vec<Answer>,
    /// True if it counted as fixed and shows again.
    back: bool,
}

impl Answers {
    /// True if the bug counted as fixed and shows again.
    fn are_back(&self, bug: &Bug) -> bool {
        let fixed = bug.fixed_in.as_deref().and_then(Version::parse);
        fixed.is_some_and(|fixed| {
            let mut answers = self.given.values();
            answers.any(|answer| answer.shows && answer.backend.toolchain.version >= fixed)
        })
    }

    /// Records the answers in the store and ends the lease, once.
    fn keep(&mut self, ledger: &RecheckLedger<'_>, asked: &Asked) -> Result<(), LedgerError> {
        if !self.are_kept {
            let answers = self.given.values().map(Answer::as_kept);
            ledger.finish(&asked.lease, &Done::Rechecked(answers.collect()))?;
            self.are_kept = true;
        }
        Ok(())
    }
}

/// Leases the bugs that can be rechecked, and says why the others cannot. That is an error for bugs that the user named.
fn claim(
    ledger: &RecheckLedger<'_>,
    bugs: Vec<Bug>,
    are_named: bool,
) -> Result<(Vec<Asked>, Vec<NotAsked>), Failure> {
    let (mut cases, mut not_asked) = (Vec::new(), Vec::new());
    for bug in bugs {
        let claimed = match are_named {
            true => Ok(claim_one(ledger, &bug)?),
            false => worth_asking(&bug).and_then(|()| claim_one(ledger, &bug)),
        };
        match claimed {
            Ok((lease, case)) => cases.push(Asked { bug, lease, case }),
            Err(why) => not_asked.push(NotAsked {
                bug: bug.finding.id,
                why: why.message,
            }),
        }
    }
    Ok((cases, not_asked))
}

fn claim_one(ledger: &RecheckLedger<'_>, bug: &Bug) -> Result<(Lease, Case), Failure> {
    let number = bug.finding.id;
    let Some(lease) = ledger.claim(&Wanted::Recheck { bugs: &[number] })? else {
        return Err(format!("bug {number} is being rechecked by another process").into());
    };
    let Work::Recheck(evidence) = &lease.work else {
        let message = "internal error: the ledger leased other work than the recheck of bug";
        return Err(format!("{message} {number}").into());
    };
    match Case::read(evidence.clone()) {
        Ok(case) => Ok((lease, case)),
        Err(why) => {
            ledger.release(&lease, None)?;
            Err(why)
        }
    }
}

/// Tests every bug with every compiler, and records the answers about a bug with the last one. Returns true if some test failed
/// to run.
fn ask(
    ledger: &RecheckLedger<'_>,
    all: &Toolchains,
    toolchains: &[Arc<Toolchain>],
    cases: &[Asked],
    answers: &mut [Answers],
    arguments: &cli::Recheck,
    cancel: &Cancel,
) -> Result<bool, Failure> {
    let (mut questions, mut planned) = (Vec::new(), Vec::new());
    let (mut count, mut failed) = (0, false);
    for (n, asked) in cases.iter().enumerate() {
        for toolchain in toolchains.iter().filter(|it| asked.case.suits(it)) {
            let (backend, left_out) = match asked_of(all, toolchain, &asked.case.request) {
                Ok(planned) => planned,
                Err(problem) => {
                    failed = true;
                    error(format_args!("bug {}: {problem}", asked.bug.finding.id));
                    continue;
                }
            };
            answers[n].open += 1;
            planned.push((n, left_out));
            questions.push(Question {
                subject: &*asked.case.subject,
                backend,
                symptom: Some(&asked.case.symptom),
            });
        }
    }
    let mut progress = Progress::new();
    let asked = ask_all(&questions, arguments.jobs, cancel, |n, answered| {
        let (case, left_out) = &planned[n];
        let (asked, answers) = (&cases[*case], &mut answers[*case]);
        let (number, backend) = (asked.bug.finding.id, &questions[n].backend);
        // The answers so far are kept.
        if cancel.is_cancelled() {
            return Ok(());
        }
        match answered {
            Ok(verdict) => {
                let answer = Answer {
                    backend: backend.clone(),
                    verdict: as_evidence(verdict.kind(), left_out),
                    shows: asked.case.symptom.shows(&verdict),
                    left_out: left_out.clone(),
                };
                answers.given.insert(n, answer);
            }
            Err(problem) => {
                failed = true;
                progress.clear();
                error(format_args!("bug {number}: {problem}"));
            }
        }
        count += 1;
        progress.show(|| {
            let total = questions.len();
            format!(
                "{count} of {total} tests: bug {number} on {}",
                backend.toolchain
            )
        });
        answers.open -= 1;
        if answers.open == 0 {
            // Answers that cannot be recorded now are recorded at the end.
            let _ = answers.keep(ledger, asked);
        }
        match ledger.heartbeat() {
            Err(problem) if problem.remedy != Remedy::Retry => Err(problem.into()),
            _ => Ok(()),
        }
    });
    progress.clear();
    asked.map(|()| failed)
}

impl Answer {
    fn as_kept(&self) -> Recheck {
        let toolchain = &self.backend.toolchain;
        Recheck {
            toolchain: toolchain.name.clone(),
            release: toolchain.release.clone(),
            identity: toolchain.verbose.clone(),
            verdict: self.verdict,
            shows: self.shows,
            at: Moment::default(),
        }
    }
}

/// The bugs with these numbers, each once; without any, all.
fn bugs(store: &Store, numbers: &[i64]) -> Result<Vec<Bug>, Failure> {
    if numbers.is_empty() {
        return Ok(store.bugs()?);
    }
    let mut bugs = BTreeMap::new();
    for number in numbers {
        let bug = super::bugs::by_number(store, *number)?;
        bugs.insert(bug.finding.id, bug);
    }
    Ok(bugs.into_values().collect())
}

/// Fails with the reason why an answer about a bug would be no evidence.
fn worth_asking(bug: &Bug) -> Result<(), Failure> {
    match bug.finding.kind {
        Kind::Flaky => Err("it is flaky".into()),
        _ => Ok(()),
    }
}

fn show(toolchains: &[Arc<Toolchain>], checked: &[Checked], not_asked: &[NotAsked]) {
    let mut head = vec!["N".to_owned(), "kind".to_owned()];
    head.extend(toolchains.iter().map(|toolchain| toolchain.name.clone()));
    head.push("state".to_owned());
    let mut rows = vec![head];
    for bug in checked {
        let mut row = vec![
            bug.now.finding.id.to_string(),
            bug.now.finding.kind.to_string(),
        ];
        for toolchain in toolchains {
            let mut answers = bug.answers.iter();
            let answer = answers.find(|answer| answer.backend.toolchain == *toolchain);
            let said = answer.map_or("?", |answer| match answer.shows {
                true => "shows",
                false => answer.verdict.name(),
            });
            row.push(said.to_owned());
        }
        row.push(match (&bug.now.state, &bug.was) {
            (_, Some(was)) if bug.back => format!("back: it counted as fixed in {was}"),
            (State::Fixed { release }, _) => format!("fixed in {release}"),
            (state, _) => state.kind().to_string(),
        });
        rows.push(row);
    }
    let rows = table(&rows);
    let mut rows = rows.lines();
    if checked.is_empty() {
        line("there is no bug to test");
    } else {
        let head = rows.next().unwrap_or_default();
        line(format_args!("{DIM}{head}{DIM:#}"));
    }
    for (bug, row) in checked.iter().zip(rows) {
        match bug.now.fixed_in {
            _ if bug.back => line(format_args!("{BAD}{row}{BAD:#}")),
            Some(_) => line(format_args!("{GOOD}{row}{GOOD:#}")),
            None => line(row),
        }
    }
    for bug in checked {
        for answer in bug
            .answers
            .iter()
            .filter(|answer| !answer.left_out.is_empty())
        {
            note(format_args!(
                "{DIM}note: bug {} was tested without {}, which {} does not know{DIM:#}",
                bug.now.finding.id,
                answer.left_out.join(" "),
                answer.backend.toolchain
            ));
        }
    }
    for NotAsked { bug, why } in not_asked {
        note(format_args!(
            "{DIM}note: bug {bug} was not tested: {why}{DIM:#}"
        ));
    }
}

fn record(
    store: &Store,
    toolchains: &[Arc<Toolchain>],
    checked: &[Checked],
    not_asked: Vec<NotAsked>,
) -> Rechecked {
    let bugs = checked.iter().map(|bug| {
        let answers = bug.answers.iter().map(|answer| RecheckAnswer {
            toolchain: answer.backend.toolchain.name.clone(),
            release: answer.backend.toolchain.release.clone(),
            backend: answer.backend.name(),
            verdict: answer.verdict,
            shows: answer.shows,
            left_out: answer.left_out.clone(),
        });
        RecheckedBug {
            bug: bug.now.finding.id,
            kind: bug.now.finding.kind,
            state: bug.now.state.kind(),
            was_fixed_in: bug.was.clone(),
            fixed_in: bug.now.fixed_in.clone(),
            back: bug.back,
            answers: answers.collect(),
        }
    });
    let toolchains = toolchains.iter().map(|toolchain| RecheckedWith {
        name: toolchain.name.clone(),
        release: toolchain.release.clone(),
    });
    Rechecked {
        store: store.folder().display().to_string(),
        toolchains: toolchains.collect(),
        bugs: bugs.collect(),
        not_asked,
    }
}
