//! Judgements about a transformation, for people.

use std::io::IsTerminal as _;

use kvant_record::refine::{
    Refine, RefineBehaviour, RefineFinding, RefineVerdict, RefinedFunction,
};

use crate::report::{BAD, DIM, GOOD, line};

/// Up to this many functions, all are listed.
const FEW: usize = 20;

/// At most this many functions are listed.
const MOST: usize = 50;

/// At most this many lines of a function are shown.
const LONGEST: usize = 60;

/// At most this many events of a behaviour are shown.
const MOST_EVENTS: usize = 12;

/// Runs are shown side by side if there are so many columns.
const WIDE: usize = 96;

/// Prints a record.
pub(super) fn print(record: &Refine) {
    if !record.removed.is_empty() {
        let removed = record.removed.iter();
        let removed: Vec<String> = removed.map(|(what, n)| format!("{n} × {what}")).collect();
        line(format_args!(
            "{DIM}removed from {} because the machine does not check it: {}{DIM:#}",
            record.before,
            removed.join(", ")
        ));
    }
    for optimiser in [&record.optimiser, &record.against].into_iter().flatten() {
        if let Some(failure) = &optimiser.failure {
            line(format_args!(
                "{BAD}{}{BAD:#} {} ({})",
                optimiser.name,
                failure.message,
                optimiser.arguments.join(" ")
            ));
            if let Some(signature) = &failure.signature {
                line(format_args!("  {DIM}{signature}{DIM:#}"));
            }
        }
    }
    list(record);
    let width = width();
    for function in record.functions.iter().filter(|it| is_reported(it)) {
        if let Some(finding) = &function.finding {
            line("");
            show(record, function, finding, width);
        }
    }
    summary(record);
}

/// True for a function that is wrong, and was not wrong before.
fn is_reported(function: &RefinedFunction) -> bool {
    function.verdict == RefineVerdict::Wrong && function.old != Some(RefineVerdict::Wrong)
}

fn list(record: &Refine) {
    let is_few = record.functions.len() <= FEW;
    let is_listed = |function: &&RefinedFunction| match function.verdict {
        // With an older optimiser, only differences to it are of interest.
        _ if record.against.is_some() => is_reported(function),
        RefineVerdict::Right => is_few,
        RefineVerdict::Wrong | RefineVerdict::UndefOnly | RefineVerdict::CannotSay => true,
    };
    let listed: Vec<_> = record.functions.iter().filter(is_listed).collect();
    for function in listed.iter().take(MOST) {
        let name = &function.function;
        match function.verdict {
            RefineVerdict::Right => {
                let coverage = function.coverage;
                let inputs = counted(function.answered, "input", "inputs");
                let blocks = match coverage.blocks {
                    1 => String::new(),
                    all => format!(", {} of {all} blocks", coverage.reached),
                };
                line(format_args!(
                    "@{name}: {GOOD}right{GOOD:#} {DIM}on {inputs}{blocks}{DIM:#}"
                ));
            }
            RefineVerdict::UndefOnly => line(format_args!(
                "@{name}: {} {DIM}on {} of {}; --undef shows it{DIM:#}",
                class(function),
                function.different,
                counted(function.inputs, "input", "inputs")
            )),
            RefineVerdict::Wrong => line(format_args!(
                "@{name}: {BAD}{}{BAD:#} {DIM}on {} of {}{DIM:#}",
                class(function),
                function.different,
                counted(function.inputs, "input", "inputs")
            )),
            RefineVerdict::CannotSay => line(format_args!(
                "@{name}: cannot say: {}",
                function.reason.as_deref().unwrap_or("there is no answer")
            )),
        }
    }
    if let Some(more @ 1..) = listed.len().checked_sub(MOST) {
        line(format_args!("… and {more} more, which --json lists"));
    }
}

fn class(function: &RefinedFunction) -> String {
    let class = function.class.as_deref().unwrap_or("wrong");
    match &function.finding {
        Some(finding) if finding.needs_undef => format!("{class}, only with undef or a choice"),
        Some(finding) if finding.input_kind == "poison" => {
            format!("{class}, with poison among the inputs")
        }
        _ => class.to_owned(),
    }
}

