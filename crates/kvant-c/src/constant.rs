//! Integer constant expressions.

use crate::{BinOp, CTarget, Expr, ExprKind, LogicalOp, Program, Type, TypeKind, UnaryOp, layout};

/// The bits of an integer constant expression's value in its type, zero-extended. `None` if it is no such expression, or
/// if it overflows.
pub fn integer(program: &Program, target: &CTarget, e: &Expr) -> Option<u128> {
    let known = Constants { program, target };
    known.bits(e)
}

/// Returns the value of an integer constant expression as a number.
pub fn number(program: &Program, target: &CTarget, e: &Expr) -> Option<i128> {
    let known = Constants { program, target };
    let bits = known.bits(e)?;
    Some(known.shape(e.ty)?.signed_value(bits))
}

/// The bits that an integer of one type has after its conversion to another.
pub fn convert(
    program: &Program,
    target: &CTarget,
    from: Type,
    to: Type,
    bits: u128,
) -> Option<u128> {
    Constants { program, target }.convert(from, to, bits)
}

struct Constants<'a> {
    program: &'a Program,
    target: &'a CTarget,
}

/// The width and signedness of an integer type.
#[derive(Clone, Copy)]
struct Shape {
    width: u32,
    signed: bool,
}

impl Shape {
    fn mask(self) -> u128 {
        u128::MAX >> (128 - self.width)
    }

    /// Returns the value as far as a signed number of 128 bits can hold it.
    fn signed_value(self, bits: u128) -> i128 {
        let unused = 128 - self.width;
        match self.signed {
            true => ((bits << unused) as i128) >> unused,
            false => bits as i128,
        }
    }

    /// Returns a result of arithmetic in this type, or `None` if a signed one overflows.
    fn fit(self, exact: Option<i128>, wrapped: u128) -> Option<u128> {
        if !self.signed {
            return Some(wrapped & self.mask());
        }
        let exact = exact?;
        let bits = exact as u128 & self.mask();
        (self.signed_value(bits) == exact).then_some(bits)
    }
}

