//! Signatures of the common intrinsics.
//!
//! A signature lists the result and the parameters. Words that bind a type, in order, counted from zero:
//!
//! | word | type |
//! |---|---|
//! | `I`, `F`, `P`, `A` | integers, floats, pointers, each or in vectors; anything |
//! | `IV`, `FV`, `V` | vectors of integers, of floats, of anything |
//! | `IS`, `p` | an integer or a pointer that is no vector (`p` does not bind) |
//!
//! Words that refer to the type with a number: `=0` the same, `e0` its element, `b0` and `w0` an `i1` and an `i32` for each of its
//! elements, `q0` a pointer for each, `o0` the struct of it and `b0`, `d0` the struct of it twice, `n0` integers for each.
//! Other words are types. `!` marks parameters that are constants; `...` stands for further ones. `|` separates signatures of
//! different versions of LLVM.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::call::Signature;
use super::{Checker, Rule, Scope, Symbol, ensure, is_in};
use crate::syntax::{
    Bundle, Call, Const, FloatKind, Function, Metadata, Tailing, Type, TypeKind, Types, Value,
};

/// Names of intrinsics behind `llvm.`, with signatures.
const SIGNATURES: &[(&str, &str)] = &[
    ("memcpy memmove", "void p p IS !i1 | void p p IS i32 i1"),
    ("memcpy.inline", "void p p IS !i1"),
    ("memset", "void p i8 IS !i1 | void p i8 IS i32 i1"),
    ("memset.inline", "void p i8 IS !i1"),
    (
        "memcpy.element.unordered.atomic memmove.element.unordered.atomic",
        "void p p IS !i32",
    ),
    ("memset.element.unordered.atomic", "void p i8 IS !i32"),
    ("experimental.memset.pattern", "void p A IS !i1"),
    (
        "lifetime.start lifetime.end",
        "void p | void !i64 p | void i64",
    ),
    ("invariant.start", "p !i64 p"),
    ("invariant.end", "void p !i64 p"),
    ("launder.invariant.group strip.invariant.group", "p p"),
    ("assume", "void i1"),
    ("expect", "IS =0 =0"),
    ("expect.with.probability", "IS =0 =0 !double"),
    ("donothing trap debugtrap", "void"),
    ("ubsantrap", "void !i8"),
    ("stacksave", "p"),
    ("stackrestore", "void p"),
    ("va_start va_end", "void p"),
    ("va_copy", "void p p"),
    ("returnaddress", "p !i32"),
    ("frameaddress", "p !i32"),
    ("prefetch", "void p !i32 !i32 !i32"),
    ("objectsize", "IS p !i1 !i1 !i1 | IS p !i1 !i1 | IS p i1"),
    ("is.constant", "i1 A"),
    ("ptrmask", "P =0 n0"),
    ("ssa.copy", "A =0"),
    (
        "sadd.with.overflow uadd.with.overflow ssub.with.overflow usub.with.overflow \
         smul.with.overflow umul.with.overflow",
        "o0 I =0",
    ),
    (
        "sadd.sat uadd.sat ssub.sat usub.sat sshl.sat ushl.sat smax smin umax umin",
        "I =0 =0",
    ),
    (
        "smul.fix smul.fix.sat umul.fix umul.fix.sat",
        "I =0 =0 !i32",
    ),
    (
        "sdiv.fix sdiv.fix.sat udiv.fix udiv.fix.sat",
        "I =0 =0 !i32",
    ),
    ("ctpop bswap bitreverse", "I =0"),
    ("ctlz cttz", "I =0 !i1 | I =0"),
    ("abs", "I =0 !i1"),
    ("fshl fshr", "I =0 =0 =0"),
    ("scmp ucmp", "n0 I =0"),
    (
        "fabs sqrt sin cos tan asin acos atan sinh cosh tanh exp exp2 exp10 log log2 log10 floor \
         ceil trunc rint nearbyint round roundeven canonicalize",
        "F =0",
    ),
    (
        "copysign minnum maxnum minimum maximum minimumnum maximumnum pow atan2",
        "F =0 =0",
    ),
    ("powi", "F =0 I"),
    ("ldexp", "F =0 I"),
    ("fma fmuladd", "F =0 =0 =0"),
    ("sincos modf", "d0 F"),
    ("is.fpclass", "b0 F !i32"),
    ("fptosi.sat fptoui.sat", "I F"),
    ("lround llround lrint llrint", "I F"),
    ("convert.to.fp16", "i16 F"),
    ("convert.from.fp16", "F i16"),
    (
        "vector.reduce.add vector.reduce.mul vector.reduce.and vector.reduce.or vector.reduce.xor \
         vector.reduce.smax vector.reduce.smin vector.reduce.umax vector.reduce.umin",
        "e0 IV",
    ),
    (
        "vector.reduce.fmax vector.reduce.fmin vector.reduce.fmaximum vector.reduce.fminimum",
        "e0 FV",
    ),
    ("vector.reduce.fadd vector.reduce.fmul", "e0 e0 FV"),
    ("vector.reverse", "V =0"),
    ("vector.splice", "V =0 =0 !i32"),
    ("vector.splice.left vector.splice.right", "V =0 =0 i32"),
    ("vector.insert", "V =0 V !i64"),
    ("vector.extract", "V V !i64"),
    ("stepvector", "IV"),
    ("masked.load", "V p b0 =0 | V p !i32 b0 =0"),
    ("masked.store", "void V p b0 | void V p !i32 b0"),
    ("masked.gather", "V q0 b0 =0 | V q0 !i32 b0 =0"),
    ("masked.scatter", "void V q0 b0 | void V q0 !i32 b0"),
    ("masked.expandload", "V p b0 =0"),
    ("masked.compressstore", "void V p b0"),
    (
        "masked.udiv masked.sdiv masked.urem masked.srem",
        "IV =0 =0 b0",
    ),
    ("get.active.lane.mask", "V IS =1"),
    ("experimental.get.vector.length", "i32 IS !i32 !i1"),
    ("threadlocal.address", "p p"),
    ("callbr.landingpad", "A =0"),
    ("experimental.deoptimize", "A ... | void ..."),
    ("experimental.guard", "void i1 ..."),
    ("localrecover", "p p p !i32"),
    ("eh.sjlj.callsite", "void !i32"),
    ("gcroot", "void p p"),
    ("gcread", "p p p"),
    ("gcwrite", "void p p p"),
    ("vscale", "IS"),
    (
        "vp.add vp.sub vp.mul vp.sdiv vp.udiv vp.srem vp.urem vp.and vp.or vp.xor vp.shl vp.lshr \
         vp.ashr vp.smax vp.smin vp.umax vp.umin",
        "IV =0 =0 b0 i32",
    ),
    ("vp.fadd vp.fsub vp.fmul vp.fdiv vp.frem", "FV =0 =0 b0 i32"),
    ("vp.fneg vp.fabs vp.sqrt", "FV =0 b0 i32"),
    ("vp.fptoui vp.fptosi vp.lrint vp.llrint", "IV FV b0 i32"),
    ("vp.uitofp vp.sitofp", "FV IV b0 i32"),
    ("vp.fptrunc vp.fpext", "FV FV b0 i32"),
    ("vp.trunc vp.zext vp.sext", "IV IV b0 i32"),
    ("vp.ptrtoint", "IV V b0 i32"),
    ("vp.inttoptr", "V IV b0 i32"),
    ("vp.icmp", "b0 A =0 metadata b0 i32"),
    ("vp.fcmp", "b0 FV =0 metadata b0 i32"),
    ("vp.is.fpclass", "b0 FV !i32 b0 i32"),
    ("vp.load", "V p b0 i32"),
    ("vp.load.ff", "A p A i32"),
    ("vp.store", "void V p b0 i32"),
    ("vp.gather", "V q0 b0 i32"),
    ("vp.scatter", "void V q0 b0 i32"),
    ("vp.fma vp.fmuladd", "FV =0 =0 =0 b0 i32"),
];

