//! Expressions, in the order of 6.5.

use kvant_c::{
    BinOp, Builtin, Expr, ExprKind, LogicalOp, Program, Quals, Step, Type, TypeId, UnaryOp,
};

use crate::access::Spot;
use crate::arithmetic::{self, Int, convert};
use crate::conversion::field_type;
use crate::frame::Slot;
use crate::machine::NESTING;
use crate::outcome::Result;
use crate::sequence;
use crate::types::Shape;
use crate::{Budget, Machine, Stop, Unsupported, Value};

const INT: Shape = Shape::Int(Int::INT);

impl Machine {
    /// A full expression: it is sequenced before the next one (6.8p4).
    #[inline]
    pub(crate) fn full_expression(&mut self, program: &Program, e: &Expr) -> Result<Value> {
        self.full(
            || sequence::needs_log(e),
            |machine| machine.value(program, e),
        )
    }

    /// Evaluates one full expression, and logs its accesses if that is needed.
    #[inline]
    pub(crate) fn full<T>(
        &mut self,
        needs_log: impl FnOnce() -> bool,
        evaluate: impl FnOnce(&mut Machine) -> Result<T>,
    ) -> Result<T> {
        let start = self.log.len();
        if self.logging {
            let value = evaluate(self)?;
            self.sequence_point(start);
            return Ok(value);
        }
        if !needs_log() {
            return evaluate(self);
        }
        self.logging = true;
        let value = evaluate(self)?;
        self.logging = false;
        self.log.truncate(start);
        Ok(value)
    }

    /// A full expression that is a condition.
    pub(crate) fn condition(&mut self, program: &Program, e: &Expr) -> Result<bool> {
        // Only the sign of the result of `memcmp` is certain, and a condition needs no more.
        let value = match &e.kind {
            ExprKind::Builtin(Builtin::Memcmp, arguments) => {
                let evaluate = |machine: &mut Machine| machine.memcmp(program, arguments);
                return Ok(self.full(|| sequence::needs_log(e), evaluate)? != 0);
            }
            _ => self.full_expression(program, e)?,
        };
        Machine::is_true(value)
    }

    /// True if a scalar is not zero.
    pub(crate) fn is_true(value: Value) -> Result<bool> {
        match value {
            Value::Int(bits) => Ok(bits != 0),
            Value::Float(x) => Ok(x != 0.0),
            Value::Pointer(_) | Value::Function(_) => Ok(true),
            Value::Null => Ok(false),
            Value::Void | Value::Record => Err(Stop::ill_formed("expected a scalar")),
        }
    }

    /// Evaluates an operand. If it is refused, `position` becomes part of the fault's path.
    #[inline]
    pub(crate) fn operand(&mut self, program: &Program, e: &Expr, position: u32) -> Result<Value> {
        let value = self.value(program, e);
        if value.is_err() {
            self.path.push(position);
        }
        value
    }

    /// Evaluates an operand of which only the sign, or the difference from zero, matters.
    fn sign_operand(&mut self, program: &Program, e: &Expr, position: u32) -> Result<Value> {
        let ExprKind::Builtin(Builtin::Memcmp, arguments) = &e.kind else {
            return self.operand(program, e, position);
        };
        match self.memcmp(program, arguments) {
            Ok(sign) => Ok(Value::Int(sign as u128 & Int::INT.mask())),
            Err(stop) => {
                self.path.push(position);
                Err(stop)
            }
        }
    }

    /// The value of an expression.
    pub(crate) fn value(&mut self, program: &Program, e: &Expr) -> Result<Value> {
        self.nesting += 1;
        if self.nesting > NESTING {
            return Err(Budget::Nesting(NESTING).into());
        }
        let value = self.evaluate_kind(program, e);
        self.nesting -= 1;
        value
    }

