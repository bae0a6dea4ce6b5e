//! Literals of floats: bits of a type from any form in which LLVM writes them, and back.

use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::ppc::DoubleDouble;
use rustc_apfloat::{Float, FloatConvert, Round};

use crate::syntax::FloatKind;

impl FloatKind {
    /// The number of bits.
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::Half | FloatKind::BFloat => 16,
            FloatKind::Float => 32,
            FloatKind::Double => 64,
            FloatKind::X86Fp80 => 80,
            FloatKind::Fp128 | FloatKind::PpcFp128 => 128,
        }
    }
}

/// The bits of a literal of this type; none if the literal is not of the type.
pub fn bits(kind: FloatKind, text: &str) -> Option<u128> {
    let hex = |digits: &str| u128::from_str_radix(digits, 16).ok();
    if let Some(digits) = text.strip_prefix("f0x") {
        let is_whole = digits.len() as u32 * 4 == kind.bits();
        return hex(digits).filter(|_| is_whole);
    }
    if let Some(digits) = text.strip_prefix("0x") {
        let long = |digits: &str| {
            // The low half comes first.
            match digits.split_at_checked(16) {
                // Digits behind the last are skipped, as LLVM does.
                Some((low, high)) => {
                    let high = high.get(..16).unwrap_or(high);
                    Some(hex(&format!("0{high}"))? << 64 | hex(low)?)
                }
                None => hex(digits),
            }
        };
        let (first, rest) = digits.split_at_checked(1)?;
        return match (first, kind) {
            ("H", FloatKind::Half) | ("R", FloatKind::BFloat) if rest.len() <= 4 => hex(rest),
            ("K", FloatKind::X86Fp80) if rest.len() <= 20 => hex(rest),
            ("L", FloatKind::Fp128) | ("M", FloatKind::PpcFp128) => long(rest),
            ("H" | "R" | "K" | "L" | "M", _) => None,
            _ if digits.contains(['.', 'p']) => parsed(kind, text),
            _ => from_double(kind, hex(digits).filter(|bits| *bits <= u64::MAX.into())?),
        };
    }
    let (sign, word) = match text.split_at_checked(1)? {
        ("-", word) => (1u128 << (kind.bits() - 1), word),
        ("+", word) => (0, word),
        _ => (0, text),
    };
    let exponent = infinity(kind);
    let payload = |word: &str, name: &str| {
        let digits = word.strip_prefix(name)?.strip_prefix("(0x")?;
        hex(digits.strip_suffix(')')?)
    };
    let quiet = quiet_bit(kind);
    if word == "inf" {
        return Some(sign | exponent);
    }
    if word == "qnan" {
        return Some(sign | exponent | quiet);
    }
    if let Some(payload) = payload(word, "nan") {
        return Some(sign | exponent | quiet | payload);
    }
    if let Some(payload) = payload(word, "snan") {
        return Some(sign | exponent | payload);
    }
    parsed(kind, text)
}

/// The bits of infinity.
fn infinity(kind: FloatKind) -> u128 {
    match kind {
        FloatKind::Half => Half::INFINITY.to_bits(),
        FloatKind::BFloat => BFloat::INFINITY.to_bits(),
        FloatKind::Float => Single::INFINITY.to_bits(),
        FloatKind::Double => Double::INFINITY.to_bits(),
        FloatKind::X86Fp80 => X87DoubleExtended::INFINITY.to_bits(),
        FloatKind::Fp128 => Quad::INFINITY.to_bits(),
        FloatKind::PpcFp128 => DoubleDouble::INFINITY.to_bits(),
    }
}

/// The bit that tells quiet NaNs from signalling ones.
fn quiet_bit(kind: FloatKind) -> u128 {
    match kind {
        FloatKind::Half => 1 << 9,
        FloatKind::BFloat => 1 << 6,
        FloatKind::Float => 1 << 22,
        FloatKind::Double | FloatKind::PpcFp128 => 1 << 51,
        FloatKind::X86Fp80 => 1 << 62,
        FloatKind::Fp128 => 1 << 111,
    }
}

/// A decimal or hexadecimal number, rounded to the nearest.
fn parsed(kind: FloatKind, text: &str) -> Option<u128> {
    fn read<F: Float>(text: &str) -> Option<u128> {
        let read = F::from_str_r(text, Round::NearestTiesToEven).ok()?;
        Some(read.value.to_bits())
    }
    // Words such as `infinity` would be read too.
    let digits = text.trim_start_matches(['+', '-']);
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    match kind {
        FloatKind::Half => read::<Half>(text),
        FloatKind::BFloat => read::<BFloat>(text),
        FloatKind::Float => read::<Single>(text),
        FloatKind::Double => read::<Double>(text),
        FloatKind::X86Fp80 => read::<X87DoubleExtended>(text),
        FloatKind::Fp128 => read::<Quad>(text),
        FloatKind::PpcFp128 => read::<DoubleDouble>(text),
    }
}

/// A value that is written as the bits of a double. It must not lose anything but bits of a NaN.
fn from_double(kind: FloatKind, bits: u128) -> Option<u128> {
    fn convert<F: Float>(bits: u128, quiet: u128) -> Option<u128>
    where
        Double: FloatConvert<F>,
    {
        let double = Double::from_bits(bits);
        let mut loses = false;
        let converted: F = double.convert(&mut loses).value;
        let bits = converted.to_bits();
        match double.is_nan() {
            // Converting makes a signalling NaN quiet.
            true if double.is_signaling() => {
                let payload = bits & (quiet - 1);
                let payload = if payload == 0 { quiet >> 1 } else { payload };
                Some(bits & !(2 * quiet - 1) | payload)
            }
            true => Some(bits),
            false => (!loses).then_some(bits),
        }
    }
    let quiet = quiet_bit(kind);
    match kind {
        FloatKind::Half => convert::<Half>(bits, quiet),
        FloatKind::BFloat => convert::<BFloat>(bits, quiet),
        FloatKind::Float => convert::<Single>(bits, quiet),
        FloatKind::Double => Some(bits),
        FloatKind::X86Fp80 | FloatKind::Fp128 | FloatKind::PpcFp128 => None,
    }
}

