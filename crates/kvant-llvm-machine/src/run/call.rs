//! Calls, and intrinsics that need the machine.

use super::{Machine, leaf, leaves};
use crate::code::{Call, Callee, Signature};
use crate::constraint::Constraint;
use crate::intrinsic::Intrinsic;
use crate::leaf::{Leaf, Pointer, Rich};
use crate::memory::{Kind, Place};
use crate::outcome::{Budget, Stop, Ub, Unsupported};
use crate::program::Symbol;
use crate::shape::Scalar;

impl Machine<'_, '_> {
    pub(super) fn call(&mut self, call: &Call) -> Result<(), Stop> {
        let Some(frame) = self.frames.last() else {
            return Ok(());
        };
        let (code, base) = (frame.code, frame.base);
        let number = match &call.callee {
            Callee::Function(number) => Some(*number),
            Callee::Pointer(source, signature) => match leaf(&self.slots, code, base, *source) {
                Leaf::Ptr(pointer) => Some(self.called(*pointer, signature)?),
                _ => return Err(Ub::BadCall.into()),
            },
            Callee::Intrinsic(_) | Callee::Masked(..) | Callee::Pattern(_) => None,
            Callee::External(external) => return self.external(call, external),
        };
        match (&call.callee, number) {
            (_, Some(number)) => {
                if matches!(call.callee, Callee::Pointer(..))
                    && let Some(external) = self.program.external(number)
                {
                    let external = external?;
                    // What the call promises about any function, the environment does not know.
                    let promises = call.contract.as_ref().is_some_and(|it| it.limits_calls());
                    if external.routine.is_none() && (promises || !call.grants.is_empty()) {
                        let name = external.name;
                        return Err(Unsupported::External { name }.into());
                    }
                    return self.external(call, &external);
                }
                if self.frames.len() >= self.limits.depth as usize {
                    let limit = self.limits.depth;
                    return Err(Budget::Depth { limit }.into());
                }
                let mut arguments = Vec::new();
                for (span, (constraints, kinds)) in call.arguments.iter().zip(&call.constraints) {
                    let first = arguments.len();
                    arguments.extend_from_slice(leaves(&self.slots, code, base, *span));
                    self.constrain(constraints, kinds, &mut arguments[first..])?;
                }
                let callee = self.program.code(number)?;
                let wanted: u32 = callee.parameters.iter().map(|it| it.length).sum();
                if arguments.len() < wanted as usize {
                    return Err(Ub::BadCall.into());
                }
                // The signature was compared before. More arguments are those of a variadic function.
                let rest = arguments.split_off(wanted as usize);
                let rest = match (callee.used, &call.rest) {
                    (Some(used), Some(passed)) => Some(self.pass_rest(used, passed, &rest)?),
                    _ => None,
                };
                self.enter(number, callee, arguments, Some(call))?;
                if let (Some(rest), Some(frame)) = (rest, self.frames.last_mut()) {
                    frame.allocas.extend(Self::areas(rest));
                    frame.rest = Some(rest);
                }
            }
            (Callee::Masked(..) | Callee::Pattern(_), None) => self.memory_call(call)?,
            (Callee::Intrinsic(intrinsic), None) if intrinsic.is_of_memory() => {
                self.memory_call(call)?;
            }
            (Callee::Intrinsic(intrinsic), None) => {
                if *intrinsic == Intrinsic::Assume {
                    for (tag, operands) in &call.bundles {
                        let operands = operands.iter();
                        let operands = operands.flat_map(|it| leaves(&self.slots, code, base, *it));
                        let operands: Vec<Leaf> = operands.cloned().collect();
                        self.assume(tag, &operands)?;
                    }
                }
                match call.arguments.first() {
                    Some(span) if *leaf(&self.slots, code, base, span.source) == Leaf::Int(1) => {}
                    _ => return Err(Ub::Assume.into()),
                }
                if self.observer.is_some() {
                    self.observe();
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Copies bytes. Those that must not be seen become poison.
    pub(super) fn copy(&mut self, from: &Place, to: &Place) -> Result<(), Stop> {
        let (start, end) = (from.range.start, to.range.start);
        self.memory.copy(
            &(from.node, from.range.clone()),
            &(to.node, to.range.clone()),
        )?;
        if let Some(hidden) = &from.hidden {
            let hidden: Vec<usize> = hidden.iter().map(|at| at - start + end).collect();
            self.memory.make_poison(to.node, &hidden, self.origin());
        }
        Ok(())
    }

    /// The function that a pointer leads to.
    pub(super) fn called(&mut self, pointer: Pointer, signature: &Signature) -> Result<u32, Stop> {
        let node = pointer.node.filter(|_| pointer.offset == 0);
        let node = node.ok_or(Ub::BadCall)?;
        self.make(node)?;
        let Kind::Function(number) = self.memory.kind_of(node)? else {
            return Err(Ub::BadCall.into());
        };
        match &self.program.symbols[number as usize] {
            Symbol::Function(function, _) if signature.fits(self.program, function) => Ok(number),
            Symbol::Function(function, _) => Err(signature.misfit(self.program, function)),
            _ => Err(Ub::BadCall.into()),
        }
    }

    /// An operand bundle of `llvm.assume`.
    pub(super) fn assume(&mut self, tag: &str, operands: &[Leaf]) -> Result<(), Stop> {
        let number = |leaf: Option<&Leaf>| match leaf {
            Some(Leaf::Int(number)) => Some(*number as u64),
            _ => None,
        };
        let [value, rest @ ..] = operands else {
            return Ok(());
        };
        let constraint = match (tag, number(rest.first())) {
            ("noundef", _) | ("dereferenceable" | "dereferenceable_or_null", Some(0)) => {
                Constraint::NoUndef
            }
            ("nonnull", _) => Constraint::NonNull,
            ("align", Some(align)) => Constraint::Align(align),
            ("dereferenceable", Some(bytes)) => Constraint::Dereferenceable(bytes, false),
            ("dereferenceable_or_null", Some(bytes)) => Constraint::Dereferenceable(bytes, true),
            ("align" | "dereferenceable" | "dereferenceable_or_null", None) => {
                return Err(Ub::Assume.into());
            }
            // Sources have no others, and what others claim is not checked.
            _ => return Ok(()),
        };
        if tag == "noundef" && rest.iter().any(|leaf| !is_defined(leaf)) {
            return Err(Ub::Assume.into());
        }
        if tag == "align" && rest.iter().any(|leaf| number(Some(leaf)).is_none()) {
            return Err(Ub::Assume.into());
        }
        let mut value = value.clone();
        if let (Constraint::Align(_), Some(offset), Leaf::Ptr(pointer)) =
            (&constraint, number(rest.get(1)), &mut value)
        {
            pointer.offset = pointer.offset.wrapping_sub(offset as i64);
        }
        if let (Constraint::Align(align), Leaf::Ptr(pointer)) = (&constraint, &value)
            && !align.is_power_of_two()
        {
            return match *pointer == Pointer::NULL {
                true => Ok(()),
                false => Err(Ub::Assume.into()),
            };
        }
        // Only pointers can violate these, and `noundef` holds for any value.
        let leaves = std::slice::from_mut(&mut value);
        self.constrain(&[constraint], &[Scalar::Ptr], leaves)
            .map_err(|stop| match stop {
                Stop::Ub(_) => Ub::Assume.into(),
                other => other,
            })?;
        match value {
            Leaf::Poison(_) => Err(Ub::Assume.into()),
            _ => Ok(()),
        }
    }
}

/// True for a scalar without poison and undef bits.
fn is_defined(leaf: &Leaf) -> bool {
    match leaf {
        Leaf::Int(_) | Leaf::Ptr(_) => true,
        Leaf::Rich(rich) => matches!(**rich, Rich::Wide(_)),
        Leaf::Poison(_) | Leaf::Undef => false,
    }
}
