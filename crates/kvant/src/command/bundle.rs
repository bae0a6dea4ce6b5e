//! `kvant bundle`: a folder with everything known about a bug, for a person who reports it.
//!
//! It contains facts without any assessment. Nothing is sent anywhere.

mod facts;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kvant_campaign::store::{Bug, FindingDetail, Store};
use kvant_campaign::{
    Analysis, Ask, Difference, Subject, TraceLine, Verdict, backend_again, is_repeatable, observed,
};
use kvant_record::command::{self, Bisection, MatrixEntry};
use kvant_record::{Moment, Recheck, Record};
use kvant_toolchain::{
    Backend, Cancel, Limits, Preset, Request, Scratch, ToolError, Toolchain, Toolchains,
};

use super::bugs::by_number;
use super::evidence::{Case, Question, ask_all, compiler_limits, named, parsed};
use super::findings::kept_program;
use super::repro::{SCRIPT, is_plain, make_empty, write};
use super::{Asked, Sort, found_in};
use crate::cli::{Bundle, Matrix};
use crate::interrupt::on_interrupt;
use crate::progress::Progress;
use crate::report::{DIM, Ended, Failure, Found, json, line, note, table, wants_json};
use crate::settings::Settings;
use crate::subject::{origin, program_among};

pub(super) fn execute(arguments: &Bundle, settings: Option<&Path>) -> Ended {
    let mut store = Store::existing(&arguments.kept.store)?;
    let mut bug = by_number(&store, arguments.number)?;
    let number = bug.finding.id;
    if number != arguments.number {
        note(format_args!(
            "{DIM}note: finding {} is the same as {number}: this is bug {number}{DIM:#}",
            arguments.number
        ));
    }
    let Some(analysis) = store.analysis(number)? else {
        return Err(
            format!("bug {number} is not reduced yet: run `kvant reduce {number}` first").into(),
        );
    };
    let finding = super::findings::by_number(&store, number)?;
    let mut files = kept(&analysis.files)?;
    let out = arguments.out.clone();
    let out = out.unwrap_or_else(|| PathBuf::from(format!("bug-{number}")));
    make_empty(&out)?;

    let program = program_among(&analysis.files);
    let subject = program.map(|program| parsed(number, &program));
    let subject = subject.transpose()?;
    let all = Toolchains::discover_in(&found_in(&Settings::read(settings)?));
    let cancel = on_interrupt()?;
    let shown = analysis.backend.as_ref();
    let backend = shown.and_then(|shown| backend_again(shown, &all.found));
    let mut toolchains = known_toolchains(&analysis, &all);
    let mut answers = None;
    if let Some(subject) = subject.as_deref().filter(|_| !arguments.no_matrix) {
        let asked = asked(&arguments.matrix, settings, subject)?;
        toolchains.clone_from(&asked.toolchains);
        let own = shown.filter(|shown| is_repeatable(shown));
        let own = own.map(|shown| shown.request.clone());
        let matrix = matrix(subject, &asked, own.as_ref(), &cancel)?;
        files.push(("matrix.txt".into(), matrix.text()));
        let json = serde_json::to_string_pretty(&matrix.record())?;
        files.push(("matrix.json".into(), json + "\n"));
        if let Err(problem) = matrix.keep(&mut store, &bug) {
            note(format_args!(
                "{DIM}note: the matrix is not recorded in the store: {}{DIM:#}",
                problem.message
            ));
        }
        bug = by_number(&store, number)?;
        answers = Some(matrix);
    }
    let mut known = Known {
        bug: &bug,
        finding: &finding,
        analysis: &analysis,
        head: original_head(&store, &finding)?,
        bisection: bisection(&analysis),
        backend: backend.as_ref(),
        symptom: None,
        first: None,
        matrix: answers,
    };
    if let (Some(subject), Some(backend)) = (subject.as_deref(), &backend) {
        files.extend(known.look(subject, backend, &cancel)?);
    }
    files.push(("versions.txt".into(), versions(&toolchains)));
    files.sort();
    let facts = known.facts(&files);
    files.insert(0, ("facts.md".into(), facts));
    write_all(&out, &files)?;

    match wants_json() {
        true => json(command::Bundle {
            bug: number,
            folder: out.display().to_string(),
            files: files.into_iter().map(|(name, _)| name).collect(),
        }),
        false => line(format_args!(
            "bug {number} ({}): {} files in {}; begin with {}",
            bug.finding.kind,
            files.len(),
            out.display(),
            out.join("facts.md").display()
        )),
    }
    Ok(Found::Fine)
}

