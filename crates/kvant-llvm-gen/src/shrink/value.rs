//! Passes about results and operands.

use kvant_llvm::syntax::{Const, Function, Instruction, Local, Op, Type, TypeKind, Types, Value};
use kvant_llvm_machine::Program;

use super::change::{Change, With, operands};
use super::edit::{At, Edit, definitions, tested};
use super::literal::Literal;
use super::pass::Known;
use crate::VSCALE;

/// An instruction with a result.
struct Site<'k> {
    at: At,
    function: &'k Function,
    op: &'k Op,
    result: Local,
    ty: Type,
}

/// Edits of instructions with results.
fn of_results(known: &Known<'_>, edit: impl Fn(&Site<'_>) -> Option<Change>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, function, instruction) in instructions(known) {
        if let (Some(result), Some(body)) = (instruction.result, &function.body)
            && let Some(info) = body.locals.get(result.0 as usize)
            && is_removable(&instruction.op)
        {
            let site = Site {
                at,
                function,
                op: &instruction.op,
                result,
                ty: info.ty,
            };
            edits.extend(edit(&site).map(|change| Edit::Change(at, change)));
        }
    }
    edits
}

/// All instructions of all functions.
pub(super) fn instructions<'k>(
    known: &Known<'k>,
) -> impl Iterator<Item = (At, &'k Function, &'k Instruction)> {
    definitions(&known.test.module).flat_map(|(item, function)| {
        let all = function.body.iter().flat_map(|it| &it.instructions);
        let at = move |number| At { item, number };
        all.enumerate()
            .map(move |(number, it)| (at(number), function, it))
    })
}

/// True if an instruction can be replaced by a value.
fn is_removable(op: &Op) -> bool {
    !op.is_terminator()
        && !matches!(
            op,
            Op::LandingPad(_) | Op::CatchPad(..) | Op::CleanupPad(..)
        )
}

/// Calls become what they returned, or zero. Those without a result go away.
pub(super) fn calls(known: &Known<'_>) -> Vec<Edit> {
    let mut edits = seen(known, |op| matches!(op, Op::Call(_)));
    let void = instructions(known).filter(|(_, _, it)| it.result.is_none());
    let void = void.filter(|(_, _, it)| matches!(it.op, Op::Call(_)));
    edits.extend(void.map(|(at, ..)| Edit::Change(at, Change::Remove)));
    edits.sort_by_key(place);
    edits
}

fn place(edit: &Edit) -> Option<At> {
    match edit {
        Edit::Change(at, _) => Some(*at),
        _ => None,
    }
}

/// Results become the constants that the machine saw.
pub(super) fn constants(known: &Known<'_>) -> Vec<Edit> {
    seen(known, |_| true)
}

fn seen(known: &Known<'_>, is_wanted: fn(&Op) -> bool) -> Vec<Edit> {
    let layout = known.test.layout();
    let program = Program::new(&known.test.module, &layout).with_vscale(VSCALE);
    of_results(known, |site| {
        if !is_wanted(site.op) {
            return None;
        }
        let leaves = known.record.results.get(&site.at);
        let literal = leaves.and_then(|leaves| Literal::of(&program, site.ty, leaves));
        let literal = literal.or_else(|| zero(known, site.ty))?;
        Some(Change::Replace(With::Literal(literal)))
    })
}

fn zero(known: &Known<'_>, ty: Type) -> Option<Literal> {
    Literal::zero(&known.test.module.types, ty)
}

/// Results become zero.
pub(super) fn zeros(known: &Known<'_>) -> Vec<Edit> {
    of_results(known, |site| {
        Some(Change::Replace(With::Literal(zero(known, site.ty)?)))
    })
}

/// Results of the tested function become parameters with the values that the machine saw.
pub(super) fn to_parameters(known: &Known<'_>) -> Vec<Edit> {
    let tested = tested(known.test);
    if known.test.inputs.len() != 1 {
        return Vec::new();
    }
    of_results(known, |site| {
        if Some(site.at.item) != tested || site.function.is_variadic {
            return None;
        }
        known.record.given(site.at).map(Change::ToParameter)
    })
}

/// Results become their first operand of the same type.
pub(super) fn first_operands(known: &Known<'_>) -> Vec<Edit> {
    of_results(known, |site| {
        let mut all = same_type(site);
        all.next().map(|n| Change::Replace(With::Operand(n)))
    })
}

/// Results become their last operand of the same type.
pub(super) fn last_operands(known: &Known<'_>) -> Vec<Edit> {
    of_results(known, |site| {
        let last = same_type(site).last()?;
        let is_new = same_type(site).next() != Some(last);
        is_new.then_some(Change::Replace(With::Operand(last)))
    })
}

