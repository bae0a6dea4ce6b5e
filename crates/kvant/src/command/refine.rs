//! `kvant refine`: functions before and after a transformation.

mod show;

use std::path::Path;
use std::time::{Duration, Instant};

use kvant_languages::refine::{self, NotJudged, Prepared, Question};
use kvant_record::refine::{Optimiser, OptimiserFailure, Refine, RefineVerdict};
use kvant_toolchain::drivers::llvm::{self, AliveTv, NotTransformed, Opt};
use kvant_toolchain::{Cancel, Limits, ToolError};

use crate::cli;
use crate::interrupt::on_interrupt;
use crate::progress::Progress;
use crate::report::{Ended, Failure, Found, json, wants_json};
use crate::subject::read;

/// The passes if none are given.
const PASSES: &str = "default<O3>";

/// Progress is shown after this time.
const SHORT: Duration = Duration::from_secs(2);

pub(super) fn execute(arguments: &cli::Refine) -> Ended {
    let cancel = on_interrupt()?;
    let mut record = Refine {
        is_complete: true,
        ..Refine::default()
    };
    let texts = match &arguments.files[..] {
        [before, after] => files(arguments, &mut record, before, after)?,
        [file] => transformed(arguments, &mut record, file, &cancel)?,
        _ => return Err("give one file or two".into()),
    };
    if let Some(texts) = texts {
        judge(arguments, &mut record, &texts, &cancel)?;
        ask(arguments, &mut record, &texts, &cancel);
    }
    let found = verdict(&record);
    match wants_json() {
        true => json(&record),
        false => show::print(&record),
    }
    Ok(found)
}

/// The texts that are judged.
struct Texts {
    before: String,
    after: String,
    old: Option<String>,
    /// Their names in messages.
    names: [String; 3],
}

/// The texts of two files.
fn files(
    arguments: &cli::Refine,
    record: &mut Refine,
    before: &Path,
    after: &Path,
) -> Result<Option<Texts>, Failure> {
    let given = [
        ("--opt", arguments.opt.is_some()),
        ("--passes", arguments.passes.is_some()),
        ("--against", arguments.against.is_some()),
    ];
    if let Some((option, _)) = given.iter().find(|(_, is_given)| *is_given) {
        return Err(format!(
            "{option} goes with one file, which `opt` transforms; there are two: {} and {}",
            before.display(),
            after.display()
        )
        .into());
    }
    if before == Path::new("-") && after == before {
        return Err("only one of both files can be standard input".into());
    }
    let names = [before, after].map(|it| it.display().to_string());
    record.before.clone_from(&names[0]);
    record.after = Some(names[1].clone());
    let [first, second] = names;
    Ok(Some(Texts {
        before: read(before)?,
        after: read(after)?,
        old: None,
        names: [first, second, String::new()],
    }))
}

/// The text of a file, and what optimisers make of it. None if one of them fails, after that was recorded.
fn transformed(
    arguments: &cli::Refine,
    record: &mut Refine,
    file: &Path,
    cancel: &Cancel,
) -> Result<Option<Texts>, Failure> {
    let limits = Limits::for_compiler().cancelled_by(cancel);
    let name = file.display().to_string();
    let text = read(file)?;
    let prepared = refine::prepare(&text).map_err(|why| format!("{name}:{why}"))?;
    let Prepared { text, removed } = prepared;
    record.before.clone_from(&name);
    record.removed = removed;
    let words = llvm::arguments(arguments.passes.as_deref().unwrap_or(PASSES));
    let make = |wanted: &str| -> Result<(Optimiser, Option<String>), Failure> {
        let opt = Opt::named(wanted, &limits)?;
        let mut optimiser = Optimiser {
            name: opt.name(),
            path: opt.tool.path.display().to_string(),
            arguments: words.clone(),
            failure: None,
        };
        match opt.run(&text, &words, &limits) {
            Ok(after) => Ok((optimiser, Some(after))),
            Err(error) => {
                optimiser.failure = Some(failure(&optimiser.name, error)?);
                Ok((optimiser, None))
            }
        }
    };
    let (optimiser, after) = make(arguments.opt.as_deref().unwrap_or_default())?;
    let mut names = [name.clone(), output_of(&optimiser, &name), String::new()];
    record.optimiser = Some(optimiser);
    let mut old = None;
    if let Some(wanted) = &arguments.against {
        let (optimiser, text) = make(wanted)?;
        names[2] = output_of(&optimiser, &name);
        record.against = Some(optimiser);
        old = Some(text);
    }
    // A text that only the older one does not make is no reason not to judge the other.
    let old = old.flatten();
    Ok(after.map(|after| Texts {
        before: text,
        after,
        old,
        names,
    }))
}

