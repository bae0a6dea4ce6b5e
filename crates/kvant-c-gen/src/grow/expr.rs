//! Expressions with an arithmetic value.
//!
//! Operators are written without guards: the machine decides whether they overflow. Code that will be executed again prefers
//! operations that are defined for all data, because another one may make the machine refuse a whole loop later.

use kvant_c::{
    BinOp, Builtin, Expr, ExprKind, IntKind, LogicalOp, Step, Type, TypeKind, Types, UnaryOp,
};

use super::Grower;
use super::guard::may_be_repeated;
use super::place::Use;
use crate::feature::Feature;
use crate::universe;

/// The ways to compose an expression.
#[derive(Clone, Copy)]
enum Shape {
    Leaf,
    Binary,
    Unary,
    Compare,
    Cast,
    Conditional,
    Logical,
    Comma,
    Embedded,
    Step,
    Call,
    Sizeof,
    Builtin,
    Compound,
    StmtExpr,
}

impl Grower {
    /// An expression of some arithmetic type, of at most this depth.
    pub(super) fn value(&mut self, depth: u32) -> Expr {
        let Some(deeper) = depth.checked_sub(1) else {
            return self.leaf();
        };
        let on = |feature: Feature, weight: u32| if self.swarm.has(feature) { weight } else { 0 };
        let choices = [
            (12, Shape::Leaf),
            (40, Shape::Binary),
            (6, Shape::Unary),
            (4, Shape::Compare),
            (on(Feature::Casts, 6), Shape::Cast),
            (on(Feature::Conditionals, 5), Shape::Conditional),
            (on(Feature::Logical, 4), Shape::Logical),
            (on(Feature::Commas, 2), Shape::Comma),
            (on(Feature::EmbeddedAssignments, 2), Shape::Embedded),
            (on(Feature::Increments, 3), Shape::Step),
            (on(Feature::NestedCalls, 4), Shape::Call),
            (on(Feature::Sizeof, 2), Shape::Sizeof),
            (on(Feature::Builtins, 3), Shape::Builtin),
            (on(Feature::CompoundLiterals, 1), Shape::Compound),
            (on(Feature::StatementExpressions, 1), Shape::StmtExpr),
        ];
        let shape = self.rng.weighted(&choices);
        let made = match shape {
            Shape::Leaf => None,
            Shape::Binary => self.binary(deeper),
            Shape::Unary => self.unary(deeper),
            Shape::Compare => self.comparison(deeper),
            Shape::Cast => {
                let ty = self.cast_type();
                let inner = self.value(deeper);
                self.cast(inner, ty)
            }
            Shape::Conditional => {
                let condition = self.condition(deeper);
                let (a, b) = (self.value(deeper), self.value(deeper));
                let kind = ExprKind::Conditional(Box::new(condition), Box::new(a), Box::new(b));
                self.make(kind)
            }
            Shape::Logical => {
                let op = match self.rng.percent(50) {
                    true => LogicalOp::And,
                    false => LogicalOp::Or,
                };
                let (a, b) = (self.condition(deeper), self.condition(deeper));
                self.make(ExprKind::Logical(op, Box::new(a), Box::new(b)))
            }
            Shape::Comma => {
                let first = self.embedded(deeper);
                let second = self.value(deeper);
                first
                    .and_then(|first| self.make(ExprKind::Comma(Box::new(first), Box::new(second))))
            }
            Shape::Embedded => self.embedded(deeper),
            Shape::Step => self.step(),
            Shape::Call => self.nested_call(),
            Shape::Sizeof => self.sizeof(),
            Shape::Builtin => self.builtin(deeper),
            Shape::Compound => self.compound_literal(deeper),
            Shape::StmtExpr => {
                let first = self.embedded(deeper);
                let last = self.value(deeper);
                first.and_then(|first| self.make(ExprKind::StmtExpr(vec![first, last])))
            }
        };
        // Compilers disagree on the type of a comma expression that ends in a bit-field.
        let usable = made.filter(|e| self.program.value_type(e).is_ok());
        usable.unwrap_or_else(|| self.leaf())
    }

