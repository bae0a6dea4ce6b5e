//! Pointers: to variables, to parts of them, to other pointers, and through arrays.

use kvant_c::{BinOp, Expr, ExprKind, Init, Quals, Stmt, Type, TypeKind, Types};
use kvant_c_machine::Value;

use super::Grower;
use super::place::root_local;
use crate::feature::Feature;
use crate::scope::Variable;

impl Grower {
    /// A place whose address may be kept during the whole call: a part of a variable that is neither a counter nor a bit-field
    /// nor in a packed struct.
    pub(super) fn addressable(&mut self) -> Option<Expr> {
        for _ in 0..8 {
            let root = self.variable()?;
            if let Some(place) = self.part_of(root) {
                return Some(place);
            }
        }
        None
    }

    /// A part of a variable that has an address, or the variable itself.
    fn part_of(&mut self, root: Expr) -> Option<Expr> {
        if self.is_reserved(&root) {
            return None;
        }
        let mut place = root;
        for _ in 0..4 {
            place = match self.program.types.kind(place.ty).clone() {
                TypeKind::Record(id) => {
                    let record = &self.program.records[id.index()];
                    let whole = self.rng.percent(30);
                    if record.packed || whole {
                        return (!record.packed).then_some(place);
                    }
                    let n = self.rng.below(record.fields.len());
                    let field = &record.fields[n];
                    // An access to a union through a pointer depends on the last store.
                    let union = record.kind == kvant_c::RecordKind::Union;
                    if field.bits.is_some() || union {
                        return None;
                    }
                    self.make(ExprKind::Member(Box::new(place), n as u32))?
                }
                TypeKind::Array(_, length) => {
                    let index = Expr::int(Types::INT, self.rng.below(length as usize) as u128);
                    self.make(ExprKind::Index(Box::new(place), Box::new(index)))?
                }
                TypeKind::Pointer(to) if !self.program.is_object(to) => return None,
                TypeKind::Pointer(_) if !self.has(Feature::DeepPointers) => return None,
                TypeKind::Void | TypeKind::Function(_) | TypeKind::Vector(..) => return None,
                _ => {
                    self.was_read(&place);
                    return Some(place);
                }
            };
        }
        None
    }

    /// A pointer to an object of this type: the address of a place, or an existing pointer.
    pub(super) fn pointer_to(&mut self, to: Type) -> Option<Expr> {
        let lifetime = self.here.level;
        self.pointer_within(to, lifetime)
    }

    /// The same for an object that lives at least as long as variables of this level.
    fn pointer_within(&mut self, to: Type, level: u32) -> Option<Expr> {
        let lives = |v: &&Variable| v.level <= level;
        let variables: Vec<Expr> = self
            .here
            .variables
            .iter()
            .filter(lives)
            .map(|v| v.expr.clone())
            .collect();
        let wanted = to.unqualified();
        for _ in 0..12 {
            let root = variables[self.rng.below(variables.len())].clone();
            let kind = self.program.types.kind(root.ty).clone();
            match kind {
                // Elements of an array, through the array itself.
                TypeKind::Array(of, length)
                    if of.unqualified() == wanted && to.quals.contains(of.quals) =>
                {
                    if self.is_reserved(&root) {
                        continue;
                    }
                    let n = self.rng.below(length as usize) as u128;
                    if n == 0 {
                        return Some(root);
                    }
                    let n = Box::new(Expr::int(Types::INT, n));
                    return self.make(ExprKind::Binary(BinOp::Add, Box::new(root), n));
                }
                TypeKind::Pointer(of)
                    if of.unqualified() == wanted && to.quals.contains(of.quals) =>
                {
                    // The object may end before the pointer does: the machine checks that.
                    if level > 0 && matches!(self.peek(&root), Some(Value::Pointer(_))) {
                        self.was_read(&root);
                        return Some(root);
                    }
                }
                _ => {
                    let Some(part) = self.part_of(root) else {
                        continue;
                    };
                    if part.ty.unqualified() == wanted && to.quals.contains(part.ty.quals) {
                        return self.make(ExprKind::AddrOf(Box::new(part)));
                    }
                }
            }
        }
        None
    }

    /// Proposes a new pointer, an assignment to one, or a move of one through its array.
    pub(super) fn pointer(&mut self) -> bool {
        match self.rng.below(4) {
            0 if self.has(Feature::PointerArithmetic) => self.move_pointer(),
            1 => self.assign_pointer(),
            2 if self.has(Feature::Strings) && self.rng.percent(40) => self.string(),
            _ => self.new_pointer(),
        }
    }

