//! Statements that only compute: assignments and declarations.

use kvant_c::{BinOp, Builtin, Expr, ExprKind, Init, Stmt, Storage, Type, TypeKind, Types};

use super::Grower;
use super::place::{Use, root_local};
use crate::feature::Feature;
use crate::scope;
use crate::universe::{Maker, Universe};

impl Grower {
    /// Proposes an assignment, a compound assignment or a step.
    pub(super) fn assign(&mut self) -> bool {
        let Some(to) = self.place(Use::Write) else {
            return false;
        };
        if self.has(Feature::Increments)
            && self.rng.percent(8)
            && let Some(step) = self.step()
        {
            return self.propose(Stmt::Expr(step));
        }
        let value = self.value(self.swarm.depth);
        if self.has(Feature::CompoundAssignments) && self.rng.percent(30) {
            return self.compound_assign(to, value);
        }
        let root = root_local(&to);
        let made = self
            .fitting(value, to.ty)
            .and_then(|value| self.make(ExprKind::Assign(Box::new(to), Box::new(value))));
        let written = self.compute(made);
        if let Some(root) = root.filter(|root| written && !self.unread.contains(root)) {
            self.unread.push(root);
        }
        written
    }

    fn compound_assign(&mut self, to: Expr, value: Expr) -> bool {
        let integers = self.program.types.is_integer(to.ty)
            && self.program.types.is_integer(value.ty.unqualified());
        let ops: &[BinOp] = match integers {
            true => &[
                BinOp::Add,
                BinOp::Sub,
                BinOp::Xor,
                BinOp::Or,
                BinOp::And,
                BinOp::Xor,
                BinOp::Mul,
            ],
            false => &[BinOp::Add, BinOp::Sub],
        };
        let Some(op) = self.rng.pick(ops).copied() else {
            return false;
        };
        let Some(value) = self.fitting(value, to.ty) else {
            return false;
        };
        let made = self.make(ExprKind::AssignOp(op, Box::new(to), Box::new(value)));
        self.compute(made)
    }

    /// Proposes `__builtin_add_overflow` or a related builtin: one new local gets the result, another the overflow flag.
    fn checked(&mut self) -> bool {
        let integers: Vec<Type> = self.universe.scalars.clone();
        let plain = |ty: &&Type| matches!(self.program.types.kind(**ty), TypeKind::Int(_));
        let integers: Vec<&Type> = integers.iter().filter(plain).collect();
        let Some(ty) = self.rng.pick(&integers).map(|ty| **ty) else {
            return false;
        };
        let (Some(a), Some(b)) = (self.plain_integer(), self.plain_integer()) else {
            return false;
        };
        let zero = Init::Expr(Expr::int(ty, 0));
        let Some(result) = self.declare("x", ty, Some(zero)) else {
            return false;
        };
        let builtins = [
            Builtin::AddOverflow,
            Builtin::SubOverflow,
            Builtin::MulOverflow,
        ];
        let builtin = builtins[self.rng.below(builtins.len())];
        let made = self
            .make(ExprKind::AddrOf(Box::new(scope::name(result, ty))))
            .and_then(|into| self.make(ExprKind::Builtin(builtin, vec![a, b, into])));
        made.is_some_and(|e| self.declare("x", Types::INT, Some(Init::Expr(e))).is_some())
    }

    /// An integer that can be read here, without qualifiers.
    fn plain_integer(&mut self) -> Option<Expr> {
        for _ in 0..4 {
            let place = self.integer_place(Use::Read)?;
            if place.ty.quals == kvant_c::Quals::NONE {
                return Some(place);
            }
        }
        None
    }

