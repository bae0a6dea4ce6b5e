//! `kvant bisect`: the cause of a disagreement.

use std::path::Path;
use std::sync::Arc;

use kvant_campaign::bisect::{Bisection, Bisector, Changed, Culprit, OnVersion};
use kvant_campaign::store::Store;
use kvant_campaign::{Subject, Verdict, VerdictKind, backend_again, completed, headline, test};
use kvant_record::command::NoDisagreement;
use kvant_toolchain::{
    Backend, Cancel, FlagError, Limits, OptLevel, Scratch, ToolError, Toolchain, Toolchains,
};

use super::faithful::is_read_as_written;
use super::findings::{by_number, kept_program};
use super::{Asked, Sort, found_in, usable};
use crate::bisection::{blamed, record, since};
use crate::cli::Bisect;
use crate::interrupt::on_interrupt;
use crate::line_diff::{Line, line_diff};
use crate::progress::Progress;
use crate::recipe::Recipe;
use crate::report::{BAD, DIM, Ended, Failure, Found, GOOD, error, json, line, table, wants_json};
use crate::settings::Settings;
use crate::subject::{Accepted, from_file, from_store, said};

/// Number of lines of code that are shown. The JSON has all of them.
const SHOWN: usize = 60;

pub(super) fn execute(arguments: &Bisect, settings: Option<&Path>) -> Ended {
    let subject = match subject(arguments)? {
        Ok(subject) => subject,
        Err(found) => return Ok(found),
    };
    let sorts = [Sort::of(&*subject)];
    let asked = Asked::new(&arguments.matrix, settings, &sorts)?;
    let backends = match failing(arguments, &asked)? {
        failing if failing.is_empty() => candidates(&asked, arguments.flags.as_deref())?,
        failing => failing,
    };
    let all = Toolchains::discover_in(&found_in(&Settings::read(settings)?));
    let versions = usable(&all, &sorts, &mut |_| {});
    let cancel = on_interrupt()?;
    is_read_as_written(&*subject, &asked.toolchains, &cancel)?;
    let mut progress = Progress::new();
    let Some((backend, verdict)) = first_to_disagree(&*subject, backends, &cancel, &mut progress)?
    else {
        progress.clear();
        match wants_json() {
            true => json(NoDisagreement {
                program: subject.name(),
                disagrees: None,
            }),
            false => line(format_args!(
                "{}: no backend disagrees; --flags and --backends choose others",
                subject.name()
            )),
        }
        return Ok(Found::Fine);
    };

    let bisector = Bisector::new(&all, versions, &cancel);
    let mut probes = 0;
    let bisection = bisector.run(&*subject, &backend, &verdict, &mut |probed| {
        probes += 1;
        progress.show(|| {
            let shows = if probed.shows {
                "shows"
            } else {
                "does not show"
            };
            let stage = probed.stage;
            format!("{stage}: test {probes}, it {shows} on {}", probed.backend)
        });
    })?;
    progress.clear();
    let Some(bisection) = bisection else {
        return Err(format!(
            "{backend} gave `{}` only once, so it cannot be bisected",
            verdict.name()
        )
        .into());
    };
    match wants_json() {
        true => json(record(&subject.name(), &verdict, &bisection)),
        false => show(&subject.name(), &verdict, &bisection),
    }
    if !bisection.has_culprit() {
        error("no culprit was found");
        return Ok(Found::Nothing);
    }
    Ok(Found::BadNews)
}

/// The program; or the result of the command, if the machine does not accept it.
fn subject(arguments: &Bisect) -> Result<Accepted, Failure> {
    if let Some(file) = &arguments.file {
        return from_file(file, &arguments.language.wanted());
    }
    if let Some(number) = arguments.finding {
        let store = Store::read_only(&arguments.kept.store)?;
        let finding = by_number(&store, number)?;
        let program = kept_program(&store, &finding)?;
        let program = program.ok_or_else(|| format!("finding {number} has no program file"))?;
        let name = format!("finding {number}");
        let read = from_store(&name, &format!("the program of {name}"), &program)?;
        return Ok(read.map_err(|refused| said(&refused, &name)));
    }
    let seed = arguments.seed.unwrap_or_default();
    let recipe = Recipe::new(&arguments.language, &arguments.generator)?;
    Ok(Ok(recipe.made(seed)?.subject))
}

/// The backends that showed the finding, if there is one and no other backends were named.
fn failing(arguments: &Bisect, asked: &Asked) -> Result<Vec<Backend>, Failure> {
    let named = arguments.flags.is_some() || asked.preset.is_some();
    let Some(number) = arguments.finding.filter(|_| !named) else {
        return Ok(Vec::new());
    };
    let store = Store::read_only(&arguments.kept.store)?;
    by_number(&store, number)?;
    let Some(record) = store.record(number)? else {
        return Ok(Vec::new());
    };
    let failing = record.failing().into_iter();
    let backends = failing.filter_map(|shown| backend_again(&shown.backend, &asked.toolchains));
    let built = |backend: &Backend| backend.makes_code();
    Ok(backends.filter(built).collect())
}

