//! Changes of instructions.

use std::collections::{HashMap, HashSet};

use kvant_llvm::Names;
use kvant_llvm::syntax::{Function, Instruction, Local, LocalInfo, Op, Type, Typed, Types, Value};
use kvant_llvm_refine::Given;

use super::detail;
use super::edit::{add_parameters, with_body};
use super::literal::Literal;
use crate::Test;
use crate::body::{OpenBlock, OpenBody};

/// A change of an instruction.
#[derive(Clone, Debug)]
pub enum Change {
    /// It goes away. Its result is replaced.
    Replace(With),
    /// It goes away. Its result becomes a new parameter of the tested function, with these scalars.
    ToParameter(Vec<Given>),
    /// It goes away. It has no result.
    Remove,
    /// A terminator becomes a jump to this block.
    Jump(Local),
    /// A terminator becomes `unreachable`.
    Unreachable,
    /// The tested function returns the result at once, or nothing. Other returns give the constant.
    Return(Option<Literal>),
    /// An operand is replaced, by its number.
    Operand(usize, With),
    /// A case of a switch goes away.
    Case(usize),
    /// The block that it ends is merged with the next one.
    Merge,
    /// Everything that leads to the block that it ends leads to the next one, and the block goes away.
    Skip,
    /// The block that it ends goes away.
    RemoveBlock,
    /// A property goes away: the row of the table, and the number of the property.
    Detail(usize, usize),
}

/// The replacement of a value.
#[derive(Clone, Debug)]
pub enum With {
    /// The operand of this number.
    Operand(usize),
    /// A value of the same body.
    Value(Value),
    /// A constant.
    Literal(Literal),
}

/// The operands of an operation with their types, in the order of [`Op::values_mut`].
pub(super) fn operands(op: &Op) -> Vec<(Type, Value)> {
    let mut operands = Vec::new();
    op.clone()
        .values_mut(&mut |ty, value| operands.push((ty, *value)));
    operands
}

/// Changes a body. `None` if the result makes no sense.
pub(super) fn apply(test: &mut Test, item: usize, changes: &[(usize, &Change)]) -> Option<()> {
    let parameters = with_body(&mut test.module, item, |body, names, function| {
        let places = body.blocks.iter().enumerate();
        let places = places.flat_map(|(b, it)| (0..it.instructions.len()).map(move |n| (b, n)));
        let mut work = Work {
            places: places.collect(),
            names,
            function,
            with: HashMap::new(),
            removed: HashSet::new(),
            merged: Vec::new(),
            blocks: Vec::new(),
            parameters: Vec::new(),
        };
        // The last ones first, so that the numbers of properties stay.
        for (number, change) in changes.iter().rev() {
            work.change(body, *number, change)?;
        }
        let Work {
            with,
            removed,
            merged,
            blocks,
            parameters,
            ..
        } = work;
        if !body.replace_all(&with) {
            return None;
        }
        for (b, block) in body.blocks.iter_mut().enumerate() {
            let mut n = 0;
            block.instructions.retain(|_| {
                n += 1;
                !removed.contains(&(b, n - 1))
            });
        }
        remove_blocks(body, &blocks);
        for label in merged {
            if let Some(block) = body.blocks.iter().position(|it| it.label == label) {
                body.merge(block);
            }
        }
        let infos = parameters.iter().map(|it| body.locals[it.0 as usize]);
        let infos: Vec<LocalInfo> = infos.collect();
        body.add_parameters(&parameters).then_some(infos)
    })?;
    let scalars = changes.iter().rev().filter_map(|(_, change)| match change {
        Change::ToParameter(given) => Some(&given[..]),
        _ => None,
    });
    let scalars: Vec<Given> = scalars.flatten().cloned().collect();
    add_parameters(test, item, &parameters, &scalars)
}

/// Removes blocks that nothing leads to. Other such blocks may go on to them, or use their results.
fn remove_blocks(body: &mut OpenBody, labels: &[Local]) {
    let is_gone = |it: &OpenBlock| labels.contains(&it.label);
    let mut with = HashMap::new();
    for block in body.blocks.iter().filter(|it| is_gone(it)) {
        let results = block.instructions.iter().filter_map(|it| it.result);
        with.extend(results.map(|it| (it, Value::Poison)));
    }
    body.remove_blocks(&|_, label| labels.contains(&label));
    body.replace_all(&with);
    for n in 0..body.blocks.len() {
        let mut goes_on = false;
        if let Some(last) = body.blocks[n].terminator() {
            last.targets(|it| goes_on |= labels.contains(&it));
        }
        if goes_on {
            body.set_terminator(n, Op::Unreachable);
        }
    }
}

