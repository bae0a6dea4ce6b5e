//! Inputs as text, in the form that `kvant run --args` takes.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write as _;

use kvant_llvm::syntax::{Function, Module};
use kvant_llvm_machine::{First, Limits, Machine, Node, Program};
use kvant_llvm_refine::{Given, Input};

/// The alignment that `--args` gives to objects without one.
const ALIGN: u64 = 16;

/// An input as text.
pub(super) struct Written {
    /// The arguments: `i32 5, bytes(00 01) + 1, #0`.
    pub(super) arguments: String,
    /// The names of the objects: that of the first parameter whose argument points to it, or else its number in the text.
    pub(super) objects: Vec<String>,
}

/// Writes the input of a function.
pub(super) fn written(
    program: &Program<'_>,
    module: &Module,
    (name, function): (&str, &Function),
    input: &Input,
) -> Written {
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
    for (n, parameter) in function.parameters.iter().enumerate() {
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