/// The operands with the type of the result.
fn same_type(site: &Site<'_>) -> impl Iterator<Item = usize> + use<> {
    let (ty, result) = (site.ty, Value::Local(site.result));
    let callee = usize::from(matches!(site.op, Op::Call(_)));
    let all = operands(site.op).into_iter().enumerate().skip(callee);
    all.filter(move |(_, it)| it.0 == ty && it.1 != result)
        .map(|it| it.0)
}

/// Results become parameters of the same type.
pub(super) fn parameters(known: &Known<'_>) -> Vec<Edit> {
    of_results(known, |site| {
        let mut all = site.function.parameters.iter();
        let number = all.position(|it| it.ty == site.ty)?;
        let value = Value::Local(Local(number as u32));
        Some(Change::Replace(With::Value(value)))
    })
}

/// Instructions without results go away.
pub(super) fn effects(known: &Known<'_>) -> Vec<Edit> {
    let all = instructions(known);
    let all = all.filter(|(_, _, it)| it.result.is_none() && !it.op.is_terminator());
    all.map(|(at, ..)| Edit::Change(at, Change::Remove))
        .collect()
}

/// Edits of operands.
fn of_operands(
    known: &Known<'_>,
    edit: impl Fn(At, &Function, usize, Type, Value) -> Option<With>,
) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, function, instruction) in instructions(known) {
        // The callee, and the cases of switches, are no operands that can be anything.
        let first = usize::from(matches!(instruction.op, Op::Call(_) | Op::Invoke(..)));
        let count = match instruction.op {
            Op::Switch(_) => 1,
            _ => usize::MAX,
        };
        let all = operands(&instruction.op).into_iter().enumerate();
        for (n, (ty, value)) in all.skip(first).take(count) {
            if let Some(with) = edit(at, function, n, ty, value) {
                edits.push(Edit::Change(at, Change::Operand(n, with)));
            }
        }
    }
    edits
}

/// Operands become the constants that the machine saw.
pub(super) fn constant_operands(known: &Known<'_>) -> Vec<Edit> {
    let layout = known.test.layout();
    let program = Program::new(&known.test.module, &layout).with_vscale(VSCALE);
    of_operands(known, |at, function, _, ty, value| {
        let Value::Local(local) = value else {
            return None;
        };
        let all = function.body.iter().flat_map(|it| &it.instructions);
        let number = all.enumerate().find(|(_, it)| it.result == Some(local))?.0;
        let leaves = known.record.results.get(&At { number, ..at })?;
        Some(With::Literal(Literal::of(&program, ty, leaves)?))
    })
}

/// Operands become zero.
pub(super) fn zero_operands(known: &Known<'_>) -> Vec<Edit> {
    of_operands(known, |_, _, _, ty, value| {
        let literal = zero(known, ty)?;
        (literal != Literal::Plain(value)).then_some(With::Literal(literal))
    })
}

/// Operands become the first parameter of their type.
pub(super) fn parameter_operands(known: &Known<'_>) -> Vec<Edit> {
    of_operands(known, |_, function, _, ty, value| {
        let Value::Local(Local(local)) = value else {
            return None;
        };
        let number = function.parameters.iter().position(|it| it.ty == ty)? as u32;
        (local > number).then_some(With::Value(Value::Local(Local(number))))
    })
}

/// Numbers become one.
pub(super) fn ones(known: &Known<'_>) -> Vec<Edit> {
    numbers(known, |_| 1)
}

/// Numbers become half of them.
pub(super) fn halves(known: &Known<'_>) -> Vec<Edit> {
    numbers(known, |number| number / 2)
}

/// Integers become other ones that are closer to zero.
fn numbers(known: &Known<'_>, other: fn(i128) -> i128) -> Vec<Edit> {
    let module = &known.test.module;
    of_operands(known, |_, function, _, ty, value| {
        if !matches!(module.types.get(ty), TypeKind::Int(_)) || ty == Types::I1 {
            return None;
        }
        let number = match value {
            Value::Int(number) => i128::from(number),
            Value::Const(n) => match function.body.as_ref()?.constants.get(n as usize)? {
                Const::Int(text) => module.names.get(*text).parse().ok()?,
                _ => return None,
            },
            _ => return None,
        };
        let new = other(number);
        let is_smaller = new.unsigned_abs() < number.unsigned_abs() || new == 1 && number == -1;
        is_smaller.then(|| With::Literal(Literal::int(new)))
    })
}
