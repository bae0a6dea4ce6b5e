//! Intrinsics, as stable methods and functions of the standard library.
//!
//! Where there is none, the promise is expressed in another way: `unchecked_div` becomes a checked division whose result is
//! unwrapped unchecked.

use super::body::Writer;
use crate::print::Version;
use crate::syntax::{IntTy, Intrinsic, Operand, Ty, TyKind};

impl Writer<'_> {
    /// A call of an intrinsic with a result of type `ty`.
    pub(super) fn intrinsic(&mut self, intrinsic: Intrinsic, all: &[Operand], ty: Ty) -> String {
        let Some((x, rest)) = all.split_first() else {
            self.trouble = Some("an intrinsic without operands");
            return String::new();
        };
        let others: Vec<&Operand> = rest.iter().collect();
        if let Some(name) = method_name(intrinsic) {
            self.is_unsafe |= is_unsafe(intrinsic);
            return self.method(name, x, &others);
        }
        let in_order: Vec<String> = all.iter().map(|each| self.operand(each)).collect();
        let in_order = in_order.join(", ");
        match intrinsic {
            Intrinsic::Offset => match rest.first() {
                Some(count) => self.offset(x, count),
                None => self.missing(),
            },
            Intrinsic::PtrOffsetFromUnsigned => {
                self.is_unsafe = true;
                match self.version >= Version(87) {
                    true => self.method("offset_from_unsigned", x, &others),
                    false => format!("{} as usize", self.method("offset_from", x, &others)),
                }
            }
            Intrinsic::Copy => self.unsafe_call("std::ptr::copy", &in_order),
            Intrinsic::CopyNonoverlapping => {
                self.unsafe_call("std::ptr::copy_nonoverlapping", &in_order)
            }
            Intrinsic::WriteBytes => self.unsafe_call("std::ptr::write_bytes", &in_order),
            Intrinsic::CompareBytes => self.compare_bytes(all),
            Intrinsic::RawEq => self.raw_eq(x, &others),
            Intrinsic::Transmute => self.transmute(x, ty),
            Intrinsic::BlackBox => format!("std::hint::black_box({in_order})"),
            Intrinsic::CtlzNonzero | Intrinsic::CttzNonzero => {
                self.is_unsafe = true;
                let name = match intrinsic {
                    Intrinsic::CtlzNonzero => "leading_zeros",
                    _ => "trailing_zeros",
                };
                format!("std::num::NonZero::new_unchecked({in_order}).{name}()")
            }
            Intrinsic::UncheckedDiv | Intrinsic::UncheckedRem => {
                self.is_unsafe = true;
                let name = match intrinsic {
                    Intrinsic::UncheckedDiv => "checked_div",
                    _ => "checked_rem",
                };
                format!("{}.unwrap_unchecked()", self.method(name, x, &others))
            }
            Intrinsic::ExactDiv => {
                self.is_unsafe = true;
                let rest = self.method("checked_rem", x, &others);
                let result = self.method("checked_div", x, &others);
                format!(
                    "{{ std::hint::assert_unchecked({rest} == Some(0)); {result}.unwrap_unchecked() }}"
                )
            }
            Intrinsic::UncheckedShl | Intrinsic::UncheckedShr => {
                self.is_unsafe = true;
                let name = match intrinsic {
                    Intrinsic::UncheckedShl => "checked_shl",
                    _ => "checked_shr",
                };
                let Some(amount) = rest.first() else {
                    return self.missing();
                };
                let (x, amount) = (self.receiver(x), self.shift_amount(amount));
                format!("{x}.{name}({amount}).unwrap_unchecked()")
            }
            Intrinsic::FloatToIntUnchecked => {
                self.is_unsafe = true;
                let (x, ty) = (self.receiver(x), self.ty(ty));
                format!("{x}.to_int_unchecked::<{ty}>()")
            }
            _ => self.missing(),
        }
    }

    fn missing(&mut self) -> String {
        self.trouble = Some("an intrinsic that is not known");
        String::new()
    }

    fn unsafe_call(&mut self, name: &str, arguments: &str) -> String {
        self.is_unsafe = true;
        format!("{name}({arguments})")
    }

    /// `compare_bytes` as a comparison of slices of bytes. Only the sign of the result is specified.
    fn compare_bytes(&mut self, all: &[Operand]) -> String {
        let [x, y, count] = all else {
            return self.missing();
        };
        self.is_unsafe = true;
        let (x, y, count) = (self.operand(x), self.operand(y), self.operand(count));
        let slice = |pointer: &str| format!("std::slice::from_raw_parts({pointer}, {count})");
        format!("{}.cmp({}) as i32", slice(&x), slice(&y))
    }

    /// `raw_eq` as `==` of integers and arrays of them, and as a comparison of bytes for other types.
    fn raw_eq(&mut self, x: &Operand, others: &[&Operand]) -> String {
        let ([y], Some(ty)) = (others, self.operand_ty(x)) else {
            return self.missing();
        };
        let types = &self.program.types;
        let pointee = types.pointee(ty).unwrap_or(ty);
        let is_plain = match types.get(pointee) {
            Some(TyKind::Array(element, _)) => types.as_int(*element).is_some(),
            Some(TyKind::Int(_)) => true,
            _ => false,
        };
        let (x, y) = (self.operand(x), self.operand(y));
        if is_plain {
            return format!("*{x} == *{y}");
        }
        self.is_unsafe = true;
        let ty = self.ty(pointee);
        let bytes = |r: &str| {
            format!(
                "*(&raw const *{r}).cast::<[{}; size_of::<{ty}>()]>()",
                IntTy::U8.name()
            )
        };
        format!("{} == {}", bytes(&x), bytes(&y))
    }
}

