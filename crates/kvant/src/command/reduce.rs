//! `kvant reduce`: the smallest program that shows a disagreement, and the cause.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kvant_campaign::bisect::Symptom;
use kvant_campaign::investigate::{Case, Investigation, Investigator, Step};
use kvant_campaign::reduce::{End, Progress as Reducing};
use kvant_campaign::store::{FindingDetail, Store};
use kvant_campaign::{Analysis, Form, Kind, Subject, Verdict, backend_again, headline};
use kvant_languages::of_source;
use kvant_record::Outcome;
use kvant_record::command::{NoDisagreement, Reduction};
use kvant_toolchain::{Backend, Cancel, Toolchain, Toolchains};

use super::bisect::{first_to_disagree, usual};
use super::faithful::{is_read_as_written, shows_reprinted};
use super::findings::{by_number, kept_program};
use super::polish::{Polished, polish};
use super::{Sort, chosen, found_in, usable};
use crate::bisection;
use crate::cli::Reduce;
use crate::interrupt::on_interrupt;
use crate::progress::Progress;
use crate::report::{
    BAD, DIM, Ended, Failure, Found, GOOD, json, line, note, readable, sized, table, text,
    thousands, wants_json,
};
use crate::settings::Settings;
use crate::subject::{from_file, from_store, said as refusal};

pub(super) fn execute(arguments: &Reduce, settings: Option<&Path>) -> Ended {
    let what = match What::named(arguments)? {
        Ok(what) => what,
        Err(found) => return Ok(found),
    };
    let settings = Settings::read(settings)?;
    let all = Toolchains::discover_in(&found_in(&settings));
    let sorts = [Sort::of(&*what.subject)];
    let toolchains = chosen(&all, &arguments.compilers, &[], &sorts)?.asked;
    let versions = usable(&all, &sorts, &mut |_| {});
    let cancel = on_interrupt()?;
    is_read_as_written(&*what.subject, &toolchains, &cancel)?;
    let mut progress = Progress::new();
    let failing = what.failing(arguments, &toolchains)?;
    let Some((backend, verdict)) =
        first_to_disagree(&*what.subject, failing, &cancel, &mut progress)?
    else {
        progress.clear();
        match wants_json() {
            true => json(NoDisagreement {
                program: what.subject.name(),
                disagrees: None,
            }),
            false => line(format_args!(
                "{}: no backend disagrees; --backend names another one",
                what.subject.name()
            )),
        }
        return Ok(Found::Fine);
    };
    what.must_be_it(&verdict)?;
    // Reduction works on Kvant's own text of the program.
    shows_reprinted(&*what.subject, &backend, &verdict, &cancel)?;
    let folder = what.folder(arguments);
    let mut investigator = Investigator::new(&all, versions, bisection::files, &cancel);
    investigator.budget = arguments.budget;
    if let Some(jobs) = arguments.jobs {
        investigator.jobs = jobs;
    }
    let kind = what.kind();
    let What {
        subject,
        mut finding,
    } = what;
    let case = Case {
        subject: &*subject,
        backend,
        kind,
        symptom: Symptom::of(&verdict),
        folder: Some(folder.clone()),
        anew: arguments.fresh,
        deadline: None,
    };
    let mut found = investigator.run(&case, &mut |step| progress.show(|| said(&step)))?;
    if arguments.polish {
        progress.show(|| "polishing".to_owned());
        polished(&mut found, &case.backend, &cancel)?;
    }
    progress.clear();
    let kept = keep(&mut finding, arguments, &found.analysis)?;
    if finding.is_some() && found.analysis.is_smallest {
        // Everything of use is in the store.
        let _ = fs::remove_dir_all(&folder);
    }
    match wants_json() {
        true => json(record(&subject.name(), &case, &found)),
        false => show(&subject.name(), &case, &found, &kept),
    }
    Ok(Found::BadNews)
}

/// Adds the result of a reducer of text on the smallest program, if that is shorter.
fn polished(found: &mut Investigation, backend: &Backend, cancel: &Cancel) -> Result<(), Failure> {
    let reduced = &found.reduced;
    let language = of_source(reduced.best().language());
    let tools = language.polishers();
    if tools.is_empty() {
        return Ok(());
    }
    match polish(reduced.best(), backend, &reduced.verdict, cancel)? {
        None => note(format_args!(
            "neither {} is installed: the program is not polished",
            tools.join(" nor ")
        )),
        Some(Polished { tool, program }) => match program {
            None => note(format_args!("{tool} finds nothing shorter")),
            Some(program) => {
                let text = program.text(Form::Readable, None);
                note(format_args!("polished by {tool}:\n{}", language.own(&text)));
                found.analysis.files.push((
                    format!("polished/{}", language.source().file("program")),
                    text,
                ));
            }
        },
    }
    Ok(())
}

/// The program that is reduced.
struct What {
    subject: Box<dyn Subject>,
    /// The finding that it belongs to, and the store.
    finding: Option<(Store, FindingDetail)>,
}