    #[inline]
    fn evaluate_kind(&mut self, program: &Program, e: &Expr) -> Result<Value> {
        match &e.kind {
            ExprKind::Int(bits) => match self.types.shape(e.ty) {
                Shape::Int(int) => Ok(Value::Int(bits & int.mask())),
                Shape::Bool => Ok(Value::truth(*bits != 0)),
                _ => Err(Stop::ill_formed(
                    "a constant whose type is not an integer type",
                )),
            },
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Deref(_)
            | ExprKind::Member(..)
            | ExprKind::Arrow(..)
            | ExprKind::Index(..)
            | ExprKind::Str(_)
            | ExprKind::Compound(_) => self.converted_lvalue(program, e),
            ExprKind::Binary(op, a, b) => self.binary(program, *op, a, b),
            ExprKind::Assign(a, b) => self.assign(program, a, b),
            ExprKind::AssignOp(op, a, b) => self.assign_op(program, *op, a, b),
            ExprKind::Step(step, a) => self.step_operator(program, *step, a),
            ExprKind::Unary(op, a) => self.unary(program, *op, a),
            ExprKind::Cast(a) => self.cast(program, e, a),
            ExprKind::Logical(op, a, b) => self.logical(program, *op, a, b),
            ExprKind::Conditional(c, a, b) => self.conditional(program, e, c, a, b),
            ExprKind::Comma(a, b) => {
                let start = self.log.len();
                self.operand(program, a, 0)?;
                self.sequence_point(start);
                self.operand(program, b, 1)
            }
            ExprKind::AddrOf(a) => self.address(program, a),
            ExprKind::Function(id) => match id.index() < program.functions.len() {
                true => Ok(Value::Function(*id)),
                false => Err(Stop::ill_formed("there is no such function")),
            },
            ExprKind::Float(x) => match self.types.shape(e.ty) {
                Shape::Float(_) if !self.types.target().scalars.exact_floats => {
                    Err(Unsupported::InexactFloat.into())
                }
                Shape::Float(kind) if !x.is_nan() => arithmetic::to_float(*x, kind),
                _ => Err(Stop::ill_formed(
                    "a constant whose type is not a floating type",
                )),
            },
            ExprKind::EnumConst(id, n) => {
                let constants = program.enums.get(id.index()).map(|e| &e.constants);
                match constants.and_then(|constants| constants.get(*n as usize)) {
                    Some((_, value)) => Ok(Value::Int(u128::from(*value as u32))),
                    None => Err(Stop::ill_formed("there is no such constant")),
                }
            }
            ExprKind::SizeofType(ty) => self.size_of(*ty, false),
            ExprKind::SizeofExpr(of) => self.size_of(of.ty, false),
            ExprKind::AlignofType(ty) => self.size_of(*ty, true),
            ExprKind::Call(callee, arguments) => self.call(program, callee, arguments),
            ExprKind::Builtin(Builtin::VaArg, list) => self.va_arg(list, e.ty),
            ExprKind::Builtin(builtin, arguments) => self.builtin(program, *builtin, arguments),
            ExprKind::StmtExpr(list) => self.statement_expression(program, list),
        }
    }

    /// Lvalue conversion (6.3.2.1p2, p3): arrays become pointers to their first element.
    #[inline]
    fn converted_lvalue(&mut self, program: &Program, e: &Expr) -> Result<Value> {
        // Fast path for the most frequent operand: a number in a variable without an address.
        if let ExprKind::Local(id) = e.kind
            && !self.logging
            && !e.ty.quals.contains(Quals::VOLATILE)
            && let Slot::Value(value @ (Value::Int(_) | Value::Float(_))) = self.slot(id)
        {
            return Ok(value);
        }
        let start = self.log.len();
        let info = self.types.info(e.ty.id);
        match info.shape {
            Shape::Array => {
                let spot = self.lvalue(program, e)?;
                let Value::Pointer(pointer) = self.pointer_to(spot, e.ty)? else {
                    return Err(Stop::ill_formed("an array is in memory"));
                };
                Ok(Value::Pointer(pointer))
            }
            Shape::Record(_) => {
                self.record_source(program, e)?;
                Ok(Value::Record)
            }
            Shape::Function => match &e.kind {
                ExprKind::Deref(pointer) => self.operand(program, pointer, 0),
                _ => Err(Stop::ill_formed("a function is no object")),
            },
            Shape::Float(_) if !self.types.target().scalars.exact_floats => {
                Err(Unsupported::InexactFloat.into())
            }
            _ => {
                let spot = self.lvalue(program, e)?;
                self.load(e, spot, start)
            }
        }
    }