fn summary(record: &Refine) {
    if record.functions.is_empty() && record.is_complete {
        return;
    }
    let mut parts = vec![format!("{} right", record.right)];
    match &record.against {
        None => parts.push(format!("{} wrong", record.wrong)),
        Some(old) => {
            let new = record
                .optimiser
                .as_ref()
                .map_or("the new one", |it| &it.name);
            parts.push(format!("{} wrong only with {new}", record.wrong));
            parts.push(format!(
                "{} wrong with {} too",
                record.wrong_before, old.name
            ));
        }
    }
    if record.undef_only > 0 {
        parts.push(format!(
            "{} wrong only with undef or a choice",
            record.undef_only
        ));
    }
    parts.push(format!("{} cannot say", record.unknown));
    if !record.left_out.is_empty() {
        parts.push(format!("{} left out", record.left_out.len()));
    }
    let functions = counted(record.functions.len(), "function", "functions");
    // Of a single function the list says all, unless it has only what an older optimiser gets right.
    if record.functions.len() != 1 || !record.is_complete || record.against.is_some() {
        line("");
        line(format_args!("{functions}: {}", parts.join(", ")));
    }
    if !record.is_complete {
        line("interrupted: the other functions were not judged");
    }
}

fn counted(count: usize, one: &str, many: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    }
}

fn show(record: &Refine, function: &RefinedFunction, finding: &RefineFinding, width: usize) {
    let name = &function.function;
    line(format_args!("{BAD}@{name}: {}{BAD:#}", class(function)));
    for (title, text) in [("before", &finding.before), ("after", &finding.after)] {
        line(format_args!("\n{DIM}; {title}{DIM:#}"));
        for text in text.lines().take(LONGEST) {
            line(text);
        }
        if let Some(more @ 1..) = text.lines().count().checked_sub(LONGEST) {
            line(format_args!("{DIM}… {more} further lines{DIM:#}"));
        }
    }
    line("");
    let arguments = match &*finding.arguments {
        "" => "no arguments",
        arguments => arguments,
    };
    line(format_args!("input     {arguments}"));
    if let Some(seed) = finding.outside {
        line(format_args!(
            "          unknown functions and variables from seed {seed}"
        ));
    }
    let differs = Parts::of(finding);
    for (n, expected) in finding.expected.iter().enumerate() {
        let title = if n == 0 { "expected" } else { "or" };
        labelled(title, &differs.lines(expected));
    }
    if let Some(more @ 1..) = finding.expected_count.checked_sub(finding.expected.len()) {
        labelled("or", &[format!("one of {more} further behaviours")]);
    }
    labelled("got", &differs.lines(&finding.actual));
    line(format_args!("          {}", finding.difference));
    if let Some(opinion) = &finding.alive_tv {
        line(format_args!("alive-tv  {opinion}"));
    }
    line("");
    runs(&finding.run_before, &finding.run_after, width);
    again(record, name, finding);
}

/// Lines behind a title.
fn labelled(title: &str, lines: &[String]) {
    for (n, text) in lines.iter().enumerate() {
        let title = if n == 0 { title } else { "" };
        line(format_args!("{title:<8}  {text}"));
    }
}

/// The parts of behaviours that differ.
struct Parts {
    result: bool,
    events: bool,
    /// The names of objects.
    memory: Vec<String>,
}

impl Parts {
    fn of(finding: &RefineFinding) -> Parts {
        let actual = &finding.actual;
        let expected = || finding.expected.iter();
        let memory = expected().chain([actual]).flat_map(|it| &it.memory);
        let mut names: Vec<String> = memory.map(|it| it.name.clone()).collect();
        names.sort();
        names.dedup();
        let bytes = |behaviour: &RefineBehaviour, name: &str| {
            let object = behaviour.memory.iter().find(|it| it.name == name);
            object.map(|it| it.bytes.clone())
        };
        let is_stopped = actual.result.is_none();
        names.retain(|name| {
            !is_stopped && expected().any(|it| bytes(it, name) != bytes(actual, name))
        });
        let events = !is_stopped && expected().any(|it| it.events != actual.events);
        let result = expected().any(|it| it.result != actual.result);
        Parts {
            result: result || !events && names.is_empty(),
            events,
            memory: names,
        }
    }

    fn lines(&self, behaviour: &RefineBehaviour) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(stopped) = &behaviour.stopped {
            let rule = behaviour.rule.as_deref().unwrap_or_default();
            lines.push(format!("{BAD}{stopped}{BAD:#} {DIM}[{rule}]{DIM:#}"));
        }
        if let (true, Some(result)) = (self.result, &behaviour.result) {
            lines.push(result.clone());
        }
        if self.events {
            let events = behaviour.events.iter().take(MOST_EVENTS);
            lines.extend(events.map(|event| format!("event {event}")));
            match behaviour.events.len().checked_sub(MOST_EVENTS) {
                Some(more @ 1..) => lines.push(format!("{more} further events")),
                _ if behaviour.events.is_empty() => lines.push("no event".to_owned()),
                _ => {}
            }
        }
        let shown = behaviour.memory.iter();
        let shown = shown.filter(|it| self.memory.contains(&it.name));
        lines.extend(shown.map(|object| {
            let bytes = object.bytes.as_deref().unwrap_or("freed");
            format!("{}: {bytes}", object.name)
        }));
        if lines.is_empty() {
            lines.push("nothing of this".to_owned());
        }
        lines
    }
}

