//! Instructions: the types of their operands.

use super::{Checker, Rule, Scope, ensure};
use crate::syntax::{
    BinaryOp, Body, Const, Flags, Function, Instruction, LandingPad, Local, Op, Ordering, Switch,
    Tailing, Type, TypeKind, Typed, Types, Value,
};

impl<'m> Checker<'m> {
    pub(super) fn instruction(
        &self,
        function: &'m Function,
        body: &'m Body,
        instruction: &'m Instruction,
    ) -> Rule {
        let scope = Scope {
            constants: &body.constants,
            locals: &body.locals,
        };
        let op = &instruction.op;
        let mut rule = Ok(());
        let mut label = |local: Local| {
            let ty = body.locals.get(local.0 as usize).map(|it| it.ty);
            if ty != Some(Types::LABEL) {
                rule = Err("a block is named that is none".to_owned());
            }
        };
        op.targets(&mut label);
        if let Op::Phi(_, _, incoming) = op {
            incoming.iter().for_each(|it| label(it.1));
        }
        // Calls have rules of their own.
        if !matches!(op, Op::Call(_) | Op::Invoke(..) | Op::CallBr(_)) {
            op.values(|ty, value| {
                if rule.is_ok() {
                    rule = self.value(scope, ty, value);
                }
            });
        }
        rule?;
        self.operation(function, body, scope, instruction)?;
        if let Some(result) = instruction.result {
            let ty = body
                .locals
                .get(result.0 as usize)
                .map_or(Types::VOID, |it| it.ty);
            ensure!(
                self.is_first_class(ty) && ty != Types::LABEL,
                "an instruction has no result of the type `{}`",
                self.shown_type(ty)
            );
        }
        self.attachments(scope, instruction)
    }

