//! Behaviours, differences and runs as text.

use std::collections::VecDeque;

use kvant_llvm::syntax::{Module, Types};
use kvant_llvm_machine::{
    self as machine, Byte, Choices, Event, Leaf, Limits, Machine, Node, Program, Seeded, Stop,
};
use kvant_llvm_refine::{Behaviour, Class, Difference, Finding, Input, Place, Ran, Side, Site};
use kvant_record::listing::ObjectBytes;
use kvant_record::refine::RefineBehaviour;

use crate::llvm::show;

/// Of a run, so many lines at its beginning and at its end are kept.
const KEPT: usize = 40;

/// At most so many lines of a run are shown.
const SHOWN: usize = 40;

/// If one run is short, so many more lines of the other one are shown.
const MORE_SHOWN: usize = 8;

/// Objects are shown up to this many bytes.
const MOST_BYTES: usize = 256;

/// Events that are shown.
const MOST_EVENTS: usize = 100;

/// A function with the names of the objects of its input.
pub(super) struct Shown<'s, 'm> {
    pub(super) side: Side<'s, 'm>,
    pub(super) module: &'s Module,
    /// The names of the objects of the input.
    pub(super) objects: &'s [String],
}

impl Shown<'_, '_> {
    fn program(&self) -> &Program<'_> {
        self.side.program
    }

    fn name(&self, behaviour: &Behaviour, node: Node) -> String {
        match behaviour.sites.get(&node) {
            Some(Site::Object(n)) => self.objects.get(*n).cloned(),
            Some(Site::Symbol(name)) => Some(format!("@{name}")),
            None => None,
        }
        .unwrap_or("an object".to_owned())
    }

    /// The record of a behaviour.
    pub(super) fn behaviour(&self, behaviour: &Behaviour) -> RefineBehaviour {
        let name = |node| self.name(behaviour, node);
        let result = match &behaviour.end {
            Ok(leaves) => self.result(leaves, &name),
            Err(ended) => ended.to_string(),
        };
        let events = behaviour.events.iter().take(MOST_EVENTS);
        let mut events: Vec<String> = events.map(|it| self.event(it, &name)).collect();
        if let Some(more @ 1..) = behaviour.events.len().checked_sub(MOST_EVENTS) {
            events.push(format!("{more} further events"));
        }
        let mut sites: Vec<_> = behaviour.sites.iter().collect();
        sites.sort_by_key(|(_, site)| *site);
        let memory = sites.into_iter().filter_map(|(node, site)| {
            let bytes = behaviour.memory.get(node);
            // The memory of functions is empty.
            if matches!(site, Site::Symbol(_)) && bytes.is_none_or(Vec::is_empty) {
                return None;
            }
            Some(ObjectBytes {
                name: name(*node),
                bytes: bytes.map(|bytes| self.bytes(bytes, &name)),
            })
        });
        RefineBehaviour {
            result: Some(result),
            events,
            memory: memory.collect(),
            ..RefineBehaviour::default()
        }
    }

    fn bytes(&self, bytes: &[Byte], name: &dyn Fn(Node) -> String) -> String {
        let shown = bytes.get(..MOST_BYTES).unwrap_or(bytes);
        let text = show::bytes(shown, &|pointer| self.program().pointer_text(pointer, name));
        match bytes.len() - shown.len() {
            0 => text,
            more => format!("{text} and {more} bytes more"),
        }
    }

    fn event(&self, event: &Event, name: &dyn Fn(Node) -> String) -> String {
        self.program().event_text(event, name)
    }

    fn result(&self, leaves: &[Leaf], name: &dyn Fn(Node) -> String) -> String {
        let function = self.program().function(self.side.function);
        match function.map_or(Types::VOID, |it| it.result) {
            Types::VOID => "void".to_owned(),
            ty => self.program().text(ty, leaves, name),
        }
    }

    /// The record of a run.
    pub(super) fn ran(&self, ran: &Ran) -> RefineBehaviour {
        match ran {
            Ran::Behaves(behaviour) => self.behaviour(behaviour),
            Ran::Undefined(rule) => stopped(&Stop::Ub(rule.clone())),
            Ran::Silent(stop) => stopped(stop),
        }
    }

    /// The executed instructions of a run, and its stop.
    pub(super) fn trace(&self, input: &Input, limits: Limits, choices: &mut dyn Choices) -> Trace {
        let environment = Seeded(input.seed);
        let mut machine = Machine::new(self.program(), limits, choices);
        machine.surround_with(&environment);
        let mut trace = Trace::default();
        let objects = match input.make(&mut machine) {
            Ok(objects) => objects,
            Err(stop) => {
                trace.push(stop.to_string());
                return trace;
            }
        };
        let given = objects.iter().zip(self.objects);
        let given = given.filter_map(|(pointer, name)| Some((pointer.node?, name.clone())));
        let given: Vec<(Node, String)> = given.collect();
        let ended = machine.begin(self.side.function, &input.leaves(&objects));
        let ended =
            ended.and_then(|()| machine::trace(&mut machine, &given, &mut |line| trace.push(line)));
        if let Err(stopped) = ended {
            let (kind, stop) = (show::kind(&stopped.stop), &stopped.stop);
            if let Some((body, instruction)) = self.program().instruction(stopped.at) {
                let text = kvant_llvm::print::instruction(self.module, body, instruction);
                let text = kvant_llvm::debug::without_debug(&text);
                trace.push(format!("  {text}"));
            }
            trace.push(format!("  {kind}: {stop} [{}]", stop.rule()));
        }
        trace
    }
}