impl What {
    /// The program that was named; or the result of the command, if the machine does not accept it.
    fn named(arguments: &Reduce) -> Result<Result<What, Found>, Failure> {
        let number = arguments
            .what
            .to_str()
            .and_then(|text| text.parse::<i64>().ok());
        let Some(number) = number else {
            return Ok(
                from_file(&arguments.what, &arguments.target.wanted())?.map(|subject| What {
                    subject,
                    finding: None,
                }),
            );
        };
        let store = Store::existing(&arguments.kept.store)?;
        let finding = by_number(&store, number)?;
        let program = kept_program(&store, &finding)?
            .ok_or_else(|| format!("finding {number} has no program: its files were not kept"))?;
        let name = format!("finding {number}");
        let read = from_store(&name, &format!("the program of {name}"), &program)?;
        let read = read.map_err(|refused| refusal(&refused, &name));
        Ok(read.map(|subject| What {
            subject,
            finding: Some((store, finding)),
        }))
    }

    fn kind(&self) -> Option<Kind> {
        let (_, finding) = self.finding.as_ref()?;
        Some(finding.summary.kind)
    }

    /// The backends that may show it.
    fn failing(
        &self,
        arguments: &Reduce,
        toolchains: &[Arc<Toolchain>],
    ) -> Result<Vec<Backend>, Failure> {
        let named = |name: &str| Backend::named(name, toolchains);
        if let Some(name) = &arguments.backend {
            let backend = named(name).ok_or_else(|| {
                let names: Vec<&str> = toolchains.iter().map(|each| each.name.as_str()).collect();
                format!(
                    "no backend `{name}`: it is the name of a toolchain ({}), `-O0` to `-O3` or `-const`, and more flags",
                    names.join(", ")
                )
            })?;
            return Ok(vec![backend]);
        }
        let Some((store, finding)) = &self.finding else {
            return Ok(usual(toolchains));
        };
        let record = store.record(finding.summary.id)?;
        let shown = record.as_ref().map(kvant_record::Finding::failing);
        let shown = shown.unwrap_or_default();
        let again = |shown: &&Outcome| backend_again(&shown.backend, toolchains);
        let failing: Vec<Backend> = shown.iter().filter_map(again).collect();
        match failing.is_empty() {
            false => Ok(failing),
            true => Err(format!(
                "no backend that showed finding {} is installed ({}): --backend names another one",
                finding.summary.id,
                shown
                    .iter()
                    .map(|shown| shown.backend.name())
                    .collect::<Vec<_>>()
                    .join(", ")
            )
            .into()),
        }
    }

    /// Fails if the symptom is not that of the finding.
    fn must_be_it(&self, verdict: &Verdict) -> Result<(), Failure> {
        let Some((store, finding)) = &self.finding else {
            return Ok(());
        };
        let number = finding.summary.id;
        if self.kind() == Some(Kind::Flaky) {
            return Err(format!(
                "finding {number} is flaky: it did not show again when it was found, so it cannot be reduced"
            )
            .into());
        }
        let record = store.record(number)?;
        let said = record.map(|record| record.outcomes).unwrap_or_default();
        let mut bad = said.iter().filter_map(|said| Symptom::of(&said.verdict));
        match said.is_empty() || bad.any(|symptom| symptom.shows(verdict)) {
            true => Ok(()),
            false => Err(format!(
                "the program now shows another {} than that of finding {number}: --backend names another backend, and \
                 `kvant recheck {number}` tests which compilers still show it",
                verdict.name()
            )
            .into()),
        }
    }

    /// The folder in which the answers of compilers are kept, so that an interrupted reduction can be resumed.
    fn folder(&self, arguments: &Reduce) -> PathBuf {
        match &self.finding {
            Some((store, finding)) => store.reductions().join(finding.summary.id.to_string()),
            None => out(arguments).join("reduction"),
        }
    }
}

/// Writes the analysis to the folder and the store, and returns the places in words.
fn keep(
    finding: &mut Option<(Store, FindingDetail)>,
    arguments: &Reduce,
    analysis: &Analysis,
) -> Result<String, Failure> {
    let mut kept = Vec::new();
    if finding.is_none() || arguments.out.is_some() {
        let folder = out(arguments);
        for (name, content) in &analysis.files {
            let path = folder.join(name);
            let parent = path.parent().unwrap_or(&folder);
            fs::create_dir_all(parent)
                .and_then(|()| fs::write(&path, content))
                .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        }
        kept.push(folder.display().to_string());
    }
    if let Some((store, finding)) = finding {
        let number = finding.summary.id;
        let same = store.keep_and_group(number, finding.summary.kind, analysis)?;
        kept.push(match same {
            None => format!("`kvant bundle {number}`"),
            Some(same) => format!("the same bug as finding {same}: `kvant bundle {same}`"),
        });
    }
    Ok(kept.join(", "))
}

/// The folder for the results of a file.
fn out(arguments: &Reduce) -> PathBuf {
    arguments.out.clone().unwrap_or_else(|| {
        let name = arguments.what.file_stem().unwrap_or_default();
        let name = match name.to_string_lossy() {
            name if name == "-" => "program".to_owned(),
            name => name.into_owned(),
        };
        PathBuf::from(format!("{name}-reduced"))
    })
}

