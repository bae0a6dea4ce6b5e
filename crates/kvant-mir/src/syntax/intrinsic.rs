//! The compiler's intrinsics: functions that are called by name and have no body.

/// An intrinsic. [`Intrinsic::signature`] describes its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Intrinsic {
    // Pointers.
    Offset,
    ArithOffset,
    PtrOffsetFrom,
    PtrOffsetFromUnsigned,
    // Memory.
    Copy,
    CopyNonoverlapping,
    WriteBytes,
    CompareBytes,
    RawEq,
    // Values of any type.
    Transmute,
    BlackBox,
    // Bits.
    Bswap,
    Bitreverse,
    Ctpop,
    Ctlz,
    Cttz,
    CtlzNonzero,
    CttzNonzero,
    RotateLeft,
    RotateRight,
    // Integer arithmetic.
    SaturatingAdd,
    SaturatingSub,
    WrappingAdd,
    WrappingSub,
    WrappingMul,
    UncheckedAdd,
    UncheckedSub,
    UncheckedMul,
    UncheckedDiv,
    UncheckedRem,
    ExactDiv,
    UncheckedShl,
    UncheckedShr,
    AddWithOverflow,
    SubWithOverflow,
    MulWithOverflow,
    // Floats.
    Sqrt,
    Abs,
    Floor,
    Ceil,
    Trunc,
    Round,
    RoundTiesEven,
    Copysign,
    Fma,
    FloatToIntUnchecked,
}

/// The types of the operands and the result of an intrinsic. `T` and `U` stand for any type of the kind named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signature {
    /// `(*const T, isize) -> *const T`; `offset` takes a `*mut T` and a `usize` too.
    PointerAndCount,
    /// `(*const T, *const T) -> isize`, or `usize` for the unsigned one.
    PointerDifference,
    /// `(*const T, *mut T, usize) -> ()`.
    CopyMemory,
    /// `(*mut T, u8, usize) -> ()`.
    FillMemory,
    /// `(*const u8, *const u8, usize) -> i32`.
    CompareMemory,
    /// `(&T, &T) -> bool`.
    CompareReferents,
    /// `(T) -> U` of one size.
    AnyToAny,
    /// `(T) -> T`.
    Any,
    /// `(T) -> T` of integers.
    Int,
    /// `(T) -> u32` of integers.
    CountBits,
    /// `(T, u32) -> T` of unsigned integers.
    Rotate,
    /// `(T, T) -> T` of integers.
    TwoInts,
    /// `(T, U) -> T` of integers.
    Shift,
    /// `(T, T) -> (T, bool)` of integers.
    Overflowing,
    /// `(T) -> T` of floats.
    Float,
    /// `(T, T) -> T` of floats.
    TwoFloats,
    /// `(T, T, T) -> T` of floats.
    ThreeFloats,
    /// `(T) -> U` of a float and an integer.
    FloatToInt,
}

impl Intrinsic {
    /// Every intrinsic.
    pub const ALL: [Intrinsic; 46] = [
        Intrinsic::Offset,
        Intrinsic::ArithOffset,
        Intrinsic::PtrOffsetFrom,
        Intrinsic::PtrOffsetFromUnsigned,
        Intrinsic::Copy,
        Intrinsic::CopyNonoverlapping,
        Intrinsic::WriteBytes,
        Intrinsic::CompareBytes,
        Intrinsic::RawEq,
        Intrinsic::Transmute,
        Intrinsic::BlackBox,
        Intrinsic::Bswap,
        Intrinsic::Bitreverse,
        Intrinsic::Ctpop,
        Intrinsic::Ctlz,
        Intrinsic::Cttz,
        Intrinsic::CtlzNonzero,
        Intrinsic::CttzNonzero,
        Intrinsic::RotateLeft,
        Intrinsic::RotateRight,
        Intrinsic::SaturatingAdd,
        Intrinsic::SaturatingSub,
        Intrinsic::WrappingAdd,
        Intrinsic::WrappingSub,
        Intrinsic::WrappingMul,
        Intrinsic::UncheckedAdd,
        Intrinsic::UncheckedSub,
        Intrinsic::UncheckedMul,
        Intrinsic::UncheckedDiv,
        Intrinsic::UncheckedRem,
        Intrinsic::ExactDiv,
        Intrinsic::UncheckedShl,
        Intrinsic::UncheckedShr,
        Intrinsic::AddWithOverflow,
        Intrinsic::SubWithOverflow,
        Intrinsic::MulWithOverflow,
        Intrinsic::Sqrt,
        Intrinsic::Abs,
        Intrinsic::Floor,
        Intrinsic::Ceil,
        Intrinsic::Trunc,
        Intrinsic::Round,
        Intrinsic::RoundTiesEven,
        Intrinsic::Copysign,
        Intrinsic::Fma,
        Intrinsic::FloatToIntUnchecked,
    ];