    #[allow(clippy::too_many_lines)] // It is one table.
    fn operation(
        &self,
        function: &'m Function,
        body: &'m Body,
        scope: Scope<'m>,
        instruction: &'m Instruction,
    ) -> Rule {
        let on = |is_right: bool, ty: Type| {
            ensure!(
                is_right,
                "an operation on the type `{}`",
                self.shown_type(ty)
            );
            Ok(())
        };
        let fast = |flags: Flags, ty: Type| {
            ensure!(
                flags.is_empty() || self.is_float_like(ty),
                "fast-math flags on a type that is no float"
            );
            Ok(())
        };
        let has_personality = || {
            let is = |it: &Tailing| matches!(it, Tailing::Personality(_));
            ensure!(
                function.tail.iter().any(is),
                "the function has no personality"
            );
            Ok(())
        };
        let is_value = |ty: Type| self.is_first_class(ty) && !self.is_token(ty);
        match &instruction.op {
            Op::Ret(returned) => {
                let ty = returned.map_or(Types::VOID, |it| it.ty);
                ensure!(
                    self.same(ty, function.result),
                    "the function returns the type `{}`",
                    self.shown_type(function.result)
                );
                Ok(())
            }
            Op::Switch(switch) => self.switch(scope, switch),
            Op::IndirectBr(parts) => on(self.is_scalar_pointer(parts.0.ty), parts.0.ty),
            Op::Resume(_) | Op::CatchPad(..) | Op::CleanupPad(..) => has_personality(),
            Op::CatchSwitch(switch) => {
                ensure!(!switch.handlers.is_empty(), "there are no handlers");
                has_personality()
            }
            Op::LandingPad(pad) => {
                has_personality()?;
                self.landing_pad(pad)
            }
            Op::FNeg(_, operand) => on(self.is_float(operand.ty), operand.ty),
            Op::Binary(op, _, ty, _) => match is_float_op(*op) {
                true => on(self.is_float(*ty), *ty),
                false => on(self.is_int(*ty), *ty),
            },
            Op::Cast(op, _, operand, ty) => self.cast(*op, operand.ty, *ty),
            Op::ICmp(_, _, ty, _) => on(self.is_int(*ty) || self.is_pointer(*ty), *ty),
            Op::FCmp(_, _, ty, _) => on(self.is_float(*ty), *ty),
            Op::Phi(flags, ty, _) => {
                on(is_value(*ty), *ty)?;
                fast(*flags, *ty)
            }
            Op::Select(flags, operands) => {
                self.select(operands)?;
                fast(*flags, operands[1].ty)
            }
            Op::Freeze(operand) => on(is_value(operand.ty), operand.ty),
            Op::Call(call) | Op::Invoke(call, _) => {
                self.call(function, body, scope, call, instruction)
            }
            Op::CallBr(parts) => {
                self.call(function, body, scope, &parts.0, instruction)?;
                self.labels(scope, &parts.0, parts.2.len())
            }
            Op::Alloca(alloca) => self.alloca(alloca),
            Op::Load(load) => self.access(load.ty, &load.access, true),
            Op::Store(store) => self.access(store.value.ty, &store.access, false),
            Op::Fence(_, ordering) => {
                ensure!(
                    !matches!(ordering, Ordering::Unordered | Ordering::Monotonic),
                    "a fence acquires or releases"
                );
                Ok(())
            }
            Op::CmpXchg(parts) => self.cmpxchg(parts),
            Op::AtomicRmw(parts) => self.atomic_rmw(parts),
            Op::Gep(gep) => self.gep(scope, gep.source, &gep.operands, false),
            Op::ExtractElement(operands) => self.extract_element(operands),
            Op::InsertElement(operands) => self.insert_element(operands),
            Op::ShuffleVector(operands) => self.shuffle(scope, operands),
            Op::InsertValue(operands, indices) => {
                let member = indices.iter().try_fold(operands[0].ty, |ty, index| {
                    self.member(ty, u64::from(*index))
                });
                ensure!(
                    member.is_some_and(|member| self.same(member, operands[1].ty)),
                    "there is no member of the type `{}` at these indices",
                    self.shown_type(operands[1].ty)
                );
                Ok(())
            }
            Op::ExtractValue(operand, indices) => {
                let member = indices
                    .iter()
                    .try_fold(operand.ty, |ty, index| self.member(ty, u64::from(*index)));
                let result = instruction.result;
                let result = result.and_then(|it| body.locals.get(it.0 as usize));
                ensure!(
                    member
                        .zip(result)
                        .is_some_and(|(member, result)| self.same(member, result.ty)),
                    "there is no member of the type of the result at these indices"
                );
                Ok(())
            }
            Op::VaArg(list, ty) => on(self.is_scalar_pointer(list.ty) && is_value(*ty), *ty),
            Op::DebugRecord(_, fields) => fields
                .iter()
                .try_for_each(|field| self.metadata(scope, field)),
            // The operands say the rest.
            Op::Br(_)
            | Op::CondBr(..)
            | Op::Unreachable
            | Op::CleanupRet(..)
            | Op::CatchRet(..) => Ok(()),
        }
    }

    /// True for a pointer that is no vector.
    pub(super) fn is_scalar_pointer(&self, ty: Type) -> bool {
        matches!(self.types.get(ty), TypeKind::Ptr(_))
    }

    /// The type of a field or element.
    fn member(&self, ty: Type, index: u64) -> Option<Type> {
        match self.shape(ty) {
            TypeKind::Struct { fields, .. } => fields.get(usize::try_from(index).ok()?).copied(),
            TypeKind::Array { length, element } => (index < *length).then_some(*element),
            _ => None,
        }
    }

    fn switch(&self, scope: Scope, switch: &Switch) -> Rule {
        let bits = match self.types.get(switch.value.ty) {
            TypeKind::Int(bits) => *bits,
            _ => return Err("`switch` on a type that is no integer".into()),
        };
        let mask = match bits {
            ..128 => (1u128 << bits) - 1,
            _ => u128::MAX,
        };
        let mut seen = Vec::with_capacity(switch.cases.len());
        for (case, _) in &switch.cases {
            ensure!(self.is_immediate(scope, *case), "a case is a constant");
            // Longer ones are not compared.
            seen.extend(self.number(scope, *case).map(|case| case as u128 & mask));
        }
        seen.sort_unstable();
        ensure!(
            seen.is_sorted_by(|a, b| a < b),
            "two cases have the same value"
        );
        Ok(())
    }

