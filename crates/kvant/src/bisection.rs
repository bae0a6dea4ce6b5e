//! The result of a bisection, as text and as a record.

use std::fmt::Write as _;
use std::path::Path;

use kvant_campaign::Verdict;
use kvant_campaign::bisect::{Bisection, Blame, Found, Since};
use kvant_record::Record;
use kvant_record::command::{self, BisectedVersion, Needed};

use crate::line_diff::{Line, line_diff};

/// Files about the cause of a disagreement: the whole record as JSON, and the code before and after the pass as a diff.
pub(crate) fn files(name: &str, verdict: &Verdict, found: &Bisection) -> Vec<(String, String)> {
    let record = Record::new(record(name, verdict, found));
    // Records have nothing that JSON cannot express.
    let all = serde_json::to_string_pretty(&record).unwrap_or_default() + "\n";
    let mut files = vec![("bisection.json".to_owned(), all)];
    let difference = difference(found);
    if !difference.is_empty() {
        files.push(("culprit.diff".to_owned(), difference));
    }
    files
}

/// The code before and after each culprit as a diff, where the compiler could be made to print it.
fn difference(found: &Bisection) -> String {
    let mut text = String::new();
    for (_, culprit) in found.culprits() {
        let Some(code) = &culprit.code else {
            continue;
        };
        let (form, pass, function) = (code.form.name(), &culprit.pass, &code.function);
        let _ = writeln!(text, "--- {form} of {function} before {pass}");
        let Some(after) = &code.after else {
            let _ = writeln!(text, "+++ the pass does not terminate\n{}", code.before);
            continue;
        };
        let _ = writeln!(text, "+++ {form} of {function} after {pass}");
        for line in line_diff(&code.before, after) {
            let _ = match line {
                Line::Both(line) => writeln!(text, "  {line}"),
                Line::Old(line) => writeln!(text, "- {line}"),
                Line::New(line) => writeln!(text, "+ {line}"),
                Line::Skipped(count) => writeln!(text, "@@ {count} lines @@"),
            };
        }
    }
    text
}

/// The record of a bisection.
pub(crate) fn record(name: &str, verdict: &Verdict, found: &Bisection) -> command::Bisection {
    let source = found.needed.toolchain.source().file("program");
    let command = found
        .needed
        .command_line(Path::new(&source), Path::new("program"));
    let versions = found.versions.iter().map(|each| BisectedVersion {
        toolchain: each.toolchain.name.clone(),
        release: each.toolchain.release.clone(),
        shows: each.shows,
        verdict: each.verdict,
        left_out: each.left_out.clone(),
    });
    let parts = found.parts.iter();
    let parts = parts.map(|(part, blame)| (part.key.to_owned(), blame_record(blame)));
    command::Bisection {
        program: name.to_owned(),
        disagrees: found.begun.name(),
        verdict: verdict.kind(),
        detail: verdict.detail(),
        needed: Needed {
            backend: found.needed.name(),
            command: command.to_string(),
        },
        level: found.level.map(|level| level.to_string()),
        since: since(&found.since),
        first_bad: match &found.since {
            Since::First(first) | Since::Between(first, _) => Some(first.clone()),
            Since::Always | Since::Mixed => None,
        },
        versions: versions.collect(),
        flaky: found.flaky,
        probes: found.probes,
        cpu_seconds: found.spent.total().as_secs_f64(),
        parts: parts.collect(),
    }
}

fn blame_record(blame: &Blame) -> command::Blame {
    let Some(culprit) = blame.culprit() else {
        return command::Blame {
            why: Some(blamed(blame)),
            ..command::Blame::default()
        };
    };
    let (number, of, others) = match &culprit.how {
        Found::ByLimit { number, of } => (Some(*number), Some(*of), Vec::new()),
        Found::ByAbsence { others } => (None, None, others.clone()),
    };
    let code = culprit.code.as_ref();
    command::Blame {
        culprit: Some(culprit.pass.clone()),
        why: None,
        on: Some(culprit.on.clone()),
        number,
        of,
        also_right_without: others,
        firm: Some(culprit.firm),
        code_of: code.map(|code| code.function.clone()),
        form: code.map(|code| code.form.name().to_owned()),
        before: code.map(|code| code.before.clone()),
        after: code.and_then(|code| code.after.clone()),
    }
}

pub(crate) fn blamed(blame: &Blame) -> String {
    match blame {
        Blame::NotNeeded => "no pass of it is needed".to_owned(),
        Blame::CodeGeneration => {
            "none of its optional passes is needed (it shows at -opt-bisect-limit=0): code generation"
                .to_owned()
        }
        Blame::Unknown(why) => format!("not known: {why}"),
        Blame::Culprit(culprit) => {
            let how = match &culprit.how {
                Found::ByLimit { number, of } => format!("pass {number} of {of}"),
                Found::ByAbsence { others } if others.is_empty() => {
                    "found by switching passes off".to_owned()
                }
                Found::ByAbsence { others } => {
                    format!(
                        "found by switching passes off; also right without {}",
                        others.join(", ")
                    )
                }
            };
            let flaky = if culprit.firm { "" } else { ", not each time" };
            format!("{} on {} ({how}{flaky})", culprit.pass, culprit.on)
        }
    }
}

pub(crate) fn since(since: &Since) -> String {
    match since {
        Since::Always => "all versions here".to_owned(),
        Since::First(first) => first.clone(),
        Since::Between(first, last) if first == last => format!("{first} only"),
        Since::Between(first, last) => format!("{first}, until {last}"),
        Since::Mixed => "mixed".to_owned(),
    }
}