/// Two runs, side by side if there is room.
fn runs(before: &[String], after: &[String], width: usize) {
    if width < WIDE {
        for (title, lines) in [("before", before), ("after", after)] {
            line(format_args!("{DIM}; the run {title}{DIM:#}"));
            lines.iter().for_each(line);
        }
        return;
    }
    let widest = before.iter().map(|it| it.chars().count()).max();
    let column = widest.unwrap_or(0).max(12).min((width - 3) / 2);
    line(format_args!(
        "{DIM}{:<column$}   the run after{DIM:#}",
        "the run before"
    ));
    let wrapped = |lines: &[String], column: usize| -> Vec<String> {
        lines.iter().flat_map(|text| wrap(text, column)).collect()
    };
    let (before, after) = (wrapped(before, column), wrapped(after, width - 3 - column));
    for n in 0..before.len().max(after.len()) {
        let [left, right] = [&before, &after].map(|it| it.get(n).map_or("", String::as_str));
        let text = format!("{left:<column$} │ {right}");
        line(text.trim_end());
    }
}

/// A line in pieces of at most so many characters. Later pieces are indented.
fn wrap(text: &str, width: usize) -> Vec<String> {
    const INDENT: &str = "      ";
    let (mut pieces, mut current) = (Vec::new(), String::new());
    // A result stays in one piece.
    let (before, result) = text.split_at(text.rfind(" => ").map_or(text.len(), |at| at + 1));
    for word in before.split_inclusive(' ').chain([result]) {
        let length = current.chars().count() + word.trim_end().chars().count();
        let is_blank = current.trim().is_empty();
        if length > width && !is_blank {
            pieces.push(std::mem::replace(&mut current, INDENT.to_owned()));
        }
        current.push_str(word);
        // A word that is longer than a line.
        while current.trim_end().chars().count() > width {
            let rest: String = current.chars().skip(width).collect();
            current.truncate(current.len() - rest.len());
            pieces.push(std::mem::replace(&mut current, format!("{INDENT}{rest}")));
            if width <= INDENT.len() {
                break;
            }
        }
    }
    pieces.push(current);
    let pieces = pieces.into_iter();
    pieces.map(|it| it.trim_end().to_owned()).collect()
}

/// The commands that repeat the runs.
fn again(record: &Refine, function: &str, finding: &RefineFinding) {
    let files = [Some(&record.before), record.after.as_ref()];
    let files = files.into_iter().flatten().filter(|file| *file != "-");
    let seed = finding.outside.map(|seed| format!(" --outside {seed}"));
    let arguments = match &*finding.arguments {
        "" => String::new(),
        arguments => format!(" --args '{arguments}'"),
    };
    for (n, file) in files.enumerate() {
        let title = if n == 0 {
            "\nrun it again: "
        } else {
            "              "
        };
        line(format_args!(
            "{title}kvant run {file} --entry {function}{arguments}{}",
            seed.as_deref().unwrap_or_default()
        ));
    }
}

/// The number of columns.
fn width() -> usize {
    let stdout = std::io::stdout();
    let size = match stdout.is_terminal() {
        true => rustix::termios::tcgetwinsize(&stdout).ok(),
        false => None,
    };
    let columns = size.map(|size| usize::from(size.ws_col));
    let variable = || std::env::var("COLUMNS").ok()?.parse().ok();
    columns
        .filter(|it| *it > 0)
        .or_else(variable)
        .unwrap_or(120)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_wrapped_between_words() {
        let check = |text: &str, width, lines: &[&str]| assert_eq!(wrap(text, width), lines);
        check("  %x = add", 20, &["  %x = add"]);
        check(
            "  %x = add i32 %y, %z",
            16,
            &["  %x = add i32", "      %y, %z"],
        );
        check("abcdefghijkl", 8, &["abcdefgh", "      ij", "      kl"]);
        check("%x = f => i8 1", 10, &["%x = f", "      => i", "      8 1"]);
        check("%x = f => i8 1", 13, &["%x = f", "      => i8 1"]);
        check("", 8, &[""]);
        check("äöüäöüäöüä", 8, &["äöüäöüäö", "      üä"]);
    }
}
