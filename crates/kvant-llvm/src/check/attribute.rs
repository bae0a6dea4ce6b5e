//! Attributes: their positions, their types, and pairs that exclude one another.

use super::{Checker, Rule, ensure, is_in};
use crate::syntax::{
    Attribute, DllStorage, FloatKind, Linkage, Preemption, Type, TypeKind, Types, UnnamedAddr,
    Visibility, is_known,
};

/// The position of an attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Position {
    Parameter,
    Result,
    Function,
    Call,
}

/// Words of parameters and results.
const OF_VALUES: &str = "align dereferenceable dereferenceable_or_null elementtype inreg noalias noext nofpclass \
     nonnull noundef range signext zeroext";

/// Words of parameters only.
const OF_PARAMETERS: &str = "allocalign allocptr byref byval captures dead_on_return dead_on_unwind immarg inalloca \
     initializes nest nocapture returned sret swiftasync swifterror \
     swiftself writable";

/// Words of parameters and functions. Functions have those about memory in texts before LLVM 16.
const OF_BOTH: &str = "nofree preallocated readnone readonly writeonly";

/// Words of a parameter or a function that exclude one another.
const PAIRS: [(&str, &str); 16] = [
    ("inalloca", "readonly"),
    ("sret", "returned"),
    ("zeroext", "signext"),
    ("readnone", "readonly"),
    ("readnone", "writeonly"),
    ("readonly", "writeonly"),
    ("writable", "readnone"),
    ("writable", "readonly"),
    ("noinline", "alwaysinline"),
    ("optsize", "optnone"),
    ("minsize", "optnone"),
    ("optdebug", "optnone"),
    ("optsize", "optdebug"),
    ("minsize", "optdebug"),
    ("sanitize_realtime", "sanitize_realtime_blocking"),
    ("aarch64_pstate_sm_enabled", "aarch64_pstate_sm_compatible"),
];

/// Attributes with a value that is one of a few.
const VALUES: [(&str, &[&str]); 13] = [
    (
        "frame-pointer",
        &["all", "non-leaf", "none", "reserved", "non-leaf-no-reserve"],
    ),
    ("sign-return-address", &["none", "all", "non-leaf"]),
    ("sign-return-address-key", &["a_key", "b_key"]),
    ("branch-target-enforcement", &["", "true", "false"]),
    ("branch-protection-pauth-lr", &["", "true", "false"]),
    ("guarded-control-stack", &["", "true", "false"]),
    ("less-precise-fpmad", &["", "true", "false"]),
    ("no-signed-zeros-fp-math", &["", "true", "false"]),
    ("no-jump-tables", &["", "true", "false"]),
    ("no-inline-line-tables", &["", "true", "false"]),
    ("profile-sample-accurate", &["", "true", "false"]),
    ("use-sample-profile", &["", "true", "false"]),
    ("loader-replaceable", &["", "true", "false"]),
];

/// The state of a function in ZA and ZT0, of which there is one.
const STATES: [&str; 2] = ["za", "zt0"];