/// Everything known about a bug.
struct Known<'a> {
    bug: &'a Bug,
    finding: &'a FindingDetail,
    analysis: &'a Analysis,
    /// The origin of the program in which it was first found.
    head: Option<String>,
    /// The cause, if it was looked for.
    bisection: Option<Bisection>,
    /// The backend with the fewest flags that shows it, if its compiler is installed.
    backend: Option<&'a Backend>,
    /// The verdict of that backend now.
    symptom: Option<Verdict>,
    /// The first line of the trace that differs from the expected one.
    first: Option<Difference>,
    matrix: Option<Answers>,
}

impl Known<'_> {
    /// Tests the program once more, and writes the trace and its explanation to files.
    fn look(
        &mut self,
        subject: &dyn Subject,
        backend: &Backend,
        cancel: &Cancel,
    ) -> Result<Vec<(String, String)>, Failure> {
        let scratch = Scratch::new()?;
        let (compiler, program) = (
            compiler_limits(cancel),
            Limits::for_program().cancelled_by(cancel),
        );
        let ask = Ask {
            backend,
            scratch: &scratch,
            compiler: &compiler,
            program: &program,
        };
        let output = observed(subject, ask)?;
        if cancel.is_cancelled() {
            return Err(ToolError::Cancelled.into());
        }
        let mut files = Vec::new();
        match output {
            Ok(output) => {
                let (text, first) = side_by_side(subject, &output, &backend.name());
                files.push(("trace.txt".into(), text));
                if let Some(number) = first.as_ref().and_then(|first| first.index)
                    && let Some(explanation) = subject.explanation(number as usize)
                {
                    files.push(("explanation.txt".into(), explanation));
                }
                self.first = first;
            }
            Err(verdict) => self.symptom = Some(verdict),
        }
        Ok(files)
    }
}

/// The files of an analysis under their names in the bundle: those of the reduced program in one folder, those of the lifted
/// program in another one.
fn kept(files: &[(String, String)]) -> Result<Vec<(String, String)>, Failure> {
    let mut kept = Vec::new();
    for (name, content) in files {
        let (folder, file) = match name.strip_prefix("lifted/") {
            Some(file) => ("lifted/", file),
            None if ["bisection.json", "culprit.diff"].contains(&&**name) => ("", &**name),
            None => ("reduced/", &**name),
        };
        if !is_plain(file) {
            return Err(format!(
                "the analysis has a file called `{name}`, which is no file name: the store is damaged"
            )
            .into());
        }
        kept.push((format!("{folder}{file}"), content.clone()));
    }
    Ok(kept)
}

fn bisection(analysis: &Analysis) -> Option<Bisection> {
    let text = named(&analysis.files, "bisection.json")?;
    let record = serde_json::from_str::<Record<Bisection>>(text);
    record.ok().map(|record| record.value)
}

/// The origin of the program in which it was first found.
fn original_head(store: &Store, finding: &FindingDetail) -> Result<Option<String>, Failure> {
    let program = kept_program(store, finding)?;
    Ok(program.and_then(|program| origin(&program.text)))
}