    fn landing_pad(&self, pad: &LandingPad) -> Rule {
        ensure!(
            pad.is_cleanup || !pad.clauses.is_empty(),
            "a landing pad has a clause or is a cleanup"
        );
        for (is_filter, clause) in &pad.clauses {
            let is_array = matches!(self.types.get(clause.ty), TypeKind::Array { .. });
            match is_filter {
                true => ensure!(is_array, "a filter is an array"),
                false => ensure!(self.is_scalar_pointer(clause.ty), "a catch is a pointer"),
            }
            ensure!(
                !matches!(clause.value, Value::Local(_)),
                "a clause is a constant"
            );
        }
        Ok(())
    }

    pub(super) fn select(&self, [condition, yes, no]: &[Typed; 3]) -> Rule {
        ensure!(
            self.same(yes.ty, no.ty),
            "the values of `select` have different types"
        );
        ensure!(
            self.is_first_class(yes.ty) && !self.is_token(yes.ty) && yes.ty != Types::LABEL,
            "`select` has no values of this type"
        );
        ensure!(
            self.int_bits(condition.ty) == Some(1),
            "the condition of `select` is an `i1`, or a vector of them"
        );
        let lanes = self.vector(condition.ty);
        ensure!(
            lanes.is_none() || lanes == self.vector(yes.ty),
            "the condition of `select` has another length than its values"
        );
        Ok(())
    }

    pub(super) fn extract_element(&self, [vector, index]: &[Typed; 2]) -> Rule {
        ensure!(
            self.vector(vector.ty).is_some(),
            "`extractelement` from a type that is no vector"
        );
        self.element_index(index.ty)
    }

    fn element_index(&self, ty: Type) -> Rule {
        let is_int = matches!(self.types.get(ty), TypeKind::Int(_));
        ensure!(is_int, "the index of an element is an integer");
        Ok(())
    }

    pub(super) fn insert_element(&self, [vector, element, index]: &[Typed; 3]) -> Rule {
        ensure!(
            self.vector(vector.ty).is_some() && self.same(self.types.scalar(vector.ty), element.ty),
            "`insertelement` of another type than that of the elements"
        );
        self.element_index(index.ty)
    }

    pub(super) fn shuffle(&self, scope: Scope, [first, second, mask]: &[Typed; 3]) -> Rule {
        let Some((is_scalable, length)) = self.vector(first.ty) else {
            return Err("`shufflevector` of a type that is no vector".into());
        };
        ensure!(
            self.same(first.ty, second.ty),
            "the vectors of `shufflevector` have different types"
        );
        let Some((mask_is_scalable, _)) = self.vector(mask.ty) else {
            return Err("the mask of `shufflevector` is no vector".into());
        };
        ensure!(
            self.int_bits(mask.ty) == Some(32) && mask_is_scalable == is_scalable,
            "the mask of `shufflevector` is a vector of `i32`"
        );
        let fits = |value: Value| match value {
            Value::Undef | Value::Poison => true,
            value => self
                .number(scope, value)
                .is_some_and(|n| (0..2 * i128::from(length)).contains(&n)),
        };
        let is_right = match mask.value {
            Value::Undef | Value::Poison | Value::Zero => true,
            Value::Const(index) => match scope.constants.get(index as usize) {
                Some(Const::Aggregate(_, elements)) => {
                    !is_scalable && elements.iter().all(|it| fits(it.value))
                }
                Some(Const::Splat(value)) => fits(value.value),
                _ => false,
            },
            _ => false,
        };
        ensure!(is_right, "the mask of `shufflevector` names no elements");
        Ok(())
    }
}

fn is_float_op(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem
    )
}