impl Checker<'_> {
    /// The word or key of an attribute.
    pub(super) fn word(&self, attribute: &Attribute) -> &str {
        match attribute {
            Attribute::Word(name)
            | Attribute::Int(name, _)
            | Attribute::Type(name, _)
            | Attribute::Text(name, _)
            | Attribute::String(name, _) => self.name(*name),
            Attribute::Group(_) => "",
        }
    }

    pub(super) fn has(&self, attributes: &[Attribute], word: &str) -> bool {
        attributes.iter().any(|it| self.word(it) == word)
    }

    /// The attributes of a parameter, an argument or a result of this type.
    pub(super) fn attributes_of_value(
        &self,
        attributes: &[Attribute],
        position: Position,
        ty: Type,
    ) -> Rule {
        if attributes.is_empty() {
            return Ok(());
        }
        for attribute in attributes {
            self.attribute(attribute, position)?;
            self.fits(attribute, ty)?;
        }
        self.pairs(attributes)?;
        let has = |word: &str| self.has(attributes, word);
        let count = ["byval", "inalloca", "preallocated", "nest", "byref"];
        let count = count.iter().filter(|word| has(word)).count();
        ensure!(
            count + usize::from(has("sret") || has("inreg")) <= 1,
            "the parameter is passed in two ways"
        );
        self.beside_immarg(attributes)
    }

    /// `immarg` stands alone, or beside `range`.
    pub(super) fn beside_immarg(&self, attributes: &[Attribute]) -> Rule {
        let is_other = |it: &Attribute| !matches!(self.word(it), "immarg" | "range");
        ensure!(
            !self.has(attributes, "immarg") || !attributes.iter().any(is_other),
            "`immarg` has no other attribute beside it but `range`"
        );
        Ok(())
    }

    /// An attribute is at a position where it may be.
    pub(super) fn attribute(&self, attribute: &Attribute, position: Position) -> Rule {
        let word = self.word(attribute);
        let is_string = matches!(attribute, Attribute::String(..) | Attribute::Group(_));
        if is_string || word == "alignstack" {
            return Ok(());
        }
        if !is_known(word) {
            // It may be one of a later version.
            ensure!(!is_reserved(word), "`{word}` is no attribute");
            return Ok(());
        }
        let of_value = is_in(OF_VALUES, word);
        let of_parameter = is_in(OF_PARAMETERS, word);
        let of_both = is_in(OF_BOTH, word);
        let is_right = match position {
            Position::Parameter => of_value || of_parameter || of_both,
            Position::Result => of_value,
            Position::Function => of_both || !of_value && !of_parameter || word == "align",
            Position::Call => of_both || !of_value && !of_parameter,
        };
        ensure!(is_right, "the attribute `{word}` is at another position");
        Ok(())
    }

    fn pairs(&self, attributes: &[Attribute]) -> Rule {
        for (a, b) in PAIRS {
            ensure!(
                !self.has(attributes, a) || !self.has(attributes, b),
                "the attributes `{a}` and `{b}` exclude one another"
            );
        }
        Ok(())
    }

    /// An attribute of a value against its type.
    pub(super) fn fits(&self, attribute: &Attribute, ty: Type) -> Rule {
        let word = self.word(attribute);
        let is_right = match word {
            "allocalign" => matches!(self.types.get(ty), TypeKind::Int(_)),
            "signext" | "zeroext" => {
                matches!(self.types.get(ty), TypeKind::Int(_) | TypeKind::Byte(_))
            }
            "range" => match attribute {
                Attribute::Text(_, text) => {
                    let text = self.name(*text);
                    let bits = text.split(' ').next().unwrap_or_default();
                    let bits = bits.strip_prefix('i').and_then(|bits| bits.parse().ok());
                    bits.is_some() && self.int_bits(ty) == bits
                }
                _ => true,
            },
            "align" => self.is_pointer(ty),
            "nofpclass" => self.is_float_like(ty),
            "noundef" => ty != Types::VOID,
            "noalias"
            | "nonnull"
            | "readnone"
            | "readonly"
            | "dereferenceable"
            | "dereferenceable_or_null"
            | "writable"
            | "dead_on_unwind"
            | "initializes"
            | "captures"
            | "nocapture"
            | "dead_on_return"
            | "nest"
            | "swifterror"
            | "preallocated"
            | "inalloca"
            | "byval"
            | "sret"
            | "byref"
            | "elementtype"
            | "allocptr" => self.is_scalar_pointer(ty),
            _ => true,
        };
        ensure!(
            is_right,
            "the attribute `{word}` on a value of the type `{}`",
            self.shown_type(ty)
        );
        if let (Attribute::Type(_, inner), "byval" | "byref" | "inalloca" | "preallocated") =
            (attribute, word)
        {
            ensure!(
                self.is_sized(*inner),
                "the attribute `{word}` of a type without a size"
            );
            ensure!(
                !self.is_no_local(*inner),
                "the attribute `{word}` of a type that is not on the stack"
            );
            ensure!(
                self.size_in_bits(*inner)
                    .is_none_or(|bits| bits / 8 < 1 << 32),
                "the attribute `{word}` of a type that is too large"
            );
        }
        Ok(())
    }

    /// Attributes of parameters that only one of them has. `parameters` are attributes with types; those behind `fixed` belong to `...`.
    pub(super) fn attributes_of_all(
        &self,
        parameters: &[(&[Attribute], Type)],
        result: Type,
        fixed: usize,
    ) -> Rule {
        for word in [
            "nest",
            "returned",
            "sret",
            "swiftself",
            "swiftasync",
            "swifterror",
        ] {
            let with = |it: &&(&[Attribute], Type)| self.has(it.0, word);
            ensure!(
                parameters.iter().filter(with).count() <= 1,
                "two parameters have the attribute `{word}`"
            );
        }
        for (n, (attributes, ty)) in parameters.iter().enumerate() {
            if attributes.is_empty() {
                continue;
            }
            let has = |word: &str| self.has(attributes, word);
            ensure!(
                !has("sret") || n < 2 && n < fixed,
                "`sret` is on the first or second parameter"
            );
            let is_last = n + 1 == if n < fixed { fixed } else { parameters.len() };
            ensure!(
                !has("inalloca") || is_last,
                "`inalloca` is on the last parameter"
            );
            ensure!(
                !has("returned") || self.same(*ty, result) || self.are_bits(*ty, result),
                "a parameter with `returned` has the type of the result"
            );
        }
        Ok(())
    }

    /// True if one type can be cast to the other without a change.
    fn are_bits(&self, a: Type, b: Type) -> bool {
        let is_vector = |ty| self.vector(ty).is_some();
        is_vector(a) && is_vector(b) && self.bits(a).is_some() && self.bits(a) == self.bits(b)
    }

    /// The attributes of a function or a call, with those of its groups. `parameters` are the types of its fixed parameters.
    pub(super) fn attributes_of_function(
        &self,
        attributes: &[Attribute],
        position: Position,
        parameters: &[Type],
    ) -> Rule {
        for attribute in attributes {
            self.attribute(attribute, position)?;
            match attribute {
                Attribute::String(key, value) => {
                    let value = value.map_or("", |value| self.name(value));
                    string(self.name(*key), value)?;
                    if self.name(*key) == "vector-function-abi-variant" {
                        let count = lanes(value);
                        ensure!(
                            count.is_none_or(|count| count == parameters.len()),
                            "a vector variant has other parameters than the function"
                        );
                    }
                }
                Attribute::Text(name, text) => {
                    self.text(self.name(*name), self.name(*text), parameters)?;
                }
                _ => {}
            }
        }
        self.pairs(attributes)?;
        let has = |word: &str| self.has(attributes, word);
        ensure!(
            !has("optnone") || has("noinline") || position == Position::Call,
            "`optnone` needs `noinline`"
        );
        ensure!(
            !has("sign-return-address-key") || has("sign-return-address"),
            "`sign-return-address-key` needs `sign-return-address`"
        );
        for state in STATES {
            let one = |it: &&Attribute| {
                let word = self.word(it);
                let of_state = word
                    .strip_suffix(state)
                    .and_then(|word| word.strip_prefix("aarch64_"));
                matches!(
                    of_state,
                    Some("new_" | "in_" | "inout_" | "out_" | "preserves_")
                ) || word == "aarch64_za_state_agnostic"
            };
            let mut words: Vec<&str> = attributes
                .iter()
                .filter(one)
                .map(|it| self.word(it))
                .collect();
            words.sort_unstable();
            words.dedup();
            ensure!(
                words.len() <= 1,
                "two attributes about the state of `{state}`"
            );
        }
        Ok(())
    }

    fn text(&self, word: &str, text: &str, parameters: &[Type]) -> Rule {
        let numbers = || text.split(',').map(|it| it.trim().parse::<u64>().ok());
        match word {
            "allocsize" => {
                for index in numbers().flatten() {
                    let ty = usize::try_from(index)
                        .ok()
                        .and_then(|it| parameters.get(it));
                    let is_int =
                        ty.is_some_and(|ty| matches!(self.types.get(*ty), TypeKind::Int(_)));
                    ensure!(is_int, "`allocsize` names a parameter that is no integer");
                }
            }
            "vscale_range" => {
                let mut numbers = numbers();
                let least = numbers.next().flatten().unwrap_or(0);
                // A maximum of zero is none.
                let most = numbers.next().flatten().unwrap_or(least);
                ensure!(
                    least.is_power_of_two() && (most == 0 || most.is_power_of_two()),
                    "the bounds of `vscale_range` are powers of two"
                );
                ensure!(
                    most == 0 || least <= most,
                    "the bounds of `vscale_range` are in order"
                );
            }
            "allockind" => {
                let words: Vec<&str> = text.trim_matches('"').split(',').collect();
                let has = |word: &str| words.contains(&word);
                let kinds = ["alloc", "realloc", "free"].iter();
                ensure!(
                    kinds.filter(|word| has(word)).count() == 1,
                    "`allockind` is one of `alloc`, `realloc` and `free`"
                );
                ensure!(
                    !has("free") || !(has("zeroed") || has("uninitialized") || has("aligned")),
                    "`allockind(\"free\")` says nothing of the contents"
                );
                ensure!(
                    !has("zeroed") || !has("uninitialized"),
                    "`allockind` is both `zeroed` and `uninitialized`"
                );
            }
            _ => {}
        }
        Ok(())
    }
}