/// Arguments of intrinsics that need the attribute `elementtype`.
const ELEMENT_TYPES: [(&str, usize); 13] = [
    ("preserve.array.access.index", 0),
    ("preserve.struct.access.index", 0),
    ("experimental.gc.statepoint", 2),
    ("structured.gep", 0),
    ("aarch64.ldaxr", 0),
    ("aarch64.ldxr", 0),
    ("aarch64.stlxr", 1),
    ("aarch64.stxr", 1),
    ("arm.ldaex", 0),
    ("arm.ldrex", 0),
    ("arm.stlex", 1),
    ("arm.strex", 1),
    ("arm.ldrexd.none", 0),
];

impl Checker<'_> {
    /// An intrinsic is called with the type of its declaration. LLVM gives some old ones other types.
    pub(super) fn as_declared(&self, signature: &Signature, declaration: &Function) -> Rule {
        let name = signature.name;
        let declared = Signature {
            result: declaration.result,
            parameters: declaration.parameters.iter().map(|it| it.ty).collect(),
            is_variadic: declaration.is_variadic,
            name,
        };
        let mut types = declared.parameters.iter().zip(&signature.parameters);
        let is_same = self.same(declared.result, signature.result)
            && declared.is_variadic == signature.is_variadic
            && declared.parameters.len() == signature.parameters.len()
            && types.all(|(a, b)| self.same(*a, *b));
        let may_differ = || match known(name) {
            // One of them is of an old version.
            Some((_, known)) => {
                let newest = known.split(" | ").next().unwrap_or_default();
                !self.matches(signature, newest) || !self.matches(&declared, newest)
            }
            None => {
                let old = ["llvm.nvvm.", "llvm.dbg.", "llvm.x86."];
                old.iter().any(|it| name.starts_with(it))
            }
        };
        ensure!(
            is_same || may_differ(),
            "an intrinsic is called with another type than that of its declaration"
        );
        Ok(())
    }

    /// The type of an intrinsic, if its name is known.
    pub(super) fn intrinsic(&self, signature: &Signature) -> Rule {
        self.interleaving(signature)?;
        let Some((_, known)) = known(signature.name) else {
            return Ok(());
        };
        let mut versions = known.split(" | ");
        ensure!(
            versions.any(|version| self.matches(signature, version)),
            "`{}` has another type: its signature is `{known}`",
            signature.name
        );
        let bits = self.int_bits(signature.result);
        ensure!(
            !known.starts_with("n0 I =0") || bits.is_none_or(|bits| bits > 1),
            "a comparison of three outcomes has at least two bits"
        );
        if let [first, ..] = signature.parameters[..] {
            let is_cast = known == "FV FV b0 i32" || known == "IV IV b0 i32";
            let lanes = self.vector(first) == self.vector(signature.result);
            ensure!(
                lanes || !is_cast && !known.ends_with("FV b0 i32") && !known.ends_with("IV b0 i32"),
                "`{}` converts another number of elements",
                signature.name
            );
        }
        ensure!(
            !signature.name.starts_with("llvm.bswap.") || bits.is_none_or(|bits| bits % 16 == 0),
            "`llvm.bswap` on a type of an odd number of bytes"
        );
        Ok(())
    }

    /// `vector.insert` and `vector.extract`: the index is a multiple of the part's length, and the part fits.
    fn subvector(&self, short: &str, signature: &Signature, index: Option<i128>) -> Rule {
        let (whole, part) = match signature.parameters[..] {
            [whole, part, _] if is_of(short, "vector.insert") => (whole, part),
            [whole, _] if is_of(short, "vector.extract") => (whole, signature.result),
            _ => return Ok(()),
        };
        ensure!(
            self.same(self.types.scalar(whole), self.types.scalar(part)),
            "the vectors have different elements"
        );
        let (Some((a, length)), Some((b, short)), Some(index)) =
            (self.vector(whole), self.vector(part), index)
        else {
            return Ok(());
        };
        let (length, short) = (i128::from(length), i128::from(short));
        ensure!(
            index % short == 0,
            "the index is no multiple of the part's length"
        );
        ensure!(
            a != b || index + short <= length,
            "the part is not inside of the vector"
        );
        Ok(())
    }

    /// The words of `experimental.constrained.*`.
    fn constrained(&self, scope: Scope, short: &str, call: &Call) -> Rule {
        const ROUNDINGS: &str = "round.dynamic round.tonearest round.downward round.upward round.towardzero \
     round.tonearestaway";
        const EXCEPTIONS: [&str; 3] = ["fpexcept.ignore", "fpexcept.maytrap", "fpexcept.strict"];
        if !short.starts_with("experimental.constrained.") {
            return Ok(());
        }
        let words = call
            .arguments
            .iter()
            .rev()
            .map_while(|it| match it.value.value {
                Value::Const(index) => match scope.constants.get(index as usize)? {
                    Const::Metadata(metadata) => Some(&**metadata),
                    _ => None,
                },
                _ => None,
            });
        for (n, word) in words.enumerate() {
            let word = match word {
                Metadata::String(text) => self.name(*text),
                _ => "",
            };
            let is_right = match n {
                0 => EXCEPTIONS.contains(&word),
                _ if short.contains(".fcmp") => true,
                _ => is_in(ROUNDINGS, word),
            };
            ensure!(is_right, "a word of `llvm.{short}` is not known");
        }
        Ok(())
    }

    /// The parts of `vector.deinterleave2` and its like have the length of the vector together.
    fn interleaving(&self, signature: &Signature) -> Rule {
        let rest = signature.name.strip_prefix("llvm.vector.deinterleave");
        let count = rest.and_then(|rest| rest.split('.').next()?.parse::<u32>().ok());
        let (Some(count), [whole]) = (count, &signature.parameters[..]) else {
            return Ok(());
        };
        let is_part = |field: &Type| match (self.vector(*field), self.vector(*whole)) {
            (Some((a, part)), Some((b, length))) => {
                a == b
                    && part.checked_mul(count) == Some(length)
                    && self.same(self.types.scalar(*field), self.types.scalar(*whole))
            }
            _ => false,
        };
        let is_right = match self.shape(signature.result) {
            TypeKind::Struct { fields, .. } => {
                fields.len() == count as usize && fields.iter().all(is_part)
            }
            _ => false,
        };
        ensure!(is_right, "the parts are no parts of the vector");
        Ok(())
    }

    /// Rules of calls: constants, and functions that may have such a call.
    pub(super) fn intrinsic_call(
        &self,
        function: &Function,
        scope: Scope,
        call: &Call,
        signature: &Signature,
    ) -> Rule {
        let argument = |n: usize| call.arguments.get(n);
        let number = |n: usize| self.number(scope, argument(n)?.value.value);
        let (base, known) = known(signature.name).unwrap_or_default();
        let mut versions = known.split(" | ");
        let version = versions.find(|version| self.matches(signature, version));
        let words = version.unwrap_or_default().split_whitespace().skip(1);
        for (n, _) in words.enumerate().filter(|it| it.1.starts_with('!')) {
            ensure!(
                argument(n).is_none_or(|it| self.is_immediate(scope, it.value.value)),
                "argument {} of `{}` is a constant",
                n + 1,
                signature.name
            );
        }
        let short = signature.name.strip_prefix("llvm.").unwrap_or_default();
        for (name, n) in ELEMENT_TYPES {
            ensure!(
                !is_of(short, name)
                    || argument(n).is_none_or(|it| self.has(&it.attributes, "elementtype")),
                "argument {} of `{}` needs `elementtype`",
                n + 1,
                signature.name
            );
        }
        // Up to LLVM 21, accesses with a mask have their alignment as an argument.
        let is_align = |n: usize, least: i128| match number(n).filter(|_| call.arguments.len() == 4)
        {
            Some(align) => align == least || u64::try_from(align).is_ok_and(u64::is_power_of_two),
            None => true,
        };
        let is_right = match base {
            "threadlocal.address" => match argument(0).map(|it| it.value.value) {
                Some(Value::Global(name)) => match self.symbols.get(&name) {
                    Some(Symbol::Global(global)) => global.properties.thread_local.is_some(),
                    Some(Symbol::Alias(alias)) => alias.properties.thread_local.is_some(),
                    _ => false,
                },
                _ => false,
            },
            "masked.load" => is_align(1, 1),
            "masked.gather" => is_align(1, 0),
            "masked.store" => is_align(2, 1),
            "masked.scatter" => is_align(2, 0),
            "is.fpclass" | "vp.is.fpclass" => {
                number(1).is_none_or(|mask| (0..1024).contains(&mask))
            }
            "experimental.get.vector.length" => number(1).is_none_or(|factor| factor > 0),
            "experimental.deoptimize" | "experimental.guard" => {
                let is_deopt = |it: &&Bundle| self.name(it.tag) == "deopt";
                call.bundles.iter().filter(is_deopt).count() == 1
            }
            "gcroot" | "gcread" | "gcwrite" => {
                let is_gc = |it: &Tailing| matches!(it, Tailing::Gc(_));
                function.tail.iter().any(is_gc)
            }
            "experimental.memset.pattern" => {
                argument(1).is_some_and(|it| self.is_sized(it.value.ty))
            }
            "va_start" => function.is_variadic,
            _ => true,
        };
        ensure!(
            is_right,
            "`{}` with an argument that it does not take, or in another function",
            signature.name
        );
        if short == "assume" {
            let mut bundles = call.bundles.iter();
            bundles.try_for_each(|it| self.assumption(it))?;
        }
        self.subvector(short, signature, number(1).or(number(2)))?;
        self.constrained(scope, short, call)
    }

    /// A bundle of `llvm.assume`.
    fn assumption(&self, bundle: &Bundle) -> Rule {
        let tag = self.name(bundle.tag);
        let operands = &bundle.operands;
        ensure!(
            tag == "ignore"
                || tag == "separate_storage"
                || crate::syntax::is_known(tag)
                || tag.is_empty(),
            "`llvm.assume` has no bundle \"{tag}\""
        );
        let is_pointer = |n: usize| {
            operands
                .get(n)
                .is_some_and(|it| self.is_scalar_pointer(it.ty))
        };
        let is_int = |n: usize| {
            operands
                .get(n)
                .is_none_or(|it| matches!(self.types.get(it.ty), TypeKind::Int(_)))
        };
        let is_right = match tag {
            "align" => (2..=3).contains(&operands.len()) && is_pointer(0) && is_int(1) && is_int(2),
            "separate_storage" => operands.len() == 2 && is_pointer(0) && is_pointer(1),
            "dereferenceable" | "dereferenceable_or_null" => {
                operands.len() == 2 && is_pointer(0) && is_int(1)
            }
            "nonnull" => operands.len() == 1 && is_pointer(0),
            "noundef" => operands.len() == 1,
            "cold" => operands.is_empty(),
            _ => true,
        };
        ensure!(
            is_right,
            "the bundle \"{tag}\" of `llvm.assume` has other operands"
        );
        Ok(())
    }

    fn matches(&self, signature: &Signature, version: &str) -> bool {
        let mut words: Vec<&str> = version.split_whitespace().collect();
        let is_variadic = words.last() == Some(&"...");
        words.truncate(words.len() - usize::from(is_variadic));
        let types =
            || std::iter::once(signature.result).chain(signature.parameters.iter().copied());
        if words.len() != signature.parameters.len() + 1 || signature.is_variadic != is_variadic {
            return false;
        }
        let binds = |word: &str| matches!(word, "I" | "F" | "P" | "A" | "IV" | "FV" | "V" | "IS");
        let bound: Vec<Type> = words
            .iter()
            .zip(types())
            .filter(|(word, _)| binds(word))
            .map(|(_, ty)| ty)
            .collect();
        words
            .iter()
            .zip(types())
            .all(|(word, ty)| self.is_of_word(word.trim_start_matches('!'), ty, &bound))
    }

    fn is_of_word(&self, word: &str, ty: Type, bound: &[Type]) -> bool {
        let is_vector = self.vector(ty).is_some();
        let scalar = self.types.get(ty);
        match word {
            "A" => true,
            "I" => self.is_int(ty),
            "F" => self.is_float(ty),
            "P" => self.is_pointer(ty),
            "IV" => is_vector && self.is_int(ty),
            "FV" => is_vector && self.is_float(ty),
            "V" => is_vector,
            "IS" => matches!(scalar, TypeKind::Int(_)),
            "p" => matches!(scalar, TypeKind::Ptr(_)),
            "void" => ty == Types::VOID,
            "metadata" => ty == Types::METADATA,
            "token" => ty == Types::TOKEN,
            "double" => *scalar == TypeKind::Float(FloatKind::Double),
            _ => {
                let (kind, digits) = word.split_at(1);
                if kind == "i" {
                    return matches!(scalar, TypeKind::Int(bits) if digits.parse() == Ok(*bits));
                }
                let index = digits.parse::<usize>().ok();
                let Some(other) = index.and_then(|it| bound.get(it)).copied() else {
                    return false;
                };
                let fields = |second: &dyn Fn(Type) -> bool| match self.shape(ty) {
                    TypeKind::Struct { fields, .. } => {
                        fields.len() == 2 && self.same(fields[0], other) && second(fields[1])
                    }
                    _ => false,
                };
                let is_bool =
                    |ty| self.int_bits(ty) == Some(1) && self.vector(ty) == self.vector(other);
                match kind {
                    "=" => self.same(ty, other),
                    "e" => self.same(ty, self.types.scalar(other)),
                    "b" => is_bool(ty),
                    "w" => self.int_bits(ty) == Some(32) && self.vector(ty) == self.vector(other),
                    "n" => self.is_int(ty) && self.vector(ty) == self.vector(other),
                    "q" => self.is_pointer(ty) && self.vector(ty) == self.vector(other),
                    "o" => fields(&is_bool),
                    "d" => fields(&|ty| self.same(ty, other)),
                    _ => false,
                }
            }
        }
    }
}

/// True if a name is that of an intrinsic, with the names of types behind it or without.
fn is_of(name: &str, intrinsic: &str) -> bool {
    let rest = name.strip_prefix(intrinsic);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The name of a listed intrinsic and its signatures. The longest name that fits counts.
fn known(name: &str) -> Option<(&'static str, &'static str)> {
    static ALL: LazyLock<FxHashMap<&str, (&str, &str)>> = LazyLock::new(|| {
        let all = SIGNATURES.iter().flat_map(|(names, signature)| {
            let names = names.split_whitespace();
            names.map(move |name| (name, (name, *signature)))
        });
        all.collect()
    });
    let mut name = name.strip_prefix("llvm.")?;
    loop {
        if let Some(found) = ALL.get(name) {
            return Some(*found);
        }
        name = name.rsplit_once('.')?.0;
    }
}