    /// A variable, sometimes a literal.
    pub(super) fn leaf(&mut self) -> Expr {
        if self.rng.percent(self.swarm.literal_percent) {
            return self.literal();
        }
        if self.rng.percent(2)
            && let Some(hidden) = self.hidden()
        {
            return hidden;
        }
        match self.place(Use::Read) {
            Some(place) => place,
            None => self.literal(),
        }
    }

    /// An integer that can be read here.
    pub(super) fn leaf_integer(&mut self) -> Option<Expr> {
        for _ in 0..4 {
            let place = self.place(Use::Read)?;
            if self.program.types.is_integer(place.ty) {
                return Some(place);
            }
        }
        None
    }

    pub(super) fn literal(&mut self) -> Expr {
        let scalars = &self.universe.scalars;
        let ty = scalars[self.rng.below(scalars.len())];
        self.literal_of(ty)
    }

    pub(super) fn literal_of(&mut self, ty: Type) -> Expr {
        universe::constant(&self.program, &self.target, &mut self.rng, ty)
    }

    fn is_float(&self, e: &Expr) -> bool {
        matches!(self.program.types.kind(e.ty), TypeKind::Float(_))
    }

    fn is_signed(&mut self, e: &Expr) -> bool {
        let target = self.target;
        let promoted = self.program.promoted(&target, e);
        match promoted.map(|ty| self.program.types.kind(ty).clone()) {
            Ok(TypeKind::Int(kind)) => target.is_signed(kind),
            _ => false,
        }
    }

    /// Arithmetic, bits and shifts.
    fn binary(&mut self, depth: u32) -> Option<Expr> {
        let (a, b) = self.two(depth);
        if self.is_float(&a) || self.is_float(&b) {
            let op = *self.rng.pick(&[BinOp::Add, BinOp::Sub, BinOp::Mul])?;
            return self.make(ExprKind::Binary(op, Box::new(a), Box::new(b)));
        }
        let division = if self.has(Feature::Division) { 8 } else { 0 };
        let op = self.rng.weighted(&[
            (20, BinOp::Add),
            (16, BinOp::Sub),
            (10, BinOp::Mul),
            (division, BinOp::Div),
            (division, BinOp::Rem),
            (5, BinOp::Shl),
            (6, BinOp::Shr),
            (10, BinOp::And),
            (8, BinOp::Or),
            (10, BinOp::Xor),
        ]);
        self.combine(op, a, b)
    }

    /// Two values, which are different if possible.
    fn two(&mut self, depth: u32) -> (Expr, Expr) {
        let a = self.value(depth);
        let b = self.value(depth);
        match a == b {
            true => (a, self.value(depth)),
            false => (a, b),
        }
    }

    /// An operator on two integers, in a form that is likely to be defined.
    pub(super) fn combine(&mut self, op: BinOp, a: Expr, b: Expr) -> Option<Expr> {
        let (a, b) = match op {
            BinOp::Shl | BinOp::Shr => {
                let width = self.width(&a)?;
                let a = match op == BinOp::Shl && self.is_signed(&a) {
                    true => self.as_unsigned(a)?,
                    false => a,
                };
                let amount = match self.rng.percent(60) {
                    true => Expr::int(Types::INT, self.rng.below(width as usize) as u128),
                    false => {
                        let mask = *self.rng.pick(&[3, 7, 15, 31])?;
                        let mask = Expr::int(Types::INT, mask);
                        self.make(ExprKind::Binary(BinOp::And, Box::new(b), Box::new(mask)))?
                    }
                };
                (a, amount)
            }
            BinOp::Div | BinOp::Rem if self.repeats() || self.rng.percent(30) => {
                let b = match self.rng.percent(50) {
                    true => {
                        let ty = b.ty.unqualified();
                        let mut literal = self.literal_of(ty);
                        if literal.kind == ExprKind::Int(0) || self.is_float(&literal) {
                            literal = Expr::int(Types::INT, 7);
                        }
                        literal
                    }
                    false => {
                        let one = Box::new(Expr::int(Types::INT, 1));
                        self.make(ExprKind::Binary(BinOp::Or, Box::new(b), one))?
                    }
                };
                (a, b)
            }
            // Products of signed variables soon overflow.
            BinOp::Mul | BinOp::Add | BinOp::Sub
                if self.repeats() && self.is_wide_signed(&a) && self.is_wide_signed(&b) =>
            {
                match op == BinOp::Mul || self.rng.percent(40) {
                    true => (self.as_unsigned(a)?, b),
                    false => (a, b),
                }
            }
            _ => (a, b),
        };
        self.make(ExprKind::Binary(op, Box::new(a), Box::new(b)))
    }

