//! Expressions: each carries the type that the rules of C give it.

use super::{CHAIN, Checker, DEPTH, Result};
use crate::print;
use crate::{Builtin, Expr, ExprKind, Init, Quals, Type, TypeKind, Types};

impl Checker {
    /// Checks an expression of the function.
    pub(super) fn expr(&mut self, e: &Expr) -> Result {
        let shallow = is_shallow(e, DEPTH, CHAIN);
        self.require(shallow, "an expression is nested too deeply")?;
        self.typed(e)
    }

    fn typed(&mut self, e: &Expr) -> Result {
        for operand in e.operands() {
            self.typed(operand)?;
        }
        let exists = (e.ty.id.0 as usize) < self.types;
        self.require(exists, "an expression has a type that does not exist")?;
        match &e.kind {
            ExprKind::Int(bits) => self.int(e.ty, *bits),
            ExprKind::Float(value) => self.float(e.ty, *value),
            ExprKind::Cast(operand) => {
                self.written(e.ty)?;
                self.require(e.ty.quals == Quals::NONE, "a value has no qualifiers")?;
                match self.program.castable(e.ty, operand) {
                    Ok(()) => Ok(()),
                    Err(why) => self.ill_typed(e, why.0),
                }
            }
            ExprKind::Builtin(Builtin::VaArg, operands) => {
                self.written(e.ty)?;
                let fits = self.program.types.is_scalar(e.ty)
                    && e.ty.quals == Quals::NONE
                    && e.ty != Types::FLOAT
                    && self.program.promoted_type(&self.target, e.ty) == e.ty
                    && self.program.is_argument_list(operands);
                self.require(fits, "no variadic argument can have this type")
            }
            ExprKind::Builtin(Builtin::VaStart, _) => {
                let function = self.function.map(|id| self.program.function(id));
                let variadic = function.is_some_and(|function| function.variadic);
                self.require(variadic, "va_start in a function that is not variadic")?;
                self.same_type(e)
            }
            ExprKind::Compound(init) => {
                self.object(e.ty)?;
                self.init(e.ty, init)?;
                let string = self.is_array(e.ty);
                match **init {
                    Init::Expr(_) if !string && !self.program.types.is_scalar(e.ty) => {
                        self.wrong("a compound literal of this type needs a list")
                    }
                    _ => Ok(()),
                }
            }
            ExprKind::EnumConst(id, n) => {
                let enumeration = self.program.enums.get(id.index());
                let known = enumeration.is_some_and(|e| (*n as usize) < e.constants.len());
                self.require(known, "there is no such enumeration constant")?;
                self.same_type(e)
            }
            ExprKind::Local(id) => {
                let visible = self.in_scope.get(id.index()) == Some(&true);
                self.require(visible, "a local is used outside of its scope")?;
                self.same_type(e)
            }
            ExprKind::SizeofType(ty) | ExprKind::AlignofType(ty) => {
                self.object(*ty)?;
                self.same_type(e)
            }
            ExprKind::Str(bytes) if bytes.len() > 1 << 16 => self.wrong("a string is too long"),
            _ => self.same_type(e),
        }
    }

    fn same_type(&mut self, e: &Expr) -> Result {
        match self.program.type_of(&self.target, self.function, &e.kind) {
            Ok(ty) if ty == e.ty => Ok(()),
            Ok(ty) => {
                let (is, should) = (self.type_name(e.ty), self.type_name(ty));
                self.ill_typed(e, &format!("its type is {is} and should be {should}"))
            }
            Err(why) => self.ill_typed(e, why.0),
        }
    }

    fn type_name(&self, ty: Type) -> String {
        format!("`{}`", print::ty(&self.program, ty))
    }

    fn ill_typed(&self, e: &Expr, why: &str) -> Result {
        let text = match self.function {
            Some(function) => print::expr(&self.program, function, e),
            None => "an initial value".to_owned(),
        };
        self.wrong(format!("{text}: {why}"))
    }

    fn int(&self, ty: Type, bits: u128) -> Result {
        self.written(ty)?;
        self.require(ty.quals == Quals::NONE, "a value has no qualifiers")?;
        let width = match self.program.types.kind(ty) {
            TypeKind::Bool => 1,
            TypeKind::Enum(_) => 32,
            TypeKind::Int(kind) => self.target.int_bits(*kind),
            _ => return self.wrong("an integer constant has an integer type"),
        };
        let fits = width == 128 || bits >> width == 0;
        self.require(fits, "an integer constant has more bits than its type")
    }

    fn float(&self, ty: Type, value: f64) -> Result {
        let fits = match ty {
            Types::DOUBLE => true,
            Types::FLOAT => f64::from(value as f32).to_bits() == value.to_bits(),
            _ => return self.wrong("a floating constant has a floating type"),
        };
        self.require(
            fits && !value.is_nan(),
            "a floating constant is not a value of its type",
        )
    }

    /// Checks a condition.
    pub(super) fn condition(&mut self, e: &Expr) -> Result {
        self.expr(e)?;
        let ty = self.value_type(e)?;
        self.require(self.program.types.is_scalar(ty), "a condition is no scalar")
    }

    pub(super) fn value_type(&mut self, e: &Expr) -> Result<Type> {
        match self.program.value_type(e) {
            Ok(ty) => Ok(ty),
            Err(why) => self.wrong(why.0),
        }
    }

    /// Fails unless a value can be converted to a type without a cast.
    pub(super) fn assignable(&mut self, ty: Type, e: &Expr) -> Result {
        match self.program.assignable(ty, e) {
            Ok(()) => Ok(()),
            Err(why) => self.ill_typed(e, why.0),
        }
    }
}

/// True if an expression nests at most `levels` deep, not counting at most `chain` operators in chains on each path.
pub(super) fn is_shallow(e: &Expr, levels: u32, chain: u32) -> bool {
    let Some(levels) = levels.checked_sub(1) else {
        return false;
    };
    let (mut e, mut chain) = (e, chain);
    while let Some((before, last)) = in_chain(e) {
        let Some(rest) = chain.checked_sub(1) else {
            return false;
        };
        chain = rest;
        if !is_shallow(last, levels, chain) {
            return false;
        }
        e = before;
    }
    if let ExprKind::Compound(init) = &e.kind {
        return is_shallow_init(init, levels, chain);
    }
    e.operands()
        .all(|operand| is_shallow(operand, levels, chain))
}

/// The operands of an operation, if the first one is an operation that is written before it without parentheses.
fn in_chain(e: &Expr) -> Option<(&Expr, &Expr)> {
    let (ExprKind::Binary(_, a, b) | ExprKind::Logical(_, a, b) | ExprKind::Comma(a, b)) = &e.kind
    else {
        return None;
    };
    let follows = match (&a.kind, &e.kind) {
        (ExprKind::Binary(first, ..), ExprKind::Binary(second, ..)) => {
            print::precedence(*first) == print::precedence(*second)
        }
        (ExprKind::Logical(first, ..), ExprKind::Logical(second, ..)) => first == second,
        (ExprKind::Comma(..), ExprKind::Comma(..)) => true,
        _ => false,
    };
    follows.then_some((a, b))
}

/// True if an initial value is nested at most `levels` deep.
pub(super) fn is_shallow_init(init: &Init, levels: u32, chain: u32) -> bool {
    let Some(levels) = levels.checked_sub(1) else {
        return false;
    };
    match init {
        Init::Expr(e) => is_shallow(e, levels, chain),
        Init::List(items) => items
            .iter()
            .all(|item| is_shallow_init(&item.value, levels, chain)),
    }
}
