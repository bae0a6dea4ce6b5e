//! Accesses to memory and calls: moved, deleted, repeated, aligned, narrowed.

use kvant_llvm::syntax::{
    Access, CastOp, Flags, Instruction, Op, Type, TypeKind, Typed, Types, Value,
};

use super::{Change, Site, Spot};

/// The alignment of an access that has none written becomes this one.
const LARGE: u64 = 32;

pub(super) fn propose(site: &Site<'_>, add: &mut dyn FnMut(Change)) {
    let mut align = |access: &Access| {
        let raised = access.align.map_or(Some(LARGE), |it| it.checked_mul(2));
        if let Some(raised) = raised {
            add(Change::Align(raised));
        }
    };
    let types = &site.module.types;
    match &site.instruction.op {
        Op::Store(store) => {
            align(&store.access);
            add(Change::DeleteStore);
            if next(&site.body.instructions, &site.block, site.at).is_some() {
                add(Change::StoreDown);
                add(Change::RepeatStore);
            }
            if half(types, store.value.ty).is_some() {
                add(Change::Narrow);
            }
        }
        Op::Load(load) => {
            align(&load.access);
            if previous(&site.body.instructions, &site.block, site.at).is_some() {
                add(Change::LoadUp);
            }
            if half(types, load.ty).is_some() {
                add(Change::Narrow);
            }
        }
        Op::Call(call) => {
            if let Value::Global(name) = call.callee
                && !site.module.names.get(name).starts_with("llvm.")
            {
                add(Change::DeleteCall);
                add(Change::RepeatCall);
            }
        }
        _ => {}
    }
}

/// True if an operation may read or write memory.
fn touches(op: &Op) -> bool {
    matches!(op, Op::Load(_)) || writes(op)
}

/// True if an operation may write memory.
fn writes(op: &Op) -> bool {
    matches!(
        op,
        Op::Store(_) | Op::Call(_) | Op::CmpXchg(_) | Op::AtomicRmw(_) | Op::Fence(..)
    )
}

type Block = std::ops::Range<usize>;

/// The next operation of a block that touches memory.
fn next(instructions: &[Instruction], block: &Block, at: usize) -> Option<usize> {
    (at + 1..block.end).find(|n| instructions.get(*n).is_some_and(|it| touches(&it.op)))
}

/// The last operation of a block that may write memory, before this one.
fn previous(instructions: &[Instruction], block: &Block, at: usize) -> Option<usize> {
    let mut before = (block.start..at).rev();
    before.find(|n| instructions.get(*n).is_some_and(|it| writes(&it.op)))
}

/// Half of the width of an integer of whole bytes.
fn half(types: &Types, ty: Type) -> Option<u32> {
    match types.get(ty) {
        TypeKind::Int(bits) if bits % 16 == 0 => Some(bits / 2),
        _ => None,
    }
}

pub(super) fn apply(mut spot: Spot<'_>, change: Change) -> Option<()> {
    let (at, block) = (spot.at, spot.block()?);
    match change {
        Change::StoreDown => {
            let next = next(&spot.body.instructions, &block, at)?;
            spot.body.instructions.get_mut(at..=next)?.rotate_left(1);
        }
        Change::LoadUp => {
            let previous = previous(&spot.body.instructions, &block, at)?;
            let between = spot.body.instructions.get_mut(previous..=at)?;
            between.rotate_right(1);
        }
        Change::DeleteStore => spot.remove(),
        Change::RepeatStore => {
            let store = spot.body.instructions.get(at)?.clone();
            spot.insert(block.end - 1, store);
        }
        Change::DeleteCall => delete_call(&mut spot)?,
        Change::RepeatCall => {
            let mut call = spot.body.instructions.get(at)?.clone();
            if let Some(result) = call.result {
                let ty = spot.body.locals.get(result.0 as usize)?.ty;
                call.result = Some(spot.local(ty));
            }
            spot.insert(at, call);
        }
        Change::Align(align) => match spot.op()? {
            Op::Load(load) => load.access.align = Some(align),
            Op::Store(store) => store.access.align = Some(align),
            _ => return None,
        },
        Change::Narrow => narrow(&mut spot)?,
        _ => return None,
    }
    Some(())
}

fn delete_call(spot: &mut Spot<'_>) -> Option<()> {
    let Some(result) = spot.body.instructions.get(spot.at)?.result else {
        spot.remove();
        return Some(());
    };
    let ty = spot.body.locals.get(result.0 as usize)?.ty;
    let value = match spot.types.get(ty) {
        TypeKind::Ptr(_) => Value::Null,
        _ => Value::Zero,
    };
    *spot.op()? = Op::Freeze(Typed { ty, value });
    Some(())
}

/// Loads half of the bits and extends them with zeros, or stores half of the bits.
fn narrow(spot: &mut Spot<'_>) -> Option<()> {
    let at = spot.at;
    let mut old = spot.body.instructions.get(at)?.clone();
    let wide = match &old.op {
        Op::Load(load) => load.ty,
        Op::Store(store) => store.value.ty,
        _ => return None,
    };
    let bits = half(spot.types, wide)?;
    let ty = spot.types.int(bits);
    let local = spot.local(ty);
    let half = Typed {
        ty,
        value: Value::Local(local),
    };
    match &mut old.op {
        Op::Load(load) => {
            load.ty = ty;
            *spot.op()? = Op::Cast(CastOp::ZExt, Flags::default(), half, wide);
            spot.body.instructions.get_mut(at)?.attachments = None;
            old.result = Some(local);
            old.attachments = None;
            spot.insert(at, old);
        }
        Op::Store(store) => {
            let whole = std::mem::replace(&mut store.value, half);
            *spot.body.instructions.get_mut(at)? = old;
            let cut = Instruction {
                result: Some(local),
                op: Op::Cast(CastOp::Trunc, Flags::default(), whole, ty),
                attachments: None,
            };
            spot.insert(at, cut);
        }
        _ => return None,
    }
    Some(())
}