    /// True if an operation on it may overflow: it is signed, and not promoted from a narrow type.
    fn is_wide_signed(&mut self, e: &Expr) -> bool {
        let narrow = match self.program.types.kind(e.ty) {
            TypeKind::Int(kind) => kind.rank() < IntKind::Int.rank(),
            TypeKind::Bool => true,
            _ => false,
        };
        !narrow && may_be_large(e) && self.is_signed(e)
    }

    fn width(&mut self, e: &Expr) -> Option<u32> {
        let target = self.target;
        let ty = self.program.promoted(&target, e).ok()?;
        match self.program.types.kind(ty) {
            TypeKind::Int(kind) => Some(target.int_bits(*kind)),
            _ => None,
        }
    }

    /// The same number in the unsigned type of its promoted width.
    pub(super) fn as_unsigned(&mut self, e: Expr) -> Option<Expr> {
        let target = self.target;
        let ty = self.program.promoted(&target, &e).ok()?;
        match self.program.types.kind(ty) {
            TypeKind::Int(kind) => Some(e.cast(Types::int(kind.unsigned()))),
            _ => None,
        }
    }

    fn unary(&mut self, depth: u32) -> Option<Expr> {
        let e = self.value(depth);
        let op = *self.rng.pick(&UnaryOp::ALL)?;
        let op = match op {
            UnaryOp::Not if self.is_float(&e) => UnaryOp::Neg,
            op => op,
        };
        let e = match op == UnaryOp::Neg && self.repeats() && self.is_wide_signed(&e) {
            true => self.as_unsigned(e)?,
            false => e,
        };
        self.make(ExprKind::Unary(op, Box::new(e)))
    }

    fn comparison(&mut self, depth: u32) -> Option<Expr> {
        if self.rng.percent(15)
            && let Some(pointers) = self.pointer_comparison()
        {
            return Some(pointers);
        }
        let (a, b) = self.two(depth);
        let op = self.comparison_op();
        self.make(ExprKind::Binary(op, Box::new(a), Box::new(b)))
    }

    pub(super) fn comparison_op(&mut self) -> BinOp {
        let ops = [
            BinOp::Lt,
            BinOp::Gt,
            BinOp::Le,
            BinOp::Ge,
            BinOp::Eq,
            BinOp::Ne,
        ];
        ops[self.rng.below(ops.len())]
    }

    /// A condition.
    pub(super) fn condition(&mut self, depth: u32) -> Expr {
        match self.rng.percent(70) {
            true => self.comparison(depth.min(2)).unwrap_or_else(|| self.leaf()),
            false => self.value(depth),
        }
    }

    fn cast_type(&mut self) -> Type {
        let scalars = &self.universe.scalars;
        scalars[self.rng.below(scalars.len())]
    }

    /// A cast. A floating value is compared with bounds before it is converted to an integer, so that it fits.
    pub(super) fn cast(&mut self, e: Expr, ty: Type) -> Option<Expr> {
        self.program.castable(ty, &e).ok()?;
        let to_integer = self.is_float(&e) && self.program.types.is_integer(ty);
        if !to_integer || self.program.types.kind(ty) == &TypeKind::Bool {
            return Some(e.cast(ty));
        }
        if !may_be_repeated(&e) {
            return None;
        }
        let bound = Expr {
            kind: ExprKind::Float(100.0),
            ty: e.ty.unqualified(),
        };
        let zero = Expr {
            kind: ExprKind::Float(0.0),
            ty: e.ty.unqualified(),
        };
        let low = self.make(ExprKind::Binary(
            BinOp::Ge,
            Box::new(e.clone()),
            Box::new(zero),
        ))?;
        let high = self.make(ExprKind::Binary(
            BinOp::Lt,
            Box::new(e.clone()),
            Box::new(bound),
        ))?;
        let fits = self.make(ExprKind::Logical(
            LogicalOp::And,
            Box::new(low),
            Box::new(high),
        ))?;
        let literal = self.literal_of(ty);
        let kind = ExprKind::Conditional(Box::new(fits), Box::new(e.cast(ty)), Box::new(literal));
        self.make(kind)
    }