/// The double that a value of a shorter type is written as.
fn to_double(kind: FloatKind, bits: u128) -> u64 {
    if kind == FloatKind::Double {
        return bits as u64;
    }
    // The payload of a NaN is not for arithmetic.
    let single = bits as u32;
    if single & 0x7fff_ffff > 0x7f80_0000 {
        let sign = u64::from(single >> 31) << 63;
        return sign | 0x7ff << 52 | u64::from(single & 0x7f_ffff) << 29;
    }
    let mut loses = false;
    let double: Double = Single::from_bits(bits).convert(&mut loses).value;
    double.to_bits() as u64
}

/// Appends a literal that every version of LLVM reads as a value of this type.
pub fn write(kind: FloatKind, bits: u128, out: &mut String) {
    use std::fmt::Write as _;
    let (low, high) = (bits as u64, (bits >> 64) as u64);
    // Writing to a string does not fail.
    let _ = match kind {
        FloatKind::Half => write!(out, "0xH{bits:04X}"),
        FloatKind::BFloat => write!(out, "0xR{bits:04X}"),
        FloatKind::X86Fp80 => write!(out, "0xK{:04X}{low:016X}", high & 0xffff),
        FloatKind::Fp128 => write!(out, "0xL{low:016X}{high:016X}"),
        FloatKind::PpcFp128 => write!(out, "0xM{low:016X}{high:016X}"),
        FloatKind::Float | FloatKind::Double => {
            let double = to_double(kind, bits);
            match decimal(f64::from_bits(double)) {
                Some(text) => write!(out, "{text}"),
                None => write!(out, "0x{double:016X}"),
            }
        }
    };
}

/// The decimal form that LLVM prints, if it is exact.
fn decimal(value: f64) -> Option<String> {
    let text = format!("{value:.6e}");
    let is_exact = text.parse::<f64>().ok()?.to_bits() == value.to_bits();
    let (digits, exponent) = text.split_once('e')?;
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(exponent) => ('-', exponent),
        None => ('+', exponent),
    };
    is_exact.then(|| format!("{digits}e{sign}{exponent:0>2}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_read() {
        let float = |text| bits(FloatKind::Float, text);
        let half = |text| bits(FloatKind::Half, text);
        assert_eq!(float("1.0"), Some(0x3f80_0000));
        assert_eq!(float("0x3FF0000000000000"), Some(0x3f80_0000));
        assert_eq!(float("0x3FB99999A0000000"), Some(0x3dcc_cccd));
        assert_eq!(float("0x3FB999999999999A"), None, "it is no float");
        assert_eq!(float("f0x3DCCCCCD"), Some(0x3dcc_cccd));
        assert_eq!(float("+inf"), Some(0x7f80_0000));
        assert_eq!(float("-qnan"), Some(0xffc0_0000));
        assert_eq!(float("+nan(0x1)"), Some(0x7fc0_0001));
        assert_eq!(float("+snan(0x1)"), Some(0x7f80_0001));
        assert_eq!(float("0x1.8p1"), Some(0x4040_0000));
        assert_eq!(float("0x7FF0000020000000"), Some(0x7f80_0001));
        assert_eq!(half("0xH3C00"), Some(0x3c00));
        assert_eq!(half("1.0e+00"), Some(0x3c00));
        assert_eq!(half("0xR3C00"), None);
        assert_eq!(
            bits(FloatKind::Fp128, "0xL00000000000000003FFF000000000000"),
            Some(0x3fff << 112)
        );
        assert_eq!(
            bits(FloatKind::X86Fp80, "0xK3FFF8000000000000000"),
            Some(0x3fff_8000_0000_0000_0000)
        );
        assert_eq!(float("infinity"), None);
    }

    #[test]
    fn what_is_written_is_read_again() {
        let check = |kind, value: u128, text: &str| {
            let mut written = String::new();
            write(kind, value, &mut written);
            assert_eq!(written, text);
            assert_eq!(bits(kind, &written), Some(value), "{written}");
        };
        check(FloatKind::Float, 0x3f80_0000, "1.000000e+00");
        check(FloatKind::Float, 0x3dcc_cccd, "0x3FB99999A0000000");
        check(FloatKind::Double, 0x3fb9_9999_9999_999a, "1.000000e-01");
        check(FloatKind::Double, 1, "4.940656e-324");
        check(
            FloatKind::Double,
            0x7ff0_0000_0000_0001,
            "0x7FF0000000000001",
        );
        check(FloatKind::Float, 0x7f80_0001, "0x7FF0000020000000");
        check(FloatKind::Float, 0xffc0_0000, "0xFFF8000000000000");
        check(FloatKind::Float, 0x8000_0000, "-0.000000e+00");
        check(FloatKind::BFloat, 0x3f80, "0xR3F80");
        check(FloatKind::Fp128, 1, "0xL00000000000000010000000000000000");
        check(
            FloatKind::X86Fp80,
            0x3fff << 64 | 1 << 63,
            "0xK3FFF8000000000000000",
        );
    }
}
