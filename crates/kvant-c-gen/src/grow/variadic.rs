//! Variadic functions, which get the number of their arguments, and some of them the types, like `printf`.

use kvant_c::{
    Attribute, BinOp, Block, Builtin, Expr, ExprKind, FnId, Function, Init, IntKind, Linkage,
    Local, LocalId, Stmt, Type, TypeKind, Types,
};

use super::Grower;
use crate::feature::Feature;
use crate::scope;

/// A variadic function.
#[derive(Clone, Debug)]
pub(super) struct Variadic {
    id: FnId,
    takes: Takes,
}

/// The variadic arguments of a function.
#[derive(Clone, Debug)]
enum Takes {
    /// Any number of arguments of one type.
    Alike(Type),
    /// Arguments of these types in order: as many as the count says, or always all of them.
    InOrder(Vec<Type>),
    /// For each argument, two bits of a format number select the type.
    Formatted([Type; 4]),
}

const COUNT: LocalId = LocalId(0);
const FORMAT: LocalId = LocalId(1);

impl Grower {
    /// Proposes calls of a variadic function, which may be a new one.
    pub(super) fn variadic(&mut self) -> bool {
        if self.machine.depth() > 6 {
            return false;
        }
        let known = match self.rng.percent(50) {
            true => self.rng.pick(&self.variadics).cloned(),
            false => None,
        };
        let Some(Variadic { id, takes }) = known.or_else(|| self.new_variadic()) else {
            return false;
        };
        let mut written = false;
        for _ in 0..self.rng.between(1, 3) {
            let statement = self.variadic_call(id, &takes);
            written |= statement.is_some_and(|statement| self.on_trial(vec![statement]));
        }
        written
    }

    fn variadic_call(&mut self, id: FnId, takes: &Takes) -> Option<Stmt> {
        let mut format: u128 = 0;
        let types: Vec<Type> = match takes {
            Takes::Alike(ty) => vec![*ty; self.rng.below(10)],
            Takes::InOrder(types) if self.has(Feature::Branches) => {
                types[..self.rng.below(types.len() + 1)].to_vec()
            }
            Takes::InOrder(types) => types.clone(),
            Takes::Formatted(types) => {
                let count = self.rng.below(9);
                let choices: Vec<usize> = (0..count).map(|_| self.rng.below(4)).collect();
                for choice in choices.iter().rev() {
                    format = format << 2 | *choice as u128;
                }
                choices.iter().map(|choice| types[*choice]).collect()
            }
        };
        let mut arguments = vec![Expr::int(Types::INT, types.len() as u128)];
        if let Takes::Formatted(_) = takes {
            arguments.push(Expr::int(Types::UINT, format));
        }
        for ty in types {
            arguments.push(self.variadic_argument(ty)?);
        }
        self.calls.insert((self.here.function, id));
        let callee = match self.has(Feature::FunctionPointers) && self.rng.percent(20) {
            true => self.through_pointer(id)?,
            false => self.make(ExprKind::Function(id))?,
        };
        let call = self.make(ExprKind::Call(Box::new(callee), arguments))?;
        self.use_call(call)
    }

    /// A value that has this type after the promotions.
    fn variadic_argument(&mut self, ty: Type) -> Option<Expr> {
        let e = match *self.program.types.kind(ty) {
            TypeKind::Pointer(to) => self.pointer_to(to)?,
            _ => self.value(1),
        };
        match self.program.promoted_argument(&self.target, &e) == Some(ty) {
            true => Some(e),
            false => self.cast(e, ty),
        }
    }