    /// An assignment within an expression.
    fn embedded(&mut self, depth: u32) -> Option<Expr> {
        let to = self.place(Use::Write)?;
        if self.program.bit_field(&to).is_some() {
            return None;
        }
        let value = self.value(depth);
        let value = self.fitting(value, to.ty)?;
        self.make(ExprKind::Assign(Box::new(to), Box::new(value)))
    }

    /// The value in a form that can be assigned to the type: only floating values need a cast.
    pub(super) fn fitting(&mut self, e: Expr, ty: Type) -> Option<Expr> {
        match self.is_float(&e) && self.program.types.is_integer(ty) {
            true => self.cast(e, ty.unqualified()),
            false => Some(e),
        }
    }

    /// `++` or `--` of an integer.
    pub(super) fn step(&mut self) -> Option<Expr> {
        let place = self.integer_place(Use::Write)?;
        if self.repeats() && self.is_wide_signed(&place) {
            return None;
        }
        let steps = [Step::PreInc, Step::PreDec, Step::PostInc, Step::PostDec];
        let step = *self.rng.pick(&steps)?;
        self.make(ExprKind::Step(step, Box::new(place)))
    }

    fn sizeof(&mut self) -> Option<Expr> {
        let of = self.variable()?;
        match self.rng.below(3) {
            0 => self.make(ExprKind::SizeofExpr(Box::new(of))),
            1 => self.make(ExprKind::SizeofType(of.ty.unqualified())),
            _ => self.make(ExprKind::AlignofType(of.ty.unqualified())),
        }
    }

    fn builtin(&mut self, depth: u32) -> Option<Expr> {
        let builtins = [
            Builtin::Clz,
            Builtin::Clzll,
            Builtin::Ctz,
            Builtin::Ctzll,
            Builtin::Popcount,
            Builtin::Popcountll,
            Builtin::Bswap16,
            Builtin::Bswap32,
            Builtin::Bswap64,
            Builtin::Expect,
        ];
        let builtin = *self.rng.pick(&builtins)?;
        let value = self.value(depth);
        let mut value = self.fitting(value, Types::UINT)?;
        let zero_is_undefined = matches!(
            builtin,
            Builtin::Clz | Builtin::Clzll | Builtin::Ctz | Builtin::Ctzll
        );
        if zero_is_undefined {
            let bit = 1 << self.rng.below(31);
            let bit = Expr::int(Types::UINT, bit);
            value = self.make(ExprKind::Binary(BinOp::Or, Box::new(value), Box::new(bit)))?;
        }
        let mut arguments = vec![value];
        if builtin == Builtin::Expect {
            arguments.push(Expr::int(Types::INT, self.rng.below(2) as u128));
        }
        self.make(ExprKind::Builtin(builtin, arguments))
    }

    /// An element of a compound literal.
    fn compound_literal(&mut self, depth: u32) -> Option<Expr> {
        let of = self.universe.scalars[self.rng.below(self.universe.scalars.len())];
        let length = self.rng.between(2, 4) as u64;
        let ty = self.program.types.array(of, length);
        let mut items = Vec::new();
        for _ in 0..length {
            let value = self.value(depth.min(1));
            if value.has_effects() {
                return None;
            }
            let value = self.fitting(value, of)?;
            items.push(kvant_c::InitItem {
                designator: None,
                value: kvant_c::Init::Expr(value),
            });
        }
        let literal = Expr {
            kind: ExprKind::Compound(Box::new(kvant_c::Init::List(items))),
            ty,
        };
        let index = self.index(length);
        self.make(ExprKind::Index(Box::new(literal), Box::new(index)))
    }
}

/// True if a number may be near the ends of its type, judged by the form of its expression: comparisons are 0 or 1.
fn may_be_large(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Binary(op, ..) => !op.is_comparison(),
        ExprKind::Logical(..)
        | ExprKind::Unary(UnaryOp::LogicalNot, _)
        | ExprKind::SizeofExpr(_)
        | ExprKind::SizeofType(_)
        | ExprKind::AlignofType(_) => false,
        _ => true,
    }
}