    /// `({ … })` of GCC: full expressions in sequence, in a block of their own.
    fn statement_expression(&mut self, program: &Program, list: &[Expr]) -> Result<Value> {
        let objects = self.memory.allocation_count();
        let mut value = Value::Void;
        for (n, e) in (0..).zip(list) {
            let start = self.log.len();
            value = self.operand(program, e, n)?;
            self.sequence_point(start);
        }
        self.end_literals(objects)?;
        Ok(value)
    }

    fn size_of(&mut self, ty: Type, align: bool) -> Result<Value> {
        let info = self.types.info(ty.id);
        match (info.size, align) {
            (0, _) => Err(Stop::ill_formed("it has no size")),
            (_, true) => Ok(Value::Int(u128::from(info.align))),
            (size, false) => Ok(Value::Int(u128::from(size))),
        }
    }

    /// The shape of an operand's value: arrays and functions are pointers.
    #[inline]
    pub(crate) fn value_shape(&self, e: &Expr) -> Shape {
        match self.types.shape(e.ty) {
            Shape::Array | Shape::Function => Shape::Pointer,
            shape => shape,
        }
    }

    /// The shape of an operand after the integer promotions (6.3.1.1p2).
    #[inline]
    fn promoted(&self, program: &Program, e: &Expr) -> Shape {
        match self.value_shape(e) {
            Shape::Bool => INT,
            Shape::Int(int) if int.bits < 32 => INT,
            Shape::Int(int) => {
                let may_be = matches!(e.kind, ExprKind::Member(..) | ExprKind::Arrow(..));
                let width = match may_be {
                    true => program.bit_field(e).and_then(|field| field.bits),
                    false => None,
                };
                match width {
                    // A value that fits an `int` is promoted to `int`.
                    Some(width) if width < 32 || int.signed => INT,
                    _ => Shape::Int(int),
                }
            }
            shape => shape,
        }
    }

    /// Unary arithmetic operators (6.5.3.3).
    fn unary(&mut self, program: &Program, op: UnaryOp, e: &Expr) -> Result<Value> {
        if op == UnaryOp::LogicalNot {
            let value = self.sign_operand(program, e, 0)?;
            return Ok(Value::truth(!Machine::is_true(value)?));
        }
        let value = self.operand(program, e, 0)?;
        let to = self.promoted(program, e);
        let value = convert(value, self.value_shape(e), to)?;
        match (op, value, to) {
            (UnaryOp::Plus, _, Shape::Int(_) | Shape::Float(_)) => Ok(value),
            (UnaryOp::Neg, Value::Int(bits), Shape::Int(int)) => {
                arithmetic::integers(BinOp::Sub, int, 0, bits)
            }
            (UnaryOp::Neg, Value::Float(x), Shape::Float(_)) => Ok(Value::Float(-x)),
            (UnaryOp::Not, Value::Int(bits), Shape::Int(int)) => Ok(Value::Int(!bits & int.mask())),
            _ => Err(Stop::ill_formed("the operator does not apply to this type")),
        }
    }

    /// `(T)e` (6.5.4).
    fn cast(&mut self, program: &Program, e: &Expr, from: &Expr) -> Result<Value> {
        let value = self.operand(program, from, 0)?;
        let to = self.types.shape(e.ty);
        if matches!(to, Shape::Float(_)) && !self.types.target().scalars.exact_floats {
            return Err(Unsupported::InexactFloat.into());
        }
        self.assigned(value, from, e.ty, None)
    }

    /// Operators with two operands that are not sequenced.
    #[inline]
    #[allow(clippy::question_mark)]
    fn binary(&mut self, program: &Program, op: BinOp, a: &Expr, b: &Expr) -> Result<Value> {
        let start = self.log.len();
        let is_zero = |e: &Expr| matches!(e.kind, ExprKind::Int(0));
        let x = match op.is_comparison() && is_zero(b) {
            true => self.sign_operand(program, a, 0),
            false => self.operand(program, a, 0),
        };
        if x.is_err() {
            return x;
        }
        let middle = self.log.len();
        let y = match op.is_comparison() && is_zero(a) {
            true => self.sign_operand(program, b, 1),
            false => self.operand(program, b, 1),
        };
        if y.is_err() {
            return y;
        }
        self.compare_operands(start, middle)?;
        let (sa, sb) = (self.promoted(program, a), self.promoted(program, b));
        // Integers are read in place: moving a whole `Value` costs more than adding two numbers.
        if let (Ok(Value::Int(x)), Ok(Value::Int(y)), Shape::Int(int), Shape::Int(by)) =
            (&x, &y, sa, sb)
        {
            let x = promoted_bits(*x, self.value_shape(a), int);
            let y = promoted_bits(*y, self.value_shape(b), by);
            return arithmetic::mixed_integers(op, (int, x), (by, y));
        }
        let x = promote(x?, self.value_shape(a), sa)?;
        let y = promote(y?, self.value_shape(b), sb)?;
        let of = self.pointee_of(a, b);
        self.apply(op, (x, sa), (y, sb), of).map(|(value, _)| value)
    }