    /// The types of its operands and its result.
    pub const fn signature(self) -> Signature {
        match self {
            Intrinsic::Offset | Intrinsic::ArithOffset => Signature::PointerAndCount,
            Intrinsic::PtrOffsetFrom | Intrinsic::PtrOffsetFromUnsigned => {
                Signature::PointerDifference
            }
            Intrinsic::Copy | Intrinsic::CopyNonoverlapping => Signature::CopyMemory,
            Intrinsic::WriteBytes => Signature::FillMemory,
            Intrinsic::CompareBytes => Signature::CompareMemory,
            Intrinsic::RawEq => Signature::CompareReferents,
            Intrinsic::Transmute => Signature::AnyToAny,
            Intrinsic::BlackBox => Signature::Any,
            Intrinsic::Bswap | Intrinsic::Bitreverse => Signature::Int,
            Intrinsic::Ctpop
            | Intrinsic::Ctlz
            | Intrinsic::Cttz
            | Intrinsic::CtlzNonzero
            | Intrinsic::CttzNonzero => Signature::CountBits,
            Intrinsic::RotateLeft | Intrinsic::RotateRight => Signature::Rotate,
            Intrinsic::SaturatingAdd
            | Intrinsic::SaturatingSub
            | Intrinsic::WrappingAdd
            | Intrinsic::WrappingSub
            | Intrinsic::WrappingMul
            | Intrinsic::UncheckedAdd
            | Intrinsic::UncheckedSub
            | Intrinsic::UncheckedMul
            | Intrinsic::UncheckedDiv
            | Intrinsic::UncheckedRem
            | Intrinsic::ExactDiv => Signature::TwoInts,
            Intrinsic::UncheckedShl | Intrinsic::UncheckedShr => Signature::Shift,
            Intrinsic::AddWithOverflow
            | Intrinsic::SubWithOverflow
            | Intrinsic::MulWithOverflow => Signature::Overflowing,
            Intrinsic::Sqrt
            | Intrinsic::Abs
            | Intrinsic::Floor
            | Intrinsic::Ceil
            | Intrinsic::Trunc
            | Intrinsic::Round
            | Intrinsic::RoundTiesEven => Signature::Float,
            Intrinsic::Copysign => Signature::TwoFloats,
            Intrinsic::Fma => Signature::ThreeFloats,
            Intrinsic::FloatToIntUnchecked => Signature::FloatToInt,
        }
    }

    /// The number of its operands.
    pub const fn arity(self) -> usize {
        match self.signature() {
            Signature::AnyToAny
            | Signature::Any
            | Signature::Int
            | Signature::CountBits
            | Signature::Float
            | Signature::FloatToInt => 1,
            Signature::PointerAndCount
            | Signature::PointerDifference
            | Signature::CompareReferents
            | Signature::Rotate
            | Signature::TwoInts
            | Signature::Shift
            | Signature::Overflowing
            | Signature::TwoFloats => 2,
            Signature::CopyMemory
            | Signature::FillMemory
            | Signature::CompareMemory
            | Signature::ThreeFloats => 3,
        }
    }
}