/// True for words with another meaning.
fn is_reserved(word: &str) -> bool {
    const OTHERS: &str = "void label metadata token ptr undef poison null zeroinitializer splat \
         getelementptr blockaddress global constant thread_local comdat section addrspace true false";
    let digits = word.strip_prefix('i').unwrap_or_default();
    is_in(OTHERS, word)
        || FloatKind::from_text(word).is_some()
        || Linkage::from_text(word).is_some()
        || Visibility::from_text(word).is_some()
        || DllStorage::from_text(word).is_some()
        || Preemption::from_text(word).is_some()
        || UnnamedAddr::from_text(word).is_some()
        || !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The number of parameters in the name of a vector variant: `_ZGVnN2vl_f` has two.
fn lanes(name: &str) -> Option<usize> {
    let rest = name.strip_prefix("_ZGV")?;
    let rest = match rest.strip_prefix("_LLVM_") {
        Some(rest) => rest,
        None => rest.get(1..)?,
    };
    let rest = rest.trim_start_matches(['M', 'N']);
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == 'x');
    let (parameters, _) = rest.split_once('_')?;
    Some(parameters.matches(['v', 'l', 'u', 'R', 'L', 'U']).count())
}

/// An attribute of a known key has a value that it may have.
fn string(key: &str, value: &str) -> Rule {
    if let Some((_, values)) = VALUES.iter().find(|it| it.0 == key) {
        ensure!(
            values.contains(&value),
            "the attribute \"{key}\" has no value `{value}`"
        );
    }
    match key {
        "patchable-function-prefix" | "patchable-function-entry" | "warn-stack-size" => {
            ensure!(
                value.parse::<u32>().is_ok(),
                "the attribute \"{key}\" has a number"
            );
        }
        "patchable-function-entry-section" | "alloc-variant-zeroed" => {
            ensure!(!value.is_empty(), "the attribute \"{key}\" has a name");
        }
        "modular-format" => {
            let parts: Vec<&str> = value.split(',').collect();
            let is_number = |n: usize| parts[n].parse::<u32>().is_ok();
            ensure!(
                parts.len() >= 5
                    && is_number(1)
                    && is_number(2)
                    && parts[1] != "0"
                    && !parts[3].is_empty()
                    && !parts[4].is_empty(),
                "the attribute \"{key}\" has another form"
            );
        }
        "target-features" if !value.is_empty() => {
            ensure!(
                value.split(',').all(|it| it.starts_with(['+', '-'])),
                "a feature of a target begins with `+` or `-`"
            );
        }
        _ => {}
    }
    Ok(())
}