/// The lines of a run. The middle of a long one is left out.
#[derive(Default)]
pub(super) struct Trace {
    first: Vec<String>,
    last: VecDeque<String>,
    count: usize,
}

impl Trace {
    fn push(&mut self, line: String) {
        self.count += 1;
        if self.first.len() < KEPT {
            self.first.push(line);
            return;
        }
        self.last.push_back(line);
        if self.last.len() > KEPT {
            self.last.pop_front();
        }
    }

    /// The lines, cut if there are many, or if the other run is short.
    pub(super) fn shown(&self, other: &Trace) -> Vec<String> {
        let most = SHOWN.min(other.count.min(self.count) + MORE_SHOWN);
        if self.count <= most {
            let all = self.first.iter().chain(&self.last);
            return all.cloned().collect();
        }
        let end = most / 3;
        let mut lines: Vec<String> = self.first.iter().take(most - end).cloned().collect();
        let left_out = self.count - most;
        lines.push(format!("  … {left_out} further steps …"));
        let all: Vec<&String> = self.first.iter().chain(&self.last).collect();
        let last = all.iter().rev().take(end).rev();
        lines.extend(last.map(|line| (*line).clone()));
        lines
    }
}

fn stopped(stop: &Stop) -> RefineBehaviour {
    RefineBehaviour {
        rule: Some(stop.rule().to_owned()),
        stopped: Some(format!("{}: {stop}", show::kind(stop))),
        ..RefineBehaviour::default()
    }
}

/// The first difference, in a sentence.
pub(super) fn difference(
    difference: &Difference,
    finding: &Finding,
    (before, after): (&Shown<'_, '_>, &Shown<'_, '_>),
) -> String {
    if difference.class == Class::Claim {
        return "it is right without the attributes that the transformation has added".to_owned();
    }
    let target = match &finding.target {
        Ran::Behaves(target) => target,
        Ran::Undefined(rule) => return format!("it is undefined after: {rule}"),
        Ran::Silent(stop) => return format!("it does not end after: {stop}"),
    };
    let Some(source) = finding.source.first() else {
        return "it has no behaviour before".to_owned();
    };
    match &difference.place {
        Place::Result(n) => match source.end.as_ref().map_or(0, Vec::len) {
            1 => "the results differ".to_owned(),
            _ => format!("element {n} of the results differs"),
        },
        Place::Byte(node, n) => {
            let site = source.sites.get(node);
            let other = target.sites.iter().find(|(_, it)| Some(*it) == site);
            let byte = |behaviour: &Behaviour, node: Option<&Node>| {
                let bytes = node.and_then(|node| behaviour.memory.get(node));
                bytes.and_then(|bytes| bytes.get(*n).copied())
            };
            let name = before.name(source, *node);
            let shown = |byte: Option<Byte>| match byte {
                Some(byte) => machine::shown_byte(byte),
                None => "gone".to_owned(),
            };
            let old = shown(byte(source, Some(node)));
            match other {
                Some((other, _)) => {
                    let new = shown(byte(target, Some(other)));
                    format!("byte {n} of {name} is {old} before and {new} after")
                }
                None => format!("byte {n} of {name}, which is {old} before, differs"),
            }
        }
        Place::Event(old, new) => {
            let text = |shown: &Shown<'_, '_>, behaviour: &Behaviour, n: Option<usize>| {
                let event = behaviour.events.get(n?)?;
                Some(shown.event(event, &|node| shown.name(behaviour, node)))
            };
            let texts = (text(before, source, *old), text(after, target, *new));
            let number = |n: &Option<usize>| n.map_or(0, |n| n + 1);
            let (n, m) = (number(old), number(new));
            match texts {
                (Some(old), Some(new)) if n == m => {
                    format!("event {n} is {old} before and {new} after")
                }
                (Some(old), Some(new)) => {
                    format!("event {n} before is {old}, and event {m} after is {new}")
                }
                (Some(old), None) => format!("event {n} before, {old}, is missing after"),
                (None, new) => format!("event {m} after, {}, is new", new.unwrap_or_default()),
            }
        }
        Place::Run => "the runs end in different ways".to_owned(),
    }
}
