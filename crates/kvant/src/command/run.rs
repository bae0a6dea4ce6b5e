//! `kvant run`: a program on the machine.

use kvant_campaign::{Call, Choose, Explain, NotRun, RunOptions};
use kvant_languages::{Wanted, open};

use crate::cli;
use crate::report::{BAD, DIM, Ended, Failure, Found, json, line, note, text, wants_json};
use crate::subject::read;

pub(super) fn execute(arguments: &cli::Run) -> Ended {
    // Clap does not see an option before the command here.
    if wants_json() && arguments.explain.is_some() {
        return Err("--explain does not go with --json".into());
    }
    let name = arguments.file.display().to_string();
    let source = read(&arguments.file)?;
    let wanted = Wanted {
        languages: arguments.lang.iter().cloned().collect(),
        target: arguments.target.map(|it| ("--target", it.name.to_owned())),
    };
    let opened = open(&source, &name, &wanted).map_err(|error| format!("{name}:{error}"))?;
    let call = Call {
        entry: arguments.entry.as_deref(),
        arguments: &arguments.arguments,
        choices: match (arguments.all, arguments.seed) {
            (Some(runs), _) => Choose::All(runs),
            (None, Some(seed)) => Choose::Random(seed),
            (None, None) => Choose::First,
        },
        outside: arguments.outside,
    };
    if call != Call::default() && !opened.language.runs_any_function() {
        let language = opened.language.source().name;
        return Err(format!(
            "--entry, --args, --seed, --outside and --all are not for {language} programs: they begin at their own entry, and have one outcome"
        )
        .into());
    }
    let options = RunOptions {
        target: &opened.target,
        budget: arguments.budget,
        trace: arguments.trace,
        explain: arguments
            .explain
            .map(|number| number.map_or(Explain::Last, Explain::Number)),
        call,
    };
    let ran = opened.language.run(&source, &options);
    let ran = ran.map_err(|error| match error {
        NotRun::Syntax(error) => Failure::from(format!("{name}:{error}")),
        NotRun::Target(unknown) => unknown.into(),
        NotRun::Explanation(reason) => reason.into(),
        NotRun::Option(reason) => reason.into(),
    })?;
    if wants_json() {
        json(ran.record);
    } else {
        for printed in &ran.printed {
            line(printed);
        }
        if let Some(stopped) = &ran.stopped {
            let rule = stopped.rule.map(|rule| format!(" {DIM}[{rule}]{DIM:#}"));
            let rule = rule.unwrap_or_default();
            let (kind, why) = (&stopped.kind, &stopped.why);
            note(format_args!("{BAD}{kind}{BAD:#}: {why}{rule}"));
            for detail in &stopped.details {
                note(detail);
            }
        }
    }
    if let Some(explanation) = ran.explanation {
        text(&explanation?);
    }
    Ok(match ran.stopped {
        None => Found::Fine,
        Some(stopped) if stopped.is_certain => Found::BadNews,
        Some(_) => Found::Nothing,
    })
}
