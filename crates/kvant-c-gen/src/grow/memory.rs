//! Memory as bytes, and memory of the heap.

use kvant_c::{
    BinOp, Builtin, Expr, ExprKind, Init, LocalId, Quals, Stmt, Storage, Type, TypeKind, Types,
};

use super::Grower;
use crate::feature::Feature;
use crate::scope;

impl Grower {
    /// Proposes a call of a memory function, or an allocation.
    pub(super) fn memory(&mut self) -> bool {
        let heap = self.has(Feature::Heap);
        let bytes = self.has(Feature::MemoryFunctions);
        match self.rng.below(4) {
            0 if heap => self.allocate(),
            1 if bytes => self.fill_bytes(),
            2 if bytes => self.compare_bytes(),
            _ if bytes => self.copy_bytes(),
            _ => self.allocate(),
        }
    }

    /// The variables that are arrays or records.
    fn aggregates(&self) -> Vec<Expr> {
        let aggregate = |e: &&Expr| {
            matches!(
                self.program.types.kind(e.ty),
                TypeKind::Array(..) | TypeKind::Record(_)
            )
        };
        let variables = self.here.variables.iter().map(|v| &v.expr);
        variables.filter(aggregate).cloned().collect()
    }

    fn writable(&self, e: &Expr) -> bool {
        let mut ty = e.ty;
        loop {
            if ty.quals != Quals::NONE {
                return false;
            }
            match self.program.types.kind(ty) {
                TypeKind::Array(of, _) => ty = *of,
                _ => return true,
            }
        }
    }

    /// Proposes a copy between two variables of one type, or between two parts of one array.
    fn copy_bytes(&mut self) -> bool {
        let all = self.aggregates();
        let Some(to) = self.rng.pick(&all).cloned() else {
            return false;
        };
        if !self.writable(&to) {
            return false;
        }
        if let TypeKind::Array(_, length) = *self.program.types.kind(to.ty)
            && length > 2
            && self.rng.percent(40)
        {
            return self.shift_elements(&to, length);
        }
        let same = all
            .iter()
            .filter(|e| e.ty.id == to.ty.id && e.kind != to.kind);
        let same: Vec<Expr> = same.cloned().collect();
        let Some(from) = self.rng.pick(&same).cloned() else {
            return false;
        };
        let function = match self.rng.percent(70) {
            true => Builtin::Memcpy,
            false => Builtin::Memmove,
        };
        let made = self.size_of(&to).and_then(|size| {
            let (to, from) = (self.address(&to)?, self.address(&from)?);
            self.make(ExprKind::Builtin(function, vec![to, from, size]))
        });
        self.compute(made)
    }

    /// `memmove(a + 1, a, …)`, or in the other direction.
    fn shift_elements(&mut self, array: &Expr, length: u64) -> bool {
        let by = self.rng.between(1, length as usize / 2) as u128;
        let made = (|| {
            let n = Box::new(Expr::int(Types::INT, by));
            let moved = ExprKind::Binary(BinOp::Add, Box::new(array.clone()), n);
            let moved = self.make(moved)?;
            let zero = Box::new(Expr::int(Types::INT, 0));
            let element = self.make(ExprKind::Index(Box::new(array.clone()), zero))?;
            let size = self.make(ExprKind::SizeofExpr(Box::new(element)))?;
            let count = Expr::int(Types::ULONG, u128::from(length) - by);
            let size = ExprKind::Binary(BinOp::Mul, Box::new(count), Box::new(size));
            let size = self.make(size)?;
            let (to, from) = match self.rng.percent(50) {
                true => (moved, array.clone()),
                false => (array.clone(), moved),
            };
            self.make(ExprKind::Builtin(Builtin::Memmove, vec![to, from, size]))
        })();
        self.compute(made)
    }

    fn fill_bytes(&mut self) -> bool {
        let all = self.aggregates();
        let Some(to) = self.rng.pick(&all).cloned() else {
            return false;
        };
        if !self.writable(&to) {
            return false;
        }
        let value = match self.rng.percent(60) {
            true => 0,
            false => self.rng.below(256) as u128,
        };
        let value = Expr::int(Types::INT, value);
        let made = self.size_of(&to).and_then(|size| {
            let to = self.address(&to)?;
            self.make(ExprKind::Builtin(Builtin::Memset, vec![to, value, size]))
        });
        self.compute(made)
    }

    /// Proposes a `memcmp` of two variables of one type, for equality or order.
    fn compare_bytes(&mut self) -> bool {
        let all = self.aggregates();
        let Some(a) = self.rng.pick(&all).cloned() else {
            return false;
        };
        let same: Vec<Expr> = all.iter().filter(|e| e.ty.id == a.ty.id).cloned().collect();
        let Some(b) = self.rng.pick(&same).cloned() else {
            return false;
        };
        let volatile = |e: &Expr| !self.writable(e) && !e.ty.quals.contains(Quals::CONST);
        if volatile(&a) || volatile(&b) {
            return false;
        }
        let op = self.comparison_op();
        let made = self.size_of(&a).and_then(|size| {
            let (a, b) = (self.address(&a)?, self.address(&b)?);
            let call = self.make(ExprKind::Builtin(Builtin::Memcmp, vec![a, b, size]))?;
            let zero = Box::new(Expr::int(Types::INT, 0));
            self.make(ExprKind::Binary(op, Box::new(call), zero))
        });
        made.is_some_and(|e| self.mix_into_observed(e))
    }

