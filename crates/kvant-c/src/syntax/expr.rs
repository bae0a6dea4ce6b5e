//! Expressions.

use super::{EnumId, FnId, GlobalId, LocalId, Type};

/// An expression and its type, before array, function and lvalue conversions.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// The operator or constant, with its operands.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
}

/// The kinds of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// An integer constant: the value's bits in the expression's type, zero-extended. Negative ones and those of types that
    /// have no constants are printed as a cast of one.
    Int(u128),
    /// A floating constant, in the expression's type, never a NaN.
    Float(f64),
    /// A string literal: an array of `char`. The bytes do not include the final zero.
    Str(Vec<u8>),
    /// An enumeration constant: the enumeration and the position in it. Its type is `int`.
    EnumConst(EnumId, u32),
    /// A variable of the function.
    Local(LocalId),
    /// A variable of the program.
    Global(GlobalId),
    /// A function, by its name.
    Function(FnId),
    /// `+e`, `-e`, `~e`, `!e`.
    Unary(UnaryOp, Box<Expr>),
    /// `*e`.
    Deref(Box<Expr>),
    /// `&e`.
    AddrOf(Box<Expr>),
    /// `e.f`, by the field's position in its record.
    Member(Box<Expr>, u32),
    /// `e->f`.
    Arrow(Box<Expr>, u32),
    /// `a[i]`: a pointer or an array, and an integer.
    Index(Box<Expr>, Box<Expr>),
    /// Arithmetic, bits, shifts and comparisons.
    Binary(BinOp, Box<Expr>, Box<Expr>),
    /// `&&` and `||`.
    Logical(LogicalOp, Box<Expr>, Box<Expr>),
    /// `a = b`, for anything that can be assigned, structs included.
    Assign(Box<Expr>, Box<Expr>),
    /// `a += b` and the like, never a comparison.
    AssignOp(BinOp, Box<Expr>, Box<Expr>),
    /// `++e`, `e--` and the like.
    Step(Step, Box<Expr>),
    /// `c ? a : b`.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `a, b`.
    Comma(Box<Expr>, Box<Expr>),
    /// `(T)e`, with the expression's type as `T`, which may be `void`.
    Cast(Box<Expr>),
    /// `sizeof(T)`, of type `size_t`.
    SizeofType(Type),
    /// `sizeof e`, which does not evaluate `e`.
    SizeofExpr(Box<Expr>),
    /// `_Alignof(T)`.
    AlignofType(Type),
    /// A call: of a function by its name, or through a pointer.
    Call(Box<Expr>, Vec<Expr>),
    /// A call of a builtin or library function.
    Builtin(Builtin, Vec<Expr>),
    /// `(T){…}`: an unnamed object with the lifetime of the block around it.
    Compound(Box<Init>),
    /// `({ … e; })` of GCC: the expressions are executed in order, and the last one is the value.
    StmtExpr(Vec<Expr>),
}

/// The operands of an expression, by reference or by mutable reference.
macro_rules! operands {
    ($kind:expr, $one:ty, $list:ty) => {{
        let (boxed, listed): ([Option<$one>; 3], $list) = match $kind {
            ExprKind::Unary(_, e)
            | ExprKind::Deref(e)
            | ExprKind::AddrOf(e)
            | ExprKind::Member(e, _)
            | ExprKind::Arrow(e, _)
            | ExprKind::Step(_, e)
            | ExprKind::Cast(e)
            | ExprKind::SizeofExpr(e) => ([Some(e), None, None], Default::default()),
            ExprKind::Index(a, b)
            | ExprKind::Binary(_, a, b)
            | ExprKind::Logical(_, a, b)
            | ExprKind::Assign(a, b)
            | ExprKind::AssignOp(_, a, b)
            | ExprKind::Comma(a, b) => ([Some(a), Some(b), None], Default::default()),
            ExprKind::Conditional(a, b, c) => ([Some(a), Some(b), Some(c)], Default::default()),
            ExprKind::Call(callee, arguments) => ([Some(callee), None, None], arguments),
            ExprKind::Builtin(_, list) | ExprKind::StmtExpr(list) => ([None, None, None], list),
            _ => Default::default(),
        };
        boxed.into_iter().flatten().chain(listed)
    }};
}

