//! Rvalues.

use super::{Checker, Result};
use crate::{BinOp, CheckedOp, IntTy, Mutability, Operand, Place, Rvalue, Ty, TyKind, UnOp};

impl Checker<'_> {
    /// Checks that an rvalue makes a value of type `expected`.
    pub(super) fn rvalue(&self, rvalue: &Rvalue, expected: Ty) -> Result {
        match rvalue {
            Rvalue::Use(operand) => {
                let found = self.operand(operand)?;
                self.same(expected, found, "the value")
            }
            Rvalue::Unary(op, operand) => self.unary(*op, operand, expected),
            Rvalue::Binary(op, left, right) => self.binary(*op, left, right, expected),
            Rvalue::Checked(op, left, right) => self.checked(*op, left, right, expected),
            Rvalue::Cast(operand, to) => {
                self.cast(operand, *to)?;
                self.same(expected, *to, "the result")
            }
            Rvalue::Transmute(operand, to) => {
                self.transmute(operand, *to)?;
                self.same(expected, *to, "the result")
            }
            Rvalue::RawRef(mutability, place) => self.raw_ref(*mutability, place, expected),
            Rvalue::Aggregate(ty, parts) => {
                self.exists(*ty)?;
                self.same(expected, *ty, "the aggregate")?;
                self.aggregate(*ty, parts)
            }
            Rvalue::Repeat(operand, length) => {
                let element = self.operand(operand)?;
                match self.types.kind(expected) {
                    TyKind::Array(e, n) if *e == element && n == length => Ok(()),
                    _ => self.fail(format!(
                        "`[{}; {length}]` is no `{}`",
                        self.types.name(element),
                        self.types.name(expected)
                    )),
                }
            }
        }
    }

    fn unary(&self, op: UnOp, operand: &Operand, expected: Ty) -> Result {
        let ty = self.operand(operand)?;
        let fits = match (op, self.types.kind(ty)) {
            (UnOp::Neg, TyKind::Int(int)) => int.is_signed(),
            (UnOp::Neg, TyKind::Float(_)) | (UnOp::Not, TyKind::Int(_) | TyKind::Bool) => true,
            _ => false,
        };
        if !fits {
            return self.fail(format!("{op:?} does not take a `{}`", self.types.name(ty)));
        }
        self.same(expected, ty, "the result")
    }

    fn checked(&self, op: CheckedOp, left: &Operand, right: &Operand, expected: Ty) -> Result {
        let ty = self.operand(left)?;
        let right = self.operand(right)?;
        if self.types.as_int(ty).is_none() {
            return self.fail(format!(
                "Checked({op:?}) does not take a `{}`",
                self.types.name(ty)
            ));
        }
        self.same(ty, right, "the right operand")?;
        match self.types.kind(expected) {
            TyKind::Tuple(fields)
                if fields.len() == 2
                    && fields[0] == ty
                    && *self.types.kind(fields[1]) == TyKind::Bool =>
            {
                Ok(())
            }
            _ => self.fail(format!(
                "the result is a `({}, bool)` where a `{}` is expected",
                self.types.name(ty),
                self.types.name(expected)
            )),
        }
    }

    fn cast(&self, operand: &Operand, to: Ty) -> Result {
        let from = self.operand(operand)?;
        self.exists(to)?;
        let fits = matches!(
            (self.types.kind(from), self.types.kind(to)),
            (
                TyKind::Int(_) | TyKind::Float(_),
                TyKind::Int(_) | TyKind::Float(_)
            ) | (TyKind::Bool | TyKind::Char, TyKind::Int(_))
                | (TyKind::Int(IntTy::U8), TyKind::Char)
        );
        if !fits {
            return self.fail(format!(
                "`{}` cannot be cast to `{}`",
                self.types.name(from),
                self.types.name(to)
            ));
        }
        if from == to {
            return self.fail("custom MIR has no cast of a type to itself");
        }
        Ok(())
    }

    fn transmute(&self, operand: &Operand, to: Ty) -> Result {
        let from = self.operand(operand)?;
        self.exists(to)?;
        let [size, to_size] = [from, to].map(|ty| self.types.bits_size(ty, self.target));
        if from == to || size != to_size || size.is_none() {
            return self.fail(format!(
                "`{}` cannot be transmuted to `{}`: numbers, `bool` and `char` of one size can",
                self.types.name(from),
                self.types.name(to)
            ));
        }
        Ok(())
    }

    fn raw_ref(&self, mutability: Mutability, place: &Place, expected: Ty) -> Result {
        let pointee = match mutability {
            Mutability::Const => self.place(place)?,
            Mutability::Mut => self.written_place(place)?,
        };
        match self.types.kind(expected) {
            TyKind::RawPtr(m, p) if *m == mutability && *p == pointee => Ok(()),
            _ => self.fail(format!(
                "a raw pointer to a `{}` is no `{}`",
                self.types.name(pointee),
                self.types.name(expected)
            )),
        }
    }

    fn binary(&self, op: BinOp, left: &Operand, right: &Operand, expected: Ty) -> Result {
        let ty = self.operand(left)?;
        let other = self.operand(right)?;
        let fits = match self.types.kind(ty) {
            TyKind::Int(_) => true,
            TyKind::Bool => op.takes_bool(),
            TyKind::Float(_) => op.takes_float(),
            TyKind::Char => op.is_comparison(),
            _ => false,
        };
        if !fits {
            return self.fail(format!(
                "`{}` does not take a `{}`",
                op.symbol(),
                self.types.name(ty)
            ));
        }
        if op.is_shift() {
            if self.types.as_int(other).is_none() {
                return self.fail(format!(
                    "a shift amount must be an integer, not a `{}`",
                    self.types.name(other)
                ));
            }
        } else {
            self.same(ty, other, "the right operand")?;
        }
        if !op.is_comparison() {
            return self.same(expected, ty, "the result");
        }
        if *self.types.kind(expected) == TyKind::Bool {
            return Ok(());
        }
        self.fail(format!(
            "a comparison is a `bool` where a `{}` is expected",
            self.types.name(expected)
        ))
    }

    fn aggregate(&self, ty: Ty, parts: &[Operand]) -> Result {
        let wanted: Vec<Ty> = match self.types.kind(ty) {
            TyKind::Tuple(fields) if fields.is_empty() => {
                return self.fail("the unit value is a constant, not an aggregate");
            }
            TyKind::Tuple(fields) => fields.to_vec(),
            TyKind::Struct(id) => self.types.struct_def(*id).field_types().collect(),
            TyKind::Array(element, length) if *length == parts.len() as u64 => {
                vec![*element; parts.len()]
            }
            _ => {
                return self.fail(format!(
                    "{} values do not make a `{}`",
                    parts.len(),
                    self.types.name(ty)
                ));
            }
        };
        if wanted.len() != parts.len() {
            return self.fail(format!(
                "`{}` has {} fields, and {} are given",
                self.types.name(ty),
                wanted.len(),
                parts.len()
            ));
        }
        for (part, wanted) in parts.iter().zip(wanted) {
            let found = self.operand(part)?;
            self.same(wanted, found, "a field")?;
        }
        Ok(())
    }
}
