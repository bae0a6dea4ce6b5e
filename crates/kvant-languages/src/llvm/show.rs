//! Stops, explanations and memory, for people and as records.

use kvant_llvm_machine::{
    Byte, Explanation, Flow, History, Origin, Part, Pointer, Program, Stop, shown_byte,
};
use kvant_record::listing::{self, CodePlace, NamedValue, ObjectHistory, ObjectWrite};

use super::module::Read;

pub(super) fn kind(stop: &Stop) -> &'static str {
    match stop {
        Stop::Ended(_) => "ended",
        Stop::Ub(_) => "undefined behaviour",
        Stop::Unspecified(_) => "unspecified",
        Stop::IllFormed(_) => "ill-formed",
        Stop::Unsupported(_) => "unsupported",
        Stop::Budget(_) => "out of budget",
    }
}

/// The bytes of an object, and behind them the pointers among them.
pub(super) fn bytes(bytes: &[Byte], pointer: &dyn Fn(Pointer) -> String) -> String {
    let shown: Vec<String> = bytes.iter().copied().map(shown_byte).collect();
    let pointers = bytes
        .iter()
        .enumerate()
        .filter_map(|(at, byte)| match byte {
            Byte::Pointer(it, 0) => Some(format!("{at} -> {}", pointer(*it))),
            _ => None,
        });
    let pointers: Vec<String> = pointers.collect();
    let shown = shown.join(" ");
    match pointers.is_empty() {
        true => shown,
        false => format!("{shown} ({})", pointers.join(", ")),
    }
}

fn values(values: &[(String, String)]) -> Vec<NamedValue> {
    let value = |(name, value): &(String, String)| NamedValue {
        name: name.clone(),
        value: value.clone(),
    };
    values.iter().map(value).collect()
}

fn part(part: Part) -> &'static str {
    match part {
        Part::Given => "given",
        Part::Made => "made",
        Part::Uninitialised => "uninitialised",
        Part::Passed => "passed",
        Part::Argument => "argument",
        Part::Returned => "returned",
        Part::Stored => "stored",
        Part::LeftOut => "left out",
    }
}

/// The record of an explanation.
pub(super) fn record(
    read: &Read<'_>,
    program: &Program<'_>,
    explanation: &Explanation,
) -> listing::Explanation {
    let place = |at: Origin| read.place(program, at);
    let flow = |flow: &Flow| listing::Flow {
        operand: flow.operand.clone(),
        kind: if flow.is_poison { "poison" } else { "undef" }.to_owned(),
        steps: flow
            .steps
            .iter()
            .map(|step| listing::FlowStep {
                part: part(step.part).to_owned(),
                at: place(step.at),
                operands: values(&step.operands),
            })
            .collect(),
    };
    let history = |history: &History| ObjectHistory {
        name: history.name.clone(),
        size: history.size,
        align: history.align,
        offset: history.offset,
        allocated: history.made.and_then(place),
        defined: read.defined(&history.name),
        writes: history
            .writes
            .iter()
            .map(|write| ObjectWrite {
                bytes: [write.bytes.start as u64, write.bytes.end as u64],
                at: place(write.at),
            })
            .collect(),
        has_unwritten: history.has_unwritten,
        ended: history.ended.and_then(place),
    };
    listing::Explanation {
        source: place(explanation.stopped.at).map_or(Vec::new(), |it| it.source),
        operands: values(&explanation.operands),
        calls: explanation
            .calls
            .iter()
            .copied()
            .filter_map(place)
            .collect(),
        flows: explanation.flows.iter().map(flow).collect(),
        memory: explanation.memory.iter().map(history).collect(),
    }
}

/// At most this many calls are shown.
const MOST_CALLS: usize = 10;