    /// Writes a variadic function, without executing it.
    fn new_variadic(&mut self) -> Option<Variadic> {
        if self.program.functions.len() > 40 {
            return None;
        }
        let (loops, switches) = (self.has(Feature::WhileLoops), self.has(Feature::Switches));
        let takes = match self.rng.below(3) {
            0 if loops => Takes::Alike(self.variadic_type()),
            1 if loops && switches => {
                Takes::Formatted(std::array::from_fn(|_| self.variadic_type()))
            }
            _ => {
                let count = self.rng.between(1, 8);
                Takes::InOrder((0..count).map(|_| self.variadic_type()).collect())
            }
        };
        let id = FnId(self.program.functions.len() as u32);
        let mut function = Function::new(format!("f{}", id.0), Types::ULONG);
        let list = self.program.types.make(TypeKind::VaList);
        let mut locals = vec![("count", Types::INT)];
        if let Takes::Formatted(_) = takes {
            locals.push(("format", Types::UINT));
        }
        function.parameters = locals.len() as u32;
        function.variadic = true;
        locals.extend([("s", Types::ULONG), ("ap", list)]);
        let locals = locals.into_iter();
        function.locals = locals
            .map(|(name, ty)| Local::automatic(name.into(), ty))
            .collect();
        function.linkage = match self.rng.percent(50) {
            true => Linkage::Internal,
            false => Linkage::External,
        };
        if self.has(Feature::Attributes) && self.rng.percent(40) {
            let attributes = [Attribute::NoInline, Attribute::NoIpa, Attribute::Cold];
            function.attributes.extend(self.rng.pick(&attributes));
        }
        function.blocks = vec![Block::default()];
        self.program.functions.push(function);
        let outer = self.here.clone();
        self.here.function = id;
        let statements = self.further_body(&takes);
        self.here = outer;
        if statements.is_none() {
            self.program.functions.pop();
        }
        self.program.function_mut(id).blocks[0].statements = statements?;
        let variadic = Variadic { id, takes };
        self.variadics.push(variadic.clone());
        Some(variadic)
    }

    /// A type of variadic arguments. Wide integers are excluded: if one does not fit the last register, clang 19 skips that
    /// register and reads the next argument from it, so that many programs would only find that bug.
    fn variadic_type(&mut self) -> Type {
        if self.has(Feature::Pointers) && self.rng.percent(15) {
            let to = Types::int(*self.rng.pick(&POINTEES).unwrap_or(&IntKind::Int));
            return self.program.types.pointer(to);
        }
        if self.has(Feature::Floats) && self.rng.percent(25) {
            return Types::DOUBLE;
        }
        Types::int(*self.rng.pick(&NUMBERS).unwrap_or(&IntKind::Int))
    }

    fn further_body(&mut self, takes: &Takes) -> Option<Vec<Stmt>> {
        let parameters = self.program.function(self.here.function).parameters;
        let sum = LocalId(parameters);
        let list = LocalId(parameters + 1);
        let zero = Init::Expr(Expr::int(Types::ULONG, 0));
        let mut statements = vec![
            Stmt::Declare(sum, Some(zero)),
            Stmt::Declare(list, None),
            Stmt::Expr(self.on_list(Builtin::VaStart, list)?),
        ];
        match takes {
            Takes::Alike(ty) => {
                let taken = self.taken(sum, list, *ty)?;
                statements.push(self.counted_down(vec![Stmt::Expr(taken)])?);
            }
            Takes::InOrder(types) => {
                for (n, ty) in types.iter().enumerate() {
                    let taken = self.taken(sum, list, *ty)?;
                    if !self.has(Feature::Branches) {
                        statements.push(Stmt::Expr(taken));
                        continue;
                    }
                    let condition = self.count_above(n)?;
                    let block = self.block_of(vec![Stmt::Expr(taken)]);
                    statements.push(Stmt::If(condition, block, None));
                }
            }
            Takes::Formatted(types) => {
                let body = self.formatted(sum, list, types)?;
                statements.push(self.counted_down(body)?);
            }
        }
        statements.push(Stmt::Expr(self.on_list(Builtin::VaEnd, list)?));
        statements.push(Stmt::Return(Some(scope::name(sum, Types::ULONG))));
        Some(statements)
    }

    /// `while (count > 0) { … count = count - 1; }`
    fn counted_down(&mut self, mut body: Vec<Stmt>) -> Option<Stmt> {
        let count = scope::name(COUNT, Types::INT);
        let one = Expr::int(Types::INT, 1);
        body.push(Stmt::Expr(self.changed(BinOp::Sub, count, one)?));
        let condition = self.count_above(0)?;
        let block = self.block_of(body);
        Some(Stmt::While(condition, block))
    }