/// The backends that may disagree, those of the newest compilers first: they have the most flags about passes.
fn candidates(asked: &Asked, flags: Option<&str>) -> Result<Vec<Backend>, Failure> {
    let mut backends = match flags {
        None => asked.backends(usual),
        Some(flags) => {
            let flags: Vec<String> = flags.split_whitespace().map(str::to_owned).collect();
            let backend = |toolchain: &Arc<Toolchain>| {
                Ok::<_, FlagError>(Backend {
                    toolchain: toolchain.clone(),
                    request: toolchain.driver.request(&flags)?,
                })
            };
            let backends = asked.toolchains.iter().map(backend);
            backends.collect::<Result<_, _>>()?
        }
    };
    backends.retain(Backend::makes_code);
    newest_first(&mut backends);
    Ok(backends)
}

/// The default builds of each compiler and O2, highest level first, newest compilers first: they have the most flags about passes.
pub(super) fn usual(toolchains: &[Arc<Toolchain>]) -> Vec<Backend> {
    let all = |toolchain: &Arc<Toolchain>| {
        let mut builds = toolchain.usual();
        let release = Backend::build(Arc::clone(toolchain), OptLevel::O2);
        if release.optimises() && !builds.contains(&release) {
            builds.push(release);
        }
        builds.sort_by_key(|backend| std::cmp::Reverse(backend.request.level));
        builds
    };
    let mut backends: Vec<Backend> = toolchains.iter().flat_map(all).collect();
    newest_first(&mut backends);
    backends
}

fn newest_first(backends: &mut [Backend]) {
    backends.sort_by_key(|backend| std::cmp::Reverse(backend.toolchain.version));
}

/// The first backend that disagrees, with its request as the program completes it, and its verdict.
pub(super) fn first_to_disagree(
    subject: &dyn Subject,
    backends: Vec<Backend>,
    cancel: &Cancel,
    progress: &mut Progress,
) -> Result<Option<(Backend, Verdict)>, ToolError> {
    let compiler = Limits::for_compiler().cancelled_by(cancel);
    let program = Limits::for_program().cancelled_by(cancel);
    let scratch = Scratch::new()?;
    for backend in backends {
        progress.show(|| format!("looking for a backend that disagrees: {backend}"));
        let Some(backend) = completed(&backend, subject) else {
            continue;
        };
        let verdict = test(subject, &backend, &scratch, &compiler, &program)?;
        if cancel.is_cancelled() {
            return Err(ToolError::Cancelled);
        }
        if verdict.is_bad() {
            return Ok(Some((backend.into_owned(), verdict)));
        }
    }
    Ok(None)
}

fn show(name: &str, verdict: &Verdict, found: &Bisection) {
    let said = match headline(verdict) {
        said if said.is_empty() => String::new(),
        said => format!(": {said}"),
    };
    let (backend, what) = (found.begun.name(), verdict.name());
    line(format_args!(
        "{name}: {BAD}{what}{BAD:#} on {backend}{said}\n"
    ));
    let row = |name: &str, text: String| vec![name.to_owned(), text];
    let level = match found.level {
        Some(level) => format!("; lowest standard level that shows it: {level}"),
        None if found.needed.request.is_build() => "; no standard level alone shows it".to_owned(),
        None => String::new(),
    };
    let mut rows = vec![row("takes", format!("{}{level}", found.needed))];
    let parts = found.parts.iter();
    rows.extend(parts.map(|(part, blame)| row(part.name, blamed(blame))));
    rows.push(row("since", since(&found.since)));
    rows.extend(found.versions.iter().map(|each| row("", on_version(each))));
    if found.flaky {
        let flaky = "it is not reproduced by every run, so these results are less certain";
        rows.push(row("flaky", flaky.to_owned()));
    }
    crate::report::text(&table(&rows));
    line(format_args!(
        "{DIM}{} tests, {:.1} s of processor time{DIM:#}",
        found.probes,
        found.spent.total().as_secs_f64()
    ));
    for (_, culprit) in found.culprits() {
        if let Some(code) = &culprit.code {
            show_code(culprit, code);
        }
    }
}

fn show_code(culprit: &Culprit, code: &Changed) {
    let (form, pass, on) = (code.form.name(), &culprit.pass, &code.function);
    let Some(after) = &code.after else {
        line(format_args!(
            "\n{form} of {on} before {pass}, which does not terminate:"
        ));
        let lines: Vec<&str> = code.before.lines().collect();
        for text in lines.iter().take(SHOWN) {
            line(format_args!("  {text}"));
        }
        return more(lines.len());
    };
    line(format_args!("\n{form} of {on} before and after {pass}:"));
    let lines = line_diff(&code.before, after);
    for text in lines.iter().take(SHOWN) {
        match text {
            Line::Both(text) => line(format_args!("  {text}")),
            Line::Old(text) => line(format_args!("{BAD}- {text}{BAD:#}")),
            Line::New(text) => line(format_args!("{GOOD}+ {text}{GOOD:#}")),
            Line::Skipped(count) => line(format_args!("{DIM}  … {count} lines{DIM:#}")),
        }
    }
    more(lines.len());
}

fn more(lines: usize) {
    if lines > SHOWN {
        let rest = lines - SHOWN;
        line(format_args!(
            "{DIM}  and {rest} more lines: --json has all{DIM:#}"
        ));
    }
}

fn on_version(version: &OnVersion) -> String {
    let OnVersion {
        toolchain,
        shows,
        verdict,
        left_out,
    } = version;
    let other = match *shows || *verdict == VerdictKind::Agrees {
        true => "",
        false => ", but another symptom",
    };
    let without = match left_out.is_empty() {
        true => String::new(),
        false => format!(" (without {}, which it does not know)", left_out.join(" ")),
    };
    format!("{toolchain}: {verdict}{other}{without}")
}
