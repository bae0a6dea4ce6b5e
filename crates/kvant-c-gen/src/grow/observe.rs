//! Opaque inputs of a program, and its observations.

use kvant_c::{BinOp, Expr, ExprKind, Quals, RecordKind, Stmt, Storage, Type, TypeKind, Types};

use super::Grower;
use super::place::Use;
use crate::scope;

impl Grower {
    /// A value of a type that depends on an opaque number, and on a counter if there is one. Signed numbers are small, so that
    /// arithmetic does not overflow.
    pub(super) fn opaque_value(&mut self, ty: Type, counter: Option<Expr>) -> Option<Expr> {
        let hidden = self.hidden()?;
        let value = match counter {
            Some(counter) => {
                let amount = match self.rng.percent(50) {
                    true => counter.clone(),
                    false => {
                        let factor =
                            Box::new(Expr::int(Types::INT, self.rng.between(1, 3) as u128));
                        self.make(ExprKind::Binary(BinOp::Mul, Box::new(counter), factor))?
                    }
                };
                let mask = Box::new(Expr::int(Types::INT, 31));
                let amount = self.make(ExprKind::Binary(BinOp::And, Box::new(amount), mask))?;
                self.make(ExprKind::Binary(
                    BinOp::Shr,
                    Box::new(hidden),
                    Box::new(amount),
                ))?
            }
            None => {
                let amount = Expr::int(Types::INT, self.rng.below(40) as u128);
                self.make(ExprKind::Binary(
                    BinOp::Shr,
                    Box::new(hidden),
                    Box::new(amount),
                ))?
            }
        };
        let small = |grower: &mut Grower, value: Expr, mask: u128| {
            let mask = Box::new(Expr::int(Types::ULONG, mask));
            grower.make(ExprKind::Binary(BinOp::And, Box::new(value), mask))
        };
        match *self.program.types.kind(ty) {
            TypeKind::Int(kind) if self.target.is_signed(kind) => {
                let masked = small(self, value, 1023)?;
                let half = Box::new(Expr::int(Types::INT, 500));
                let int = masked.cast(Types::INT);
                self.make(ExprKind::Binary(BinOp::Sub, Box::new(int), half))
            }
            TypeKind::Bool | TypeKind::Enum(_) => small(self, value, 1),
            TypeKind::Float(_) => {
                let masked = small(self, value, 4095)?;
                let int = masked.cast(Types::INT);
                let divisor = Expr {
                    kind: ExprKind::Float(8.0),
                    ty: Types::DOUBLE,
                };
                self.make(ExprKind::Binary(
                    BinOp::Div,
                    Box::new(int),
                    Box::new(divisor),
                ))
            }
            _ => Some(value),
        }
    }

    /// Fills most variables of the program with opaque values.
    pub(super) fn fill_variables(&mut self) {
        for variable in self.here.variables.clone() {
            let e = variable.expr;
            if self.rng.percent(20) || e.ty.quals.contains(Quals::CONST) {
                continue;
            }
            match *self.program.types.kind(e.ty) {
                TypeKind::Array(of, length) if self.program.types.is_arithmetic(of) => {
                    if of.quals.contains(Quals::CONST) {
                        continue;
                    }
                    let counter = self.new_local("i", Types::INT, Storage::Automatic);
                    self.reserved.insert((self.here.function, counter));
                    if !self.propose(Stmt::Declare(counter, None)) {
                        continue;
                    }
                    let filled = self.fill_elements(&e, counter, of, length);
                    if let Some(statement) = filled {
                        self.propose(statement);
                    }
                }
                _ => {
                    let parts = match self.program.types.is_arithmetic(e.ty) {
                        true => 1,
                        false => 3,
                    };
                    for _ in 0..parts {
                        let Some(place) = self.walk(e.clone(), Use::Write) else {
                            continue;
                        };
                        let value = self.opaque_value(place.ty, None);
                        let made = value.and_then(|value| {
                            self.make(ExprKind::Assign(Box::new(place), Box::new(value)))
                        });
                        self.compute(made);
                    }
                }
            }
        }
    }

    /// Proposes an observation of any place.
    pub(super) fn observe_any(&mut self) -> bool {
        match self.place(Use::Read) {
            Some(place) => self.observe(place),
            None => false,
        }
    }

