//! Inputs as text, in the form that `kvant run --args` takes.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write as _;

use kvant_llvm_machine::{First, Leaf, Limits, Machine, Node, Object, Objects};

use crate::input::{Given, Input, Kind, Link};
use crate::judge::Side;

/// The alignment of objects that none is written for.
const ALIGN: u64 = 16;

/// An input as text.
pub struct Written {
    /// The arguments: `i32 5, bytes(00 01) + 1, #0`.
    pub arguments: String,
    /// The names of the objects: that of the first parameter whose argument points to it, or else its number in the text.
    pub objects: Vec<String>,
}

/// Cuts the texts of arguments at commas outside of brackets.
pub fn cut(text: &str) -> Vec<&str> {
    let (mut depth, mut start) = (0, 0);
    let mut parts = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}

/// Reads the arguments of an input. Its seed is 0.
pub fn read(side: Side<'_, '_>, text: &str) -> Result<Input, String> {
    let program = side.program;
    let function = program.function(side.function);
    let function = function.ok_or_else(|| format!("there is no function @{}", side.function))?;
    let texts = match text.trim() {
        "" => Vec::new(),
        text => cut(text),
    };
    let wanted = function.parameters.len();
    if texts.len() != wanted {
        let found = texts.len();
        return Err(format!("expected {wanted} arguments, found {found}"));
    }
    let mut input = Input::default();
    let mut first = First::default();
    let mut machine = Machine::new(program, Limits::default(), &mut first);
    let mut nodes = Vec::new();
    let mut make = |object: &Object| {
        let pointer = machine.make_object(object);
        let pointer = pointer.map_err(|stop| stop.to_string())?;
        nodes.push(pointer.node);
        input.objects.push(object.clone());
        Ok(pointer)
    };
    let mut objects = Objects::new(&mut make);
    let mut leaves = Vec::new();
    for (parameter, text) in function.parameters.iter().zip(texts) {
        let value = program.read_value(parameter.ty, text, &mut objects);
        leaves.extend(value.map_err(|why| format!("the argument `{text}`: {why}"))?);
    }
    let links = objects.links()?;
    let number = |node: Option<Node>| nodes.iter().position(|it| it.is_some() && *it == node);
    input.arguments = leaves
        .into_iter()
        .map(|leaf| match leaf {
            Leaf::Ptr(pointer) => match number(pointer.node) {
                Some(object) => Given::Pointer(object, pointer.offset),
                None => Given::Leaf(leaf),
            },
            leaf => Given::Leaf(leaf),
        })
        .collect();
    for (place, value) in links {
        if let (Some(from), Some(to)) = (number(place.node), number(value.node)) {
            input.links.push(Link {
                from: (from, place.offset as u64),
                to: (to, value.offset),
            });
        }
    }
    let is = |wanted: fn(&Leaf) -> bool| {
        let mut arguments = input.arguments.iter();
        arguments.any(|it| matches!(it, Given::Leaf(leaf) if wanted(leaf)))
    };
    if is(|leaf| matches!(leaf, Leaf::Undef)) || input.objects.iter().any(|it| it.bytes.is_none()) {
        input.kind = Kind::Undef;
    } else if is(|leaf| matches!(leaf, Leaf::Poison(_))) {
        input.kind = Kind::Poison;
    }
    Ok(input)
}

/// Writes the input of a function.
pub fn write(side: Side<'_, '_>, input: &Input) -> Written {
    let (program, name) = (side.program, side.function);
    let module = program.module();
    let parameters = program.function(name).map(|it| &it.parameters);
    let mut first = First::default();
    let mut machine = Machine::new(program, Limits::default(), &mut first);
    let objects = input.make(&mut machine).unwrap_or_default();
    let leaves = input.leaves(&objects);
    let writer = RefCell::new(Writer {
        input,
        numbers: HashMap::new(),
    });
    let object_text = |node: Node| {
        let object = objects.iter().position(|it| it.node == Some(node));
        object.map_or("null".to_owned(), |object| {
            writer.borrow_mut().object(object)
        })
    };
    let mut names: Vec<Option<String>> = vec![None; input.objects.len()];
    let signature = program.signature(name).unwrap_or_default();
    let (mut texts, mut at) = (Vec::new(), 0);
    for (n, parameter) in parameters.into_iter().flatten().enumerate() {
        let count = signature.parameters.get(n).map_or(0, |it| it.scalars.len());
        let range = at..at + count;
        at = range.end;
        let leaves = leaves.get(range.clone()).unwrap_or_default();
        texts.push(program.text(parameter.ty, leaves, &object_text));
        for given in input.arguments.get(range).unwrap_or_default() {
            if let Given::Pointer(object, _) = given
                && let Some(name @ None) = names.get_mut(*object)
            {
                let parameter = parameter.name.map(|it| module.names.symbol(it));
                *name = Some(format!("%{}", parameter.unwrap_or(n.to_string())));
            }
        }
    }
    let numbers = writer.into_inner().numbers;
    let names = names.into_iter().enumerate().map(|(object, name)| {
        let number = || numbers.get(&object).map(|number| format!("#{number}"));
        name.or_else(number).unwrap_or("an object".to_owned())
    });
    Written {
        arguments: texts.join(", "),
        objects: names.collect(),
    }
}

struct Writer<'i> {
    input: &'i Input,
    /// The numbers of objects in the order in which they are written.
    numbers: HashMap<usize, usize>,
}

impl Writer<'_> {
    /// An object where it is written first, and its number everywhere else.
    fn object(&mut self, object: usize) -> String {
        if let Some(number) = self.numbers.get(&object) {
            return format!("#{number}");
        }
        self.numbers.insert(object, self.numbers.len());
        let Some(it) = self.input.objects.get(object) else {
            return "null".to_owned();
        };
        let mut text = match &it.bytes {
            Some(bytes) => {
                let bytes = bytes.iter().map(|byte| format!("{byte:02x}"));
                format!("bytes({}", bytes.collect::<Vec<_>>().join(" "))
            }
            None => format!("alloc({}", it.size),
        };
        for link in &self.input.links {
            let (from, at) = link.from;
            if from == object {
                let (to, offset) = link.to;
                let target = self.object(to);
                // Writing to a string does not fail.
                let _ = match offset {
                    0 => write!(text, ", {at}: {target}"),
                    1.. => write!(text, ", {at}: {target} + {offset}"),
                    _ => write!(text, ", {at}: {target} - {}", offset.unsigned_abs()),
                };
            }
        }
        if it.align != ALIGN {
            let _ = write!(text, ", align {}", it.align);
        }
        text.push(')');
        text
    }
}