/// The compilers of an analysis that are installed.
fn known_toolchains(analysis: &Analysis, all: &Toolchains) -> Vec<Arc<Toolchain>> {
    let mut here = all.found.clone();
    here.retain(|toolchain| {
        let mut versions = analysis.versions.iter();
        versions.any(|version| version.toolchain == toolchain.name)
    });
    here
}

/// The backends that test it: those of the command line, or the standard preset.
fn asked(
    matrix: &Matrix,
    settings: Option<&Path>,
    subject: &dyn Subject,
) -> Result<Asked, Failure> {
    let matrix = Matrix {
        backends: matrix.backends.or(Some(Preset::Standard)),
        ..matrix.clone()
    };
    Asked::new(&matrix, settings, &[Sort::of(subject)])
}

/// The verdicts of many backends on the reduced program.
struct Answers {
    said: Vec<(Backend, Verdict)>,
}

/// Tests the program with all backends, and also with every compiler and the request that shows the bug.
fn matrix(
    subject: &dyn Subject,
    asked: &Asked,
    own: Option<&Request>,
    cancel: &Cancel,
) -> Result<Answers, Failure> {
    let with_own = |toolchain: &Arc<Toolchain>| {
        let (toolchain, request) = (Arc::clone(toolchain), own?.clone());
        Some(Backend { toolchain, request })
    };
    let mut backends: Vec<Backend> = asked.toolchains.iter().filter_map(with_own).collect();
    let others = asked.backends(|_| Vec::new()).into_iter();
    let others: Vec<Backend> = others.filter(|other| !backends.contains(other)).collect();
    backends.extend(others);
    let questions = backends.iter().map(|backend| Question {
        subject,
        backend: backend.clone(),
        symptom: None,
    });
    let questions: Vec<Question<'_>> = questions.collect();
    let mut progress = Progress::new();
    let mut said: Vec<Option<Verdict>> = vec![None; questions.len()];
    let mut count = 0;
    ask_all(&questions, None, cancel, |n, answer| {
        // The failure of one backend does not spoil the answers of the others.
        said[n] = Some(match answer {
            Err(error) if !cancel.is_cancelled() => Verdict::CannotSay {
                message: error.to_string(),
            },
            answer => answer?,
        });
        count += 1;
        progress.show(|| format!("{count} of {} backends tested", backends.len()));
        Ok(())
    })?;
    progress.clear();
    let said = backends.into_iter().zip(said);
    let said = said.filter_map(|(backend, verdict)| Some((backend, verdict?)));
    Ok(Answers {
        said: said.collect(),
    })
}

impl Answers {
    /// Records the compilers that show the bug with one of the backends, unless they are on record. Compilers that do not show it
    /// are not recorded: that takes `kvant recheck`, which adapts the flags and tests twice.
    fn keep(&self, store: &mut Store, bug: &Bug) -> Result<(), Failure> {
        let case = Case::of(store, bug)?;
        let said = bug.said();
        for (backend, verdict) in &self.said {
            let toolchain = &backend.toolchain;
            let known = said.iter().any(|said| {
                said.shows && said.toolchain == toolchain.name && said.release == toolchain.release
            });
            if !known && case.suits(toolchain) && case.symptom.shows(verdict) {
                let recheck = Recheck {
                    toolchain: toolchain.name.clone(),
                    release: toolchain.release.clone(),
                    identity: toolchain.verbose.clone(),
                    verdict: verdict.kind(),
                    shows: true,
                    at: Moment::default(),
                };
                store.keep_recheck(bug.finding.id, &recheck)?;
            }
        }
        Ok(())
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let mut toolchains: Vec<&Arc<Toolchain>> = Vec::new();
        let mut flags: Vec<String> = Vec::new();
        for (backend, _) in &self.said {
            if !toolchains.contains(&&backend.toolchain) {
                toolchains.push(&backend.toolchain);
            }
            if !flags.contains(&without_toolchain(backend)) {
                flags.push(without_toolchain(backend));
            }
        }
        toolchains.sort_by_key(|toolchain| (toolchain.version, toolchain.date.clone()));
        let mut head = vec![String::new()];
        head.extend(toolchains.iter().map(|toolchain| toolchain.name.clone()));
        let mut rows = vec![head];
        for flags in flags {
            let mut row = vec![flags.clone()];
            for toolchain in &toolchains {
                let mut said = self.said.iter();
                let here = said.find(|(backend, _)| {
                    backend.toolchain == **toolchain && without_toolchain(backend) == flags
                });
                row.push(here.map_or_else(String::new, |(_, verdict)| verdict.name().to_owned()));
            }
            rows.push(row);
        }
        rows
    }