    fn count_above(&mut self, n: usize) -> Option<Expr> {
        let count = Box::new(scope::name(COUNT, Types::INT));
        let n = Box::new(Expr::int(Types::INT, n as u128));
        self.make(ExprKind::Binary(BinOp::Gt, count, n))
    }

    /// A `switch` over the last two bits of the format, which are shifted out afterwards.
    fn formatted(&mut self, sum: LocalId, list: LocalId, types: &[Type; 4]) -> Option<Vec<Stmt>> {
        let format = scope::name(FORMAT, Types::UINT);
        let mut arms = Vec::new();
        for (n, ty) in (0..).zip(types) {
            arms.push(match n {
                3 => Stmt::Default,
                n => Stmt::Case(n),
            });
            arms.push(Stmt::Expr(self.taken(sum, list, *ty)?));
            arms.push(Stmt::Break);
        }
        let arms = self.block_of(arms);
        let three = Box::new(Expr::int(Types::INT, 3));
        let bits = ExprKind::Binary(BinOp::And, Box::new(format.clone()), three);
        let bits = self.make(bits)?;
        let shifted = self.changed(BinOp::Shr, format, Expr::int(Types::INT, 2))?;
        Some(vec![Stmt::Switch(bits, arms), Stmt::Expr(shifted)])
    }

    /// `v = v op by`
    fn changed(&mut self, op: BinOp, variable: Expr, by: Expr) -> Option<Expr> {
        let kind = ExprKind::Binary(op, Box::new(variable.clone()), Box::new(by));
        let value = Box::new(self.make(kind)?);
        self.make(ExprKind::Assign(Box::new(variable), value))
    }

    /// `s = s * 31 + …`, with the next argument, which has this type.
    fn taken(&mut self, sum: LocalId, list: LocalId, ty: Type) -> Option<Expr> {
        let list = self.list(list);
        let argument = Expr {
            kind: ExprKind::Builtin(Builtin::VaArg, vec![list]),
            ty,
        };
        let value = match self.program.types.kind(ty) {
            TypeKind::Pointer(_) => self.make(ExprKind::Deref(Box::new(argument)))?,
            TypeKind::Float(_) => {
                let bound = Expr {
                    kind: ExprKind::Float(1.5),
                    ty: Types::DOUBLE,
                };
                let above = ExprKind::Binary(BinOp::Gt, Box::new(argument), Box::new(bound));
                self.make(above)?
            }
            _ => argument,
        };
        let sum = scope::name(sum, Types::ULONG);
        let factor = Box::new(Expr::int(Types::ULONG, 31));
        let scaled = self.make(ExprKind::Binary(BinOp::Mul, Box::new(sum.clone()), factor))?;
        let value = Box::new(value.cast(Types::ULONG));
        let added = self.make(ExprKind::Binary(BinOp::Add, Box::new(scaled), value))?;
        self.make(ExprKind::Assign(Box::new(sum), Box::new(added)))
    }

    fn on_list(&mut self, builtin: Builtin, list: LocalId) -> Option<Expr> {
        let list = self.list(list);
        self.make(ExprKind::Builtin(builtin, vec![list]))
    }

    fn list(&self, list: LocalId) -> Expr {
        let ty = self.program.function(self.here.function).local(list).ty;
        scope::name(list, ty)
    }
}

/// Types of variadic arguments, beside floating numbers and pointers.
const NUMBERS: [IntKind; 6] = [
    IntKind::Int,
    IntKind::UInt,
    IntKind::Long,
    IntKind::ULong,
    IntKind::LongLong,
    IntKind::ULongLong,
];

/// Types that they point to.
const POINTEES: [IntKind; 5] = [
    IntKind::Int,
    IntKind::UInt,
    IntKind::Short,
    IntKind::UChar,
    IntKind::ULong,
];
