//! Calls of functions without a body.

use super::{Machine, leaf, leaves};
use crate::code::{Call, Code, Instruction, Source, Span};
use crate::constraint::Constraint;
use crate::contract::Contract;
use crate::environment::{Access, Event};
use crate::external::External;
use crate::leaf::{Leaf, Node, Pointer};
use crate::outcome::{Stop, Ub, Unspecified};

impl Machine<'_, '_> {
    /// Calls a function without a body.
    pub(super) fn external(&mut self, call: &Call, external: &External) -> Result<(), Stop> {
        let Some(frame) = self.frames.last() else {
            return Ok(());
        };
        let (code, base) = (frame.code, frame.base);
        let mut arguments = Vec::new();
        for (n, span) in call.arguments.iter().enumerate() {
            let first = arguments.len();
            arguments.extend_from_slice(leaves(&self.slots, code, base, *span));
            let of_call = call.constraints.get(n);
            let parameter = external.parameters.get(n);
            let parameter = parameter.map(|it| (&it.constraints, &it.kinds));
            let both = of_call.map(|(constraints, kinds)| (constraints, kinds));
            for (constraints, kinds) in both.into_iter().chain(parameter) {
                self.constrain(constraints, kinds, &mut arguments[first..])?;
            }
        }
        let mut result = match external.routine {
            Some(_) => self.library_call(call, external, &mut arguments)?,
            None => self.unknown(call, external, &arguments)?,
        };
        let contracts = [external.contract.as_deref(), call.contract.as_deref()];
        if contracts.into_iter().flatten().any(|it| it.no_return) {
            return Err(Ub::NoReturn.into());
        }
        let (constraints, kinds) = &external.result;
        self.constrain(constraints, kinds, &mut result)?;
        self.constrain(&call.of_result, &call.kinds, &mut result)?;
        let to = base + call.result.0 as usize;
        for (slot, value) in self.slots[to..].iter_mut().zip(result) {
            *slot = value;
        }
        if self.observer.is_some() {
            self.observe();
        }
        Ok(())
    }

    /// A volatile access, which can be seen outside.
    pub(super) fn volatile(
        &mut self,
        access: &Instruction,
        code: &Code,
        base: usize,
    ) -> Result<(), Stop> {
        self.plain(access, code, base)?;
        let is_store = matches!(access, Instruction::Store { .. });
        let (pointer, value, length) = match access {
            Instruction::Load {
                pointer,
                to,
                pieces,
                ..
            } => (*pointer, Source::slot(*to), pieces.len()),
            Instruction::Store {
                pointer,
                value,
                pieces,
                ..
            } => (*pointer, *value, pieces.len()),
            _ => return Ok(()),
        };
        let types = match access {
            Instruction::Load { pieces, .. } | Instruction::Store { pieces, .. } => {
                pieces.iter().map(|it| it.scalar).collect()
            }
            _ => Box::default(),
        };
        let span = Span {
            source: value,
            length: length as u32,
        };
        let value = leaves(&self.slots, code, base, span).into();
        // The access has succeeded, so that this is a pointer.
        let Leaf::Ptr(pointer) = *leaf(&self.slots, code, base, pointer) else {
            return Ok(());
        };
        let access = Access {
            pointer,
            observed: !self.is_local(pointer),
            value,
            types,
        };
        self.outside.push(match is_store {
            true => Event::Store(access),
            false => Event::Load(access),
        });
        Ok(())
    }

    /// Executes a library function with the promises of its attributes.
    fn library_call(
        &mut self,
        call: &Call,
        external: &External,
        arguments: &mut [Leaf],
    ) -> Result<Vec<Leaf>, Stop> {
        let Some(routine) = external.routine else {
            return Ok(Vec::new());
        };
        let contract = external.contract.as_deref();
        let is_plain = call.is_plain
            && external.parameters.iter().all(|it| it.grant.is_none())
            && !contract.is_some_and(Contract::limits_memory);
        let first = self.memory.next();
        let duty = match is_plain {
            true => None,
            false => {
                let promises = (&external.parameters[..], contract);
                self.begin_duty(promises, Some(call), arguments, first)?
            }
        };
        let current = self.frames.len() - 1;
        if call.is_tail {
            self.seal(current, true);
        }
        let contracts = [contract, call.contract.as_deref()];
        let no_free = contracts.into_iter().flatten().any(|it| it.no_free);
        if no_free && routine.frees(arguments) {
            return Err(Ub::NoFree.into());
        }
        let mut result = self.library(&external.name, routine, arguments, &external.result.1)?;
        if call.is_tail {
            self.seal(current, false);
        }
        if let Some(duty) = duty {
            self.end_duty(&duty, &mut result);
        }
        Ok(result)
    }

    /// Frees a block of the heap, unless an attribute says that it is not freed.
    pub(super) fn release(&mut self, pointer: Pointer, node: Node) -> Result<(), Stop> {
        if !self.memory.permissions.may_free(pointer.tag) {
            return Err(Ub::NoFree.into());
        }
        let number = self.memory.number_of(node)?;
        for (n, frame) in self.frames.iter().enumerate() {
            if frame.first > number && self.contracts(n).any(|it| it.no_free) {
                return Err(Ub::NoFree.into());
            }
            // Up to LLVM 22, the memory must be there during the whole call.
            let mut slot = frame.base;
            for parameter in &frame.code.parameters {
                let is_promised =
                    |it: &Constraint| matches!(it, Constraint::Dereferenceable(1.., _));
                let is_it = |leaf: &Leaf| matches!(leaf, Leaf::Ptr(it) if it.node == Some(node));
                let end = slot + parameter.length as usize;
                if parameter.constraints.iter().any(is_promised)
                    && self.slots[slot..end].iter().any(is_it)
                {
                    return Err(Unspecified::FreedDereferenceable.into());
                }
                slot = end;
            }
        }
        self.memory.free(node);
        Ok(())
    }

    /// The contracts of the function in a frame: its own, and that of its call.
    pub(super) fn contracts(&self, frame: usize) -> impl Iterator<Item = &Contract> {
        let own = self.frames[frame].code.contract.as_deref();
        let caller = frame.checked_sub(1).map(|caller| &self.frames[caller]);
        let call = caller.and_then(|caller| {
            let current = caller.next.saturating_sub(1);
            match caller.code.instructions.get(current) {
                Some(Instruction::Call(call)) => call.contract.as_deref(),
                _ => None,
            }
        });
        own.into_iter().chain(call)
    }
}