/// The lines below the headline of a stop.
pub(super) fn details(
    at: Option<&CodePlace>,
    explanation: Option<&listing::Explanation>,
) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(at) = at {
        put(&mut lines, "  at ", at);
    }
    let Some(explanation) = explanation else {
        return lines;
    };
    if !explanation.operands.is_empty() {
        lines.push(format!("    with {}", list(&explanation.operands)));
    }
    for flow in &explanation.flows {
        add_flow(flow, &mut lines);
    }
    for history in &explanation.memory {
        add_history(history, &mut lines);
    }
    for call in explanation.calls.iter().take(MOST_CALLS) {
        put(&mut lines, "  called at ", call);
    }
    if let Some(more @ 1..) = explanation.calls.len().checked_sub(MOST_CALLS) {
        lines.push(format!("  and {more} more calls"));
    }
    lines
}

/// Adds an instruction, and below it its place in the source.
fn put(lines: &mut Vec<String>, before: &str, at: &CodePlace) {
    let line = at
        .line
        .map_or(String::new(), |line| format!("line {line}, "));
    lines.push(format!("{before}{line}in @{}: {}", at.function, at.text));
    if let [first, inlined @ ..] = &at.source[..] {
        let blanks = " ".repeat(before.len() - before.trim_start().len() + 2);
        let inlined = inlined.iter().map(|it| format!(", inlined at {it}"));
        lines.push(format!(
            "{blanks}source {first}{}",
            inlined.collect::<String>()
        ));
    }
}

fn list(values: &[NamedValue]) -> String {
    let values = values
        .iter()
        .map(|it| format!("{} = {}", it.name, it.value));
    values.collect::<Vec<_>>().join(", ")
}

fn add_flow(flow: &listing::Flow, lines: &mut Vec<String>) {
    let listing::Flow { operand, kind, .. } = flow;
    lines.push(format!("  {operand} is {kind}"));
    for step in &flow.steps {
        let before = match &*step.part {
            "made" => "    made at ",
            "uninitialised" => "    read from bytes that were never written, at ",
            "argument" => "    an argument at ",
            "returned" => "    returned at ",
            "stored" => "    written to memory at ",
            "left out" => {
                lines.push("    …".to_owned());
                continue;
            }
            "given" => {
                lines.push(format!("    given as {}", list(&step.operands)));
                continue;
            }
            _ => "    passed on at ",
        };
        let Some(at) = &step.at else { continue };
        put(lines, before, at);
        if !step.operands.is_empty() {
            lines.push(format!("      with {}", list(&step.operands)));
        }
    }
}

fn add_history(history: &ObjectHistory, lines: &mut Vec<String>) {
    let ObjectHistory {
        name, size, align, ..
    } = history;
    let offset = match history.offset {
        None => String::new(),
        Some(offset @ 0..) => format!("; the pointer is at offset {offset}"),
        Some(offset) => format!("; the pointer is {} before it", offset.unsigned_abs()),
    };
    let bytes = |count: u64| match count {
        1 => "1 byte".to_owned(),
        count => format!("{count} bytes"),
    };
    lines.push(format!(
        "  the memory is {name}: {}, aligned to {align}{offset}",
        bytes(*size)
    ));
    if let Some(line) = history.defined {
        lines.push(format!("    defined at line {line}"));
    }
    if let Some(at) = &history.allocated {
        put(lines, "    allocated at ", at);
    }
    for write in &history.writes {
        let [start, end] = write.bytes;
        let which = match end - start {
            1 => format!("byte {start}"),
            _ => format!("bytes {start} to {}", end - 1),
        };
        match &write.at {
            Some(at) => put(lines, &format!("    {which} last written at "), at),
            None => lines.push(format!("    {which} not written since the beginning")),
        }
    }
    if history.has_unwritten {
        let some = match history.writes.is_empty() {
            true => "never written",
            false => "the other bytes were never written",
        };
        lines.push(format!("    {some}"));
    }
    if let Some(at) = &history.ended {
        put(lines, "    ended at ", at);
    }
}