    fn pointee_of(&self, a: &Expr, b: &Expr) -> TypeId {
        let info = self.types.info(a.ty.id);
        match info.shape {
            Shape::Pointer | Shape::Array => info.inner.id,
            _ => self.types.info(b.ty.id).inner.id,
        }
    }

    /// An operator on two promoted operands; pointers among them point to `of`.
    #[inline]
    fn apply(
        &self,
        op: BinOp,
        (x, sx): (Value, Shape),
        (y, sy): (Value, Shape),
        of: TypeId,
    ) -> Result<(Value, Shape)> {
        match (x, sx, y, sy) {
            (Value::Int(a), Shape::Int(int), Value::Int(b), Shape::Int(by)) => {
                let value = arithmetic::mixed_integers(op, (int, a), (by, b))?;
                let shape = match op {
                    _ if op.is_shift() => sx,
                    _ if op.is_comparison() => INT,
                    _ => Shape::Int(int.common_type(by)),
                };
                Ok((value, shape))
            }
            (_, Shape::Pointer, _, Shape::Pointer) => match op {
                BinOp::Sub => Ok((self.distance(x, y, of)?, Shape::Pointer)),
                _ if op.is_comparison() => Ok((self.compare(op, x, y)?, INT)),
                _ => Err(Stop::ill_formed("the operator does not apply to pointers")),
            },
            (_, Shape::Pointer, Value::Int(n), Shape::Int(int)) => {
                let n = Machine::count(int, n);
                let n = match op {
                    BinOp::Add => n,
                    BinOp::Sub => n.saturating_neg(),
                    _ => return Err(Stop::ill_formed("the operator does not apply to pointers")),
                };
                Ok((self.offset(x, of, n)?, Shape::Pointer))
            }
            (Value::Int(n), Shape::Int(int), _, Shape::Pointer) if op == BinOp::Add => {
                let n = Machine::count(int, n);
                Ok((self.offset(y, of, n)?, Shape::Pointer))
            }
            _ => {
                let Some(Shape::Float(kind)) = arithmetic::common_type(sx, sy) else {
                    return Err(Stop::ill_formed(
                        "the operator does not apply to these types",
                    ));
                };
                let to = Shape::Float(kind);
                let (Value::Float(a), Value::Float(b)) = (convert(x, sx, to)?, convert(y, sy, to)?)
                else {
                    return Err(Stop::ill_formed(
                        "the operator does not apply to these types",
                    ));
                };
                let value = arithmetic::floats(op, kind, a, b)?;
                Ok((value, if op.is_comparison() { INT } else { to }))
            }
        }
    }

    /// `&&` and `||` (6.5.13p4, 6.5.14p4): a sequence point after the first operand, if the second is evaluated.
    fn logical(&mut self, program: &Program, op: LogicalOp, a: &Expr, b: &Expr) -> Result<Value> {
        let start = self.log.len();
        let first = self.sign_operand(program, a, 0)?;
        let first = Machine::is_true(first)?;
        if first == (op == LogicalOp::Or) {
            return Ok(Value::truth(first));
        }
        self.sequence_point(start);
        let second = self.sign_operand(program, b, 1)?;
        Ok(Value::truth(Machine::is_true(second)?))
    }