/// Changes of one body.
struct Work<'w> {
    /// The block of each instruction and its index there.
    places: Vec<(usize, usize)>,
    names: &'w mut Names,
    function: &'w mut Function,
    with: HashMap<Local, Value>,
    removed: HashSet<(usize, usize)>,
    /// The labels of blocks that are merged with the next ones.
    merged: Vec<Local>,
    /// The labels of blocks that go away.
    blocks: Vec<Local>,
    /// New parameters.
    parameters: Vec<Local>,
}

impl Work<'_> {
    fn change(&mut self, body: &mut OpenBody, number: usize, change: &Change) -> Option<()> {
        let (block, index) = *self.places.get(number)?;
        let label = body.blocks[block].label;
        match change {
            Change::Replace(with) => {
                let instruction = body.blocks[block].instructions.get(index)?;
                let (result, op) = (instruction.result?, instruction.op.clone());
                let with = self.value(body, &op, with)?;
                self.with.insert(result, with);
                self.removed.insert((block, index));
            }
            Change::ToParameter(_) => {
                let result = body.blocks[block].instructions.get(index)?.result?;
                let ty = body.ty(result);
                let parameter = body.local(self.names, "p", ty);
                self.with.insert(result, Value::Local(parameter));
                self.removed.insert((block, index));
                self.parameters.push(parameter);
            }
            Change::Remove => {
                self.removed.insert((block, index));
            }
            Change::Jump(target) => Self::jump(body, block, *target)?,
            Change::Unreachable => body.set_terminator(block, Op::Unreachable),
            Change::Return(zero) => self.return_result(body, block, index, zero.as_ref())?,
            Change::Operand(operand, with) => {
                let op = body.blocks[block].instructions.get(index)?.op.clone();
                let with = self.value(body, &op, with)?;
                let mut n = 0;
                let instruction = body.blocks[block].instructions.get_mut(index)?;
                instruction.op.values_mut(&mut |_, value| {
                    if n == *operand {
                        *value = with;
                    }
                    n += 1;
                });
            }
            Change::Case(case) => {
                let Op::Switch(switch) = body.blocks[block].terminator()? else {
                    return None;
                };
                let mut switch = switch.clone();
                let mut cases = switch.cases.into_vec();
                if *case >= cases.len() {
                    return None;
                }
                cases.remove(*case);
                switch.cases = cases.into();
                body.set_terminator(block, Op::Switch(switch));
            }
            Change::Merge => self.merged.push(label),
            Change::Skip => {
                if !body.skip(block) {
                    return None;
                }
                self.blocks.push(label);
            }
            Change::RemoveBlock => self.blocks.push(label),
            Change::Detail(row, n) => {
                let instruction = body.blocks[block].instructions.get_mut(index)?;
                // Another edit may have taken it away.
                let _ = detail::INSTRUCTIONS.get(*row)?(instruction, *n);
            }
        }
        Some(())
    }

    fn value(&mut self, body: &mut OpenBody, op: &Op, with: &With) -> Option<Value> {
        match with {
            With::Operand(n) => Some(operands(op).get(*n)?.1),
            With::Value(value) => Some(*value),
            With::Literal(literal) => Some(literal.value(self.names, body)),
        }
    }

    /// Makes a jump of a terminator. The call of an `invoke` stays.
    fn jump(body: &mut OpenBody, block: usize, target: Local) -> Option<()> {
        let last = body.blocks[block].instructions.last()?.clone();
        body.set_terminator(block, Op::Br(target));
        if let Op::Invoke(call, [normal, _]) = last.op {
            if normal != target {
                return None;
            }
            let call = Instruction {
                op: Op::Call(call),
                ..last
            };
            let at = body.blocks[block].instructions.len() - 1;
            body.blocks[block].instructions.insert(at, call);
        }
        Some(())
    }

    /// Ends the function behind an instruction.
    fn return_result(
        &mut self,
        body: &mut OpenBody,
        block: usize,
        index: usize,
        zero: Option<&Literal>,
    ) -> Option<()> {
        let result = body.blocks[block].instructions.get(index)?.result;
        let value = result.map(|local| Typed {
            ty: body.ty(local),
            value: Value::Local(local),
        });
        body.set_terminator(block, Op::Ret(value));
        let end = body.blocks[block].instructions.len() - 1;
        body.blocks[block].instructions.drain(index + 1..end);
        body.remove_unreachable();
        let ty = value.map_or(Types::VOID, |it| it.ty);
        let zero = zero.map(|it| it.value(self.names, body));
        for instruction in body.blocks.iter_mut().flat_map(|it| &mut it.instructions) {
            if let Op::Ret(returned) = &mut instruction.op {
                let is_new = returned.map(|it| it.value) == result.map(Value::Local);
                if !is_new {
                    *returned = zero.map(|value| Typed { ty, value });
                }
            }
        }
        self.function.result = ty;
        self.function.result_attributes = Box::default();
        Some(())
    }
}
