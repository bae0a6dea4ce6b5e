//! One callee with two pointers to memory, first separate and then overlapping. A compiler that reasons about one pointer from
//! stores through the other has to be right both times.

use kvant_c::{
    BinOp, Block, Expr, ExprKind, FnId, Function, Init, Linkage, Local, LocalId, Quals, Stmt, Type,
    TypeKind, Types,
};

use super::Grower;
use crate::scope;

impl Grower {
    pub(super) fn alias(&mut self) -> bool {
        let arrays: Vec<(Expr, Type, u64)> = self
            .here
            .variables
            .iter()
            .filter_map(|v| match *self.program.types.kind(v.expr.ty) {
                TypeKind::Array(of, length) if length >= 4 && of.quals == Quals::NONE => {
                    let number = matches!(self.program.types.kind(of), TypeKind::Int(_));
                    let plain = v.expr.ty.quals == Quals::NONE;
                    (number && plain).then(|| (v.expr.clone(), of, length))
                }
                _ => None,
            })
            .collect();
        let Some((array, of, length)) = self.rng.pick(&arrays).cloned() else {
            return false;
        };
        if self.machine.depth() > 6 || self.program.functions.len() > 40 {
            return false;
        }
        let reach = self.rng.between(1, (length as usize / 2).min(4)) as u64;
        let Some(id) = self.aliasing_function(of, reach) else {
            return false;
        };
        let same: Vec<Expr> = arrays
            .iter()
            .filter(|(_, ty, other)| *ty == of && *other >= reach)
            .map(|(e, ..)| e.clone())
            .collect();
        let mut written = false;
        for _ in 0..self.rng.between(2, 4) {
            let other = same[self.rng.below(same.len())].clone();
            let room = (length - reach) as usize;
            let (Some(p), Some(q)) = (self.shifted(&array, room), self.shifted(&other, 0)) else {
                continue;
            };
            let arguments = match self.rng.percent(50) {
                true => vec![p, q],
                false => vec![q, p],
            };
            let call = self.call(id, arguments);
            let statement = call.and_then(|call| self.use_call(call));
            written |= statement.is_some_and(|statement| self.on_trial(vec![statement]));
        }
        written
    }

    /// A pointer into an array, at most `room` elements from its beginning.
    fn shifted(&mut self, array: &Expr, room: usize) -> Option<Expr> {
        self.was_read(array);
        let by = self.rng.below(room + 1) as u128;
        match by {
            0 => Some(array.clone()),
            by => {
                let by = Box::new(Expr::int(Types::INT, by));
                self.make(ExprKind::Binary(BinOp::Add, Box::new(array.clone()), by))
            }
        }
    }

    /// A function of two pointers that stores and loads through both, at most `reach` elements far.
    fn aliasing_function(&mut self, of: Type, reach: u64) -> Option<FnId> {
        let id = FnId(self.program.functions.len() as u32);
        let pointer = self.program.types.pointer(of);
        let mut function = Function::new(format!("f{}", id.0), Types::ULONG);
        for name in ["p", "q"] {
            let ty = self.perhaps_restrict(pointer, 35);
            function.locals.push(Local::automatic(name.into(), ty));
        }
        function.parameters = 2;
        function
            .locals
            .push(Local::automatic("s".into(), Types::ULONG));
        function.linkage = match self.rng.percent(50) {
            true => Linkage::Internal,
            false => Linkage::External,
        };
        function.blocks = vec![Block::default()];
        self.program.functions.push(function);
        let outer = self.here.clone();
        self.here.function = id;
        let statements = self.accesses(reach);
        self.here = outer;
        if statements.is_none() {
            self.program.functions.pop();
        }
        self.program.function_mut(id).blocks[0].statements = statements?;
        Some(id)
    }

    fn accesses(&mut self, reach: u64) -> Option<Vec<Stmt>> {
        let sum = scope::name(LocalId(2), Types::ULONG);
        let first = Init::Expr(Expr::int(Types::ULONG, 0));
        let mut statements = vec![Stmt::Declare(LocalId(2), Some(first))];
        for _ in 0..self.rng.between(4, 9) {
            let element = self.through(reach)?;
            let other = self.through(reach)?;
            let e = match self.rng.below(4) {
                // A load that goes into the sum.
                0 | 1 => {
                    let factor = Box::new(Expr::int(Types::ULONG, 31));
                    let scaled = ExprKind::Binary(BinOp::Mul, Box::new(sum.clone()), factor);
                    let scaled = self.make(scaled)?;
                    let added = ExprKind::Binary(BinOp::Add, Box::new(scaled), Box::new(element));
                    let added = self.make(added)?;
                    self.make(ExprKind::Assign(Box::new(sum.clone()), Box::new(added)))?
                }
                // A store of a constant, or of a value from the other pointer.
                2 => {
                    let value = self.literal_of(element.ty);
                    self.make(ExprKind::Assign(Box::new(element), Box::new(value)))?
                }
                _ => {
                    let n = Box::new(Expr::int(Types::INT, self.rng.between(1, 200) as u128));
                    let mixed = ExprKind::Binary(BinOp::Xor, Box::new(other), n);
                    let mixed = self.make(mixed)?;
                    self.make(ExprKind::Assign(Box::new(element), Box::new(mixed)))?
                }
            };
            statements.push(Stmt::Expr(e));
        }
        let last = self.through(reach)?;
        let result = ExprKind::Binary(BinOp::Add, Box::new(sum), Box::new(last));
        statements.push(Stmt::Return(Some(self.make(result)?)));
        Some(statements)
    }

    /// An element through one of the two pointers.
    fn through(&mut self, reach: u64) -> Option<Expr> {
        let local = LocalId(self.rng.below(2) as u32);
        let ty = self.program.function(self.here.function).local(local).ty;
        let index = Expr::int(Types::INT, self.rng.below(reach as usize) as u128);
        let pointer = Box::new(scope::name(local, ty));
        self.make(ExprKind::Index(pointer, Box::new(index)))
    }
}