impl Expr {
    /// Its operands, in the order in which they are written. Those of initial values are not among them.
    pub fn operands(&self) -> impl Iterator<Item = &Expr> {
        operands!(&self.kind, &Expr, &[Expr])
    }

    /// The same, to be edited. An edit keeps the type of the operand.
    pub fn operands_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        operands!(&mut self.kind, &mut Expr, &mut [Expr])
    }
}

/// Unary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum UnaryOp {
    Plus,
    Neg,
    Not,
    LogicalNot,
}

impl UnaryOp {
    /// All of them.
    pub const ALL: [UnaryOp; 4] = [
        UnaryOp::Plus,
        UnaryOp::Neg,
        UnaryOp::Not,
        UnaryOp::LogicalNot,
    ];

    /// The operator's text.
    pub const fn symbol(self) -> &'static str {
        match self {
            UnaryOp::Plus => "+",
            UnaryOp::Neg => "-",
            UnaryOp::Not => "~",
            UnaryOp::LogicalNot => "!",
        }
    }
}

/// Binary operators that evaluate both operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    And,
    Or,
    Xor,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
}

impl BinOp {
    /// All of them.
    pub const ALL: [BinOp; 16] = [
        BinOp::Add,
        BinOp::Sub,
        BinOp::Mul,
        BinOp::Div,
        BinOp::Rem,
        BinOp::Shl,
        BinOp::Shr,
        BinOp::And,
        BinOp::Or,
        BinOp::Xor,
        BinOp::Lt,
        BinOp::Gt,
        BinOp::Le,
        BinOp::Ge,
        BinOp::Eq,
        BinOp::Ne,
    ];

    /// The operator's text.
    pub const fn symbol(self) -> &'static str {
        match self {
            BinOp::Add => "+",
            BinOp::Sub => "-",
            BinOp::Mul => "*",
            BinOp::Div => "/",
            BinOp::Rem => "%",
            BinOp::Shl => "<<",
            BinOp::Shr => ">>",
            BinOp::And => "&",
            BinOp::Or => "|",
            BinOp::Xor => "^",
            BinOp::Lt => "<",
            BinOp::Gt => ">",
            BinOp::Le => "<=",
            BinOp::Ge => ">=",
            BinOp::Eq => "==",
            BinOp::Ne => "!=",
        }
    }

    /// True for comparisons, whose result is an `int`, 0 or 1.
    pub const fn is_comparison(self) -> bool {
        matches!(
            self,
            BinOp::Lt | BinOp::Gt | BinOp::Le | BinOp::Ge | BinOp::Eq | BinOp::Ne
        )
    }

    /// True if both operands have to be integers.
    pub const fn is_integral(self) -> bool {
        matches!(
            self,
            BinOp::Rem | BinOp::Shl | BinOp::Shr | BinOp::And | BinOp::Or | BinOp::Xor
        )
    }

    /// True for shifts: the type of the result is that of the left operand alone.
    pub const fn is_shift(self) -> bool {
        matches!(self, BinOp::Shl | BinOp::Shr)
    }
}

/// The binary operators that may skip their second operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum LogicalOp {
    And,
    Or,
}

/// The four operators that add or subtract one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Step {
    PreInc,
    PreDec,
    PostInc,
    PostDec,
}