    fn text(&self) -> String {
        table(&self.rows())
    }

    fn record(&self) -> Vec<MatrixEntry> {
        let said = self.said.iter().map(|(backend, verdict)| {
            let fast = backend.toolchain.source().file("fast");
            let command = backend.command_line(Path::new(&fast), Path::new("program"));
            MatrixEntry {
                backend: backend.name(),
                toolchain: backend.toolchain.name.clone(),
                release: backend.toolchain.release.clone(),
                verdict: verdict.kind(),
                detail: verdict.detail(),
                command: command.to_string(),
            }
        });
        said.collect()
    }
}

/// The name of a backend without its toolchain: level and flags.
fn without_toolchain(backend: &Backend) -> String {
    let name = backend.name();
    let rest = name.strip_prefix(&backend.toolchain.name);
    rest.map_or(name.clone(), |rest| rest.trim_start_matches('-').to_owned())
}

/// The expected and the printed lines side by side, and the first difference.
fn side_by_side(
    subject: &dyn Subject,
    output: &str,
    backend: &str,
) -> (String, Option<Difference>) {
    let mut expected = subject.trace();
    expected.push(TraceLine {
        text: subject.summary(),
        origin: "the summary".into(),
    });
    let actual: Vec<&str> = output.lines().collect();
    let mut rows = vec![
        ["", "number", "where", "expected", backend]
            .map(str::to_owned)
            .to_vec(),
    ];
    let mut first = None;
    for number in 0..expected.len().max(actual.len()) {
        let (expected, actual) = (expected.get(number), actual.get(number));
        let is_first = first.is_none() && expected.map(|line| &*line.text) != actual.copied();
        if is_first {
            first = Some(Difference {
                index: Some(number as u64),
                place: expected.map(|line| line.origin.clone()),
                expected: expected.map(|line| line.text.clone()),
                actual: actual.map(|&line| line.to_owned()),
                varies: false,
                class: None,
            });
        }
        rows.push(vec![
            if is_first { FIRST } else { "" }.to_owned(),
            number.to_string(),
            expected.map_or_else(String::new, |line| line.origin.clone()),
            expected.map_or_else(String::new, |line| line.text.clone()),
            actual.map_or_else(String::new, |&line| line.to_owned()),
        ]);
    }
    (table(&rows), first)
}

/// Marks the first line that differs.
const FIRST: &str = ">>>";

/// The version output of compilers.
fn versions(toolchains: &[Arc<Toolchain>]) -> String {
    let mut text = String::new();
    for toolchain in toolchains {
        let (name, verbose) = (&toolchain.name, toolchain.verbose.trim_end());
        let _ = writeln!(text, "{name}:\n{verbose}\n");
    }
    text
}

fn write_all(out: &Path, files: &[(String, String)]) -> Result<(), Failure> {
    for (name, content) in files {
        let path = out.join(name);
        let folder = path.parent().unwrap_or(out);
        let written = std::fs::create_dir_all(folder)
            .and_then(|()| write(&path, content, name.ends_with(SCRIPT)));
        written.map_err(|error| {
            let path = path.display();
            format!("cannot write {path}: {error}; choose another folder with --out")
        })?;
    }
    Ok(())
}
