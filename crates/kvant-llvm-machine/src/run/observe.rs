//! Observers of a run.

use kvant_llvm::syntax::BinaryOp;

use super::{Frame, Machine, leaves};
use crate::code::{Edge, Instruction, Span};
use crate::float::FloatOp;
use crate::leaf::{Leaf, Origin, Pointer};
use crate::shape::Scalar;

/// Sees instructions as they are executed.
pub trait Observer {
    /// An instruction has this result.
    fn result(&mut self, at: Origin, leaves: &[Leaf]);

    /// A jump leads to this instruction, or the first one behind the phis there.
    fn entered(&mut self, _to: Origin) {}

    /// An address is computed that lies outside of its object, although the instruction needs it inside.
    fn left(&mut self, _at: Origin, _pointer: Pointer) {}

    /// An instruction computes an integer of two others of so many bits.
    fn computed(&mut self, _at: Origin, _op: BinaryOp, _bits: u32, _operands: [u128; 2]) {}

    /// Two scalars are compared, by a comparison or a switch. Pointers have the kind of integers here.
    fn compared(&mut self, _at: Origin, _kind: Scalar, _left: &Leaf, _right: &Leaf) {}
}

impl Machine<'_, '_> {
    /// Tells the observer the result of the current instruction.
    pub(super) fn observe(&mut self) {
        let at = self.origin();
        let (Some(observer), Some(frame)) = (&mut self.observer, self.frames.last()) else {
            return;
        };
        let current = frame.next.saturating_sub(1);
        // Fast-math flags are applied by another instruction of the same number. That after an invoke is a jump.
        let next = frame.code.instructions.get(frame.next);
        if frame.code.numbers.get(frame.next) == Some(&at.instruction)
            && !matches!(next, Some(Instruction::Jump(_)))
        {
            return;
        }
        let (slot, length) = frame.code.results.get(current).copied().unwrap_or_default();
        let first = frame.base + slot as usize;
        observer.result(at, &self.slots[first..first + length as usize]);
        let (code, base) = (frame.code, frame.base);
        let instruction = code.instructions.get(current);
        let (lanes, operands) = match instruction {
            Some(
                Instruction::Compare {
                    lanes, operands, ..
                }
                | Instruction::Binary {
                    lanes, operands, ..
                }
                | Instruction::Float {
                    op: FloatOp::Compare(_),
                    lanes,
                    operands,
                    ..
                },
            ) => (*lanes, operands),
            _ => return,
        };
        let [left, right] = operands.map(|source| {
            let length = lanes;
            leaves(&self.slots, code, base, Span { source, length })
        });
        for (left, right) in left.iter().zip(right) {
            match instruction {
                Some(Instruction::Compare { width, .. }) => {
                    observer.compared(at, Scalar::Int(*width), left, right);
                }
                Some(Instruction::Float { kind, .. }) => {
                    observer.compared(at, Scalar::Float(*kind), left, right);
                }
                Some(Instruction::Binary { op, width, .. }) => {
                    if let (Leaf::Int(left), Leaf::Int(right)) = (left, right) {
                        observer.computed(at, *op, *width, [*left, *right]);
                    }
                }
                _ => {}
            }
        }
    }

    /// Tells the observer the values of phis.
    pub(super) fn observe_phis(&mut self, edge: &Edge) {
        let (Some(observer), Some(frame)) = (&mut self.observer, self.frames.last()) else {
            return;
        };
        let instruction = frame.code.numbers.get(frame.next).copied();
        observer.entered(Origin {
            function: frame.function,
            instruction: instruction.unwrap_or(u32::MAX),
        });
        let later = frame.code.numbers.get(frame.next..).unwrap_or_default();
        for (number, (slot, span)) in edge.phis.iter().zip(&edge.copies) {
            if later.contains(number) {
                continue;
            }
            let at = Origin {
                function: frame.function,
                instruction: *number,
            };
            let first = frame.base + *slot as usize;
            observer.result(at, &self.slots[first..first + span.length as usize]);
        }
    }
}

/// Tells an observer the comparisons of a switch.
pub(super) fn cases(
    observer: &mut dyn Observer,
    frame: Option<&Frame<'_>>,
    value: u128,
    cases: &[(u128, u32)],
) {
    let Some(frame) = frame else { return };
    let current = frame.next.saturating_sub(1);
    let at = Origin {
        function: frame.function,
        instruction: frame.code.numbers.get(current).copied().unwrap_or(u32::MAX),
    };
    for (case, _) in cases {
        observer.compared(at, Scalar::Int(128), &Leaf::Int(value), &Leaf::Int(*case));
    }
}
