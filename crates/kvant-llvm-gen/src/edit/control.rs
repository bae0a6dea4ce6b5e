//! Control flow and choices between values: select, phi, branches, freeze, fields.

use kvant_llvm::syntax::{CastOp, Flags, Op, TypeKind, Typed, Types, Value};

use super::{Change, Site, Spot};

pub(super) fn propose(site: &Site<'_>, add: &mut dyn FnMut(Change)) {
    match &site.instruction.op {
        Op::Freeze(_) => add(Change::DropFreeze),
        Op::Select(_, operands) if operands[1] != operands[2] => add(Change::SwapArms),
        Op::Phi(_, _, incoming) => {
            for (n, pair) in incoming.windows(2).enumerate() {
                if pair[0].0 != pair[1].0 {
                    add(Change::SwapIncoming(n as u32));
                }
            }
        }
        Op::CondBr(_, [first, second]) if first != second => add(Change::SwapSuccessors),
        Op::Switch(switch) => {
            for (n, case) in switch.cases.iter().enumerate() {
                if case.1 != switch.default {
                    add(Change::SwapCase(n as u32));
                }
            }
        }
        Op::ExtractValue(_, path) | Op::InsertValue(_, path) => {
            if let Some(last) = path.last() {
                let others = [last.checked_sub(1), last.checked_add(1)];
                let others = others.into_iter().flatten();
                others.for_each(|other| add(Change::Field(other)));
            }
        }
        _ => {}
    }
}

pub(super) fn apply(mut spot: Spot<'_>, change: Change) -> Option<()> {
    if change == Change::DropFreeze {
        return drop_freeze(&mut spot);
    }
    match (change, spot.op()?) {
        (Change::SwapArms, Op::Select(_, operands)) => operands.swap(1, 2),
        (Change::SwapIncoming(n), Op::Phi(_, _, incoming)) => {
            let [first, second] = incoming.get_mut(n as usize..n as usize + 2)? else {
                return None;
            };
            std::mem::swap(&mut first.0, &mut second.0);
        }
        (Change::SwapSuccessors, Op::CondBr(_, targets)) => targets.swap(0, 1),
        (Change::SwapCase(n), Op::Switch(switch)) => {
            let case = switch.cases.get_mut(n as usize)?;
            std::mem::swap(&mut case.1, &mut switch.default);
        }
        (Change::Field(index), Op::ExtractValue(_, path) | Op::InsertValue(_, path)) => {
            *path.last_mut()? = index;
        }
        _ => return None,
    }
    Some(())
}

/// Lets a `freeze` give its operand: there is no instruction that only copies, but others do it.
fn drop_freeze(spot: &mut Spot<'_>) -> Option<()> {
    let Op::Freeze(operand) = *spot.op()? else {
        return None;
    };
    let is_aggregate = matches!(
        spot.types.get(operand.ty),
        TypeKind::Struct { .. } | TypeKind::Array { .. } | TypeKind::Named(_)
    );
    *spot.op()? = match is_aggregate {
        false => Op::Cast(CastOp::BitCast, Flags::default(), operand, operand.ty),
        true => {
            let condition = Typed {
                ty: Types::I1,
                value: Value::Int(1),
            };
            Op::Select(Flags::default(), Box::new([condition, operand, operand]))
        }
    };
    Some(())
}
