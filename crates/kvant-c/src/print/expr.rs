//! Expressions and initial values, with the fewest parentheses that precedence allows.

use super::Printer;
use crate::{
    BinOp, Builtin, EnumId, Expr, ExprKind, Init, InitItem, LogicalOp, Step, Type, TypeKind, Types,
    UnaryOp,
};

// Precedence levels, from loose to tight.
pub(super) const COMMA: u8 = 0;
pub(super) const ASSIGNMENT: u8 = 1;
const CONDITIONAL: u8 = 2;
const LOGICAL_OR: u8 = 3;
const LOGICAL_AND: u8 = 4;
const OR: u8 = 5;
const XOR: u8 = 6;
const AND: u8 = 7;
const EQUALITY: u8 = 8;
const RELATION: u8 = 9;
const SHIFT: u8 = 10;
const SUM: u8 = 11;
const PRODUCT: u8 = 12;
pub(super) const CAST: u8 = 13;
pub(super) const UNARY: u8 = 14;
pub(super) const POSTFIX: u8 = 15;
pub(super) const PRIMARY: u8 = 16;

impl Printer<'_> {
    /// An expression, in parentheses if it binds less tightly than `least`.
    pub(super) fn expr(&mut self, e: &Expr, least: u8) {
        if self.precedence(e) < least {
            self.in_parentheses(e);
        } else {
            self.bare(e);
        }
    }

    fn in_parentheses(&mut self, e: &Expr) {
        self.push("(");
        self.bare(e);
        self.push(")");
    }

    fn precedence(&self, e: &Expr) -> u8 {
        match &e.kind {
            ExprKind::Int(bits) => self.int_precedence(e.ty, *bits),
            ExprKind::Float(value) if value.is_sign_negative() => UNARY,
            ExprKind::Float(_)
            | ExprKind::Str(_)
            | ExprKind::EnumConst(..)
            | ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Function(_)
            | ExprKind::StmtExpr(_) => PRIMARY,
            ExprKind::Unary(..)
            | ExprKind::Deref(_)
            | ExprKind::AddrOf(_)
            | ExprKind::Step(Step::PreInc | Step::PreDec, _)
            | ExprKind::SizeofType(_)
            | ExprKind::SizeofExpr(_)
            | ExprKind::AlignofType(_) => UNARY,
            ExprKind::Member(..)
            | ExprKind::Arrow(..)
            | ExprKind::Index(..)
            | ExprKind::Step(..)
            | ExprKind::Call(..)
            | ExprKind::Builtin(..)
            | ExprKind::Compound(_) => POSTFIX,
            ExprKind::Cast(_) => CAST,
            ExprKind::Binary(op, ..) => of_operator(*op),
            ExprKind::Logical(LogicalOp::And, ..) => LOGICAL_AND,
            ExprKind::Logical(LogicalOp::Or, ..) => LOGICAL_OR,
            ExprKind::Conditional(..) => CONDITIONAL,
            ExprKind::Assign(..) | ExprKind::AssignOp(..) => ASSIGNMENT,
            ExprKind::Comma(..) => COMMA,
        }
    }

    fn bare(&mut self, e: &Expr) {
        let program = self.program;
        match &e.kind {
            ExprKind::Int(bits) => self.int(e.ty, *bits),
            ExprKind::Float(value) => self.float(e.ty, *value),
            ExprKind::Str(bytes) => self.string(bytes),
            ExprKind::EnumConst(id, n) => self.enum_constant(*id, *n),
            ExprKind::Local(id) => self.push(self.local_name(*id)),
            ExprKind::Global(id) => {
                self.name(program.globals.get(id.index()).map(|g| g.name.as_str()));
            }
            ExprKind::Function(id) => {
                self.name(program.functions.get(id.index()).map(|f| f.name.as_str()));
            }
            ExprKind::Unary(op, operand) => self.unary(*op, operand),
            ExprKind::Deref(operand) => self.prefix("*", operand),
            ExprKind::AddrOf(operand) => self.prefix("&", operand),
            ExprKind::Member(of, n) => {
                self.expr(of, POSTFIX);
                self.push(".");
                self.member(of.ty, *n);
            }
            ExprKind::Arrow(of, n) => {
                self.expr(of, POSTFIX);
                self.push("->");
                let to = match program.types.get(of.ty) {
                    Some(TypeKind::Pointer(to) | TypeKind::Array(to, _)) => *to,
                    _ => of.ty,
                };
                self.member(to, *n);
            }
            ExprKind::Index(array, index) => {
                self.expr(array, POSTFIX);
                self.push("[");
                self.expr(index, COMMA);
                self.push("]");
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            ExprKind::Logical(op, a, b) => {
                let (symbol, level) = match op {
                    LogicalOp::And => (" && ", LOGICAL_AND),
                    LogicalOp::Or => (" || ", LOGICAL_OR),
                };
                self.expr(a, level);
                self.push(symbol);
                self.expr(b, level + 1);
            }
            ExprKind::Assign(a, b) => self.assignment(a, "", b),
            ExprKind::AssignOp(op, a, b) => self.assignment(a, op.symbol(), b),
            ExprKind::Step(step, operand) => match step {
                Step::PreInc => self.before("++", operand),
                Step::PreDec => self.before("--", operand),
                Step::PostInc => self.behind(operand, "++"),
                Step::PostDec => self.behind(operand, "--"),
            },
            ExprKind::Conditional(c, a, b) => {
                self.expr(c, CONDITIONAL + 1);
                self.push(" ? ");
                self.expr(a, COMMA);
                self.push(" : ");
                self.expr(b, CONDITIONAL);
            }
            ExprKind::Comma(a, b) => {
                self.expr(a, COMMA);
                self.push(", ");
                self.expr(b, ASSIGNMENT);
            }
            ExprKind::Cast(operand) => self.cast(e.ty, operand),
            ExprKind::SizeofType(ty) => self.of_type("sizeof", *ty),
            ExprKind::SizeofExpr(operand) => {
                self.push("sizeof");
                self.in_parentheses(operand);
            }
            ExprKind::AlignofType(ty) => self.of_type("_Alignof", *ty),
            ExprKind::Call(callee, arguments) => {
                self.expr(callee, POSTFIX);
                self.arguments(arguments);
            }
            ExprKind::Builtin(builtin, arguments) => {
                self.push(builtin.name());
                match builtin {
                    Builtin::VaStart => self.list_arguments(arguments, &self.last_parameter()),
                    Builtin::VaArg => {
                        let ty = self.declarator(e.ty, String::new());
                        self.list_arguments(arguments, &ty);
                    }
                    _ => self.arguments(arguments),
                }
            }
            ExprKind::Compound(init) => self.compound(e.ty, init),
            ExprKind::StmtExpr(list) => {
                self.push("({ ");
                for e in list {
                    self.expr(e, COMMA);
                    self.push("; ");
                }
                self.push("})");
            }
        }
    }

    fn enum_constant(&mut self, id: EnumId, n: u32) {
        let constants = self.program.enums.get(id.index()).map(|e| &e.constants);
        let constant = constants.and_then(|all| all.get(n as usize));
        self.name(constant.map(|(name, _)| name.as_str()));
    }

    fn compound(&mut self, ty: Type, init: &Init) {
        self.of_type("", ty);
        match init {
            Init::Expr(value) => {
                self.push("{");
                self.expr(value, ASSIGNMENT);
                self.push("}");
            }
            Init::List(items) => self.list(ty, items),
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr) {
        // A minus before a number is read as part of the number.
        let number = matches!(operand.kind, ExprKind::Int(_) | ExprKind::Float(_));
        if op == UnaryOp::Neg && number {
            self.push("-");
            self.in_parentheses(operand);
        } else {
            self.prefix(op.symbol(), operand);
        }
    }

    fn prefix(&mut self, symbol: &str, operand: &Expr) {
        self.push(symbol);
        let end = self.out.len();
        self.expr(operand, CAST);
        // Without a blank, two of these symbols would be another token.
        if self.out[end..].starts_with(symbol) && matches!(symbol, "+" | "-" | "&") {
            self.out.insert(end, ' ');
        }
    }

    fn before(&mut self, symbol: &str, operand: &Expr) {
        self.push(symbol);
        self.expr(operand, UNARY);
    }

    fn behind(&mut self, operand: &Expr, symbol: &str) {
        self.expr(operand, POSTFIX);
        self.push(symbol);
    }

    fn binary(&mut self, op: BinOp, a: &Expr, b: &Expr) {
        let level = of_operator(op);
        // The parser reads the negation of the largest number, minus one, as the least number.
        let least = op == BinOp::Sub
            && b.kind == ExprKind::Int(1)
            && matches!(&a.kind, ExprKind::Int(_))
            && self.precedence(a) == UNARY;
        self.expr(a, if least { PRIMARY } else { level });
        self.push(" ");
        self.push(op.symbol());
        self.push(" ");
        self.expr(b, level + 1);
    }

    fn assignment(&mut self, a: &Expr, symbol: &str, b: &Expr) {
        self.expr(a, UNARY);
        self.push(" ");
        self.push(symbol);
        self.push("= ");
        self.expr(b, ASSIGNMENT);
    }

    fn cast(&mut self, ty: Type, operand: &Expr) {
        self.of_type("", ty);
        // The parser reads a number after a cast to an integer type as a constant of that type.
        if matches!(operand.kind, ExprKind::Int(_)) && !self.program.types.is_pointer(ty) {
            self.in_parentheses(operand);
        } else {
            self.expr(operand, CAST);
        }
    }

    fn of_type(&mut self, word: &str, ty: Type) {
        let name = self.declarator(ty, String::new());
        self.push(word);
        self.push("(");
        self.push(&name);
        self.push(")");
    }

    fn arguments(&mut self, arguments: &[Expr]) {
        self.push("(");
        for (n, argument) in arguments.iter().enumerate() {
            if n > 0 {
                self.push(", ");
            }
            self.expr(argument, ASSIGNMENT);
        }
        self.push(")");
    }

    /// Prints the arguments of a `va_list` builtin: expressions, and a name or type at the end.
    fn list_arguments(&mut self, list: &[Expr], said: &str) {
        self.push("(");
        for e in list {
            self.expr(e, ASSIGNMENT);
            self.push(", ");
        }
        self.push(said);
        self.push(")");
    }

    fn last_parameter(&self) -> String {
        let last = self.function.and_then(|function| {
            let n = function.parameters.checked_sub(1)?;
            function.locals.get(n as usize)
        });
        last.map_or("?".to_owned(), |local| local.name.clone())
    }

    fn member(&mut self, record: Type, n: u32) {
        let program = self.program;
        let Some(TypeKind::Record(id)) = program.types.get(record) else {
            return self.push("?");
        };
        let record = program.records.get(id.index());
        let field = record.and_then(|record| record.fields.get(n as usize));
        self.push(field.and_then(|f| f.name.as_deref()).unwrap_or("?"));
    }

    /// Prints the initial value of an object of this type.
    pub(super) fn init(&mut self, ty: Type, init: &Init) {
        match init {
            Init::Expr(e) => self.expr(e, ASSIGNMENT),
            Init::List(items) => self.list(ty, items),
        }
    }

    fn list(&mut self, ty: Type, items: &[InitItem]) {
        let mut next = self.first_part(ty);
        self.push("{");
        for (n, item) in items.iter().enumerate() {
            if n > 0 {
                self.push(", ");
            }
            let part = item.designator.unwrap_or(next);
            if item.designator.is_some() {
                self.designator(ty, part);
            }
            self.init(self.part_type(ty, part), &item.value);
            next = self.part_after(ty, part);
        }
        self.push("}");
    }

    fn designator(&mut self, ty: Type, part: u64) {
        if let Some(TypeKind::Record(_)) = self.program.types.get(ty) {
            self.push(".");
            self.member(ty, u32::try_from(part).unwrap_or(u32::MAX));
            self.push(" = ");
        } else {
            self.push(&format!("[{part}] = "));
        }
    }

    fn first_part(&self, ty: Type) -> u64 {
        self.named_part(ty, 0)
    }

    fn part_after(&self, ty: Type, part: u64) -> u64 {
        self.named_part(ty, part.saturating_add(1))
    }

    /// The first part from `part` on that can be initialised.
    fn named_part(&self, ty: Type, part: u64) -> u64 {
        crate::parts::named_part(self.program, ty, part)
    }

    /// The type of a part; `int` if there is no such part.
    fn part_type(&self, ty: Type, part: u64) -> Type {
        crate::parts::part_type(self.program, ty, part).unwrap_or(Types::INT)
    }
}

/// The precedence of a binary operator.
pub(crate) fn of_operator(op: BinOp) -> u8 {
    match op {
        BinOp::Mul | BinOp::Div | BinOp::Rem => PRODUCT,
        BinOp::Add | BinOp::Sub => SUM,
        BinOp::Shl | BinOp::Shr => SHIFT,
        BinOp::Lt | BinOp::Gt | BinOp::Le | BinOp::Ge => RELATION,
        BinOp::Eq | BinOp::Ne => EQUALITY,
        BinOp::And => AND,
        BinOp::Xor => XOR,
        BinOp::Or => OR,
    }
}
