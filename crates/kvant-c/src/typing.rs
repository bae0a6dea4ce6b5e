//! The types of expressions.
//!
//! Expressions are built with [`Program::expr`], which applies the rules. Where compilers interpret the standard differently,
//! the expression is refused: so the value of an assignment to a bit-field cannot be used.

use std::fmt;

use crate::{
    BinOp, Builtin, CTarget, Expr, ExprKind, FloatKind, FnId, IntKind, Quals, Signature, Type,
    TypeKind, Types, UnaryOp,
};
use crate::{Field, Program};

/// The reason why an expression is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllTyped(pub &'static str);

impl fmt::Display for IllTyped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for IllTyped {}

type Typed<T = Type> = Result<T, IllTyped>;

impl Expr {
    /// An integer constant of a type: the bits of its value. Bits beyond the type's width must be zero.
    pub fn int(ty: Type, bits: u128) -> Expr {
        Expr {
            kind: ExprKind::Int(bits),
            ty,
        }
    }

    /// A cast to a type.
    #[must_use]
    pub fn cast(self, ty: Type) -> Expr {
        Expr {
            kind: ExprKind::Cast(Box::new(self)),
            ty,
        }
    }

    /// The null pointer of a type.
    pub fn null(ty: Type) -> Expr {
        Expr::int(Types::INT, 0).cast(ty)
    }

    /// True if this is a null pointer constant with its type.
    pub fn is_null(&self) -> bool {
        matches!(&self.kind, ExprKind::Cast(e) if e.kind == ExprKind::Int(0))
    }

    /// True if evaluation may change or report anything: assignments and calls.
    pub fn has_effects(&self) -> bool {
        match &self.kind {
            ExprKind::Assign(..)
            | ExprKind::AssignOp(..)
            | ExprKind::Step(..)
            | ExprKind::Call(..)
            | ExprKind::StmtExpr(_)
            | ExprKind::Compound(_) => true,
            ExprKind::Builtin(builtin, arguments) => {
                !builtin.is_pure() || arguments.iter().any(Expr::has_effects)
            }
            ExprKind::SizeofExpr(_) => false,
            _ => self.operands().any(Expr::has_effects),
        }
    }
}

impl Builtin {
    /// True if the builtin only computes a value.
    pub const fn is_pure(self) -> bool {
        matches!(
            self,
            Builtin::Abs
                | Builtin::Clz
                | Builtin::Clzll
                | Builtin::Ctz
                | Builtin::Ctzll
                | Builtin::Popcount
                | Builtin::Popcountll
                | Builtin::Bswap16
                | Builtin::Bswap32
                | Builtin::Bswap64
                | Builtin::Expect
                | Builtin::Memcmp
        )
    }
}

impl Program {
    /// Builds an expression of this kind in a function and computes its type. Kinds with a written type (constants, casts,
    /// compound literals) are not built here.
    pub fn expr(&mut self, target: &CTarget, at: FnId, kind: ExprKind) -> Typed<Expr> {
        let ty = self.type_of(target, Some(at), &kind)?;
        Ok(Expr { kind, ty })
    }

