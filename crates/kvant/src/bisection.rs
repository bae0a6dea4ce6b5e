//! Where a disagreement comes from, in words and as JSON.

use std::fmt::Write as _;
use std::path::Path;

use kvant_campaign::Verdict;
use kvant_campaign::bisect::{Bisection, Blame, Found as How, Since};
use serde_json::{Value, json};

use crate::line_diff::{Line, line_diff};

/// Files that say where it comes from that a program shows this: all of it for machines, and what the culprits did to the
/// code.
pub(crate) fn files(name: &str, verdict: &Verdict, found: &Bisection) -> Vec<(String, String)> {
    let all = as_json(name, verdict, found);
    let difference = culprit_diff(&all);
    let mut files = vec![("bisection.json".to_owned(), format!("{all:#}\n"))];
    files.extend(difference.map(|text| ("culprit.diff".to_owned(), text)));
    files
}

/// All of it, for machines.
pub(crate) fn as_json(name: &str, verdict: &Verdict, found: &Bisection) -> Value {
    json!({
        "program": name,
        "disagrees": found.begun.name(),
        "verdict": verdict.name(),
        "detail": verdict.detail(),
        "needed": {
            "backend": found.needed.name(),
            "command": found.needed.command_line(Path::new("program.rs"), Path::new("program")).to_string(),
        },
        "level": found.level.map(|level| level.to_string()),
        "mir": blame_json(&found.mir),
        "llvm": blame_json(&found.llvm),
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
    })
}

/// What the culprits did to the code, of what [`as_json`] wrote down. `None` if that is not known.
pub(crate) fn culprit_diff(bisection: &Value) -> Option<String> {
    let mut text = String::new();
    for half in ["mir", "llvm"] {
        let blame = &bisection[half];
        let part = |name: &str| blame[name].as_str();
        let (Some(pass), Some(before)) = (part("culprit"), part("before")) else {
            continue;
        };
        let (form, on) = (part("form").unwrap_or("?"), part("code_of").unwrap_or("?"));
        let _ = writeln!(text, "--- {form} of {on}, before {pass}");
        let Some(after) = part("after") else {
            let _ = writeln!(text, "+++ {pass} does not come to an end");
            before
                .lines()
                .for_each(|line| _ = writeln!(text, "  {line}"));
            continue;
        };
        let _ = writeln!(text, "+++ {form} of {on}, after {pass}");
        for line in line_diff(before, after) {
            let _ = match line {
                Line::Both(line) => writeln!(text, "  {line}"),
                Line::Old(line) => writeln!(text, "- {line}"),
                Line::New(line) => writeln!(text, "+ {line}"),
                Line::Skipped(count) => writeln!(text, "@@ {count} lines that are the same @@"),
            };
        }
    }
    (!text.is_empty()).then_some(text)
}

/// What a half of the compiler has to do with it.
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
                How::ByLimit { number, of } => format!("pass {number} of {of}"),
                How::ByAbsence { others } if others.is_empty() => {
                    "found by switching passes off".to_owned()
                }
                How::ByAbsence { others } => {
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

/// Since when it is there.
pub(crate) fn since(since: &Since) -> String {
    match since {
        Since::Always => "all versions here".to_owned(),
        Since::First(first) => first.clone(),
        Since::Between(first, last) if first == last => format!("{first} only"),
        Since::Between(first, last) => format!("{first}, until {last}"),
        Since::Mixed => "mixed".to_owned(),
    }
}

fn blame_json(blame: &Blame) -> Value {
    let Some(culprit) = blame.culprit() else {
        return json!({ "culprit": Value::Null, "why": blamed(blame) });
    };
    let (number, of, others) = match &culprit.how {
        How::ByLimit { number, of } => (Some(number), Some(of), &[][..]),
        How::ByAbsence { others } => (None, None, &others[..]),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_culprit_did_is_a_diff() {
        let bisection = json!({
            "mir": { "culprit": Value::Null, "why": "no pass of it is needed" },
            "llvm": {
                "culprit": "EarlyCSEPass", "code_of": "f", "form": "LLVM IR", "before": "a\nb\nc\n", "after": "a\nx\nc\n",
            },
        });
        let expected = "--- LLVM IR of f, before EarlyCSEPass\n+++ LLVM IR of f, after EarlyCSEPass\n  a\n- b\n+ x\n  c\n";
        assert_eq!(culprit_diff(&bisection).as_deref(), Some(expected));
        let mut hangs = bisection.clone();
        hangs["llvm"]["after"] = Value::Null;
        let text = culprit_diff(&hangs).unwrap();
        assert!(
            text.contains("EarlyCSEPass does not come to an end\n  a\n"),
            "{text}"
        );
        assert_eq!(culprit_diff(&json!({ "mir": bisection["mir"] })), None);
    }
}
