//! Decodes terminators, and the edges between blocks.

use kvant_llvm::syntax::{Local, Op, Types};

use super::{Decoder, unsupported};
use crate::code::{Edge, Instruction, Span, WideSwitch};
use crate::leaf::Leaf;
use crate::outcome::Stop;
use crate::shape::Scalar;

impl Decoder<'_, '_> {
    /// A terminator.
    pub(super) fn control(&mut self, op: &Op, block: u32) -> Result<Instruction, Stop> {
        Ok(match op {
            Op::Br(label) => Instruction::Jump(self.edge(block, *label)?),
            Op::CondBr(condition, [yes, no]) => Instruction::Branch {
                condition: self.value(Types::I1, *condition)?,
                edges: [self.edge(block, *yes)?, self.edge(block, *no)?],
            },
            Op::Switch(switch) => {
                let value = self.typed(switch.value)?;
                let default = self.edge(block, switch.default)?;
                let (mut cases, mut wide) = (Vec::new(), Vec::new());
                for (case, label) in &switch.cases {
                    let constants = &self.body.constants;
                    let leaves = self.program.constant(switch.value.ty, *case, constants)?;
                    let edge = self.edge(block, *label)?;
                    match &leaves[..] {
                        [Leaf::Int(case)] => cases.push((*case, edge)),
                        [case] => wide.push((case.clone(), edge)),
                        _ => return Err(unsupported("switch")),
                    }
                }
                if let (_, Scalar::Int(129..)) = self.program.shapes.lanes(switch.value.ty)? {
                    return Ok(Instruction::WideSwitch(Box::new(WideSwitch {
                        value,
                        default,
                        cases: wide.into(),
                    })));
                }
                Instruction::Switch {
                    value,
                    default,
                    cases: cases.into(),
                }
            }
            Op::IndirectBr(parts) => {
                let (pointer, labels) = &**parts;
                let mut targets = Vec::new();
                for label in labels {
                    let edge = self.edge(block, *label)?;
                    let name = self.body.locals[label.0 as usize].name;
                    let block = (self.function.name, name);
                    // A block whose address is not taken cannot be the target.
                    if let Some(number) = self.program.blocks.get(&block) {
                        targets.push((*number, edge));
                    }
                }
                Instruction::IndirectBranch {
                    pointer: self.typed(*pointer)?,
                    targets: targets.into(),
                }
            }
            Op::Ret(None) => Instruction::Return { value: None },
            Op::Ret(Some(value)) => Instruction::Return {
                value: Some(self.span(*value)?),
            },
            Op::Unreachable => Instruction::Unreachable,
            _ => return Err(unsupported("of another kind")),
        })
    }

    /// The edge from a block to another.
    pub(super) fn edge(&mut self, from: u32, label: Local) -> Result<u32, Stop> {
        let target = self.blocks.get(&label).copied();
        let target =
            target.ok_or_else(|| Stop::IllFormed("a jump to something that is no block".into()))?;
        let from = self.body.blocks[from as usize].label;
        let block = &self.body.blocks[target as usize];
        let (mut copies, mut phis) = (Vec::new(), Vec::new());
        for (number, instruction) in (block.start..).zip(self.body.instructions_of(block)) {
            let (Op::Phi(_, ty, incoming), Some(result)) = (&instruction.op, instruction.result)
            else {
                if matches!(instruction.op, Op::DebugRecord(..)) {
                    continue;
                }
                break;
            };
            let value = incoming.iter().find(|(_, label)| *label == from);
            let (value, _) =
                value.ok_or_else(|| Stop::IllFormed("a phi lacks a predecessor".into()))?;
            let (slot, length) = self.spans[result.0 as usize];
            let source = self.value(*ty, *value)?;
            copies.push((slot, Span { source, length }));
            phis.push(number);
        }
        self.code.edges.push(Edge {
            copies: copies.into(),
            phis: phis.into(),
            target,
        });
        Ok(self.code.edges.len() as u32 - 1)
    }
}