    /// The type of an expression whose operands are typed. `at` is its function; outside of functions there are no locals.
    pub fn type_of(&mut self, target: &CTarget, at: Option<FnId>, kind: &ExprKind) -> Typed {
        match kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Cast(_) | ExprKind::Compound(_) => {
                Err(IllTyped("its type is not implied by its operands"))
            }
            ExprKind::Str(bytes) => Ok(self.types.array(Types::CHAR, bytes.len() as u64 + 1)),
            ExprKind::EnumConst(..) => Ok(Types::INT),
            ExprKind::Local(id) => at
                .and_then(|at| self.function(at).locals.get(id.index()))
                .map(|local| local.ty)
                .ok_or(IllTyped("there is no such local")),
            ExprKind::Global(id) => self
                .globals
                .get(id.index())
                .map(|global| global.ty)
                .ok_or(IllTyped("there is no such variable")),
            ExprKind::Function(id) => match id.index() < self.functions.len() {
                true => Ok(self.function_type(*id)),
                false => Err(IllTyped("there is no such function")),
            },
            ExprKind::Unary(op, e) => self.unary(target, *op, e),
            ExprKind::Deref(e) => {
                let pointer = self.value_type(e)?;
                self.types
                    .pointee(pointer)
                    .filter(|to| *self.types.kind(*to) != TypeKind::Void)
                    .ok_or(IllTyped("only pointers to something can be dereferenced"))
            }
            ExprKind::AddrOf(e) => {
                let function = matches!(self.types.kind(e.ty), TypeKind::Function(_));
                if !function && !is_lvalue(e) {
                    return Err(IllTyped("only lvalues have an address"));
                }
                if self.bit_field(e).is_some() {
                    return Err(IllTyped("a bit-field has no address"));
                }
                Ok(self.types.pointer(e.ty))
            }
            ExprKind::Member(e, n) => {
                if !is_lvalue(e) {
                    return Err(IllTyped("only members of lvalues are supported"));
                }
                self.member(e.ty, *n)
            }
            ExprKind::Arrow(e, n) => {
                let pointer = self.value_type(e)?;
                let to = self.types.pointee(pointer);
                self.member(to.ok_or(IllTyped("`->` needs a pointer"))?, *n)
            }
            ExprKind::Index(a, i) => {
                let pointer = self.value_type(a)?;
                let index = self.value_type(i)?;
                match (self.types.pointee(pointer), self.types.is_integer(index)) {
                    (Some(of), true) if self.is_object(of) => Ok(of),
                    _ => Err(IllTyped("an index needs an array and an integer")),
                }
            }
            ExprKind::Binary(op, a, b) => self.binary(target, *op, a, b),
            ExprKind::Logical(_, a, b) => {
                self.scalar(a)?;
                self.scalar(b)?;
                Ok(Types::INT)
            }
            ExprKind::Assign(a, b) => {
                self.modifiable(a)?;
                self.assignable(a.ty, b)?;
                Ok(a.ty.unqualified())
            }
            ExprKind::AssignOp(op, a, b) => self.assign_op(target, *op, a, b),
            ExprKind::Step(_, e) => self.step(e),
            ExprKind::Conditional(c, a, b) => {
                self.scalar(c)?;
                self.either(target, a, b)
            }
            ExprKind::Comma(_, b) => self.value_type(b),
            ExprKind::SizeofType(ty) | ExprKind::AlignofType(ty) => match self.is_object(*ty) {
                true => Ok(target.size_type()),
                false => Err(IllTyped("it has no size")),
            },
            ExprKind::SizeofExpr(e) if self.is_bit_field_assignment(e) => self.value_type(e),
            ExprKind::SizeofExpr(e) => match self.is_object(e.ty) && self.bit_field(e).is_none() {
                true => Ok(target.size_type()),
                false => Err(IllTyped("it has no size")),
            },
            ExprKind::Call(callee, arguments) => self.call(callee, arguments),
            ExprKind::Builtin(builtin, arguments) => self.builtin(target, *builtin, arguments),
            ExprKind::StmtExpr(list) => match list.last() {
                Some(last) => self.value_type(last),
                None => Err(IllTyped("a statement expression needs a value")),
            },
        }
    }

    /// The type of `++` and `--` of an expression.
    fn step(&mut self, e: &Expr) -> Typed {
        self.modifiable(e)?;
        let steps = match self.types.kind(e.ty) {
            TypeKind::Pointer(to) => self.is_object(*to),
            _ => self.types.is_arithmetic(e.ty),
        };
        match steps {
            true => Ok(e.ty.unqualified()),
            false => Err(IllTyped(
                "`++` and `--` need an arithmetic type or a pointer to an object",
            )),
        }
    }

    /// The type of an expression's value: arrays and functions become pointers, and qualifiers are dropped.
    pub fn value_type(&mut self, e: &Expr) -> Typed {
        if self.is_bit_field_assignment(e) {
            return Err(IllTyped(
                "compilers disagree on the type of this use of a bit-field",
            ));
        }
        Ok(match self.types.kind(e.ty) {
            TypeKind::Array(of, _) => {
                // Qualifiers of an array apply to its elements.
                let of = of.with(e.ty.quals);
                self.types.pointer(of)
            }
            TypeKind::Function(_) => self.types.pointer(e.ty),
            TypeKind::VaList => return Err(IllTyped("a `va_list` has no value")),
            _ => e.ty.unqualified(),
        })
    }

    /// The type of an expression's value after the integer promotions.
    pub fn promoted(&mut self, target: &CTarget, e: &Expr) -> Typed {
        let ty = self.value_type(e)?;
        if let Some(width) = self.bit_field(e).and_then(|field| field.bits) {
            let unsigned = *self.types.kind(ty) == TypeKind::Int(IntKind::UInt);
            return Ok(match unsigned && width == 32 {
                true => Types::UINT,
                false => Types::INT,
            });
        }
        Ok(self.promoted_type(target, ty))
    }

    /// The type after the integer promotions.
    pub fn promoted_type(&self, target: &CTarget, ty: Type) -> Type {
        match self.types.kind(ty) {
            TypeKind::Bool => Types::INT,
            TypeKind::Enum(id) => match self.enums[id.index()].is_signed() {
                true => Types::INT,
                false => Types::UINT,
            },
            TypeKind::Int(kind) if kind.rank() < IntKind::Int.rank() => {
                debug_assert!(target.int_bits(*kind) < 32);
                Types::INT
            }
            _ => ty.unqualified(),
        }
    }

    /// The common type of two promoted arithmetic types: the usual arithmetic conversions.
    pub fn common_type(&self, target: &CTarget, a: Type, b: Type) -> Option<Type> {
        match (self.types.kind(a), self.types.kind(b)) {
            (TypeKind::Float(FloatKind::Double), _) | (_, TypeKind::Float(FloatKind::Double)) => {
                Some(Types::DOUBLE)
            }
            (TypeKind::Float(_), _) | (_, TypeKind::Float(_)) => Some(Types::FLOAT),
            (TypeKind::Int(a), TypeKind::Int(b)) => Some(Types::int(common_type(target, *a, *b))),
            _ => None,
        }
    }

    /// The member that an expression names, if it is a bit-field.
    pub fn bit_field(&self, e: &Expr) -> Option<&Field> {
        let (record, n) = match &e.kind {
            ExprKind::Member(of, n) => (of.ty, n),
            ExprKind::Arrow(of, n) => match self.types.kind(of.ty) {
                TypeKind::Pointer(to) | TypeKind::Array(to, _) => (*to, n),
                _ => return None,
            },
            _ => return None,
        };
        let TypeKind::Record(id) = self.types.kind(record) else {
            return None;
        };
        let field = self.records[id.index()].fields.get(*n as usize)?;
        field.bits.map(|_| field)
    }

    /// Checks that `e` can be converted to `ty` without a cast: by assignment, as an argument, as a result.
    pub fn assignable(&mut self, ty: Type, e: &Expr) -> Typed<()> {
        let from = self.value_type(e)?;
        let no = Err(IllTyped("the types are not compatible"));
        match (self.types.kind(ty), self.types.kind(from)) {
            _ if self.types.is_arithmetic(ty) && self.types.is_arithmetic(from) => Ok(()),
            (TypeKind::Bool, TypeKind::Pointer(_)) => Ok(()),
            (TypeKind::Record(a), TypeKind::Record(b)) if a == b => Ok(()),
            (TypeKind::Vector(..), TypeKind::Vector(..)) if ty.id == from.id => Ok(()),
            (TypeKind::Pointer(to), TypeKind::Pointer(of)) => {
                let fits = to.id == of.id
                    || *to == Types::VOID.with(to.quals) && self.is_object(*of)
                    || *of == Types::VOID.with(of.quals) && self.is_object(*to);
                // The conversion must not drop `const` or `volatile`.
                match fits && to.quals.contains(of.quals.without(Quals::RESTRICT)) {
                    true => Ok(()),
                    false => no,
                }
            }
            _ => no,
        }
    }

    /// Checks that the subset has a cast of `e` to `ty`.
    pub fn castable(&mut self, ty: Type, e: &Expr) -> Typed<()> {
        if ty.id == Types::VOID.id {
            return Ok(());
        }
        let from = self.value_type(e)?;
        let types = &self.types;
        let fits = types.is_arithmetic(ty) && types.is_arithmetic(from)
            || types.is_pointer(ty) && types.is_pointer(from)
            || types.is_pointer(ty) && e.kind == ExprKind::Int(0)
            || *types.kind(ty) == TypeKind::Bool && types.is_pointer(from);
        match fits {
            true => Ok(()),
            false => Err(IllTyped("there is no such cast")),
        }
    }

    /// True if there can be an object of this type.
    pub fn is_object(&self, ty: Type) -> bool {
        !matches!(
            self.types.kind(ty),
            TypeKind::Void | TypeKind::Function(_) | TypeKind::VaList
        )
    }

    /// Checks that the expression is a modifiable lvalue.
    pub fn modifiable(&self, e: &Expr) -> Typed<()> {
        if !is_lvalue(e) {
            return Err(IllTyped("only lvalues can be assigned to"));
        }
        if matches!(self.types.kind(e.ty), TypeKind::Array(..)) {
            return Err(IllTyped("arrays cannot be assigned"));
        }
        if self.is_const(e.ty) {
            return Err(IllTyped("it is const"));
        }
        Ok(())
    }

    /// True if a type, or anything in it, is const.
    fn is_const(&self, ty: Type) -> bool {
        ty.quals.contains(Quals::CONST)
            || match self.types.kind(ty) {
                TypeKind::Array(of, _) => self.is_const(*of),
                TypeKind::Record(id) => {
                    let fields = &self.records[id.index()].fields;
                    fields.iter().any(|field| self.is_const(field.ty))
                }
                _ => false,
            }
    }

    fn is_bit_field_assignment(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Assign(a, _) | ExprKind::AssignOp(_, a, _) | ExprKind::Step(_, a) => {
                self.bit_field(a).is_some()
            }
            // Compilers also disagree on the type of a bit-field after a comma or at the end of a statement expression.
            ExprKind::Comma(_, b) => self.bit_field(b).is_some(),
            ExprKind::StmtExpr(list) => list.last().is_some_and(|b| self.bit_field(b).is_some()),
            _ => false,
        }
    }

    fn scalar(&mut self, e: &Expr) -> Typed {
        let ty = self.value_type(e)?;
        match self.types.is_scalar(ty) {
            true => Ok(ty),
            false => Err(IllTyped("expected a scalar")),
        }
    }

    fn unary(&mut self, target: &CTarget, op: UnaryOp, e: &Expr) -> Typed {
        if op == UnaryOp::LogicalNot {
            self.scalar(e)?;
            return Ok(Types::INT);
        }
        let ty = self.promoted(target, e)?;
        let fits = match op {
            UnaryOp::Not => self.types.is_integer(ty),
            _ => self.types.is_arithmetic(ty),
        };
        match fits {
            true => Ok(ty),
            false => Err(IllTyped("the operator does not apply to this type")),
        }
    }

    fn member(&mut self, record: Type, n: u32) -> Typed {
        let TypeKind::Record(id) = self.types.kind(record) else {
            return Err(IllTyped("only structs and unions have members"));
        };
        let field = self.records[id.index()].fields.get(n as usize);
        match field.filter(|field| !field.is_unnamed()) {
            Some(field) => Ok(self.types.qualified(field.ty, record.quals)),
            None => Err(IllTyped("there is no such member")),
        }
    }

    fn binary(&mut self, target: &CTarget, op: BinOp, a: &Expr, b: &Expr) -> Typed {
        let (ta, tb) = (self.promoted(target, a)?, self.promoted(target, b)?);
        let no = Err(IllTyped("the operator does not apply to these types"));
        let types = &self.types;
        if types.is_arithmetic(ta) && types.is_arithmetic(tb) {
            let integers = types.is_integer(ta) && types.is_integer(tb);
            return match op {
                _ if op.is_integral() && !integers => no,
                _ if op.is_shift() => Ok(ta),
                _ if op.is_comparison() => Ok(Types::INT),
                _ => self
                    .common_type(target, ta, tb)
                    .ok_or(IllTyped("the operator does not apply to these types")),
            };
        }
        match (types.kind(ta), types.kind(tb)) {
            (TypeKind::Pointer(x), TypeKind::Pointer(y)) if x.id == y.id => match op {
                BinOp::Sub if self.is_object(*x) => Ok(target.difference_type()),
                BinOp::Eq | BinOp::Ne => Ok(Types::INT),
                _ if op.is_comparison() && self.is_object(*x) => Ok(Types::INT),
                _ => no,
            },
            (TypeKind::Pointer(x), _) if types.is_integer(tb) && self.is_object(*x) => match op {
                BinOp::Add | BinOp::Sub => Ok(ta),
                _ => no,
            },
            (_, TypeKind::Pointer(y)) if types.is_integer(ta) && self.is_object(*y) => match op {
                BinOp::Add => Ok(tb),
                _ => no,
            },
            _ => no,
        }
    }

    fn assign_op(&mut self, target: &CTarget, op: BinOp, a: &Expr, b: &Expr) -> Typed {
        self.modifiable(a)?;
        let result = self.binary(target, op, a, b)?;
        let pointer = self.types.is_pointer(a.ty);
        match !op.is_comparison() && pointer == self.types.is_pointer(result) {
            true => Ok(a.ty.unqualified()),
            false => Err(IllTyped("the operator does not apply to these types")),
        }
    }

    fn either(&mut self, target: &CTarget, a: &Expr, b: &Expr) -> Typed {
        let (ta, tb) = (self.promoted(target, a)?, self.promoted(target, b)?);
        if self.types.is_arithmetic(ta) && self.types.is_arithmetic(tb) {
            return self
                .common_type(target, ta, tb)
                .ok_or(IllTyped("the two results have no type in common"));
        }
        match (self.types.kind(ta), self.types.kind(tb)) {
            _ if ta == tb => Ok(ta),
            (TypeKind::Pointer(x), TypeKind::Pointer(y)) if x.id == y.id => {
                let to = x.with(y.quals);
                Ok(self.types.pointer(to))
            }
            _ => Err(IllTyped("the two results have no type in common")),
        }
    }

    fn call(&mut self, callee: &Expr, arguments: &[Expr]) -> Typed {
        let pointer = self.value_type(callee)?;
        let function = self.types.pointee(pointer).map(|to| self.types.kind(to));
        let Some(TypeKind::Function(signature)) = function.cloned() else {
            return Err(IllTyped("only functions can be called"));
        };
        let Signature {
            result,
            parameters,
            variadic,
        } = signature;
        let enough = match variadic {
            true => arguments.len() >= parameters.len(),
            false => arguments.len() == parameters.len(),
        };
        if !enough {
            return Err(IllTyped("the number of arguments is wrong"));
        }
        for (parameter, argument) in parameters.iter().zip(arguments) {
            self.assignable(*parameter, argument)?;
        }
        for argument in &arguments[parameters.len()..] {
            self.scalar(argument)?;
        }
        Ok(result.unqualified())
    }

    /// Types a call of a builtin by its prototype.
    fn builtin(&mut self, target: &CTarget, builtin: Builtin, arguments: &[Expr]) -> Typed {
        let void = self.types.pointer(Types::VOID);
        let constant = self.types.pointer(Types::VOID.with(Quals::CONST));
        let size = target.size_type();
        let wide = Types::int(IntKind::ULongLong);
        let (parameters, result): (&[Type], Type) = match builtin {
            Builtin::Malloc => (&[size], void),
            Builtin::Calloc => (&[size, size], void),
            Builtin::Realloc => (&[void, size], void),
            Builtin::Free => (&[void], Types::VOID),
            Builtin::Memcpy | Builtin::Memmove => (&[void, constant, size], void),
            Builtin::Memset => (&[void, Types::INT, size], void),
            Builtin::Memcmp => (&[constant, constant, size], Types::INT),
            Builtin::Abs => (&[Types::INT], Types::INT),
            Builtin::Clz | Builtin::Ctz | Builtin::Popcount => (&[Types::UINT], Types::INT),
            Builtin::Clzll | Builtin::Ctzll | Builtin::Popcountll => (&[wide], Types::INT),
            Builtin::Bswap16 => {
                let short = Types::int(IntKind::UShort);
                (&[short], short)
            }
            Builtin::Bswap32 => (&[Types::UINT], Types::UINT),
            // `uint64_t`: `unsigned long` if it has 64 bits, otherwise `unsigned long long`.
            Builtin::Bswap64 => match target.scalars.pointer_bytes {
                8 => (&[Types::ULONG], Types::ULONG),
                _ => (&[wide], wide),
            },
            Builtin::Expect => {
                let long = Types::int(IntKind::Long);
                (&[long, long], long)
            }
            Builtin::Unreachable => (&[], Types::VOID),
            Builtin::AddOverflow | Builtin::SubOverflow | Builtin::MulOverflow => {
                return self.overflow_builtin(arguments);
            }
            Builtin::VaArg => return Err(IllTyped("its type is not implied by its operands")),
            Builtin::VaStart | Builtin::VaEnd => {
                return match self.is_argument_list(arguments) {
                    true => Ok(Types::VOID),
                    false => Err(IllTyped("it takes a local variable of type `va_list`")),
                };
            }
        };
        if parameters.len() != arguments.len() {
            return Err(IllTyped("the number of arguments is wrong"));
        }
        for (parameter, argument) in parameters.iter().zip(arguments) {
            self.assignable(*parameter, argument)?;
        }
        Ok(result)
    }

    fn overflow_builtin(&mut self, arguments: &[Expr]) -> Typed {
        let [a, b, into] = arguments else {
            return Err(IllTyped("the number of arguments is wrong"));
        };
        let (a, b, into) = (
            self.value_type(a)?,
            self.value_type(b)?,
            self.value_type(into)?,
        );
        let plain = |ty: Type| matches!(self.types.kind(ty), TypeKind::Int(_));
        let to = self.types.pointee(into);
        match plain(a) && plain(b) && to.is_some_and(|to| plain(to) && to.quals == Quals::NONE) {
            true => Ok(Types::BOOL),
            false => Err(IllTyped("it takes two integers and a pointer to one")),
        }
    }
}

/// True if an expression is an lvalue.
pub fn is_lvalue(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Local(_)
        | ExprKind::Global(_)
        | ExprKind::Deref(_)
        | ExprKind::Arrow(..)
        | ExprKind::Index(..)
        | ExprKind::Str(_)
        | ExprKind::Compound(_) => true,
        ExprKind::Member(of, _) => is_lvalue(of),
        _ => false,
    }
}

/// The usual arithmetic conversions between two integer types, after the promotions.
fn common_type(target: &CTarget, a: IntKind, b: IntKind) -> IntKind {
    let (signed_a, signed_b) = (target.is_signed(a), target.is_signed(b));
    if signed_a == signed_b {
        return if a.rank() >= b.rank() { a } else { b };
    }
    let (signed, unsigned) = if signed_a { (a, b) } else { (b, a) };
    if unsigned.rank() >= signed.rank() {
        unsigned
    } else if target.int_bits(signed) > target.int_bits(unsigned) {
        signed
    } else {
        signed.unsigned()
    }
}
