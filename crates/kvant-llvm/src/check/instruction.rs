//! Instructions: the types of their operands.

use super::{Checker, Rule, Scope, ensure};
use crate::syntax::{
    Access, Alloca, AtomicRmw, BinaryOp, Body, CmpXchg, Const, Function, Instruction, LandingPad,
    Op, Ordering, RmwOp, Switch, Tailing, Type, TypeKind, Typed, Types, Unwind, Value,
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

    fn operation(
        &self,
        function: &'m Function,
        body: &'m Body,
        scope: Scope<'m>,
        instruction: &'m Instruction,
    ) -> Rule {
        let value = |ty, value| self.value(scope, ty, value);
        let two = |ty, values: &[Value; 2]| values.iter().try_for_each(|it| value(ty, *it));
        let typed = |operand: &Typed| self.typed(scope, *operand);
        let all = |operands: &[Typed]| operands.iter().try_for_each(typed);
        let label = |local: &crate::syntax::Local| {
            let Some(found) = scope.locals.get(local.0 as usize) else {
                return Err("a local is missing".into());
            };
            ensure!(
                found.ty == Types::LABEL,
                "`{}` is no block",
                self.shown('%', found.name)
            );
            Ok(())
        };
        let labels = |all: &[crate::syntax::Local]| all.iter().try_for_each(label);
        let unwind = |unwind: &Unwind| match unwind {
            Unwind::Caller => Ok(()),
            Unwind::Block(block) => label(block),
        };
        let has_personality = || {
            let is = |it: &Tailing| matches!(it, Tailing::Personality(_));
            function.tail.iter().any(is)
        };
        match &instruction.op {
            Op::Ret(None) => {
                ensure!(
                    function.result == Types::VOID,
                    "the function returns a value of the type `{}`",
                    self.shown_type(function.result)
                );
            }
            Op::Ret(Some(operand)) => {
                ensure!(
                    self.same(operand.ty, function.result),
                    "the function returns the type `{}`",
                    self.shown_type(function.result)
                );
                typed(operand)?;
            }
            Op::Br(target) => label(target)?,
            Op::CondBr(condition, targets) => {
                value(Types::I1, *condition)?;
                labels(targets)?;
            }
            Op::Switch(switch) => {
                typed(&switch.value)?;
                label(&switch.default)?;
                self.switch(scope, switch)?;
                switch.cases.iter().try_for_each(|(_, it)| label(it))?;
            }
            Op::IndirectBr(parts) => {
                ensure!(
                    self.is_scalar_pointer(parts.0.ty),
                    "an address is a pointer"
                );
                typed(&parts.0)?;
                labels(&parts.1)?;
            }
            Op::Resume(operand) => {
                ensure!(has_personality(), "the function has no personality");
                ensure!(
                    self.is_first_class(operand.ty),
                    "`resume` has a value of a first-class type"
                );
                typed(operand)?;
            }
            Op::Unreachable => {}
            Op::CleanupRet(pad, target) => {
                value(Types::TOKEN, *pad)?;
                unwind(target)?;
            }
            Op::CatchRet(pad, target) => {
                value(Types::TOKEN, *pad)?;
                label(target)?;
            }
            Op::CatchSwitch(switch) => {
                ensure!(has_personality(), "the function has no personality");
                ensure!(!switch.handlers.is_empty(), "there are no handlers");
                value(Types::TOKEN, switch.within)?;
                labels(&switch.handlers)?;
                unwind(&switch.unwind)?;
            }
            Op::CatchPad(within, arguments) | Op::CleanupPad(within, arguments) => {
                ensure!(has_personality(), "the function has no personality");
                value(Types::TOKEN, *within)?;
                all(arguments)?;
            }
            Op::LandingPad(pad) => {
                ensure!(has_personality(), "the function has no personality");
                self.landing_pad(pad)?;
                pad.clauses.iter().try_for_each(|(_, it)| typed(it))?;
            }
            Op::FNeg(_, operand) => {
                ensure!(
                    self.is_float(operand.ty),
                    "`fneg` on a type that is no float"
                );
                typed(operand)?;
            }
            Op::Binary(op, _, ty, values) => {
                let is_right = match is_float_op(*op) {
                    true => self.is_float(*ty),
                    false => self.is_int(*ty),
                };
                ensure!(
                    is_right,
                    "`{}` on the type `{}`",
                    op.text(),
                    self.shown_type(*ty)
                );
                two(*ty, values)?;
            }
            Op::Cast(op, _, operand, ty) => {
                self.cast(*op, operand.ty, *ty)?;
                typed(operand)?;
            }
            Op::ICmp(_, _, ty, values) => {
                ensure!(
                    self.is_int(*ty) || self.is_pointer(*ty),
                    "`icmp` on the type `{}`",
                    self.shown_type(*ty)
                );
                two(*ty, values)?;
            }
            Op::FCmp(_, _, ty, values) => {
                ensure!(
                    self.is_float(*ty),
                    "`fcmp` on the type `{}`",
                    self.shown_type(*ty)
                );
                two(*ty, values)?;
            }
            Op::Phi(flags, ty, incoming) => {
                ensure!(
                    self.is_first_class(*ty) && !self.is_token(*ty) && *ty != Types::LABEL,
                    "a phi has no values of the type `{}`",
                    self.shown_type(*ty)
                );
                ensure!(
                    flags.is_empty() || self.is_float_like(*ty),
                    "fast-math flags on a type that is no float"
                );
                for (operand, from) in incoming {
                    value(*ty, *operand)?;
                    label(from)?;
                }
            }
            Op::Select(flags, operands) => {
                self.select(operands)?;
                ensure!(
                    flags.is_empty() || self.is_float_like(operands[1].ty),
                    "fast-math flags on a type that is no float"
                );
                all(&operands[..])?;
            }
            Op::Freeze(operand) => {
                ensure!(!self.is_token(operand.ty), "`freeze` of a token");
                typed(operand)?;
            }
            Op::Call(call) => {
                self.call(function, body, scope, call, instruction)?;
            }
            Op::Invoke(call, targets) => {
                self.call(function, body, scope, call, instruction)?;
                labels(targets)?;
            }
            Op::CallBr(parts) => {
                self.call(function, body, scope, &parts.0, instruction)?;
                label(&parts.1)?;
                labels(&parts.2)?;
                if let Some(asm) = self.called_asm(scope, &parts.0) {
                    let constraints = self.name(asm.constraints).split(',');
                    let count = constraints.filter(|it| it.starts_with('!')).count();
                    ensure!(
                        count == parts.2.len(),
                        "`callbr` has a constraint for each of its other blocks"
                    );
                }
            }
            Op::Alloca(alloca) => {
                self.alloca(alloca)?;
                alloca.count.iter().try_for_each(typed)?;
            }
            Op::Load(load) => {
                ensure!(self.is_sized(load.ty), "a load of a type without a size");
                self.access(load.ty, &load.access, true)?;
                typed(&load.pointer)?;
            }
            Op::Store(store) => {
                ensure!(
                    self.is_sized(store.value.ty),
                    "a store of a type without a size"
                );
                self.access(store.value.ty, &store.access, false)?;
                typed(&store.value)?;
                typed(&store.pointer)?;
            }
            Op::Fence(_, ordering) => ensure!(
                !matches!(ordering, Ordering::Unordered | Ordering::Monotonic),
                "a fence acquires or releases"
            ),
            Op::CmpXchg(parts) => {
                self.cmpxchg(parts)?;
                all(&parts.operands)?;
            }
            Op::AtomicRmw(parts) => {
                self.atomic_rmw(parts)?;
                all(&parts.operands)?;
            }
            Op::Gep(gep) => self.gep(scope, gep.source, &gep.operands, false)?,
            Op::ExtractElement(operands) => {
                self.extract_element(operands)?;
                all(&operands[..])?;
            }
            Op::InsertElement(operands) => {
                self.insert_element(operands)?;
                all(&operands[..])?;
            }
            Op::ShuffleVector(operands) => {
                self.shuffle(scope, operands)?;
                all(&operands[..])?;
            }
            // The parser follows the indices.
            Op::ExtractValue(operand, _) => typed(operand)?,
            Op::InsertValue(operands, indices) => {
                let member = indices.iter().try_fold(operands[0].ty, |ty, index| {
                    self.member(ty, u64::from(*index))
                });
                ensure!(
                    member.is_some_and(|member| self.same(member, operands[1].ty)),
                    "there is no member of the type `{}` at these indices",
                    self.shown_type(operands[1].ty)
                );
                all(&operands[..])?;
            }
            Op::VaArg(list, ty) => {
                ensure!(self.is_scalar_pointer(list.ty), "`va_arg` reads a pointer");
                ensure!(
                    self.is_first_class(*ty) && *ty != Types::LABEL,
                    "`va_arg` gives a value"
                );
                typed(list)?;
            }
            Op::DebugRecord(_, fields) => {
                for field in fields {
                    self.metadata(scope, field)?;
                }
            }
        }
        Ok(())
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

    fn select(&self, [condition, yes, no]: &[Typed; 3]) -> Rule {
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

    fn alloca(&self, alloca: &Alloca) -> Rule {
        ensure!(
            self.is_sized(alloca.ty) && !self.is_amx(alloca.ty) && !self.is_no_local(alloca.ty),
            "an allocation of a type without a size"
        );
        if let Some(count) = &alloca.count {
            let is_int = matches!(self.types.get(count.ty), TypeKind::Int(_));
            ensure!(is_int, "the number of elements is an integer");
        }
        if alloca.is_swifterror {
            ensure!(
                self.is_scalar_pointer(alloca.ty) && alloca.count.is_none(),
                "a `swifterror` allocation is one pointer"
            );
        }
        Ok(())
    }

    fn access(&self, ty: Type, access: &Access, is_load: bool) -> Rule {
        let Some((_, ordering)) = access.atomic else {
            return Ok(());
        };
        let refused = match is_load {
            true => Ordering::Release,
            false => Ordering::Acquire,
        };
        ensure!(
            ordering != refused && ordering != Ordering::AcqRel,
            "an access of this kind is not `{}`",
            ordering.text()
        );
        ensure!(access.align.is_some(), "an atomic access has an alignment");
        let is_scalar = matches!(
            self.types.get(self.types.scalar(ty)),
            TypeKind::Int(_) | TypeKind::Byte(_) | TypeKind::Float(_) | TypeKind::Ptr(_)
        );
        ensure!(is_scalar, "an atomic access of this type");
        self.atomic_size(ty)
    }

    fn atomic_size(&self, ty: Type) -> Rule {
        // The size of a scalable vector is a multiple of this one.
        let bits = self.size_in_bits(ty).unwrap_or(8);
        ensure!(
            bits >= 8 && bits.is_power_of_two(),
            "an atomic access has a power of two of bytes"
        );
        Ok(())
    }

    fn cmpxchg(&self, parts: &CmpXchg) -> Rule {
        let [pointer, expected, new] = parts.operands;
        ensure!(
            self.is_scalar_pointer(pointer.ty),
            "an address is a pointer"
        );
        ensure!(
            self.same(expected.ty, new.ty),
            "the operands of `cmpxchg` have different types"
        );
        ensure!(
            matches!(
                self.types.get(new.ty),
                TypeKind::Int(_) | TypeKind::Byte(_) | TypeKind::Ptr(_)
            ),
            "`cmpxchg` on a type that is no integer or pointer"
        );
        let success = parts.access.atomic.map(|(_, ordering)| ordering);
        ensure!(
            success != Some(Ordering::Unordered),
            "`cmpxchg` is at least `monotonic`"
        );
        ensure!(
            !matches!(
                parts.failure,
                Ordering::Unordered | Ordering::Release | Ordering::AcqRel
            ),
            "the ordering of a failure is not `{}`",
            parts.failure.text()
        );
        self.atomic_size(new.ty)
    }

    fn atomic_rmw(&self, parts: &AtomicRmw) -> Rule {
        use RmwOp::{FAdd, FMax, FMaximum, FMaximumNum, FMin, FMinimum, FMinimumNum, FSub};
        let [pointer, operand] = parts.operands;
        ensure!(
            self.is_scalar_pointer(pointer.ty),
            "an address is a pointer"
        );
        let ordering = parts.access.atomic.map(|(_, ordering)| ordering);
        ensure!(
            ordering != Some(Ordering::Unordered),
            "`atomicrmw` is at least `monotonic`"
        );
        let lanes = self.vector(operand.ty);
        ensure!(
            lanes.is_none_or(|(is_scalable, _)| !is_scalable),
            "`atomicrmw` on a scalable vector"
        );
        if parts.access.is_elementwise {
            ensure!(lanes.is_some(), "`elementwise` on a type that is no vector");
            ensure!(
                ordering != Some(Ordering::SeqCst),
                "`elementwise` is not `seq_cst`"
            );
        }
        let is_right = match parts.op {
            RmwOp::Xchg => {
                (lanes.is_none() || parts.access.is_elementwise)
                    && matches!(
                        self.types.get(self.types.scalar(operand.ty)),
                        TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Ptr(_)
                    )
            }
            FAdd | FSub | FMax | FMin | FMaximum | FMinimum | FMaximumNum | FMinimumNum => {
                self.is_float(operand.ty)
            }
            _ => self.is_int(operand.ty),
        };
        ensure!(
            is_right,
            "`atomicrmw {}` on the type `{}`",
            parts.op.text(),
            self.shown_type(operand.ty)
        );
        self.atomic_size(operand.ty)
    }

    /// The operands of `getelementptr`: indices that the source has, and vectors of one length.
    pub(super) fn gep(
        &self,
        scope: Scope,
        source: Type,
        operands: &[Typed],
        is_const: bool,
    ) -> Rule {
        let Some((base, indices)) = operands.split_first() else {
            return Err("`getelementptr` without a base".into());
        };
        ensure!(self.is_pointer(base.ty), "the base is no pointer");
        ensure!(
            self.is_sized(source),
            "`getelementptr` into a type without a size"
        );
        ensure!(
            !matches!(self.shape(source), TypeKind::Struct { .. }) || !self.is_scalable(source),
            "`getelementptr` into a struct with scalable vectors"
        );
        let mut lanes = self.vector(base.ty);
        let mut ty = source;
        for (n, index) in indices.iter().enumerate() {
            ensure!(self.is_int(index.ty), "an index is no integer");
            if let Some(found) = self.vector(index.ty) {
                ensure!(
                    lanes.is_none_or(|lanes| lanes == found),
                    "an index is a vector of another length"
                );
                lanes = Some(found);
            }
            if n == 0 {
                continue;
            }
            ty = match self.shape(ty) {
                TypeKind::Struct { fields, .. } => {
                    ensure!(
                        self.int_bits(index.ty) == Some(32),
                        "the index of a field is an `i32`"
                    );
                    let field = self.splatted(scope, *index);
                    let field = field.and_then(|n| fields.get(usize::try_from(n).ok()?));
                    match field {
                        Some(field) => *field,
                        None => return Err("the struct has no field at this index".into()),
                    }
                }
                TypeKind::Array { element, .. } => *element,
                TypeKind::Vector { element, .. } => {
                    let bits = self.size_in_bits(*element).unwrap_or(8);
                    ensure!(
                        is_const || bits % 8 == 0,
                        "an index of a vector whose elements are no bytes"
                    );
                    *element
                }
                _ => {
                    return Err(format!("the type `{}` has no index", self.shown_type(ty)));
                }
            };
        }
        operands
            .iter()
            .try_for_each(|operand| self.typed(scope, *operand))
    }

    /// The number that an index is, in each lane of a vector.
    fn splatted(&self, scope: Scope, index: Typed) -> Option<i128> {
        if self
            .vector(index.ty)
            .is_some_and(|(is_scalable, _)| is_scalable)
        {
            return None;
        }
        if let Value::Const(n) = index.value {
            match scope.constants.get(n as usize)? {
                Const::Splat(value) => return self.number(scope, value.value),
                Const::Aggregate(_, elements) => {
                    let mut numbers = elements.iter().map(|it| self.number(scope, it.value));
                    let first = numbers.next()??;
                    return numbers.all(|it| it == Some(first)).then_some(first);
                }
                _ => {}
            }
        }
        self.number(scope, index.value)
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
