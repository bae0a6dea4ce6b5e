//! What shows a bug: a program, what is asked of compilers about it, and what is then to be seen.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use kvant_campaign::bisect::Symptom;
use kvant_campaign::store::{Bug, Store};
use kvant_campaign::{Subject, Verdict, test, verdicts};
use kvant_toolchain::drivers::rustc::as_asked_with;
use kvant_toolchain::{
    Backend, Cancel, Limits, Request, Scratch, Source, ToolError, Toolchain, driver_named,
    named_request,
};
use serde_json::Value;

use super::Sort;
use crate::report::Failure;
use crate::subject::{from_text, program_among};

/// What shows a bug.
pub(super) struct Case {
    /// The smallest program that is known to show it.
    pub(super) subject: Box<dyn Subject>,
    /// Whose compiler shows it, if that can be told from its name.
    pub(super) family: Option<&'static str>,
    /// What compilers are asked to do with it.
    pub(super) request: Request,
    /// What is to be seen.
    pub(super) symptom: Symptom,
}

impl Case {
    /// Whether this compiler can be asked.
    pub(super) fn suits(&self, toolchain: &Toolchain) -> bool {
        let same = |family: &str| family == toolchain.family().name;
        Sort::of(&*self.subject).suits(toolchain) && self.family.is_none_or(same)
    }

    /// What shows this bug: its analysis says so, or else the first program in which it was found.
    pub(super) fn of(store: &Store, bug: &Bug) -> Result<Case, Failure> {
        let number = bug.finding.id;
        let (files, backend) = match store.analysis(number)? {
            Some(analysis) => (analysis.files, Some(analysis.backend)),
            None => (original(store, number)?, None),
        };
        let Some((language, program)) = program_among(&files) else {
            return Err(format!("bug {number} has no program file").into());
        };
        let subject = parsed(number, language, program)?;
        let (said_by, verdict) = said(&files, backend.as_deref(), &bug.finding.kind)
            .ok_or_else(|| format!("it was not written down what is to be seen of bug {number}"))?;
        let backend = backend.unwrap_or(said_by);
        let (whose, request) = named_request(&backend)
            .ok_or_else(|| format!("bug {number} was shown by `{backend}`, which is no backend"))?;
        let symptom = Symptom::of(&verdict)
            .ok_or_else(|| format!("bug {number} is `{}`, which is nothing bad", verdict.name()))?;
        let driver = driver_named(language, whose);
        Ok(Case {
            subject,
            family: driver.map(|driver| driver.family().name),
            request: as_asked_with(request, &command(&files, &backend)),
            symptom,
        })
    }
}

/// The program that a bug has, as it was written down.
pub(super) fn parsed(
    number: i64,
    language: Source,
    text: &str,
) -> Result<Box<dyn Subject>, Failure> {
    let name = format!("bug-{number}");
    let read = from_text(language, &name, format!("from {name}"), text);
    let read = read.map_err(|error| format!("the program of bug {number}:{error}"))?;
    Ok(read.map_err(|refused| {
        let why = refused.why;
        format!("the machine does not accept the program of bug {number}: {why}")
    })?)
}

/// The content of the file with this name.
pub(super) fn named<'a>(files: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let file = files.iter().find(|(file, _)| file == name);
    file.map(|(_, content)| content.as_str())
}

/// The backend of this name, as it was asked with this command line.
pub(super) fn asked_with(
    name: &str,
    command: &str,
    toolchains: &[Arc<Toolchain>],
) -> Option<Backend> {
    let Backend { toolchain, request } = Backend::named(name, toolchains)?;
    let request = as_asked_with(request, command);
    Some(Backend { toolchain, request })
}

/// The command line with which this backend was asked, as far as it was written down.
pub(super) fn command(files: &[(String, String)], backend: &str) -> String {
    let bisection = named(files, "bisection.json");
    let bisection: Option<Value> = bisection.and_then(|text| serde_json::from_str(text).ok());
    let needed = bisection.map(|found| found["needed"].clone());
    let needed = needed.filter(|needed| needed["backend"] == backend);
    if let Some(command) = needed
        .as_ref()
        .and_then(|needed| needed["command"].as_str())
    {
        return command.to_owned();
    }
    let verdicts = named(files, "verdicts.txt").unwrap_or_default();
    command_in(verdicts, backend).to_owned()
}