/// Builtins and library functions. Prototypes are in [`typing`](crate::typing).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Builtin {
    Malloc,
    Calloc,
    Realloc,
    Free,
    Memcpy,
    Memmove,
    Memset,
    Memcmp,
    Abs,
    /// `__builtin_clz` and related builtins; the suffix is the type: none, `l`, `ll`.
    Clz,
    Clzll,
    Ctz,
    Ctzll,
    Popcount,
    Popcountll,
    Bswap16,
    Bswap32,
    Bswap64,
    /// `__builtin_add_overflow(a, b, &r)` and related builtins, for any integer types.
    AddOverflow,
    SubOverflow,
    MulOverflow,
    /// `__builtin_expect(e, c)`, in `long`.
    Expect,
    /// `__builtin_unreachable()`.
    Unreachable,
    /// `__builtin_va_start(ap, last)`. The last parameter is not among its operands: there is only one.
    VaStart,
    /// `__builtin_va_arg(ap, type)`: the type is that of the expression.
    VaArg,
    /// `__builtin_va_end(ap)`.
    VaEnd,
}

impl Builtin {
    /// All of them.
    pub const ALL: [Builtin; 26] = [
        Builtin::Malloc,
        Builtin::Calloc,
        Builtin::Realloc,
        Builtin::Free,
        Builtin::Memcpy,
        Builtin::Memmove,
        Builtin::Memset,
        Builtin::Memcmp,
        Builtin::Abs,
        Builtin::Clz,
        Builtin::Clzll,
        Builtin::Ctz,
        Builtin::Ctzll,
        Builtin::Popcount,
        Builtin::Popcountll,
        Builtin::Bswap16,
        Builtin::Bswap32,
        Builtin::Bswap64,
        Builtin::AddOverflow,
        Builtin::SubOverflow,
        Builtin::MulOverflow,
        Builtin::Expect,
        Builtin::Unreachable,
        Builtin::VaStart,
        Builtin::VaArg,
        Builtin::VaEnd,
    ];

    /// The name by which it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Builtin::Malloc => "malloc",
            Builtin::Calloc => "calloc",
            Builtin::Realloc => "realloc",
            Builtin::Free => "free",
            Builtin::Memcpy => "memcpy",
            Builtin::Memmove => "memmove",
            Builtin::Memset => "memset",
            Builtin::Memcmp => "memcmp",
            Builtin::Abs => "abs",
            Builtin::Clz => "__builtin_clz",
            Builtin::Clzll => "__builtin_clzll",
            Builtin::Ctz => "__builtin_ctz",
            Builtin::Ctzll => "__builtin_ctzll",
            Builtin::Popcount => "__builtin_popcount",
            Builtin::Popcountll => "__builtin_popcountll",
            Builtin::Bswap16 => "__builtin_bswap16",
            Builtin::Bswap32 => "__builtin_bswap32",
            Builtin::Bswap64 => "__builtin_bswap64",
            Builtin::AddOverflow => "__builtin_add_overflow",
            Builtin::SubOverflow => "__builtin_sub_overflow",
            Builtin::MulOverflow => "__builtin_mul_overflow",
            Builtin::Expect => "__builtin_expect",
            Builtin::Unreachable => "__builtin_unreachable",
            Builtin::VaStart => "__builtin_va_start",
            Builtin::VaArg => "__builtin_va_arg",
            Builtin::VaEnd => "__builtin_va_end",
        }
    }
}

/// The initial value of an object.
#[derive(Clone, Debug, PartialEq)]
pub enum Init {
    /// A value of the object's type, or one that is converted to it. For an array of `char` this may be a string literal.
    Expr(Expr),
    /// The parts of an array, struct or union; a part that is itself one of these has its own braces. Other parts are zero.
    List(Vec<InitItem>),
}

/// One part of an initialiser list.
#[derive(Clone, Debug, PartialEq)]
pub struct InitItem {
    /// The element or field, where it is named: `[3] =`, `.f2 =`. Otherwise it is the one after the last, or the first. Unnamed
    /// fields are not counted.
    pub designator: Option<u64>,
    /// The part's initial value.
    pub value: Init,
}