    /// Proposes a new local: a scalar, a struct or an array, sometimes static.
    pub(super) fn declare_any(&mut self) -> bool {
        if self.has(Feature::OverflowBuiltins) && self.rng.percent(10) {
            return self.checked();
        }
        let aggregate = self.rng.percent(25);
        let ty = match self.rng.below(2) {
            0 if aggregate && !self.universe.records.is_empty() => {
                let records = &self.universe.records;
                let record = records[self.rng.below(records.len())];
                self.program.types.make(TypeKind::Record(record))
            }
            1 if aggregate && self.has(Feature::Arrays) && !self.universe.arrays.is_empty() => {
                self.universe.arrays[self.rng.below(self.universe.arrays.len())]
            }
            _ => self.universe.scalars[self.rng.below(self.universe.scalars.len())],
        };
        if self.has(Feature::Statics) && self.rng.percent(12) {
            let init = Some(self.constant_init(ty));
            let id = self.new_local("t", ty, Storage::Static(init));
            let written = self.propose(Stmt::Declare(id, None));
            if written {
                self.add_to_scope(id);
            }
            return written;
        }
        let init = match self.program.types.is_arithmetic(ty) {
            true => {
                let value = self.value(self.swarm.depth);
                match self.fitting(value, ty) {
                    Some(value) => Init::Expr(value),
                    None => return false,
                }
            }
            false => self.mixed_init(ty),
        };
        self.declare("x", ty, Some(init)).is_some()
    }

    /// Constant initial values.
    fn constant_init(&mut self, ty: Type) -> Init {
        let mut maker = Maker {
            program: &mut self.program,
            target: &self.target,
            swarm: &self.swarm,
            rng: &mut self.rng,
            universe: Universe::default(),
        };
        maker.initial(ty, false)
    }

    /// Initial values, some of which are computed.
    pub(super) fn mixed_init(&mut self, ty: Type) -> Init {
        let mut init = self.constant_init(ty);
        let mut left = 4;
        self.replace_some(&mut init, &mut left);
        init
    }

    fn replace_some(&mut self, init: &mut Init, left: &mut u32) {
        match init {
            Init::Expr(e) => {
                if *left > 0 && self.rng.percent(50) && e.ty != Types::VOID {
                    let value = self.leaf();
                    let same = self.program.types.is_integer(value.ty)
                        == self.program.types.is_integer(e.ty);
                    if same {
                        *e = value;
                        *left -= 1;
                    }
                }
            }
            Init::List(items) => {
                for item in items {
                    self.replace_some(&mut item.value, left);
                }
            }
        }
    }

    /// Mixes locals of the ending block that were not read into a variable of the program, or of the function if its promise
    /// allows no more.
    pub(super) fn use_unread(&mut self) {
        let level = self.here.level;
        let local = |v: &crate::scope::Variable| match v.expr.kind {
            ExprKind::Local(id) if v.level == level => Some((id, v.expr.clone())),
            _ => None,
        };
        let own: Vec<_> = self.here.variables.iter().filter_map(local).collect();
        for (id, expr) in own {
            if !self.unread.contains(&id) {
                continue;
            }
            let Some(value) = self.walk(expr, Use::Read) else {
                continue;
            };
            self.unread.retain(|unread| *unread != id);
            self.mix_into_observed(value);
        }
    }

    /// Mixes a value into a variable that is observed at the end.
    pub(super) fn mix_into_observed(&mut self, value: Expr) -> bool {
        let promised = self.here.promised.is_some();
        let lives_on = |v: &&crate::scope::Variable| match v.expr.kind {
            ExprKind::Global(_) => !promised,
            _ => promised && v.level == 1 && !self.is_reserved(&v.expr),
        };
        let globals: Vec<Expr> = self
            .here
            .variables
            .iter()
            .filter(lives_on)
            .filter(|v| v.expr.ty.quals == kvant_c::Quals::NONE)
            .map(|v| v.expr.clone())
            .collect();
        let float = matches!(self.program.types.kind(value.ty), TypeKind::Float(_));
        let fits = |e: &&Expr| match self.program.types.kind(e.ty) {
            TypeKind::Float(_) => float,
            TypeKind::Int(_) => !float,
            _ => false,
        };
        let fitting: Vec<&Expr> = globals.iter().filter(fits).collect();
        let Some(to) = self.rng.pick(&fitting).map(|e| (*e).clone()) else {
            return false;
        };
        let op = match float {
            true => BinOp::Add,
            false => BinOp::Xor,
        };
        let made = self.make(ExprKind::AssignOp(op, Box::new(to), Box::new(value)));
        self.compute(made)
    }
}