/// The current step in words.
fn said(step: &Step<'_>) -> String {
    match step {
        Step::Reducing(Reducing {
            original,
            size,
            pass,
            effort,
            ..
        }) => format!(
            "{} of {} statements left; {} tested, {} compilations; {pass}",
            thousands(size.statements as u64),
            thousands(original.statements as u64),
            thousands(effort.asked),
            thousands(effort.spent.calls),
        ),
        Step::Bisecting(probed) => format!("{}: {}", probed.stage, probed.backend),
        Step::Lifting => "trying it in ordinary code".to_owned(),
        Step::Comparing => "comparing with the program in which it was found".to_owned(),
    }
}

fn show(name: &str, case: &Case<'_>, found: &Investigation, kept: &str) {
    let Investigation {
        analysis, reduced, ..
    } = found;
    let (verdict, backend) = (reduced.verdict.name(), case.backend.name());
    line(format_args!(
        "{name}: {BAD}{verdict}{BAD:#} on {backend}, from {} to {GOOD}{}{GOOD:#}\n",
        thousands(analysis.original.statements as u64),
        sized(analysis.size)
    ));
    let program = reduced.best().text(Form::Readable, None);
    let shown = of_source(reduced.best().language()).own(&program);
    text(shown.trim_end());
    line("\n");
    let row = |name: &str, text: String| vec![name.to_owned(), text];
    let takes = analysis.backend.as_ref().map(ToString::to_string);
    let mut rows = vec![row("takes", takes.unwrap_or_default())];
    rows.extend(culprit(analysis).map(|culprit| row("culprit", culprit)));
    let detail = headline(&reduced.verdict);
    if !detail.is_empty() {
        rows.push(row("shows", detail));
    }
    let versions = analysis.versions.iter();
    let versions = versions.map(|each| format!("{}: {}", each.release, each.verdict));
    if !analysis.versions.is_empty() {
        rows.push(row("versions", versions.collect::<Vec<_>>().join(", ")));
    }
    if let Some(form) = of_source(reduced.best().language()).lifted_form() {
        let lifted = match analysis.is_lifted {
            true => format!("it shows in {form} too"),
            false => {
                format!("it does not show in {form}, or the program cannot be written in it")
            }
        };
        rows.push(row("lifted", lifted));
    }
    if analysis.has_strayed {
        let doubt = "the program in which it was found is wrong without this pass too: it may show another bug as well";
        rows.push(row("but", doubt.to_owned()));
    }
    if !reduced.firm {
        let flaky = "it is not reproduced by every run, so these results are less certain";
        rows.push(row("flaky", flaky.to_owned()));
    }
    if let Some(trouble) = &found.trouble {
        rows.push(row("trouble", trouble.clone()));
    }
    rows.push(row("kept", kept.to_owned()));
    text(&table(&rows));
    let effort = &reduced.effort;
    line(format_args!(
        "{DIM}{} programs tested, {} compilations, {} of processor time{DIM:#}",
        thousands(effort.asked),
        thousands(analysis.calls),
        readable(analysis.spent)
    ));
    let why = match reduced.end {
        End::Smallest => return,
        End::Budget => "the budget is spent",
        End::Cancelled => "interrupted",
        End::Trouble => "an error on this machine",
    };
    note(format_args!(
        "{DIM}{why}; the same command resumes it{DIM:#}"
    ));
}

fn record(name: &str, case: &Case<'_>, found: &Investigation) -> Reduction {
    let Investigation {
        analysis,
        reduced,
        bisection,
        same_cause,
        trouble,
        ..
    } = found;
    let bisection = bisection.as_ref();
    let files = analysis.files.iter();
    Reduction {
        program: name.to_owned(),
        disagrees: case.backend.name(),
        verdict: reduced.verdict.kind(),
        detail: reduced.verdict.detail(),
        kind: case.kind,
        original: analysis.original,
        size: analysis.size,
        end: match reduced.end {
            End::Smallest => "smallest",
            End::Budget => "budget",
            End::Cancelled => "cancelled",
            End::Trouble => "trouble",
        }
        .to_owned(),
        trouble: trouble.clone(),
        firm: reduced.firm,
        witness: reduced.witness.as_ref().map(Backend::name),
        asked: reduced.effort.asked,
        accepted: reduced.effort.accepted,
        known: reduced.effort.known,
        calls: analysis.calls,
        cpu_seconds: analysis.spent.as_secs_f64(),
        culprit: culprit(analysis).unwrap_or_default(),
        same_cause: *same_cause,
        shape: analysis.shape.clone(),
        lifted: analysis.is_lifted,
        bisection: bisection.map(|found| bisection::record(name, &reduced.verdict, found)),
        files: files.map(|(name, _)| name.clone()).collect(),
        text: reduced.best().text(Form::Readable, None),
    }
}

fn culprit(analysis: &Analysis) -> Option<String> {
    analysis.culprit.as_ref().map(ToString::to_string)
}