    /// Writes the observation of a scalar.
    fn observe(&mut self, value: Expr) -> bool {
        let site = self.sites;
        let statements = self.observation(value);
        let written = statements.is_some_and(|list| self.trial(list).is_ok());
        if !written {
            self.sites = site;
        }
        written
    }

    /// The statements that observe a scalar: for a wide integer, its halves.
    fn observation(&mut self, value: Expr) -> Option<Vec<Stmt>> {
        let kind = self.program.types.kind(value.ty);
        let wide = matches!(kind, TypeKind::Int(kind) if kind.is_wide());
        let mut parts = Vec::new();
        if wide {
            let amount = Box::new(Expr::int(Types::INT, 64));
            let high = self.make(ExprKind::Binary(
                BinOp::Shr,
                Box::new(value.clone()),
                amount,
            ))?;
            parts.push(value.cast(Types::ULONG));
            parts.push(high.cast(Types::ULONG));
        } else {
            parts.push(value);
        }
        let mut statements = Vec::new();
        for part in parts {
            statements.push(Stmt::Observe(self.sites, part));
            self.sites += 1;
        }
        Some(statements)
    }

    /// Observes all variables of the program.
    pub(super) fn report(&mut self) {
        let globals = self.globals();
        for variable in globals {
            if variable.expr.ty.quals.contains(Quals::CONST) {
                continue;
            }
            self.report_place(&variable.expr);
        }
        for variable in self.here.variables.clone() {
            if let ExprKind::Local(_) = variable.expr.kind
                && !self.is_reserved(&variable.expr)
            {
                self.report_place(&variable.expr);
            }
        }
    }

    /// Observes a variable: arrays by loops, records by member.
    fn report_place(&mut self, e: &Expr) {
        if let Some(parts) = self.parts(e)
            && !parts.is_empty()
            && self.trial(parts).is_ok()
        {
            return;
        }
        // A part cannot be read. The others may be readable.
        match self.program.types.kind(e.ty).clone() {
            TypeKind::Record(id) => {
                for n in 0..self.program.records[id.index()].fields.len() {
                    let member = self.make(ExprKind::Member(Box::new(e.clone()), n as u32));
                    if let Some(member) = member {
                        self.report_place(&member);
                    }
                }
            }
            TypeKind::Array(_, length) => {
                for n in 0..length.min(4) {
                    let n = Box::new(Expr::int(Types::INT, u128::from(n)));
                    let element = self.make(ExprKind::Index(Box::new(e.clone()), n));
                    if let Some(element) = element {
                        self.report_place(&element);
                    }
                }
            }
            _ => {}
        }
    }

    /// The statements that observe all of a place.
    fn parts(&mut self, e: &Expr) -> Option<Vec<Stmt>> {
        match self.program.types.kind(e.ty).clone() {
            TypeKind::Array(_, length) => {
                let counter = self.new_local("k", Types::INT, Storage::Automatic);
                self.reserved.insert((self.here.function, counter));
                let index = Box::new(scope::name(counter, Types::INT));
                let element = self.make(ExprKind::Index(Box::new(e.clone()), index))?;
                let inner = self.parts(&element)?;
                if inner.is_empty() {
                    return Some(Vec::new());
                }
                let body = self.block_of(inner);
                let repeated = self.counted(counter, 0, length, body)?;
                Some(vec![Stmt::Declare(counter, None), repeated])
            }
            TypeKind::Record(id) => {
                let record = &self.program.records[id.index()];
                // The first readable member of a union covers the others.
                let count = match record.kind {
                    RecordKind::Struct => record.fields.len(),
                    RecordKind::Union => 1,
                };
                let mut statements = Vec::new();
                for n in 0..count {
                    let record = &self.program.records[id.index()];
                    if record.fields[n].is_unnamed() {
                        continue;
                    }
                    let member = ExprKind::Member(Box::new(e.clone()), n as u32);
                    let member = self.make(member)?;
                    statements.extend(self.parts(&member)?);
                }
                Some(statements)
            }
            TypeKind::Pointer(_)
            | TypeKind::Function(_)
            | TypeKind::Void
            | TypeKind::Vector(..) => Some(Vec::new()),
            _ => self.observation(e.clone()),
        }
    }
}