/// The method with the semantics of an intrinsic, if there is one.
fn method_name(intrinsic: Intrinsic) -> Option<&'static str> {
    Some(match intrinsic {
        Intrinsic::ArithOffset => "wrapping_offset",
        Intrinsic::PtrOffsetFrom => "offset_from",
        Intrinsic::Bswap => "swap_bytes",
        Intrinsic::Bitreverse => "reverse_bits",
        Intrinsic::Ctpop => "count_ones",
        Intrinsic::Ctlz => "leading_zeros",
        Intrinsic::Cttz => "trailing_zeros",
        Intrinsic::RotateLeft => "rotate_left",
        Intrinsic::RotateRight => "rotate_right",
        Intrinsic::SaturatingAdd => "saturating_add",
        Intrinsic::SaturatingSub => "saturating_sub",
        Intrinsic::WrappingAdd => "wrapping_add",
        Intrinsic::WrappingSub => "wrapping_sub",
        Intrinsic::WrappingMul => "wrapping_mul",
        Intrinsic::UncheckedAdd => "unchecked_add",
        Intrinsic::UncheckedSub => "unchecked_sub",
        Intrinsic::UncheckedMul => "unchecked_mul",
        Intrinsic::AddWithOverflow => "overflowing_add",
        Intrinsic::SubWithOverflow => "overflowing_sub",
        Intrinsic::MulWithOverflow => "overflowing_mul",
        Intrinsic::Sqrt => "sqrt",
        Intrinsic::Abs => "abs",
        Intrinsic::Floor => "floor",
        Intrinsic::Ceil => "ceil",
        Intrinsic::Trunc => "trunc",
        Intrinsic::Round => "round",
        Intrinsic::RoundTiesEven => "round_ties_even",
        Intrinsic::Copysign => "copysign",
        Intrinsic::Fma => "mul_add",
        _ => return None,
    })
}

fn is_unsafe(intrinsic: Intrinsic) -> bool {
    matches!(
        intrinsic,
        Intrinsic::PtrOffsetFrom
            | Intrinsic::UncheckedAdd
            | Intrinsic::UncheckedSub
            | Intrinsic::UncheckedMul
    )
}
