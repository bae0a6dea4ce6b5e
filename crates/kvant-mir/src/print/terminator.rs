//! Terminators.

use super::{Layout, Printer, version};
use crate::syntax::{Block, Callee, Operand, Place, Terminator, TyKind};

/// The indentation of the arms of a readable `match`.
const ARM: &str = "\n                ";

/// The indentation of the closing brace of a readable `match`.
const END: &str = "\n            ";

impl Printer<'_> {
    /// A terminator.
    pub(super) fn terminator(&mut self, terminator: &Terminator) {
        match terminator {
            Terminator::Goto(target) => {
                self.push("Goto(");
                self.block(*target);
                self.push(")");
            }
            Terminator::Switch {
                scrutinee,
                arms,
                otherwise,
            } => self.switch(scrutinee, arms, *otherwise),
            Terminator::Call {
                destination,
                callee,
                arguments,
                target,
            } => self.call(destination, callee, arguments, *target),
            Terminator::Return => self.push("Return()"),
            Terminator::Unreachable => self.push("Unreachable()"),
        }
    }

    fn switch(&mut self, scrutinee: &Operand, arms: &[(u128, Block)], otherwise: Block) {
        let (arm_break, end_break) = match self.layout {
            Layout::Readable => (ARM, END),
            Layout::Line | Layout::Fast | Layout::ConstEval => (" ", " "),
        };
        let kind = self
            .operand_ty(scrutinee)
            .map(|ty| self.program.types.kind(ty));
        self.push("match ");
        self.operand(scrutinee);
        self.push(" {");
        for &(bits, target) in arms {
            self.push(arm_break);
            self.pattern(bits, kind);
            self.push(" => ");
            self.block(target);
            self.push(",");
        }
        self.push(arm_break);
        self.push("_ => ");
        self.block(otherwise);
        if self.layout == Layout::Readable {
            self.push(",");
        }
        self.push(end_break);
        self.push("}");
    }

    /// Writes the value of type `kind` with these bits; if there is none, a number that does not compile.
    fn pattern(&mut self, bits: u128, kind: Option<&TyKind>) {
        let character = || char::from_u32(u32::try_from(bits).ok()?);
        match (kind, character()) {
            (Some(TyKind::Int(int)), _) => super::integer(bits, *int, self.out),
            (Some(TyKind::Bool), _) if bits < 2 => {
                self.push(if bits == 1 { "true" } else { "false" });
            }
            (Some(TyKind::Char), Some(value)) => super::constant::character(value, self.out),
            _ => self.decimal(bits),
        }
    }

    fn call(&mut self, destination: &Place, callee: &Callee, arguments: &[Operand], target: Block) {
        self.push("Call(");
        self.target(destination);
        self.push(" = ");
        self.callee(callee, arguments);
        self.push("(");
        let is_intrinsic = matches!(callee, Callee::Intrinsic(_));
        if self.layout == Layout::ConstEval && !is_intrinsic {
            self.push("kvant_log");
            if !arguments.is_empty() {
                self.push(", ");
            }
        }
        if let Callee::Observe { site } = callee {
            self.decimal((*site).into());
            self.push("_u32, ");
        }
        self.operands(arguments);
        self.push("), ReturnTo(");
        self.block(target);
        // Nothing unwinds. Only this unwind action is accepted both with unwinding and, unoptimised, with `-Cpanic=abort`.
        self.push("), UnwindUnreachable())");
    }

    /// Writes a callee. The names of observers and of some intrinsics contain the type of the argument.
    fn callee(&mut self, callee: &Callee, arguments: &[Operand]) {
        let ty = arguments.first().and_then(|x| self.operand_ty(x));
        match callee {
            Callee::Function(id) => match self.program.functions.get(id.index()) {
                Some(function) => self.push(&function.name),
                None => self.push("no_such_function"),
            },
            Callee::Pointer(place) if place.projection.is_empty() => self.place(place),
            Callee::Pointer(place) => {
                self.push("(");
                self.place(place);
                self.push(")");
            }
            Callee::Intrinsic(intrinsic) => {
                let float = match ty.and_then(|ty| self.program.types.get(ty)) {
                    Some(TyKind::Float(float)) => Some(*float),
                    _ => None,
                };
                self.push("core::intrinsics::");
                version::name(*intrinsic, float, self.version, self.out);
            }
            Callee::Observe { .. } => {
                self.push("kvant::observe_");
                if let Some(ty) = ty {
                    self.ty(ty);
                }
            }
        }
    }
}