    fn size_of(&mut self, e: &Expr) -> Option<Expr> {
        self.make(ExprKind::SizeofExpr(Box::new(e.clone())))
    }

    fn address(&mut self, e: &Expr) -> Option<Expr> {
        self.was_read(e);
        match self.program.types.kind(e.ty) {
            TypeKind::Array(..) => Some(e.clone()),
            _ => self.make(ExprKind::AddrOf(Box::new(e.clone()))),
        }
    }

    /// Proposes an allocation that is fully initialised at once.
    fn allocate(&mut self) -> bool {
        if self.here.loops > 1 {
            return false;
        }
        let scalars = &self.universe.scalars;
        let of = scalars[self.rng.below(scalars.len())];
        let length = self.rng.between(2, 17) as u64;
        let ty = self.program.types.pointer(of);
        let zeroed = self.rng.percent(40);
        let Some(memory) = self.new_memory(of, length, zeroed, ty) else {
            return false;
        };
        let id = self.new_local("h", ty, Storage::Automatic);
        let mut statements = vec![Stmt::Declare(id, Some(Init::Expr(memory)))];
        let pointer = scope::name(id, ty);
        let counter = self.new_local("i", Types::INT, Storage::Automatic);
        self.reserved.insert((self.here.function, counter));
        let Some(filled) = self.fill_elements(&pointer, counter, of, length) else {
            return false;
        };
        statements.push(Stmt::Declare(counter, None));
        statements.push(filled);
        match self.trial(statements) {
            Ok(()) => {}
            Err(stop) => {
                self.stats.refuse(stop.rule());
                return false;
            }
        }
        self.read_all(&pointer, length);
        if self.rng.percent(30) {
            self.reallocate(&pointer, of, length);
        }
        let freed = self.make(ExprKind::Builtin(Builtin::Free, vec![pointer]));
        freed.is_some_and(|e| self.propose(Stmt::Expr(e)))
    }

    fn new_memory(&mut self, of: Type, length: u64, zeroed: bool, ty: Type) -> Option<Expr> {
        let size = self.make(ExprKind::SizeofType(of))?;
        let count = Expr::int(Types::ULONG, u128::from(length));
        let call = match zeroed {
            true => ExprKind::Builtin(Builtin::Calloc, vec![count, size]),
            false => {
                let bytes = ExprKind::Binary(BinOp::Mul, Box::new(count), Box::new(size));
                let bytes = self.make(bytes)?;
                ExprKind::Builtin(Builtin::Malloc, vec![bytes])
            }
        };
        self.make(call).map(|call| call.cast(ty))
    }

    /// `for (i = 0; i < n; i++) p[i] = …;`
    pub(super) fn fill_elements(
        &mut self,
        pointer: &Expr,
        counter: LocalId,
        of: Type,
        length: u64,
    ) -> Option<Stmt> {
        let i = scope::name(counter, Types::INT);
        let element = ExprKind::Index(Box::new(pointer.clone()), Box::new(i.clone()));
        let element = self.make(element)?;
        let value = self.opaque_value(of, Some(i))?;
        let assign = self.make(ExprKind::Assign(Box::new(element), Box::new(value)))?;
        let body = self.block_of(vec![Stmt::Expr(assign)]);
        self.counted(counter, 0, length, body)
    }

    /// `for (i = first; i < end; i++)`.
    pub(super) fn counted(
        &mut self,
        counter: LocalId,
        first: u64,
        end: u64,
        body: kvant_c::BlockId,
    ) -> Option<Stmt> {
        let ty = self.program.function(self.here.function).local(counter).ty;
        let i = || Box::new(scope::name(counter, ty));
        let number = |n: u64| Box::new(Expr::int(Types::INT, u128::from(n)));
        let start = self.make(ExprKind::Assign(i(), number(first)))?;
        let goes_on = self.make(ExprKind::Binary(BinOp::Lt, i(), number(end)))?;
        let step = self.make(ExprKind::Step(kvant_c::Step::PostInc, i()))?;
        Some(Stmt::For(Some(start), Some(goes_on), Some(step), body))
    }

    /// Writes some statements that use the memory behind a pointer.
    fn read_all(&mut self, pointer: &Expr, length: u64) {
        for _ in 0..self.rng.between(1, 3) {
            let index = Box::new(self.index(length));
            let Some(element) = self.make(ExprKind::Index(Box::new(pointer.clone()), index)) else {
                continue;
            };
            match self.rng.percent(50) {
                true => {
                    let value = self.value(2);
                    let made = self.fitting(value, element.ty).and_then(|value| {
                        self.make(ExprKind::Assign(Box::new(element), Box::new(value)))
                    });
                    self.compute(made);
                }
                false => {
                    self.mix_into_observed(element);
                }
            }
        }
    }

    /// Enlarges the allocation and reads the old elements.
    fn reallocate(&mut self, pointer: &Expr, of: Type, length: u64) {
        let made = (|| {
            let size = self.make(ExprKind::SizeofType(of))?;
            let count = Expr::int(Types::ULONG, u128::from(2 * length));
            let bytes = ExprKind::Binary(BinOp::Mul, Box::new(count), Box::new(size));
            let bytes = self.make(bytes)?;
            let arguments = vec![pointer.clone(), bytes];
            let call = self.make(ExprKind::Builtin(Builtin::Realloc, arguments))?;
            let call = call.cast(pointer.ty);
            self.make(ExprKind::Assign(Box::new(pointer.clone()), Box::new(call)))
        })();
        if self.compute(made) {
            self.read_all(pointer, length);
        }
    }
}
