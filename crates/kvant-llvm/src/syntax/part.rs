//! The types, operands and attributes of an operation, for walks that treat all operations alike.

use super::{Access, Attributes, Call, Local, Metadata, Op, Type, Typed, Types, Unwind, Value};

/// A part of an operation.
pub(crate) enum Part<'a> {
    /// A type that is no type of an operand.
    Type(Type),
    /// An operand and its type.
    Value(Type, &'a mut Value),
    /// The attributes of a call, its result or an argument, with the type that they belong to.
    Attributes(Type, &'a mut Attributes),
    /// Metadata of a debug record.
    Metadata(&'a mut Metadata),
}

impl Op {
    /// Calls `visit` with every part.
    pub(crate) fn parts_mut(&mut self, visit: &mut dyn FnMut(Part<'_>)) {
        fn typed(operands: &mut [Typed], visit: &mut dyn FnMut(Part<'_>)) {
            for operand in operands {
                visit(Part::Value(operand.ty, &mut operand.value));
            }
        }
        fn one(operand: &mut Typed, visit: &mut dyn FnMut(Part<'_>)) {
            typed(std::slice::from_mut(operand), visit);
        }
        match self {
            Op::Ret(None) | Op::Br(_) | Op::Unreachable | Op::Fence(..) => {}
            Op::Ret(Some(value))
            | Op::Resume(value)
            | Op::FNeg(_, value)
            | Op::Freeze(value)
            | Op::ExtractValue(value, _) => one(value, visit),
            Op::CondBr(value, _) => visit(Part::Value(Types::I1, value)),
            Op::Switch(switch) => {
                one(&mut switch.value, visit);
                for (value, _) in &mut switch.cases {
                    visit(Part::Value(switch.value.ty, value));
                }
            }
            Op::IndirectBr(parts) => one(&mut parts.0, visit),
            Op::Invoke(call, _) | Op::Call(call) => call.parts_mut(visit),
            Op::CallBr(parts) => parts.0.parts_mut(visit),
            Op::CleanupRet(pad, _) | Op::CatchRet(pad, _) => visit(Part::Value(Types::TOKEN, pad)),
            Op::CatchSwitch(switch) => visit(Part::Value(Types::TOKEN, &mut switch.within)),
            Op::CatchPad(within, arguments) | Op::CleanupPad(within, arguments) => {
                visit(Part::Value(Types::TOKEN, within));
                typed(arguments, visit);
            }
            Op::LandingPad(pad) => {
                visit(Part::Type(pad.ty));
                for (_, value) in &mut pad.clauses {
                    one(value, visit);
                }
            }
            Op::Binary(_, _, ty, values)
            | Op::ICmp(_, _, ty, values)
            | Op::FCmp(_, _, ty, values) => {
                for value in values {
                    visit(Part::Value(*ty, value));
                }
            }
            Op::Cast(_, _, value, ty) | Op::VaArg(value, ty) => {
                one(value, visit);
                visit(Part::Type(*ty));
            }
            Op::Phi(_, ty, incoming) => {
                for (value, _) in incoming {
                    visit(Part::Value(*ty, value));
                }
            }
            Op::Select(_, operands) | Op::InsertElement(operands) | Op::ShuffleVector(operands) => {
                typed(&mut operands[..], visit);
            }
            Op::Alloca(alloca) => {
                visit(Part::Type(alloca.ty));
                if let Some(count) = &mut alloca.count {
                    one(count, visit);
                }
            }
            Op::Load(load) => {
                visit(Part::Type(load.ty));
                one(&mut load.pointer, visit);
            }
            Op::Store(store) => {
                one(&mut store.value, visit);
                one(&mut store.pointer, visit);
            }
            Op::CmpXchg(parts) => typed(&mut parts.operands, visit),
            Op::AtomicRmw(parts) => typed(&mut parts.operands, visit),
            Op::Gep(gep) => {
                visit(Part::Type(gep.source));
                typed(&mut gep.operands, visit);
            }
            Op::ExtractElement(operands) | Op::InsertValue(operands, _) => {
                typed(&mut operands[..], visit);
            }
            Op::DebugRecord(_, fields) => {
                for field in fields {
                    visit(Part::Metadata(field));
                }
            }
        }
    }

    /// Calls `visit` with every operand and its type. The cases of `switch` are operands here, and a callee has the type `ptr`.
    pub fn values_mut(&mut self, visit: &mut dyn FnMut(Type, &mut Value)) {
        self.parts_mut(&mut |part| {
            if let Part::Value(ty, value) = part {
                visit(ty, value);
            }
        });
    }

    /// Calls `visit` with the label of every block that a terminator goes to, once for each edge, in the order of
    /// [`Op::targets`].
    pub fn targets_mut(&mut self, visit: &mut dyn FnMut(&mut Local)) {
        match self {
            Op::Br(target) | Op::CatchRet(_, target) | Op::CleanupRet(_, Unwind::Block(target)) => {
                visit(target);
            }
            Op::CondBr(_, targets) | Op::Invoke(_, targets) => targets.iter_mut().for_each(visit),
            Op::Switch(switch) => {
                visit(&mut switch.default);
                switch.cases.iter_mut().for_each(|it| visit(&mut it.1));
            }
            Op::IndirectBr(parts) => parts.1.iter_mut().for_each(visit),
            Op::CallBr(parts) => {
                visit(&mut parts.1);
                parts.2.iter_mut().for_each(visit);
            }
            Op::CatchSwitch(switch) => {
                switch.handlers.iter_mut().for_each(&mut *visit);
                if let Unwind::Block(target) = &mut switch.unwind {
                    visit(target);
                }
            }
            _ => {}
        }
    }

    /// Calls `visit` with every type, once for each place where one stands.
    pub fn types_mut(&mut self, visit: &mut dyn FnMut(&mut Type)) {
        fn typed(operands: &mut [Typed], visit: &mut dyn FnMut(&mut Type)) {
            for operand in operands {
                visit(&mut operand.ty);
            }
        }
        match self {
            Op::Ret(None)
            | Op::Br(_)
            | Op::CondBr(..)
            | Op::Unreachable
            | Op::CleanupRet(..)
            | Op::CatchRet(..)
            | Op::CatchSwitch(_)
            | Op::Fence(..)
            | Op::DebugRecord(..) => {}
            Op::Ret(Some(value))
            | Op::Resume(value)
            | Op::FNeg(_, value)
            | Op::Freeze(value)
            | Op::ExtractValue(value, _) => visit(&mut value.ty),
            Op::Switch(switch) => visit(&mut switch.value.ty),
            Op::IndirectBr(parts) => visit(&mut parts.0.ty),
            Op::Invoke(call, _) | Op::Call(call) => call.types_mut(visit),
            Op::CallBr(parts) => parts.0.types_mut(visit),
            Op::CatchPad(_, arguments) | Op::CleanupPad(_, arguments) => typed(arguments, visit),
            Op::LandingPad(pad) => {
                visit(&mut pad.ty);
                pad.clauses.iter_mut().for_each(|it| visit(&mut it.1.ty));
            }
            Op::Binary(_, _, ty, _)
            | Op::ICmp(_, _, ty, _)
            | Op::FCmp(_, _, ty, _)
            | Op::Phi(_, ty, _) => visit(ty),
            Op::Cast(_, _, value, ty) | Op::VaArg(value, ty) => {
                visit(&mut value.ty);
                visit(ty);
            }
            Op::Select(_, operands) | Op::InsertElement(operands) | Op::ShuffleVector(operands) => {
                typed(&mut operands[..], visit);
            }
            Op::ExtractElement(operands) | Op::InsertValue(operands, _) => {
                typed(&mut operands[..], visit);
            }
            Op::Alloca(alloca) => {
                visit(&mut alloca.ty);
                alloca.count.iter_mut().for_each(|it| visit(&mut it.ty));
            }
            Op::Load(load) => {
                visit(&mut load.ty);
                visit(&mut load.pointer.ty);
            }
            Op::Store(store) => {
                visit(&mut store.value.ty);
                visit(&mut store.pointer.ty);
            }
            Op::CmpXchg(parts) => typed(&mut parts.operands, visit),
            Op::AtomicRmw(parts) => typed(&mut parts.operands, visit),
            Op::Gep(gep) => {
                visit(&mut gep.source);
                typed(&mut gep.operands, visit);
            }
        }
    }

    /// The call of a call, an invoke or a callbr.
    pub fn call_mut(&mut self) -> Option<&mut Call> {
        match self {
            Op::Call(call) | Op::Invoke(call, _) => Some(call),
            Op::CallBr(parts) => Some(&mut parts.0),
            _ => None,
        }
    }

    /// The properties of an access to memory, with the type of the value that is read or written.
    pub fn access_mut(&mut self) -> Option<(Type, &mut Access)> {
        match self {
            Op::Load(load) => Some((load.ty, &mut load.access)),
            Op::Store(store) => Some((store.value.ty, &mut store.access)),
            Op::CmpXchg(parts) => Some((parts.operands[1].ty, &mut parts.access)),
            Op::AtomicRmw(parts) => Some((parts.operands[1].ty, &mut parts.access)),
            _ => None,
        }
    }
}

impl Call {
    fn types_mut(&mut self, visit: &mut dyn FnMut(&mut Type)) {
        visit(&mut self.ty);
        for argument in &mut self.arguments {
            visit(&mut argument.value.ty);
        }
        for operand in self.bundles.iter_mut().flat_map(|it| &mut it.operands) {
            visit(&mut operand.ty);
        }
    }

    fn parts_mut(&mut self, visit: &mut dyn FnMut(Part<'_>)) {
        visit(Part::Attributes(self.ty, &mut self.result));
        visit(Part::Type(self.ty));
        visit(Part::Value(Types::PTR, &mut self.callee));
        for argument in &mut self.arguments {
            let ty = argument.value.ty;
            visit(Part::Attributes(ty, &mut argument.attributes));
            visit(Part::Value(ty, &mut argument.value.value));
        }
        visit(Part::Attributes(Types::VOID, &mut self.attributes));
        for operand in self.bundles.iter_mut().flat_map(|it| &mut it.operands) {
            visit(Part::Value(operand.ty, &mut operand.value));
        }
    }
}
