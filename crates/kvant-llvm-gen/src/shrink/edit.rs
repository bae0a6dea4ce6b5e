//! Edits: the smallest steps of passes.

use std::collections::BTreeMap;
use std::ops::Range;

use kvant_llvm::Name;
use kvant_llvm::syntax::{
    Function, Item, Linkage, Local, LocalInfo, Module, Op, Parameter, Properties, Types, Value,
};
use kvant_llvm_refine::Given;

use super::change::{self, Change};
use super::detail;
use super::input::{self, Simpler};
use super::literal::Literal;
use super::retype::{self, Retype};
use crate::Test;
use crate::body::OpenBody;
use crate::cross::inline::{self as cross, can_inline};

/// An instruction: the function among the items of the module, and the number in its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct At {
    pub(super) item: usize,
    pub(super) number: usize,
}

/// The smallest step of a pass. Edits of one pass can be made together.
#[derive(Clone, Debug)]
pub enum Edit {
    /// Only the input of this number is left.
    Input(usize),
    /// A part of the inputs becomes simpler.
    Simpler(Simpler),
    /// Another function is tested, on inputs that are to be found.
    Entry(usize),
    /// A function loses its body.
    Declare(usize),
    /// A function loses a parameter.
    Parameter(usize, Gone),
    /// The tested function returns nothing.
    Void,
    /// An instruction changes.
    Change(At, Change),
    /// A property of a symbol goes away: the item, the row of the table, and the number of the property.
    Detail(usize, usize, usize),
    /// The body of the called function takes the place of a call.
    Inline(At),
    /// A type becomes another one everywhere.
    Retype(Retype),
}

/// A parameter that goes away.
#[derive(Clone, Debug)]
pub struct Gone {
    /// Its number.
    pub(super) number: usize,
    /// Its scalars among those of the inputs, if the function is the tested one.
    pub(super) scalars: Option<Range<usize>>,
    /// The constant instead of it; none if it is not used.
    pub(super) with: Option<Literal>,
}

/// Makes edits of one pass. `None` if the result makes no sense.
pub(super) fn apply(test: &Test, edits: &[&Edit]) -> Option<Test> {
    let mut test = test.clone();
    let mut bodies: BTreeMap<usize, Vec<(usize, &Change)>> = BTreeMap::new();
    for edit in edits {
        if let Edit::Change(at, change) = edit {
            bodies.entry(at.item).or_default().push((at.number, change));
        }
    }
    for (item, changes) in bodies {
        change::apply(&mut test, item, &changes)?;
    }
    // The last ones first, so that the numbers of the others stay.
    for edit in edits.iter().rev() {
        match edit {
            Edit::Input(n) => test.inputs = vec![test.inputs.get(*n)?.clone()],
            Edit::Simpler(simpler) => input::apply(&mut test, simpler)?,
            Edit::Entry(item) => {
                let Item::Function(function) = &mut test.module.items[*item] else {
                    return None;
                };
                function.properties = Properties::default();
                test.function = test.module.names.get(function.name).to_owned();
                test.inputs = Vec::new();
            }
            Edit::Declare(item) => declare(&mut test.module, *item)?,
            Edit::Parameter(item, gone) => remove_parameter(&mut test, *item, gone)?,
            Edit::Void => return_nothing(&mut test)?,
            Edit::Change(..) => {}
            Edit::Detail(item, row, n) => {
                let item = test.module.items.get_mut(*item)?;
                // Another edit may have taken it away.
                let _ = detail::SYMBOLS.get(*row)?(item, *n);
            }
            Edit::Inline(at) => inline(&mut test.module, *at)?,
            Edit::Retype(retype) => retype::apply(&mut test, *retype)?,
        }
    }
    Some(test)
}

/// The function that a call names, by its place among the items.
pub(super) fn callee(module: &Module, op: &Op) -> Option<usize> {
    let Op::Call(call) = op else { return None };
    let Value::Global(name) = call.callee else {
        return None;
    };
    let (item, function) = definitions(module).find(|it| it.1.name == name)?;
    let is_fit = function.parameters.len() == call.arguments.len();
    (is_fit && can_inline(function)).then_some(item)
}

fn inline(module: &mut Module, at: At) -> Option<()> {
    let Item::Function(host) = module.items.get(at.item)? else {
        return None;
    };
    let op = host.body.as_ref()?.instructions.get(at.number)?.op.clone();
    let Op::Call(call) = &op else { return None };
    let arguments = call.arguments.iter().map(|it| it.value.value);
    let arguments: Vec<Value> = arguments.collect();
    let Item::Function(called) = module.items.get(callee(module, &op)?)? else {
        return None;
    };
    let result = called.result;
    let called = OpenBody::open(called.body.as_ref()?, called.parameters.len());
    with_body(module, at.item, |body, names, _| {
        let mut first = 0;
        let block = body.blocks.iter().position(|it| {
            first += it.instructions.len();
            at.number < first
        })?;
        let index = at.number + body.blocks[block].instructions.len() - first;
        let place = (block, index);
        cross::inline(body, names, place, &called, (&arguments, result));
        Some(())
    })
}

