//! Behaviours, differences and runs as text.

use std::collections::VecDeque;

use kvant_llvm::syntax::{Module, Types};
use kvant_llvm_machine::{
    self as machine, Byte, Choices, Event, Leaf, Limits, Machine, Node, Program, Seeded, Stop,
};
use kvant_llvm_refine::{Behaviour, Difference, Finding, Input, Place, Ran, Side, Site};
use kvant_record::listing::ObjectBytes;
use kvant_record::refine::RefineBehaviour;

use crate::llvm::show;

/// A run has at most so many lines: the first ones and the last ones.
const FIRST_LINES: usize = 10;
const LAST_LINES: usize = 30;

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
    pub(super) fn trace(
        &self,
        input: &Input,
        limits: Limits,
        choices: &mut dyn Choices,
    ) -> Vec<String> {
        let environment = Seeded(input.seed);
        let mut machine = Machine::new(self.program(), limits, choices);
        machine.surround_with(&environment);
        let (mut first, mut last, mut left_out) = (Vec::new(), VecDeque::new(), 0);
        let objects = match input.make(&mut machine) {
            Ok(objects) => objects,
            Err(stop) => return vec![stop.to_string()],
        };
        let given = objects.iter().zip(self.objects);
        let given = given.filter_map(|(pointer, name)| Some((pointer.node?, name.clone())));
        let given: Vec<(Node, String)> = given.collect();
        let ended = machine.begin(self.side.function, &input.leaves(&objects));
        let ended = ended.and_then(|()| {
            machine::trace(&mut machine, &given, &mut |line| {
                if first.len() < FIRST_LINES {
                    first.push(line);
                    return;
                }
                last.push_back(line);
                if last.len() > LAST_LINES {
                    last.pop_front();
                    left_out += 1;
                }
            })
        });
        if left_out > 0 {
            first.push(format!("  … {left_out} further steps …"));
        }
        first.extend(last);
        if let Err(stopped) = ended {
            let (kind, stop) = (show::kind(&stopped.stop), &stopped.stop);
            if let Some((body, instruction)) = self.program().instruction(stopped.at) {
                let text = kvant_llvm::print::instruction(self.module, body, instruction);
                let text = kvant_llvm::debug::without_debug(&text);
                first.push(format!("  {text}"));
            }
            first.push(format!("  {kind}: {stop} [{}]", stop.rule()));
        }
        first
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
        Place::Event(n) => {
            let text = |shown: &Shown<'_, '_>, behaviour: &Behaviour| {
                let event = behaviour.events.get(*n);
                let name = |node| shown.name(behaviour, node);
                event.map_or("none".to_owned(), |it| shown.event(it, &name))
            };
            let (old, new) = (text(before, source), text(after, target));
            format!("event {} is {old} before and {new} after", n + 1)
        }
        Place::Run => "the runs end in different ways".to_owned(),
    }
}
