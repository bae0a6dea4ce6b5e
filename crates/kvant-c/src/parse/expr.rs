//! Expressions.

use super::lexer::TokenKind;
use super::name::is_beyond;
use super::{Entity, Parser, Result};
use crate::{
    BinOp, Builtin, Expr, ExprKind, IntKind, LocalId, LogicalOp, Step, Type, TypeKind, Types,
    UnaryOp, constant,
};

/// A binary operator.
#[derive(Clone, Copy)]
enum Operator {
    Both(BinOp),
    Logical(LogicalOp),
}

impl Parser<'_> {
    /// Reads an expression.
    pub(super) fn expression(&mut self) -> Result<Expr> {
        let (before, mut length) = (self.begin_chain(), 0);
        let mut e = self.assignment()?;
        while self.cursor.is(",") {
            let at = self.cursor.next();
            let last = self.assignment()?;
            self.extend_chain(&mut length)?;
            e = self.make(at, ExprKind::Comma(Box::new(e), Box::new(last)))?;
        }
        self.end_chain(before, length);
        Ok(e)
    }

    /// Reads an expression without a top-level comma.
    pub(super) fn assignment(&mut self) -> Result<Expr> {
        self.cursor.enter()?;
        let e = self.assignment_here()?;
        self.cursor.leave();
        Ok(e)
    }

    fn assignment_here(&mut self) -> Result<Expr> {
        let to = self.conditional()?;
        let at = self.cursor.at();
        let operator = self.cursor.peek();
        if operator == "=" {
            self.cursor.next();
            let value = self.assignment()?;
            let value = self.coerced(to.ty, value);
            return self.make(at, ExprKind::Assign(Box::new(to), Box::new(value)));
        }
        let all = BinOp::ALL.into_iter().filter(|op| !op.is_comparison());
        let mut compound = all.filter(|op| operator.strip_suffix('=') == Some(op.symbol()));
        let Some(op) = compound.next() else {
            return Ok(to);
        };
        self.cursor.next();
        let value = self.assignment()?;
        self.make(at, ExprKind::AssignOp(op, Box::new(to), Box::new(value)))
    }

    fn conditional(&mut self) -> Result<Expr> {
        let condition = self.binary(0)?;
        let at = self.cursor.at();
        if !self.cursor.take("?") {
            return Ok(condition);
        }
        if self.cursor.is(":") {
            return Err(self
                .cursor
                .error("`?:` without a second operand is not in the subset"));
        }
        self.cursor.enter()?;
        let a = self.expression()?;
        self.cursor.expect(":")?;
        let b = self.conditional()?;
        self.cursor.leave();
        let (a, b) = self.with_null_pointers(a, b);
        let kind = ExprKind::Conditional(Box::new(condition), Box::new(a), Box::new(b));
        self.make(at, kind)
    }

    /// Converts a 0 among two operands to a null pointer if the other one is a pointer.
    fn with_null_pointers(&mut self, a: Expr, b: Expr) -> (Expr, Expr) {
        let mut value = |e: &Expr| {
            let ty = self.program.value_type(e);
            ty.unwrap_or(e.ty)
        };
        let (ta, tb) = (value(&a), value(&b));
        (self.coerced(tb, a), self.coerced(ta, b))
    }

    /// Reads binary operators that bind at least as tightly as `least`.
    fn binary(&mut self, least: u8) -> Result<Expr> {
        let (before, mut length) = (self.begin_chain(), 0);
        let mut a = self.cast()?;
        while let Some((operator, level)) = operator(self.cursor.peek()) {
            if level < least {
                break;
            }
            let at = self.cursor.next();
            self.cursor.enter()?;
            let b = self.binary(level + 1)?;
            self.cursor.leave();
            self.extend_chain(&mut length)?;
            a = match operator {
                Operator::Logical(op) => {
                    self.make(at, ExprKind::Logical(op, Box::new(a), Box::new(b)))?
                }
                Operator::Both(op) => {
                    let (a, b) = match op.is_comparison() {
                        true => self.with_null_pointers(a, b),
                        false => (a, b),
                    };
                    self.make(at, ExprKind::Binary(op, Box::new(a), Box::new(b)))?
                }
            };
        }
        self.end_chain(before, length);
        Ok(a)
    }

    fn cast(&mut self) -> Result<Expr> {
        if !self.cursor.is("(") || !self.is_type_at(1) {
            return self.unary();
        }
        let at = self.cursor.next();
        let ty = self.type_name()?;
        self.cursor.expect(")")?;
        if self.cursor.is("{") {
            let before = self.begin_chain();
            let literal = self.compound_literal(at, ty)?;
            return self.postfix(before, literal);
        }
        if let Some(number) = self.cast_number(ty)? {
            return Ok(number);
        }
        self.cursor.enter()?;
        let operand = self.cast()?;
        self.cursor.leave();
        if let Err(why) = self.program.castable(ty, &operand) {
            return Err(self.cursor.error_at(at, why.0));
        }
        // Values have no qualifiers.
        Ok(operand.cast(ty.unqualified()))
    }

    fn compound_literal(&mut self, at: usize, ty: Type) -> Result<Expr> {
        if self.body.id.is_none() {
            return Err(self.cursor.error_at(
                at,
                "compound literals outside of functions are not in the subset",
            ));
        }
        let init = self.initial(ty)?;
        let ty = self.completed(at, ty, &init)?;
        self.complete(at, ty)?;
        Ok(Expr {
            kind: ExprKind::Compound(Box::new(init)),
            ty,
        })
    }

    fn unary(&mut self) -> Result<Expr> {
        if let Some(number) = self.negative_number()? {
            return Ok(number);
        }
        let at = self.cursor.at();
        let symbol = self.cursor.peek();
        match symbol {
            "+" | "-" | "~" | "!" | "*" | "&" | "++" | "--" => {
                self.cursor.next();
                self.cursor.enter()?;
                // A cast behind `++` is not an lvalue, which is refused below; a compound literal is one.
                let operand = self.cast()?;
                self.cursor.leave();
                if symbol == "&" && self.is_register(&operand) {
                    return Err(self
                        .cursor
                        .error_at(at, "a `register` variable has no address (6.7.1p6)"));
                }
                let operand = Box::new(operand);
                let kind = match symbol {
                    "+" => ExprKind::Unary(UnaryOp::Plus, operand),
                    "-" => ExprKind::Unary(UnaryOp::Neg, operand),
                    "~" => ExprKind::Unary(UnaryOp::Not, operand),
                    "!" => ExprKind::Unary(UnaryOp::LogicalNot, operand),
                    "*" => ExprKind::Deref(operand),
                    "&" => ExprKind::AddrOf(operand),
                    "++" => ExprKind::Step(Step::PreInc, operand),
                    _ => ExprKind::Step(Step::PreDec, operand),
                };
                self.make(at, kind)
            }
            "sizeof" => self.size(at),
            "__extension__" => {
                self.cursor.next();
                self.cursor.enter()?;
                let operand = self.cast()?;
                self.cursor.leave();
                Ok(operand)
            }
            "_Alignof" => {
                self.cursor.next();
                self.cursor.expect("(")?;
                let ty = self.type_name()?;
                self.complete(at, ty)?;
                self.cursor.expect(")")?;
                self.make(at, ExprKind::AlignofType(ty))
            }
            "&&" => Err(self
                .cursor
                .error("addresses of labels are not in the subset")),
            _ => {
                let before = self.begin_chain();
                let primary = self.primary()?;
                self.postfix(before, primary)
            }
        }
    }

    /// True if an lvalue is a `register` variable or a member of one.
    fn is_register(&self, e: &Expr) -> bool {
        let mut object = e;
        while let ExprKind::Member(of, _) = &object.kind {
            object = of;
        }
        matches!(&object.kind, ExprKind::Local(id) if self.body.registers.contains(id))
    }

    fn size(&mut self, at: usize) -> Result<Expr> {
        self.cursor.next();
        if self.cursor.is("(") && self.is_type_at(1) {
            let begin = self.cursor.next();
            let ty = self.type_name()?;
            self.cursor.expect(")")?;
            if self.cursor.is("{") {
                let before = self.begin_chain();
                let literal = self.compound_literal(begin, ty)?;
                let operand = self.postfix(before, literal)?;
                return self.make(at, ExprKind::SizeofExpr(Box::new(operand)));
            }
            self.complete(begin, ty)?;
            return self.make(at, ExprKind::SizeofType(ty));
        }
        self.cursor.enter()?;
        let operand = self.unary()?;
        self.cursor.leave();
        self.complete(at, operand.ty)?;
        self.make(at, ExprKind::SizeofExpr(Box::new(operand)))
    }

    /// Postfix operators of a primary expression; `before` is what `begin_chain` returned.
    fn postfix(&mut self, before: u32, primary: Expr) -> Result<Expr> {
        let mut length = 0;
        let mut e = primary;
        loop {
            let at = self.cursor.at();
            let kind = match self.cursor.peek() {
                "[" => {
                    self.cursor.next();
                    self.cursor.enter()?;
                    let index = self.expression()?;
                    self.cursor.leave();
                    self.cursor.expect("]")?;
                    self.indexed(e, index)
                }
                "(" => {
                    let arguments = self.arguments()?;
                    self.called(e, arguments)
                }
                "." => {
                    self.cursor.next();
                    let name = self.name("the name of a member")?;
                    let n = self.field(at, e.ty, name)?;
                    ExprKind::Member(Box::new(e), n)
                }
                "->" => {
                    self.cursor.next();
                    let name = self.name("the name of a member")?;
                    let to = match self.program.types.kind(e.ty) {
                        TypeKind::Pointer(to) | TypeKind::Array(to, _) => *to,
                        _ => return Err(self.cursor.error_at(at, "`->` needs a pointer")),
                    };
                    let n = self.field(at, to, name)?;
                    ExprKind::Arrow(Box::new(e), n)
                }
                "++" => {
                    self.cursor.next();
                    ExprKind::Step(Step::PostInc, Box::new(e))
                }
                "--" => {
                    self.cursor.next();
                    ExprKind::Step(Step::PostDec, Box::new(e))
                }
                _ => break,
            };
            self.extend_chain(&mut length)?;
            e = self.make(at, kind)?;
        }
        self.end_chain(before, length);
        Ok(e)
    }

    /// `1[a]` is `a[1]` (6.5.2.1p2). The order of evaluation of the operands is unspecified in both.
    fn indexed(&self, e: Expr, index: Expr) -> ExprKind {
        let types = &self.program.types;
        let is_array =
            |e: &Expr| matches!(types.kind(e.ty), TypeKind::Pointer(_) | TypeKind::Array(..));
        match types.is_integer(e.ty) && is_array(&index) {
            true => ExprKind::Index(Box::new(index), Box::new(e)),
            false => ExprKind::Index(Box::new(e), Box::new(index)),
        }
    }

    fn called(&mut self, callee: Expr, mut arguments: Vec<Expr>) -> ExprKind {
        let mut ty = callee.ty;
        if let TypeKind::Pointer(to) = self.program.types.kind(ty) {
            ty = *to;
        }
        if let TypeKind::Function(signature) = self.program.types.kind(ty) {
            let parameters = signature.parameters.clone();
            self.coerce_all(&parameters, &mut arguments);
        }
        ExprKind::Call(Box::new(callee), arguments)
    }

    fn coerce_all(&self, types: &[Type], arguments: &mut [Expr]) {
        for (&ty, argument) in types.iter().zip(arguments) {
            if self.program.types.is_pointer(ty) && argument.kind == ExprKind::Int(0) {
                *argument = self.coerced(ty, argument.clone());
            }
        }
    }

    fn arguments(&mut self) -> Result<Vec<Expr>> {
        self.cursor.expect("(")?;
        let mut all = Vec::new();
        if self.cursor.take(")") {
            return Ok(all);
        }
        loop {
            all.push(self.assignment()?);
            if self.cursor.take(")") {
                return Ok(all);
            }
            self.cursor.expect(",")?;
        }
    }

    fn primary(&mut self) -> Result<Expr> {
        let at = self.cursor.at();
        match self.cursor.kind() {
            TokenKind::Number => self.number(),
            TokenKind::Character => self.character(),
            TokenKind::String => {
                let bytes = self.string()?;
                self.make(at, ExprKind::Str(bytes))
            }
            TokenKind::Word => self.word(at),
            TokenKind::Symbol if self.cursor.is("(") => {
                if let Some(least) = self.least_number()? {
                    return Ok(least);
                }
                self.cursor.next();
                if self.cursor.is("{") {
                    return self.statement_expression(at);
                }
                let e = self.expression()?;
                self.cursor.expect(")")?;
                Ok(e)
            }
            _ => Err(self.cursor.unexpected("an expression")),
        }
    }

    /// Reads `({ a; b; })` behind the parenthesis.
    fn statement_expression(&mut self, at: usize) -> Result<Expr> {
        self.cursor.expect("{")?;
        let mut list = Vec::new();
        while !self.cursor.take("}") {
            if self.is_type_at(0) {
                return Err(self
                    .cursor
                    .error("in a statement expression there are only expressions in the subset"));
            }
            list.push(self.expression()?);
            self.cursor.expect(";")?;
        }
        self.cursor.expect(")")?;
        self.make(at, ExprKind::StmtExpr(list))
    }

    fn word(&mut self, at: usize) -> Result<Expr> {
        let name = self.cursor.peek();
        match name {
            "__builtin_inf" | "__builtin_inff" => return self.infinity(),
            "INT128" | "UINT128" => {
                let kind = match name {
                    "INT128" => IntKind::Int128,
                    _ => IntKind::UInt128,
                };
                self.cursor.next();
                return self.halves(Types::int(kind));
            }
            _ => {}
        }
        self.cursor.next();
        let kind = match self.lookup(name) {
            Some(Entity::Local(id)) => ExprKind::Local(id),
            Some(Entity::Global(id)) => ExprKind::Global(id),
            Some(Entity::Function(id)) => ExprKind::Function(id),
            Some(Entity::Constant(id, n)) => ExprKind::EnumConst(id, n),
            Some(Entity::Type(_)) => {
                return Err(self.cursor.error_at(
                    at,
                    format!("`{name}` is a type, and an expression is expected"),
                ));
            }
            None => return self.built_in(at, name),
        };
        self.make(at, kind)
    }

    /// Reads a name that needs no declaration.
    fn built_in(&mut self, at: usize, name: &str) -> Result<Expr> {
        match name {
            "NULL" | "false" => return Ok(Expr::int(Types::INT, 0)),
            "true" => return Ok(Expr::int(Types::INT, 1)),
            _ => {}
        }
        let all = Builtin::ALL.into_iter();
        if let Some(builtin) = all.into_iter().find(|builtin| builtin.name() == name) {
            match builtin {
                Builtin::VaStart => return self.va_start(at),
                Builtin::VaArg => return self.va_arg(),
                _ => {}
            }
            let mut arguments = self.arguments()?;
            let void = self.program.types.pointer(Types::VOID);
            if !matches!(
                builtin,
                Builtin::AddOverflow | Builtin::SubOverflow | Builtin::MulOverflow
            ) {
                let pointers = pointer_parameters(builtin, void);
                self.coerce_all(&pointers, &mut arguments);
            }
            return self.make(at, ExprKind::Builtin(builtin, arguments));
        }
        let message = match name {
            "main" => "`main` is not used by the program itself in the subset".to_owned(),
            "observe" | "observe_double" => "an observation is a statement of its own".to_owned(),
            _ if name.starts_with("__builtin_") || is_beyond(name) => {
                format!("`{name}` is not in the subset")
            }
            "L" | "u" | "U" | "u8"
                if matches!(self.cursor.kind(), TokenKind::String | TokenKind::Character) =>
            {
                "prefixes of characters and strings are not in the subset".to_owned()
            }
            "printf" | "abort" | "exit" | "strlen" | "assert" => {
                format!("`{name}` is not in the subset; a value is reported by `observe(1, value)`")
            }
            _ => format!("`{name}` is not declared"),
        };
        Err(self.cursor.error_at(at, message))
    }

    /// `__builtin_va_start(ap, last)`.
    fn va_start(&mut self, at: usize) -> Result<Expr> {
        let mut arguments = self.arguments()?;
        let function = self.body.id.map(|id| self.program.function(id));
        let last = function.and_then(|function| function.parameters.checked_sub(1));
        let named = match (arguments.pop(), last) {
            (Some(e), Some(n)) => e.kind == ExprKind::Local(LocalId(n)),
            _ => false,
        };
        match named {
            true => self.make(at, ExprKind::Builtin(Builtin::VaStart, arguments)),
            false => Err(self
                .cursor
                .error_at(at, "`__builtin_va_start` needs the last parameter")),
        }
    }

    /// `__builtin_va_arg(ap, type)`.
    fn va_arg(&mut self) -> Result<Expr> {
        self.cursor.expect("(")?;
        let list = self.assignment()?;
        self.cursor.expect(",")?;
        let ty = self.type_name()?;
        self.cursor.expect(")")?;
        Ok(Expr {
            kind: ExprKind::Builtin(Builtin::VaArg, vec![list]),
            ty,
        })
    }

    /// Reads a constant expression that must not be negative.
    pub(super) fn constant_number(&mut self, what: &str) -> Result<u64> {
        let at = self.cursor.at();
        let value = self.signed_constant(what)?;
        u64::try_from(value).map_err(|_| {
            self.cursor
                .error_at(at, format!("{what} must not be negative"))
        })
    }

    /// Reads a constant expression.
    pub(super) fn signed_constant(&mut self, what: &str) -> Result<i64> {
        let at = self.cursor.at();
        self.cursor.enter()?;
        let e = self.conditional()?;
        self.cursor.leave();
        let value = constant::number(&self.program, &self.target, &e);
        value
            .and_then(|value| i64::try_from(value).ok())
            .ok_or_else(|| {
                self.cursor
                    .error_at(at, format!("{what} must be a constant integer"))
            })
    }

    /// Reads the value of a `case`: its bits in the promoted type of the switch operand.
    pub(super) fn case_value(&mut self, ty: Type) -> Result<u128> {
        let at = self.cursor.at();
        let e = self.conditional()?;
        if self.cursor.is("...") {
            return Err(self.cursor.error("ranges of cases are not in the subset"));
        }
        let bits = constant::integer(&self.program, &self.target, &e);
        bits.and_then(|bits| constant::convert(&self.program, &self.target, e.ty, ty, bits))
            .ok_or_else(|| {
                self.cursor
                    .error_at(at, "the value of a case must be a constant integer")
            })
    }
}

/// The types of the first parameters of a library function that are pointers, so that a 0 may be passed.
fn pointer_parameters(builtin: Builtin, void: Type) -> Vec<Type> {
    match builtin {
        Builtin::Realloc | Builtin::Free | Builtin::Memset => vec![void],
        Builtin::Memcpy | Builtin::Memmove | Builtin::Memcmp => vec![void, void],
        _ => Vec::new(),
    }
}

fn operator(symbol: &str) -> Option<(Operator, u8)> {
    let level = match symbol {
        "||" => return Some((Operator::Logical(LogicalOp::Or), 1)),
        "&&" => return Some((Operator::Logical(LogicalOp::And), 2)),
        "|" => 3,
        "^" => 4,
        "&" => 5,
        "==" | "!=" => 6,
        "<" | ">" | "<=" | ">=" => 7,
        "<<" | ">>" => 8,
        "+" | "-" => 9,
        "*" | "/" | "%" => 10,
        _ => return None,
    };
    let op = BinOp::ALL.into_iter().find(|op| op.symbol() == symbol)?;
    Some((Operator::Both(op), level))
}