/// The tested function, by its place among the items.
pub(super) fn tested(test: &Test) -> Option<usize> {
    let name = test.module.names.find(&test.function)?;
    let mut items = test.module.items.iter();
    items.position(|item| matches!(item, Item::Function(it) if it.name == name))
}

/// The functions with a body, by their places among the items.
pub(super) fn definitions(module: &Module) -> impl Iterator<Item = (usize, &Function)> {
    let items = module.items.iter().enumerate();
    items.filter_map(|(n, item)| match item {
        Item::Function(function) if function.body.is_some() => Some((n, &**function)),
        _ => None,
    })
}

/// Opens the body of a function, changes it, and closes it again.
pub(super) fn with_body<T>(
    module: &mut Module,
    item: usize,
    change: impl FnOnce(&mut OpenBody, &mut kvant_llvm::Names, &mut Function) -> Option<T>,
) -> Option<T> {
    let Item::Function(function) = module.items.get_mut(item)? else {
        return None;
    };
    let mut body = OpenBody::open(function.body.as_ref()?, function.parameters.len());
    let result = change(&mut body, &mut module.names, function)?;
    let body = body.close()?;
    // Numbers may have changed.
    for (parameter, local) in function.parameters.iter_mut().zip(&body.locals) {
        parameter.name = Some(local.name);
    }
    function.body = Some(body);
    Some(result)
}

/// Makes a declaration of a definition.
fn declare(module: &mut Module, item: usize) -> Option<()> {
    let Item::Function(function) = module.items.get_mut(item)? else {
        return None;
    };
    function.body = None;
    function.tail = Box::default();
    let is_local = |it: &Linkage| !matches!(it, Linkage::External | Linkage::ExternWeak);
    if function.properties.linkage.as_ref().is_some_and(is_local) {
        function.properties = Properties::default();
    }
    for parameter in &mut function.parameters {
        parameter.name = None;
    }
    Some(())
}

fn remove_parameter(test: &mut Test, item: usize, gone: &Gone) -> Option<()> {
    let number = gone.number;
    let name = with_body(&mut test.module, item, |body, names, function| {
        if let Some(literal) = &gone.with {
            let value = literal.value(names, body);
            body.replace(Local(number as u32), value);
        }
        if !body.remove_parameters(&|n| n == number) {
            return None;
        }
        let mut parameters = std::mem::take(&mut function.parameters).into_vec();
        parameters.remove(number);
        function.parameters = parameters.into();
        Some(function.name)
    })?;
    if let Some(scalars) = &gone.scalars {
        for input in &mut test.inputs {
            if scalars.end > input.arguments.len() {
                return None;
            }
            input.arguments.drain(scalars.clone());
        }
    }
    for item in &mut test.module.items {
        if let Item::Function(function) = item
            && let Some(body) = &mut function.body
        {
            for instruction in &mut body.instructions {
                remove_argument(&mut instruction.op, name, number);
            }
        }
    }
    Some(())
}

/// Removes an argument of a call of this function.
fn remove_argument(op: &mut Op, callee: Name, number: usize) {
    let Some(call) = op.call_mut() else { return };
    if call.callee == Value::Global(callee) && number < call.arguments.len() {
        let mut arguments = std::mem::take(&mut call.arguments).into_vec();
        arguments.remove(number);
        call.arguments = arguments.into();
    }
}

fn return_nothing(test: &mut Test) -> Option<()> {
    let item = tested(test)?;
    let Item::Function(function) = &mut test.module.items[item] else {
        return None;
    };
    function.result = Types::VOID;
    function.result_attributes = Box::default();
    for instruction in &mut function.body.as_mut()?.instructions {
        if let Op::Ret(value) = &mut instruction.op {
            *value = None;
        }
    }
    Some(())
}

/// Adds parameters to the tested function, with their scalars in the inputs.
pub(super) fn add_parameters(
    test: &mut Test,
    item: usize,
    parameters: &[LocalInfo],
    scalars: &[Given],
) -> Option<()> {
    let Item::Function(function) = test.module.items.get_mut(item)? else {
        return None;
    };
    let mut all = std::mem::take(&mut function.parameters).into_vec();
    all.extend(parameters.iter().map(|local| Parameter {
        ty: local.ty,
        attributes: Box::default(),
        name: Some(local.name),
    }));
    function.parameters = all.into();
    for input in &mut test.inputs {
        input.arguments.extend_from_slice(scalars);
    }
    Some(())
}
