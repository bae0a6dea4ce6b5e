//! What bisection found, in words and for machines.

use std::fmt::Write as _;
use std::path::Path;

use kvant_campaign::Verdict;
use kvant_campaign::bisect::{Bisection, Blame, Found, Since};
use serde_json::{Value, json};

use crate::line_diff::{Line, line_diff};

/// Files that say where it comes from that a program shows this: all of it for machines, and what the pass does to the code.
pub(crate) fn files(name: &str, verdict: &Verdict, found: &Bisection) -> Vec<(String, String)> {
    let all = format!("{:#}\n", as_json(name, verdict, found));
    let mut files = vec![("bisection.json".to_owned(), all)];
    let difference = difference(found);
    if !difference.is_empty() {
        files.push(("culprit.diff".to_owned(), difference));
    }
    files
}

/// What the passes do to the code, as far as that could be seen.
fn difference(found: &Bisection) -> String {
    let mut text = String::new();
    for (_, culprit) in found.culprits() {
        let Some(code) = &culprit.code else {
            continue;
        };
        let (form, pass, function) = (code.form.name(), &culprit.pass, &code.function);
        let _ = writeln!(text, "--- {form} of {function} before {pass}");
        let Some(after) = &code.after else {
            let _ = writeln!(
                text,
                "+++ the pass does not come to an end\n{}",
                code.before
            );
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

pub(crate) fn as_json(name: &str, verdict: &Verdict, found: &Bisection) -> Value {
    let source = found.needed.toolchain.source().file("program");
    let command = found
        .needed
        .command_line(Path::new(&source), Path::new("program"));
    let mut value = json!({
        "program": name,
        "disagrees": found.begun.name(),
        "verdict": verdict.name(),
        "detail": verdict.detail(),
        "needed": {
            "backend": found.needed.name(),
            "command": command.to_string(),
        },
        "level": found.level.map(|level| level.to_string()),
        "since": since(&found.since),
        "first_bad": match &found.since {
            Since::First(first) | Since::Between(first, _) => Some(first),
            Since::Always | Since::Mixed => None,
        },
        "versions": found.versions.iter().map(|each| json!({
            "toolchain": each.toolchain.name,
            "release": each.toolchain.release,
            "shows": each.shows,
            "verdict": each.verdict,
            "left_out": each.left_out,
        })).collect::<Vec<_>>(),
        "flaky": found.flaky,
        "probes": found.probes,
        "cpu_seconds": found.spent.total().as_secs_f64(),
    });
    for (part, blame) in &found.parts {
        value[part.key] = blame_json(blame);
    }
    value
}

fn blame_json(blame: &Blame) -> Value {
    let Some(culprit) = blame.culprit() else {
        return json!({ "culprit": Value::Null, "why": blamed(blame) });
    };
    let (number, of, others) = match &culprit.how {
        Found::ByLimit { number, of } => (Some(number), Some(of), &[][..]),
        Found::ByAbsence { others } => (None, None, &others[..]),
    };
    json!({
        "culprit": culprit.pass,
        "on": culprit.on,
        "number": number,
        "of": of,
        "also_right_without": others,
        "firm": culprit.firm,
        "code_of": culprit.code.as_ref().map(|code| &code.function),
        "form": culprit.code.as_ref().map(|code| code.form.name()),
        "before": culprit.code.as_ref().map(|code| &code.before),
        "after": culprit.code.as_ref().and_then(|code| code.after.as_ref()),
    })
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