/// The command line of a backend in a `verdicts.txt`.
pub(super) fn command_in<'a>(verdicts: &'a str, backend: &str) -> &'a str {
    let lines: Vec<&str> = verdicts.lines().collect();
    let is_its = |pair: &&[&'a str]| {
        let (name, _) = pair[0].rsplit_once(": ").unwrap_or_default();
        name == backend && pair[1].starts_with("$ ")
    };
    lines.windows(2).find(is_its).map_or("", |pair| pair[1])
}

/// The files of the first program in which a finding was seen, of those that were kept.
fn original(store: &Store, number: i64) -> Result<Vec<(String, String)>, Failure> {
    let finding = store.finding(number)?;
    let occurrences = finding.into_iter().flat_map(|finding| finding.occurrences);
    let mut with_files = occurrences.filter(|seen| !seen.files.is_empty());
    let mut files = Vec::new();
    for file in with_files.next().map(|seen| seen.files).unwrap_or_default() {
        files.push((file.name, store.file(&file.object)?));
    }
    Ok(files)
}

/// Who showed it, and what was said: by this backend, or else by the first of the failing, or else by whoever said something that
/// is of this kind, or else by whoever said anything bad.
fn said(
    files: &[(String, String)],
    backend: Option<&str>,
    kind: &str,
) -> Option<(String, Verdict)> {
    let written = named(files, "verdicts.txt")
        .map(verdicts)
        .unwrap_or_default();
    let mut bad: Vec<_> = written
        .into_iter()
        .filter(|(_, verdict)| verdict.is_bad())
        .collect();
    if let Some(backend) = backend {
        if let Some(n) = bad.iter().position(|(who, _)| who == backend) {
            return Some(bad.swap_remove(n));
        }
        if let Some(verdict) = named(files, "bisection.json").and_then(bisected) {
            return Some((backend.to_owned(), verdict));
        }
    }
    let failing = named(files, "accused.txt").unwrap_or_default();
    for failing in failing.lines() {
        if let Some(n) = bad.iter().position(|(who, _)| who == failing) {
            return Some(bad.swap_remove(n));
        }
    }
    let built = |(who, _): &(String, Verdict)| named_request(who).is_some();
    bad.retain(built);
    if let Some(n) = bad.iter().position(|(_, verdict)| verdict.name() == kind) {
        return Some(bad.swap_remove(n));
    }
    if !bad.is_empty() {
        return Some(bad.swap_remove(0));
    }
    // What a program does needs no words. A crash of a compiler does: there may be others.
    let verdict = Verdict::written(kind, "")?;
    let is_of_the_program =
        Symptom::of(&verdict).is_some_and(|symptom| !symptom.is_of_the_compiler());
    let certain = is_of_the_program || verdict == Verdict::CompilerHang;
    Some((backend?.to_owned(), verdict)).filter(|_| certain)
}

/// What `kvant bisect --json` followed.
fn bisected(text: &str) -> Option<Verdict> {
    let value: Value = serde_json::from_str(text).ok()?;
    let verdict = Verdict::written(value["verdict"].as_str()?, value["detail"].as_str()?)?;
    verdict.is_bad().then_some(verdict)
}

/// What may be used by a compiler that is asked about a small program. What takes longer hangs.
pub(super) fn compiler_limits(cancel: &Cancel) -> Limits {
    Limits {
        cpu: Duration::from_secs(10),
        wall: Duration::from_secs(30),
        ..Limits::for_compiler().cancelled_by(cancel)
    }
}

/// What a compiler is asked about a program, and what it may not take back.
pub(super) struct Question<'a> {
    pub(super) subject: &'a dyn Subject,
    pub(super) backend: Backend,
    /// What is expected to be seen, if something is. If it is not, that is asked a second time.
    pub(super) symptom: Option<&'a Symptom>,
}

