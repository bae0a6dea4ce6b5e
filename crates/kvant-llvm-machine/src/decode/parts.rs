//! Decodes operations on parts of vectors and aggregates.

use kvant_llvm::syntax::Op;

use super::{Decoder, unsupported};
use crate::code::{Instruction, Span};
use crate::leaf::Leaf;
use crate::outcome::Stop;

impl Decoder<'_, '_> {
    /// An operation on parts of vectors and aggregates.
    pub(super) fn parts(&mut self, op: &Op, (to, length): (u32, u32)) -> Result<Instruction, Stop> {
        let shapes = &self.program.shapes;
        Ok(match op {
            Op::ExtractValue(value, indices) => {
                let (first, _) = shapes.member(value.ty, indices)?;
                let source = self.typed(*value)?.after(first);
                Instruction::Copy {
                    to,
                    parts: [Some(Span { source, length })].into(),
                }
            }
            Op::InsertValue(operands, indices) => {
                let (first, member) = shapes.member(operands[0].ty, indices)?;
                if member != operands[1].ty {
                    return Err(Stop::IllFormed("a member of another type".into()));
                }
                let whole = self.span(operands[0])?;
                let part = self.span(operands[1])?;
                let last = first + part.length;
                let rest = whole.length.saturating_sub(last);
                Instruction::Copy {
                    to,
                    parts: [
                        Some(Span {
                            source: whole.source,
                            length: first,
                        }),
                        Some(part),
                        Some(Span {
                            source: whole.source.after(last),
                            length: rest,
                        }),
                    ]
                    .into(),
                }
            }
            Op::ExtractElement(operands) => {
                let (lanes, _) = shapes.lanes(operands[0].ty)?;
                Instruction::ExtractElement {
                    lanes,
                    to,
                    vector: self.typed(operands[0])?,
                    index: self.typed(operands[1])?,
                }
            }
            Op::InsertElement(operands) => {
                let (lanes, _) = shapes.lanes(operands[0].ty)?;
                Instruction::InsertElement {
                    lanes,
                    to,
                    vector: self.typed(operands[0])?,
                    element: self.typed(operands[1])?,
                    index: self.typed(operands[2])?,
                }
            }
            Op::ShuffleVector(operands) => {
                let (lanes, _) = shapes.lanes(operands[0].ty)?;
                if operands[0].ty != operands[1].ty {
                    return Err(Stop::IllFormed("a shuffle of other types".into()));
                }
                let first = self.typed(operands[0])?;
                let second = self.typed(operands[1])?;
                let constants = &self.body.constants;
                let mask = self
                    .program
                    .constant(operands[2].ty, operands[2].value, constants)?;
                let part = |leaf: &Leaf| match leaf {
                    Leaf::Int(n) if *n < u128::from(lanes) => Some(first.after(*n as u32)),
                    Leaf::Int(n) if *n < u128::from(lanes) * 2 => {
                        Some(second.after(*n as u32 - lanes))
                    }
                    _ => None,
                };
                let span = |source| Span { source, length: 1 };
                Instruction::Copy {
                    to,
                    parts: mask.iter().map(|leaf| part(leaf).map(span)).collect(),
                }
            }
            _ => return Err(unsupported("of another kind")),
        })
    }
}