    /// `c ? a : b` (6.5.15): a sequence point after the condition, and only one of the others is evaluated.
    fn conditional(
        &mut self,
        program: &Program,
        e: &Expr,
        c: &Expr,
        a: &Expr,
        b: &Expr,
    ) -> Result<Value> {
        let start = self.log.len();
        let condition = self.sign_operand(program, c, 0)?;
        self.sequence_point(start);
        let (taken, position) = match Machine::is_true(condition)? {
            true => (a, 1),
            false => (b, 2),
        };
        let value = self.operand(program, taken, position)?;
        match self.types.shape(e.ty) {
            Shape::Void => Ok(Value::Void),
            to => convert(value, self.value_shape(taken), to),
        }
    }

    /// `a = b` (6.5.16.1): the operands are not sequenced, and the store is sequenced after their values, but not after their
    /// other stores.
    #[inline]
    fn assign(&mut self, program: &Program, a: &Expr, b: &Expr) -> Result<Value> {
        if let Shape::Record(_) = self.types.shape(a.ty) {
            self.assign_record(program, a, b)?;
            return Ok(Value::Record);
        }
        let start = self.log.len();
        let spot = self.lvalue_operand(program, a, 0)?;
        let middle = self.log.len();
        self.last_read = None;
        let value = self.operand(program, b, 1)?;
        self.compare_operands(start, middle)?;
        self.check_overlap(a, spot, b)?;
        let value = self.assigned(value, b, a.ty, spot.bits)?;
        self.store(a, spot, value, start)?;
        Ok(narrowed(spot, value, self.types.shape(a.ty)))
    }

    /// `a op= b` (6.5.16.2): the lvalue is evaluated once, and its value counts as the left operand.
    fn assign_op(&mut self, program: &Program, op: BinOp, a: &Expr, b: &Expr) -> Result<Value> {
        let start = self.log.len();
        let spot = self.lvalue_operand(program, a, 0)?;
        let x = self.load(a, spot, start)?;
        self.sequence_last_read();
        let middle = self.log.len();
        let y = self.operand(program, b, 1)?;
        self.compare_operands(start, middle)?;
        let shape = self.types.shape(a.ty);
        let (sa, sb) = (self.promoted(program, a), self.promoted(program, b));
        let x = promote(x, shape, sa)?;
        let y = promote(y, self.value_shape(b), sb)?;
        let of = self.pointee_of(a, b);
        let (value, from) = self.apply(op, (x, sa), (y, sb), of)?;
        let value = self.assigned_from(value, (from, a.ty), a.ty, spot.bits)?;
        self.store(a, spot, value, start)?;
        Ok(narrowed(spot, value, shape))
    }

    /// `++` and `--` (6.5.2.4, 6.5.3.1).
    fn step_operator(&mut self, program: &Program, step: Step, e: &Expr) -> Result<Value> {
        let start = self.log.len();
        let spot = self.lvalue_operand(program, e, 0)?;
        let old = self.load(e, spot, start)?;
        self.sequence_last_read();
        let op = match step {
            Step::PreInc | Step::PostInc => BinOp::Add,
            Step::PreDec | Step::PostDec => BinOp::Sub,
        };
        let shape = self.types.shape(e.ty);
        let promoted = self.promoted(program, e);
        let x = promote(old, shape, promoted)?;
        let of = self.types.info(e.ty.id).inner.id;
        let (value, from) = self.apply(op, (x, promoted), (Value::Int(1), INT), of)?;
        let value = convert(value, from, shape)?;
        self.store(e, spot, value, start)?;
        Ok(match step {
            Step::PreInc | Step::PreDec => narrowed(spot, value, shape),
            Step::PostInc | Step::PostDec => old,
        })
    }
}

/// The integer promotion of a value; other values than narrow integers are unchanged.
#[inline]
fn promote(value: Value, from: Shape, to: Shape) -> Result<Value> {
    match from == to {
        true => Ok(value),
        false => convert(value, from, to),
    }
}

/// The integer promotion of an integer.
#[inline]
fn promoted_bits(bits: u128, from: Shape, to: Int) -> u128 {
    match from {
        Shape::Int(from) if from != to => from.number(bits) as u128 & to.mask(),
        _ => bits,
    }
}

/// The value that a bit-field has after a store.
fn narrowed(spot: Spot, value: Value, shape: Shape) -> Value {
    let (Some(bits), Value::Int(value), Shape::Int(int)) = (spot.bits, value, shape) else {
        return value;
    };
    let field = field_type(bits, int);
    Value::Int(field.number(value & field.mask()) as u128 & int.mask())
}