/// The name of the text that an optimiser made of a file.
fn output_of(optimiser: &Optimiser, file: &str) -> String {
    format!("the output of {} for {file}", optimiser.name)
}

/// The record of a failure, or the error of one that says nothing about the optimiser.
fn failure(name: &str, error: NotTransformed) -> Result<OptimiserFailure, Failure> {
    let message = error.to_string();
    let (kind, pass, signature) = match error {
        NotTransformed::Refused(message) => {
            return Err(format!("{name} does not take the file or the passes: {message}").into());
        }
        NotTransformed::Tool(ToolError::Cancelled) => {
            return Err("interrupted before anything was judged".into());
        }
        NotTransformed::Tool(error) => return Err(error.into()),
        NotTransformed::Exceeded(exit) => {
            return Err(format!("{name} was ended while it transformed the file: {exit}").into());
        }
        NotTransformed::Crashed(crash) => ("crash", crash.pass.clone(), Some(crash.signature())),
        NotTransformed::Broken { after, .. } => ("broken module", after, None),
    };
    Ok(OptimiserFailure {
        kind: kind.to_owned(),
        message,
        pass,
        signature,
    })
}

fn judge(
    arguments: &cli::Refine,
    record: &mut Refine,
    texts: &Texts,
    cancel: &Cancel,
) -> Result<(), Failure> {
    let question = Question {
        before: &texts.before,
        after: &texts.after,
        old: texts.old.as_deref(),
        function: arguments.function.as_deref(),
        inputs: usize::try_from(arguments.inputs).unwrap_or(usize::MAX),
        seed: arguments.seed,
    };
    let mut progress = Progress::new();
    let began = Instant::now();
    let judged = refine::judge(&question, &mut |at| {
        if began.elapsed() > SHORT {
            progress.show(|| format!("{} of {} functions, @{}", at.done, at.all, at.function));
        }
        !cancel.is_cancelled()
    });
    progress.clear();
    let answer = judged.map_err(|error| match &error {
        NotJudged::Before(why) => format!("{}:{why}", texts.names[0]),
        NotJudged::After(why) => format!("{}:{why}", texts.names[1]),
        NotJudged::Old(why) => format!("{}:{why}", texts.names[2]),
        NotJudged::Nothing(why) => why.clone(),
    })?;
    record.functions = answer.functions;
    for function in &mut record.functions {
        if arguments.undef {
            for verdict in [Some(&mut function.verdict), function.old.as_mut()] {
                if let Some(verdict @ RefineVerdict::UndefOnly) = verdict {
                    *verdict = RefineVerdict::Wrong;
                }
            }
        }
        let count = match (function.verdict, function.old) {
            (RefineVerdict::Right, _) => &mut record.right,
            (RefineVerdict::Wrong, Some(RefineVerdict::Wrong)) => &mut record.wrong_before,
            (RefineVerdict::Wrong, _) => &mut record.wrong,
            (RefineVerdict::UndefOnly, _) => &mut record.undef_only,
            (RefineVerdict::CannotSay, _) => &mut record.unknown,
        };
        *count += 1;
    }
    record.left_out = answer.left_out;
    record.is_complete = answer.is_complete;
    Ok(())
}

/// Asks `alive-tv` about the functions that are wrong. It need not be there.
fn ask(arguments: &cli::Refine, record: &mut Refine, texts: &Texts, cancel: &Cancel) {
    let given = arguments.alive_tv.as_deref().map(AliveTv::at);
    let Some(alive) = given.or_else(AliveTv::find) else {
        return;
    };
    let limits = Limits::for_compiler().cancelled_by(cancel);
    for function in &mut record.functions {
        if let Some(finding) = &mut function.finding {
            let texts = (&*texts.before, &*texts.after);
            let opinion = alive.opinion(texts, &function.function, &limits);
            finding.alive_tv = Some(opinion.unwrap_or_else(|error| format!("no answer: {error}")));
        }
    }
}

/// The result of the command.
fn verdict(record: &Refine) -> Found {
    let fails = |optimiser: &Option<Optimiser>| {
        let optimiser = optimiser.as_ref();
        optimiser.is_some_and(|it| it.failure.is_some())
    };
    if record.wrong > 0 || fails(&record.optimiser) && !fails(&record.against) {
        return Found::BadNews;
    }
    match record.right + record.wrong_before + record.undef_only {
        0 => Found::Nothing,
        _ => Found::Fine,
    }
}
