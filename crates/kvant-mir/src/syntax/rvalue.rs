//! Rvalues: one operation each, as in MIR.

use super::{FnId, Mutability, Operand, Place, Ty};

/// Operators on one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnOp {
    /// `-x` of a signed integer, which wraps, or of a float.
    Neg,
    /// `!x` of an integer or a `bool`.
    Not,
}

/// Operators on two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl BinOp {
    /// Every operator.
    pub const ALL: [BinOp; 16] = [
        BinOp::Add,
        BinOp::Sub,
        BinOp::Mul,
        BinOp::Div,
        BinOp::Rem,
        BinOp::BitAnd,
        BinOp::BitOr,
        BinOp::BitXor,
        BinOp::Shl,
        BinOp::Shr,
        BinOp::Eq,
        BinOp::Ne,
        BinOp::Lt,
        BinOp::Le,
        BinOp::Gt,
        BinOp::Ge,
    ];

    /// The comparison operators.
    pub const COMPARISONS: [BinOp; 6] = [
        BinOp::Eq,
        BinOp::Ne,
        BinOp::Lt,
        BinOp::Le,
        BinOp::Gt,
        BinOp::Ge,
    ];

    /// The operator in Rust.
    pub const fn symbol(self) -> &'static str {
        match self {
            BinOp::Add => "+",
            BinOp::Sub => "-",
            BinOp::Mul => "*",
            BinOp::Div => "/",
            BinOp::Rem => "%",
            BinOp::BitAnd => "&",
            BinOp::BitOr => "|",
            BinOp::BitXor => "^",
            BinOp::Shl => "<<",
            BinOp::Shr => ">>",
            BinOp::Eq => "==",
            BinOp::Ne => "!=",
            BinOp::Lt => "<",
            BinOp::Le => "<=",
            BinOp::Gt => ">",
            BinOp::Ge => ">=",
        }
    }

    /// True for comparisons, whose result is always a `bool`.
    pub const fn is_comparison(self) -> bool {
        matches!(
            self,
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge
        )
    }

    /// True for shifts, whose right operand may have another type than the left one.
    pub const fn is_shift(self) -> bool {
        matches!(self, BinOp::Shl | BinOp::Shr)
    }

    /// True if the operator also takes two floats.
    pub const fn takes_float(self) -> bool {
        self.is_comparison()
            || matches!(
                self,
                BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem
            )
    }

    /// True if the operator also takes two `bool`s.
    pub const fn takes_bool(self) -> bool {
        self.is_comparison() || matches!(self, BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor)
    }
}

/// Operators that return an overflow flag too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum CheckedOp {
    Add,
    Sub,
    Mul,
}

impl CheckedOp {
    /// Every operator.
    pub const ALL: [CheckedOp; 3] = [CheckedOp::Add, CheckedOp::Sub, CheckedOp::Mul];

    /// The same operator without the flag.
    pub const fn wrapping(self) -> BinOp {
        match self {
            CheckedOp::Add => BinOp::Add,
            CheckedOp::Sub => BinOp::Sub,
            CheckedOp::Mul => BinOp::Mul,
        }
    }
}

/// The right side of an assignment.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Rvalue {
    /// The operand itself: a typed copy.
    Use(Operand),
    /// `-x`, `!x`.
    Unary(UnOp, Operand),
    /// `x + y` and so on; arithmetic wraps, shifts mask their amount.
    Binary(BinOp, Operand, Operand),
    /// `Checked(x + y)`: the wrapped result and an overflow flag.
    Checked(CheckedOp, Operand, Operand),
    /// `x as T` between integers and floats, from `bool` and `char` to integers, from `u8` to `char`, between raw pointers;
    /// `CastPtrToPtr(x)` if the pointee types contain references.
    Cast(Operand, Ty),
    /// `CastTransmute(x)`: the same bytes as another type of the same size. Both types have a known layout and contain no
    /// references.
    Transmute(Operand, Ty),
    /// `addr_of!(place)`, `addr_of_mut!(place)`.
    RawRef(Mutability, Place),
    /// `&place`, `&mut place`.
    Ref(Mutability, Place),
    /// `const { f as fn(A) -> R }`: a pointer to a function of the program.
    FnPointer(FnId),
    /// `Offset(p, n)`: the pointer advanced by `n` values, which must be in bounds; `n` is an `isize` or a `usize`.
    Offset(Operand, Operand),
    /// `Discriminant(place)` of an enum.
    Discriminant(Place),
    /// A tuple, array or struct from its parts, in declaration order. The unit value is a constant instead.
    Aggregate(Ty, Vec<Operand>),
    /// An enum of the variant with this number from its parts, in declaration order.
    Variant(Ty, u32, Vec<Operand>),
    /// A union of which the field with this number is written.
    Union(Ty, u32, Operand),
    /// `[x; N]`.
    Repeat(Operand, u64),
}

impl Rvalue {
    /// The operands, in order.
    #[inline]
    pub fn operands(&self) -> impl Iterator<Item = &Operand> + Clone {
        let (first, second, rest): (Option<&Operand>, Option<&Operand>, &[Operand]) = match self {
            Rvalue::Use(x)
            | Rvalue::Unary(_, x)
            | Rvalue::Cast(x, _)
            | Rvalue::Transmute(x, _)
            | Rvalue::Union(_, _, x)
            | Rvalue::Repeat(x, _) => (Some(x), None, &[]),
            Rvalue::Binary(_, x, y) | Rvalue::Checked(_, x, y) | Rvalue::Offset(x, y) => {
                (Some(x), Some(y), &[])
            }
            Rvalue::Aggregate(_, parts) | Rvalue::Variant(_, _, parts) => (None, None, parts),
            Rvalue::RawRef(..)
            | Rvalue::Ref(..)
            | Rvalue::FnPointer(_)
            | Rvalue::Discriminant(_) => (None, None, &[]),
        };
        first.into_iter().chain(second).chain(rest)
    }
}
