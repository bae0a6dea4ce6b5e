//! Differences between the versions of `rustc`: the names of intrinsics, and the features for their evaluation at compile time.
//! Nothing else in the text depends on the version.
//!
//! The rows were tested with 1.85, 1.95, 1.96 and 1.97. Names that changed between 1.85 and 1.95 have the version in which
//! the change was merged.

use crate::syntax::{FloatTy, Intrinsic};

/// The version of `rustc` that a text is for: the second number of `1.x`. Only the text depends on it; a program is the same
/// for all versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version(pub u32);

impl Version {
    /// The oldest version that accepts every program.
    pub const OLDEST: Version = Version(85);

    /// The newest known version. Texts for later ones are the same.
    pub const NEWEST: Version = Version(98);
}

/// The name of an intrinsic.
#[derive(Clone, Copy)]
enum Name {
    /// The same for all types.
    Same(&'static str),
    /// A different one for each float type: this name, followed by `32` or `64`.
    OfFloat(&'static str),
}

use Name::{OfFloat, Same};

/// The version of names that precede all versions of this table.
const EVER: Version = Version(0);

/// The names of each intrinsic with the version that introduced them, the latest name last.
const NAMES: [(Intrinsic, Version, Name); 49] = [
    (Intrinsic::Offset, EVER, Same("offset")),
    (Intrinsic::ArithOffset, EVER, Same("arith_offset")),
    (Intrinsic::PtrOffsetFrom, EVER, Same("ptr_offset_from")),
    (
        Intrinsic::PtrOffsetFromUnsigned,
        EVER,
        Same("ptr_offset_from_unsigned"),
    ),
    (Intrinsic::Copy, EVER, Same("copy")),
    (
        Intrinsic::CopyNonoverlapping,
        EVER,
        Same("copy_nonoverlapping"),
    ),
    (Intrinsic::WriteBytes, EVER, Same("write_bytes")),
    (Intrinsic::CompareBytes, EVER, Same("compare_bytes")),
    (Intrinsic::RawEq, EVER, Same("raw_eq")),
    (Intrinsic::Transmute, EVER, Same("transmute")),
    (Intrinsic::BlackBox, EVER, Same("black_box")),
    (Intrinsic::Bswap, EVER, Same("bswap")),
    (Intrinsic::Bitreverse, EVER, Same("bitreverse")),
    (Intrinsic::Ctpop, EVER, Same("ctpop")),
    (Intrinsic::Ctlz, EVER, Same("ctlz")),
    (Intrinsic::Cttz, EVER, Same("cttz")),
    (Intrinsic::CtlzNonzero, EVER, Same("ctlz_nonzero")),
    (Intrinsic::CttzNonzero, EVER, Same("cttz_nonzero")),
    (Intrinsic::RotateLeft, EVER, Same("rotate_left")),
    (Intrinsic::RotateRight, EVER, Same("rotate_right")),
    (Intrinsic::SaturatingAdd, EVER, Same("saturating_add")),
    (Intrinsic::SaturatingSub, EVER, Same("saturating_sub")),
    (Intrinsic::WrappingAdd, EVER, Same("wrapping_add")),
    (Intrinsic::WrappingSub, EVER, Same("wrapping_sub")),
    (Intrinsic::WrappingMul, EVER, Same("wrapping_mul")),
    (Intrinsic::UncheckedAdd, EVER, Same("unchecked_add")),
    (Intrinsic::UncheckedSub, EVER, Same("unchecked_sub")),
    (Intrinsic::UncheckedMul, EVER, Same("unchecked_mul")),
    (Intrinsic::UncheckedDiv, EVER, Same("unchecked_div")),
    (Intrinsic::UncheckedRem, EVER, Same("unchecked_rem")),
    (Intrinsic::ExactDiv, EVER, Same("exact_div")),
    (Intrinsic::UncheckedShl, EVER, Same("unchecked_shl")),
    (Intrinsic::UncheckedShr, EVER, Same("unchecked_shr")),
    (Intrinsic::AddWithOverflow, EVER, Same("add_with_overflow")),
    (Intrinsic::SubWithOverflow, EVER, Same("sub_with_overflow")),
    (Intrinsic::MulWithOverflow, EVER, Same("mul_with_overflow")),
    (Intrinsic::Sqrt, EVER, OfFloat("sqrtf")),
    (Intrinsic::Abs, EVER, OfFloat("fabsf")),
    (Intrinsic::Abs, Version(96), Same("fabs")),
    (Intrinsic::Floor, EVER, OfFloat("floorf")),
    (Intrinsic::Ceil, EVER, OfFloat("ceilf")),
    (Intrinsic::Trunc, EVER, OfFloat("truncf")),
    (Intrinsic::Round, EVER, OfFloat("roundf")),
    // Two old names with the same meaning.
    (Intrinsic::RoundTiesEven, EVER, OfFloat("nearbyintf")),
    (Intrinsic::RoundTiesEven, EVER, OfFloat("rintf")),
    (
        Intrinsic::RoundTiesEven,
        Version(87),
        OfFloat("round_ties_even_f"),
    ),
    (Intrinsic::Copysign, EVER, OfFloat("copysignf")),
    (Intrinsic::Fma, EVER, OfFloat("fmaf")),
    (
        Intrinsic::FloatToIntUnchecked,
        EVER,
        Same("float_to_int_unchecked"),
    ),
];

/// The feature that a program must enable to evaluate an intrinsic at compile time, and the version that introduced it. In
/// earlier versions the feature is an error.
///
/// The interpreter does not support `Sqrt` and `FloatToIntUnchecked` in any version, and `Floor`, `Ceil`, `Trunc`, `Round`,
/// `RoundTiesEven` and `Fma` in 1.85; no feature enables them.
const FEATURES: [(Intrinsic, Version, &str); 3] = [
    (Intrinsic::CompareBytes, Version(95), "const_cmp"),
    (Intrinsic::RotateLeft, Version(86), "const_trait_impl"),
    (Intrinsic::RotateRight, Version(86), "const_trait_impl"),
];

/// Appends the name that `intrinsic` has in `version`, for operands of type `float` if they are floats.
pub(super) fn name(
    intrinsic: Intrinsic,
    float: Option<FloatTy>,
    version: Version,
    out: &mut String,
) {
    let known = |row: &&(Intrinsic, Version, Name)| row.0 == intrinsic && row.1 <= version;
    match (NAMES.iter().rev().find(known), float) {
        (Some((_, _, Same(name))), _) => out.push_str(name),
        (Some((_, _, OfFloat(name))), _) => {
            out.push_str(name);
            out.push_str(float.map_or("", bits));
        }
        (None, _) => out.push_str("no_such_intrinsic"),
    }
}

/// The intrinsic that is called `name` in some version, and the type of its operands if the name contains it.
pub(crate) fn intrinsic(name: &str) -> Option<(Intrinsic, Option<FloatTy>)> {
    NAMES.iter().find_map(|(intrinsic, _, known)| match known {
        Same(known) => (*known == name).then_some((*intrinsic, None)),
        OfFloat(known) => {
            let rest = name.strip_prefix(known)?;
            let float = FloatTy::ALL.into_iter().find(|ty| bits(*ty) == rest)?;
            Some((*intrinsic, Some(float)))
        }
    })
}

/// The features for evaluating these intrinsics in `version`, each once.
pub(super) fn features(
    intrinsics: impl Iterator<Item = Intrinsic>,
    version: Version,
) -> Vec<&'static str> {
    let mut features = Vec::new();
    for intrinsic in intrinsics {
        let needed = |row: &&(Intrinsic, Version, &str)| row.0 == intrinsic && row.1 <= version;
        for (_, _, feature) in FEATURES.iter().filter(needed) {
            if !features.contains(feature) {
                features.push(*feature);
            }
        }
    }
    features
}

/// The suffix of names of intrinsics for one float type.
fn bits(float: FloatTy) -> &'static str {
    match float {
        FloatTy::F32 => "32",
        FloatTy::F64 => "64",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn called(intrinsic: Intrinsic, float: Option<FloatTy>, version: u32) -> String {
        let mut out = String::new();
        name(intrinsic, float, Version(version), &mut out);
        out
    }

    #[test]
    fn every_intrinsic_has_a_name_in_every_version_that_is_read_back() {
        for version in Version::OLDEST.0..=Version::NEWEST.0 {
            for each in Intrinsic::ALL {
                for float in FloatTy::ALL {
                    let name = called(each, Some(float), version);
                    let (found, says) = intrinsic(&name).unwrap_or_else(|| panic!("{name}"));
                    assert_eq!(found, each, "{name}");
                    assert!(says.is_none_or(|ty| ty == float), "{name}");
                }
            }
        }
    }

    #[test]
    fn names_depend_on_the_version() {
        let single = Some(FloatTy::F32);
        assert_eq!(called(Intrinsic::Abs, single, 95), "fabsf32");
        assert_eq!(called(Intrinsic::Abs, single, 96), "fabs");
        assert_eq!(called(Intrinsic::RoundTiesEven, single, 85), "rintf32");
        let even = called(Intrinsic::RoundTiesEven, Some(FloatTy::F64), 98);
        assert_eq!(even, "round_ties_even_f64");
        assert_eq!(called(Intrinsic::Ctpop, None, 85), "ctpop");
    }

    #[test]
    fn unknown_names_are_no_intrinsics() {
        for name in [
            "", "sqrtf", "sqrtf16", "sqrtf128", "sqrt", "fabsf", "size_of",
        ] {
            assert_eq!(intrinsic(name), None, "{name}");
        }
    }

    #[test]
    fn features_are_named_once_and_where_they_are_known() {
        let both = || [Intrinsic::RotateLeft, Intrinsic::RotateRight].into_iter();
        assert_eq!(features(both(), Version(98)), ["const_trait_impl"]);
        let compare = || [Intrinsic::CompareBytes, Intrinsic::Ctpop].into_iter();
        assert_eq!(features(compare(), Version(95)), ["const_cmp"]);
        assert!(features(compare(), Version(85)).is_empty());
    }
}