impl Constants<'_> {
    fn shape(&self, ty: Type) -> Option<Shape> {
        let (width, signed) = match self.program.types.get(ty)? {
            TypeKind::Bool => (1, false),
            TypeKind::Int(kind) => (self.target.int_bits(*kind), self.target.is_signed(*kind)),
            TypeKind::Enum(id) => (32, self.program.enums.get(id.index())?.is_signed()),
            _ => return None,
        };
        Some(Shape { width, signed })
    }

    fn convert(&self, from: Type, to: Type, bits: u128) -> Option<u128> {
        let value = self.shape(from)?.signed_value(bits);
        if *self.program.types.get(to)? == TypeKind::Bool {
            return Some(u128::from(value != 0));
        }
        Some(value as u128 & self.shape(to)?.mask())
    }

    fn converted(&self, e: &Expr, to: Type) -> Option<u128> {
        let bits = self.bits(e)?;
        self.convert(e.ty, to, bits)
    }

    fn is_true(&self, e: &Expr) -> Option<bool> {
        Some(self.bits(e)? != 0)
    }

    fn bits(&self, e: &Expr) -> Option<u128> {
        match &e.kind {
            ExprKind::Int(bits) => Some(bits & self.shape(e.ty)?.mask()),
            ExprKind::EnumConst(id, n) => {
                let constants = &self.program.enums.get(id.index())?.constants;
                Some(u128::from(constants.get(*n as usize)?.1 as u32))
            }
            ExprKind::Unary(op, operand) => self.unary(*op, operand, e.ty),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, e.ty),
            ExprKind::Logical(op, a, b) => {
                let short = *op == LogicalOp::Or;
                let value = match self.is_true(a)? == short {
                    true => short,
                    false => self.is_true(b)?,
                };
                Some(u128::from(value))
            }
            ExprKind::Conditional(c, a, b) => {
                let chosen = if self.is_true(c)? { a } else { b };
                self.converted(chosen, e.ty)
            }
            ExprKind::Cast(operand) => match operand.kind {
                ExprKind::Float(value) => self.truncated(value, e.ty),
                _ => self.converted(operand, e.ty),
            },
            ExprKind::SizeofType(ty) => Some(self.layout(*ty)?.size.into()),
            ExprKind::SizeofExpr(operand) => Some(self.layout(operand.ty)?.size.into()),
            ExprKind::AlignofType(ty) => Some(self.layout(*ty)?.align.into()),
            _ => None,
        }
    }

    fn layout(&self, ty: Type) -> Option<layout::Layout> {
        self.program.types.get(ty)?;
        Some(layout::layout(self.program, self.target, ty))
    }

    fn truncated(&self, value: f64, ty: Type) -> Option<u128> {
        let shape = self.shape(ty)?;
        // The subset needs no larger values.
        if value.abs() >= 9e18 || shape.width == 1 {
            return None;
        }
        shape.fit(Some(value as i128), value as i128 as u128)
    }

    fn unary(&self, op: UnaryOp, operand: &Expr, ty: Type) -> Option<u128> {
        if op == UnaryOp::LogicalNot {
            return Some(u128::from(!self.is_true(operand)?));
        }
        let shape = self.shape(ty)?;
        let bits = self.converted(operand, ty)?;
        match op {
            UnaryOp::Plus | UnaryOp::LogicalNot => Some(bits),
            UnaryOp::Not => Some(!bits & shape.mask()),
            UnaryOp::Neg => shape.fit(shape.signed_value(bits).checked_neg(), bits.wrapping_neg()),
        }
    }

    fn binary(&self, op: BinOp, a: &Expr, b: &Expr, ty: Type) -> Option<u128> {
        let promoted = |e: &Expr| {
            self.shape(e.ty)?;
            Some(self.program.promoted_type(self.target, e.ty))
        };
        let (ta, tb) = (promoted(a)?, promoted(b)?);
        if op.is_shift() {
            let shape = self.shape(ty)?;
            let bits = self.converted(a, ty)?;
            let by = self.shape(tb)?.signed_value(self.converted(b, tb)?);
            let by = u32::try_from(by).ok().filter(|by| *by < shape.width)?;
            let value = shape.signed_value(bits);
            return match op {
                BinOp::Shl if value >= 0 => shape.fit(
                    Some(value.checked_shl(by)?).filter(|wide| wide >> by == value),
                    bits << by,
                ),
                BinOp::Shr if shape.signed => Some((value >> by) as u128 & shape.mask()),
                BinOp::Shr => Some(bits >> by),
                BinOp::Shl if !shape.signed => Some((bits << by) & shape.mask()),
                _ => None,
            };
        }
        let common = self.program.common_type(self.target, ta, tb)?;
        let shape = self.shape(common)?;
        let (x, y) = (self.converted(a, common)?, self.converted(b, common)?);
        let (sx, sy) = (shape.signed_value(x), shape.signed_value(y));
        let compared = match shape.signed {
            true => sx.cmp(&sy),
            false => x.cmp(&y),
        };
        match op {
            BinOp::Add => shape.fit(sx.checked_add(sy), x.wrapping_add(y)),
            BinOp::Sub => shape.fit(sx.checked_sub(sy), x.wrapping_sub(y)),
            BinOp::Mul => shape.fit(sx.checked_mul(sy), x.wrapping_mul(y)),
            BinOp::Div => shape.fit(sx.checked_div(sy), x.checked_div(y)?),
            BinOp::Rem => {
                // The quotient has to be representable too (6.5.5p6).
                shape.fit(sx.checked_div(sy), x.checked_div(y)?)?;
                shape.fit(sx.checked_rem(sy), x.checked_rem(y)?)
            }
            BinOp::And => Some(x & y),
            BinOp::Or => Some(x | y),
            BinOp::Xor => Some(x ^ y),
            BinOp::Lt => Some(u128::from(compared.is_lt())),
            BinOp::Gt => Some(u128::from(compared.is_gt())),
            BinOp::Le => Some(u128::from(compared.is_le())),
            BinOp::Ge => Some(u128::from(compared.is_ge())),
            BinOp::Eq => Some(u128::from(compared.is_eq())),
            BinOp::Ne => Some(u128::from(compared.is_ne())),
            BinOp::Shl | BinOp::Shr => None,
        }
    }
}
