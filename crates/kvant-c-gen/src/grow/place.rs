//! Places: paths from a variable to a scalar in it or behind it.

use kvant_c::{Attribute, BinOp, Expr, ExprKind, LocalId, Quals, Type, TypeKind, Types};
use kvant_c_machine::Value;

use super::Grower;
use crate::scope::Variable;
use crate::universe::HIDDEN;

/// The purpose of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    Read,
    Write,
}

impl Grower {
    /// An arithmetic place in scope.
    pub(super) fn place(&mut self, wanted: Use) -> Option<Expr> {
        for _ in 0..8 {
            let Some(root) = self.root(wanted) else {
                continue;
            };
            if let Some(place) = self.walk(root, wanted) {
                return Some(place);
            }
        }
        None
    }

    /// A place of an integer type, except for bit-fields and wide integers.
    pub(super) fn integer_place(&mut self, wanted: Use) -> Option<Expr> {
        for _ in 0..8 {
            let place = self.place(wanted)?;
            let plain = matches!(self.program.types.kind(place.ty), TypeKind::Int(_));
            if plain && self.program.bit_field(&place).is_none() {
                return Some(place);
            }
        }
        None
    }

    /// A variable to begin with: locals are preferred to globals, and unread locals to others.
    fn root(&mut self, wanted: Use) -> Option<Expr> {
        if wanted == Use::Read && !self.unread.is_empty() && self.rng.percent(30) {
            let n = self.rng.below(self.unread.len());
            let id = self.unread[n];
            let known = self.here.variables.iter();
            let found = known
                .map(|v| &v.expr)
                .find(|e| e.kind == ExprKind::Local(id));
            if let Some(expr) = found {
                return Some(expr.clone());
            }
        }
        let count = self.here.variables.len();
        let locals = self.here.variables.iter().rev();
        let locals = locals
            .take_while(|v| matches!(v.expr.kind, ExprKind::Local(_)))
            .count();
        let n = match locals > 0 && self.rng.percent(60) {
            true => count - 1 - self.rng.below(locals),
            false => self.rng.below(count),
        };
        let Variable { expr: root, level } = self.here.variables.get(n)?.clone();
        let outside = level == 0 && self.here.promised.is_some();
        match wanted == Use::Write && (outside || self.is_reserved(&root)) {
            true => None,
            false => Some(root),
        }
    }

    /// Any variable.
    pub(super) fn variable(&mut self) -> Option<Expr> {
        let n = self.rng.below(self.here.variables.len());
        let variable = self.here.variables.get(n)?;
        Some(variable.expr.clone())
    }

    /// True if the promise of the function forbids such an access through a pointer.
    fn is_out_of_reach(&self, wanted: Use) -> bool {
        match self.here.promised {
            Some(Attribute::Const) => true,
            Some(_) => wanted == Use::Write,
            None => false,
        }
    }

    /// True if it is the counter of a loop.
    pub(super) fn is_reserved(&self, root: &Expr) -> bool {
        match root.kind {
            ExprKind::Local(id) => self.reserved.contains(&(self.here.function, id)),
            _ => false,
        }
    }

    /// Walks from a place to an arithmetic one in it or behind it.
    pub(super) fn walk(&mut self, from: Expr, wanted: Use) -> Option<Expr> {
        let mut place = from;
        for _ in 0..6 {
            if wanted == Use::Write && place.ty.quals.contains(Quals::CONST) {
                return None;
            }
            place = match self.program.types.kind(place.ty).clone() {
                TypeKind::Record(id) => {
                    let fields = &self.program.records[id.index()].fields;
                    let n = self.rng.below(fields.len());
                    if fields[n].is_unnamed() {
                        return None;
                    }
                    self.make(ExprKind::Member(Box::new(place), n as u32))?
                }
                TypeKind::Array(_, length) => {
                    let index = self.index(length);
                    self.make(ExprKind::Index(Box::new(place), Box::new(index)))?
                }
                TypeKind::Pointer(_) if self.is_out_of_reach(wanted) => return None,
                TypeKind::Pointer(to) => self.behind(place, to)?,
                TypeKind::Void | TypeKind::Function(_) | TypeKind::Vector(..) => return None,
                _ => {
                    if wanted == Use::Read {
                        self.was_read(&place);
                    }
                    return Some(place);
                }
            };
        }
        None
    }