/// Asks many questions, several at the same time, and tells each answer with the number of its question.
pub(super) fn ask_all(
    questions: &[Question<'_>],
    jobs: Option<NonZero<usize>>,
    cancel: &Cancel,
    mut tell: impl FnMut(usize, Result<Verdict, ToolError>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let jobs = jobs.map_or_else(cores, NonZero::get).min(questions.len());
    let next = AtomicUsize::new(0);
    let (sender, answers) = mpsc::channel();
    let answered = thread::scope(|scope| {
        for _ in 0..jobs {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some((n, question)) = take(questions, next) {
                    let answer = match cancel.is_cancelled() {
                        true => Err(ToolError::Cancelled),
                        false => question.ask(cancel),
                    };
                    // Nobody listens any more after an error.
                    if sender.send((n, answer)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        answers
            .into_iter()
            .try_for_each(|(n, answer)| tell(n, answer))
    });
    if cancel.is_cancelled() {
        return Err(ToolError::Cancelled.into());
    }
    answered
}

fn take<'a, 'b>(
    questions: &'a [Question<'b>],
    next: &AtomicUsize,
) -> Option<(usize, &'a Question<'b>)> {
    let n = next.fetch_add(1, Ordering::Relaxed);
    Some((n, questions.get(n)?))
}

impl Question<'_> {
    fn ask(&self, cancel: &Cancel) -> Result<Verdict, ToolError> {
        let (compiler, program) = (
            compiler_limits(cancel),
            Limits::for_program().cancelled_by(cancel),
        );
        let once = || {
            let scratch = Scratch::new()?;
            test(self.subject, &self.backend, &scratch, &compiler, &program)
        };
        let verdict = once()?;
        match self.symptom {
            Some(symptom) if !symptom.shows(&verdict) => once(),
            _ => Ok(verdict),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, text: &str) -> (String, String) {
        (name.to_owned(), text.to_owned())
    }

    /// `O3` had all MIR passes once.
    #[test]
    fn old_names_mean_what_they_meant() {
        let level = |files: &[(String, String)], backend: &str| {
            let (_, request) = named_request(backend).unwrap();
            let request = as_asked_with(request, &command(files, backend));
            request.switches
        };
        let verdicts = "x\n\na-O3: wrong value\n$ rustc -Copt-level=3 -Zmir-opt-level=4 a.rs\n\n\
                        b-O3: agrees\n$ rustc -Copt-level=3 a.rs\n";
        let files = [file("verdicts.txt", verdicts)];
        let command = "rustc -Copt-level=3 -Zmir-opt-level=4 -Clto=fat a.rs";
        let needed = serde_json::json!({
            "needed": { "backend": "c-O3 -Clto=fat", "command": command }
        });
        let bisected = [file("bisection.json", &needed.to_string())];
        assert_eq!(level(&files, "a-O3"), ["mir4"]);
        assert_eq!(level(&files, "b-O3"), [""; 0]);
        assert_eq!(level(&files, "d-O3"), [""; 0]);
        assert_eq!(level(&bisected, "c-O3 -Clto=fat"), ["mir4"]);
    }

    #[test]
    fn what_is_to_be_seen_is_what_was_written_down() {
        let verdicts = "x: flaky\ny\n\na-O3: wrong value\n$ rustc\n\nb-O3: compiler crash\n$ rustc\nerror: b\n\n\
                        c-O2: compiler crash\n$ rustc\nerror: c\n\nd-O2: agrees\n$ rustc\n";
        let files = [file("verdicts.txt", verdicts)];
        let bisection = r#"{ "verdict": "compiler crash", "detail": "error: bisected" }"#;
        let failing = [files[0].clone(), file("accused.txt", "x-O3\nc-O2\nb-O3\n")];
        let both = [files[0].clone(), file("bisection.json", bisection)];
        for (files, backend, kind, expected) in [
            (
                &files[..],
                Some("c-O2"),
                "compiler crash",
                Some(("c-O2", "error: c")),
            ),
            (
                &both,
                Some("c-O2"),
                "compiler crash",
                Some(("c-O2", "error: c")),
            ),
            (
                &both,
                Some("e-O1"),
                "compiler crash",
                Some(("e-O1", "error: bisected")),
            ),
            (
                &files,
                Some("d-O2"),
                "compiler crash",
                Some(("b-O3", "error: b")),
            ),
            (&files, None, "compiler crash", Some(("b-O3", "error: b"))),
            (&failing, None, "compiler crash", Some(("c-O2", "error: c"))),
            (&files, None, "machine dispute", Some(("a-O3", ""))),
            (&[], Some("e-O1"), "wrong value", Some(("e-O1", ""))),
            // Any crash at all is not what is looked for.
            (&[], Some("e-O1"), "compiler crash", None),
            (&[], None, "wrong value", None),
        ] {
            let found = said(files, backend, kind);
            let found = found.map(|(who, verdict)| {
                (
                    who,
                    match verdict {
                        Verdict::CompilerCrash { message } => message,
                        _ => String::new(),
                    },
                )
            });
            let expected = expected.map(|(who, said)| (who.to_owned(), said.to_owned()));
            assert_eq!(found, expected, "{backend:?} {kind}");
        }
    }
}