    fn new_pointer(&mut self) -> bool {
        let Some(place) = self.addressable() else {
            return false;
        };
        let mut to = place.ty;
        if self.has(Feature::Const) && self.rng.percent(10) {
            to = to.with(Quals::CONST);
        }
        let ty = self.program.types.pointer(to);
        let Some(pointer) = self.make(ExprKind::AddrOf(Box::new(place))) else {
            return false;
        };
        self.declare("p", ty, Some(Init::Expr(pointer))).is_some()
    }

    fn pointers(&self) -> Vec<Variable> {
        let object = |v: &&Variable| match self.program.types.kind(v.expr.ty) {
            TypeKind::Pointer(to) => self.program.is_object(*to) && to.id != Types::VOID.id,
            _ => false,
        };
        self.here.variables.iter().filter(object).cloned().collect()
    }

    fn assign_pointer(&mut self) -> bool {
        let pointers = self.pointers();
        let Some(to) = self.rng.pick(&pointers).cloned() else {
            return false;
        };
        if self.is_reserved(&to.expr) {
            return false;
        }
        let Some(of) = self.program.types.pointee(to.expr.ty) else {
            return false;
        };
        let Some(value) = self.pointer_within(of, to.level) else {
            return false;
        };
        let made = self.make(ExprKind::Assign(Box::new(to.expr), Box::new(value)));
        self.compute(made)
    }

    /// Proposes `p += n`, `p++` or `p = q + n`, if the pointer stays in its array.
    fn move_pointer(&mut self) -> bool {
        let pointers = self.pointers();
        let Some(pointer) = self.rng.pick(&pointers).cloned() else {
            return false;
        };
        if self.is_reserved(&pointer.expr) || self.repeats() && self.rng.percent(70) {
            return false;
        }
        let n = Expr::int(Types::INT, self.rng.between(1, 3) as u128);
        let op = match self.rng.percent(50) {
            true => BinOp::Add,
            false => BinOp::Sub,
        };
        // A pointer one past the end is valid, but useless.
        let moved = ExprKind::Binary(op, Box::new(pointer.expr.clone()), Box::new(n.clone()));
        let usable = self
            .make(moved)
            .and_then(|moved| self.make(ExprKind::Deref(Box::new(moved))))
            .is_some_and(|place| self.peek(&place).is_some());
        if !usable {
            return false;
        }
        let kind = ExprKind::AssignOp(op, Box::new(pointer.expr), Box::new(n));
        self.make(kind).is_some_and(|e| self.propose(Stmt::Expr(e)))
    }

    /// Declares a pointer to a string literal, which later text reads byte by byte.
    fn string(&mut self) -> bool {
        let length = self.rng.between(3, 15);
        let letter = |n: usize| b"kvant\0xyz 0189"[n % 14];
        let bytes: Vec<u8> = (0..length).map(|_| letter(self.rng.below(14))).collect();
        let Some(text) = self.make(ExprKind::Str(bytes)) else {
            return false;
        };
        let to = Types::CHAR.with(Quals::CONST);
        let ty = self.program.types.pointer(to);
        self.declare("q", ty, Some(Init::Expr(text))).is_some()
    }

    /// A comparison or a difference of two pointers into the same object.
    pub(super) fn pointer_comparison(&mut self) -> Option<Expr> {
        if !self.has(Feature::PointerArithmetic) {
            return None;
        }
        let pointers = self.pointers();
        let pointer = self.rng.pick(&pointers)?.expr.clone();
        let of = self.program.types.pointee(pointer.ty)?;
        let other = self.pointer_to(of)?;
        let op = match self.rng.percent(50) {
            true => BinOp::Eq,
            false => self.comparison_op(),
        };
        let e = self.make(ExprKind::Binary(op, Box::new(pointer), Box::new(other)))?;
        self.peek(&e).map(|_| e)
    }

    /// A struct or union in scope, of this type or of any.
    pub(super) fn record_place(&mut self, ty: Option<Type>) -> Option<Expr> {
        let fits = |place: &Expr| match ty {
            Some(ty) => place.ty.unqualified() == ty.unqualified(),
            None => true,
        };
        let mut found = Vec::new();
        for variable in &self.here.variables {
            let e = &variable.expr;
            if matches!(self.program.types.kind(e.ty), TypeKind::Record(_)) && fits(e) {
                found.push(e.clone());
            }
        }
        for pointer in self.pointers() {
            let to = self.program.types.pointee(pointer.expr.ty)?;
            if !matches!(self.program.types.kind(to), TypeKind::Record(_)) {
                continue;
            }
            if let Some(place) = self.make(ExprKind::Deref(Box::new(pointer.expr)))
                && fits(&place)
            {
                found.push(place);
            }
        }
        let place = self.rng.pick(&found)?.clone();
        if let Some(id) = root_local(&place) {
            self.unread.retain(|unread| *unread != id);
        }
        Some(place)
    }
}