    /// The object behind a pointer, in one of several notations.
    fn behind(&mut self, pointer: Expr, to: Type) -> Option<Expr> {
        if !self.program.is_object(to) {
            return None;
        }
        if let TypeKind::Record(id) = self.program.types.kind(to)
            && self.rng.percent(80)
        {
            let fields = &self.program.records[id.index()].fields;
            let n = self.rng.below(fields.len());
            return match fields[n].is_unnamed() {
                true => None,
                false => self.make(ExprKind::Arrow(Box::new(pointer), n as u32)),
            };
        }
        match self.rng.percent(25) {
            true => {
                let zero = Box::new(Expr::int(Types::INT, 0));
                self.make(ExprKind::Index(Box::new(pointer), zero))
            }
            false => self.make(ExprKind::Deref(Box::new(pointer))),
        }
    }

    /// Marks the local of a place as read.
    pub(super) fn was_read(&mut self, place: &Expr) {
        if let Some(id) = root_local(place) {
            self.unread.retain(|unread| *unread != id);
        }
    }

    /// An index for an array of this length.
    pub(super) fn index(&mut self, length: u64) -> Expr {
        let literal = |n: u64| Expr::int(Types::INT, u128::from(n));
        // Limits the nesting, because an index is a place, which may have an index.
        if length == 1 || self.indices > 1 || self.rng.percent(35) {
            return literal(self.rng.below(length as usize) as u64);
        }
        self.indices += 1;
        let number = self.index_number(length);
        self.indices -= 1;
        let Some((number, fits)) = number else {
            return literal(0);
        };
        if fits {
            return number;
        }
        let masked = match length.is_power_of_two() {
            true => {
                let mask = Expr::int(Types::INT, u128::from(length - 1));
                ExprKind::Binary(BinOp::And, Box::new(number), Box::new(mask))
            }
            false => {
                let length = Expr::int(Types::UINT, u128::from(length));
                let number = number.cast(Types::UINT);
                ExprKind::Binary(BinOp::Rem, Box::new(number), Box::new(length))
            }
        };
        self.make(masked).unwrap_or_else(|| literal(0))
    }

    /// A number for an index, and whether it is probably less than `length`.
    fn index_number(&mut self, length: u64) -> Option<(Expr, bool)> {
        let counters: Vec<LocalId> = self.counters();
        match self.rng.pick(&counters).copied() {
            Some(id) if self.rng.percent(70) => {
                let ty = self.program.function(self.here.function).local(id).ty;
                let counter = crate::scope::name(id, ty);
                // A counter that is within the array now probably stays there.
                let now = self.peek(&counter);
                let within = matches!(now, Some(Value::Int(n)) if n < u128::from(length));
                let fits = within && self.rng.percent(50);
                Some((counter, fits))
            }
            _ => self.leaf_integer().map(|number| (number, false)),
        }
    }

    /// The counters of the enclosing loops.
    pub(super) fn counters(&self) -> Vec<LocalId> {
        let local = |v: &Variable| match v.expr.kind {
            ExprKind::Local(id) if self.is_reserved(&v.expr) => Some(id),
            _ => None,
        };
        self.here.variables.iter().filter_map(local).collect()
    }

    /// An opaque number, whose value compilers do not know.
    pub(super) fn hidden(&mut self) -> Option<Expr> {
        // Opaque numbers are volatile, so `pure` and `const` functions must not read them.
        let id = self
            .universe
            .hidden
            .filter(|_| self.here.promised.is_none())?;
        let array = self.make(ExprKind::Global(id))?;
        let n = self.rng.below(HIDDEN as usize) as u128;
        let index = Expr::int(Types::INT, n);
        self.make(ExprKind::Index(Box::new(array), Box::new(index)))
    }
}

/// The local that contains a place.
pub(super) fn root_local(place: &Expr) -> Option<LocalId> {
    match &place.kind {
        ExprKind::Local(id) => Some(*id),
        ExprKind::Member(of, _) | ExprKind::Index(of, _) => root_local(of),
        _ => None,
    }
}
