//! Constructs that not every version of LLVM reads, and the first version of each.
//!
//! The versions 15, 19, 22 and 23 were asked about every row; 16, 17, 18 and 21 about most. Where a version between two of them may
//! know a construct already, the row has the later one: a program then loses more than it must, and no reader refuses it.
//! The last versions of constant expressions follow from the release notes and the dates of the changes that removed them; where
//! these leave two versions, the row has the earlier one.

use super::Version;
use crate::syntax::{Flag, RmwOp};

/// A construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Construct<'a> {
    /// An attribute, by its word.
    Attribute(&'a str),
    /// A flag of an instruction or constant expression.
    Flag(&'a str, Flag),
    /// Fast-math flags of an instruction that had none before, or of any on a struct (`struct`).
    FastMath(&'a str),
    /// A calling convention.
    Convention(&'a str),
    /// An operation of `atomicrmw`.
    Rmw(RmwOp),
    /// A kind of operand bundle of `llvm.assume`.
    Bundle(&'a str),
    /// A constant expression, by its word.
    Constant(&'a str),
    /// Anything else, by the name that messages give it.
    Other(&'a str),
}

/// The way to do without a construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    /// It only adds poison or undefined behaviour, or grants freedom to the optimizer. Without it there is another program, which
    /// is more defined.
    Drop,
    /// It means nothing to the machine, and is left out.
    Ignore,
    /// It is said in other words, as far as there are some, and the rest is [`Lack::Drop`].
    Rewrite,
    /// The function is beyond the version.
    Beyond,
}

/// A construct with the versions that read it.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The construct.
    pub what: Construct<'static>,
    /// The first version.
    pub since: u8,
    /// The last version.
    pub until: u8,
    /// The way to do without it.
    pub lack: Lack,
}

impl Row {
    /// True if a version reads it.
    pub fn is_known(&self, version: Version) -> bool {
        (self.since..=self.until).contains(&version.number())
    }
}

const LAST: u8 = Version::LAST.number();

const fn row(what: Construct<'static>, since: u8, lack: Lack) -> Row {
    Row {
        what,
        since,
        until: LAST,
        lack,
    }
}

const fn until(what: Construct<'static>, until: u8, lack: Lack) -> Row {
    Row {
        what,
        since: 15,
        until,
        lack,
    }
}

use Construct::{Attribute, Bundle, Constant, Convention, FastMath, Other, Rmw};
use Lack::{Drop, Ignore, Rewrite};

/// The constructs.
#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    row(Attribute("memory"), 16, Rewrite),
    row(Other("memory(errnomem)"), 21, Rewrite),
    row(Other("memory(target_mem0)"), 22, Rewrite),
    row(Other("memory(target_mem)"), 23, Rewrite),
    row(Attribute("captures"), 21, Rewrite),
    row(Attribute("denormal_fpenv"), 23, Rewrite),
    row(Attribute("nofpclass"), 17, Drop),
    row(Other("nofpclass of a struct"), 22, Drop),
    row(Attribute("dead_on_unwind"), 18, Drop),
    row(Attribute("writable"), 18, Drop),
    row(Attribute("range"), 19, Drop),
    row(Attribute("initializes"), 19, Drop),
    row(Attribute("coro_only_destroy_when_complete"), 19, Drop),
    row(Attribute("dead_on_return"), 21, Drop),
    row(Other("dead_on_return(n)"), 23, Drop),
    row(Attribute("coro_elide_safe"), 22, Drop),
    row(Attribute("nocreateundeforpoison"), 22, Drop),
    row(Attribute("nodivergencesource"), 22, Drop),
    row(Attribute("skipprofile"), 19, Ignore),
    row(Attribute("optdebug"), 19, Ignore),
    row(Attribute("hybrid_patchable"), 19, Ignore),
    row(Attribute("sanitize_numerical_stability"), 19, Ignore),
    row(Attribute("noext"), 21, Ignore),
    row(Attribute("sanitize_realtime"), 22, Ignore),
    row(Attribute("sanitize_realtime_blocking"), 22, Ignore),
    row(Attribute("sanitize_type"), 22, Ignore),
    row(Attribute("sanitize_alloc_token"), 22, Ignore),
    row(Attribute("flatten"), 23, Ignore),
    row(Attribute("noipa"), 23, Ignore),
    row(Attribute("nooutline"), 23, Ignore),
    row(Attribute("modular-format"), 23, Ignore),

    row(Construct::Flag("or", Flag::Disjoint), 18, Drop),
    row(Construct::Flag("zext", Flag::Nneg), 18, Drop),
    row(Construct::Flag("trunc", Flag::Nuw), 19, Drop),
    row(Construct::Flag("trunc", Flag::Nsw), 19, Drop),
    row(Construct::Flag("uitofp", Flag::Nneg), 19, Drop),
    row(Construct::Flag("getelementptr", Flag::Nuw), 19, Drop),
    row(Construct::Flag("getelementptr", Flag::Nusw), 19, Drop),
    row(Construct::Flag("icmp", Flag::SameSign), 21, Drop),
    row(FastMath("fptrunc"), 21, Drop),
    row(FastMath("fpext"), 21, Drop),
    row(FastMath("struct"), 21, Drop),
    row(FastMath("uitofp"), 23, Drop),
    row(FastMath("sitofp"), 23, Drop),

    row(Convention("aarch64_sme_preservemost_from_x0"), 19, Lack::Beyond),
    row(Convention("aarch64_sme_preservemost_from_x1"), 19, Lack::Beyond),
    row(Convention("aarch64_sme_preservemost_from_x2"), 19, Lack::Beyond),
    row(Convention("preserve_nonecc"), 19, Lack::Beyond),
    row(Convention("amdgpu_cs_chain"), 19, Lack::Beyond),
    row(Convention("amdgpu_cs_chain_preserve"), 19, Lack::Beyond),
    row(Convention("m68k_rtdcc"), 19, Lack::Beyond),
    row(Convention("graalcc"), 19, Lack::Beyond),
    row(Convention("riscv_vector_cc"), 19, Lack::Beyond),
    row(Convention("riscv_vls_cc"), 22, Lack::Beyond),
    row(Convention("amdgpu_gfx_whole_wave"), 22, Lack::Beyond),
    row(Convention("cheriot_compartmentcallcc"), 22, Lack::Beyond),
    row(Convention("cheriot_librarycallcc"), 22, Lack::Beyond),

    row(Rmw(RmwOp::UIncWrap), 16, Lack::Beyond),
    row(Rmw(RmwOp::UDecWrap), 16, Lack::Beyond),
    row(Rmw(RmwOp::USubCond), 21, Lack::Beyond),
    row(Rmw(RmwOp::USubSat), 21, Lack::Beyond),
    row(Rmw(RmwOp::FMaximum), 21, Lack::Beyond),
    row(Rmw(RmwOp::FMinimum), 21, Lack::Beyond),
    row(Rmw(RmwOp::FMaximumNum), 23, Lack::Beyond),
    row(Rmw(RmwOp::FMinimumNum), 23, Lack::Beyond),
    row(Other("atomicrmw of a float vector"), 19, Lack::Beyond),
    row(Other("atomicrmw of an integer vector"), 23, Lack::Beyond),
    row(Other("atomic load or store of a vector"), 22, Lack::Beyond),
    row(Other("elementwise atomicrmw"), 23, Lack::Beyond),
    row(Other("elementwise load or store"), 24, Lack::Beyond),

    row(Other("target type"), 16, Lack::Beyond),
    row(Other("target type of DirectX"), 22, Lack::Beyond),
    row(Other("byte type"), 23, Lack::Beyond),
    until(Other("x86_mmx"), 19, Lack::Beyond),
    row(Other("vector of target types"), 22, Lack::Beyond),
    row(Other("array of scalable vectors"), 19, Lack::Beyond),
    row(Other("struct of scalable vectors in memory"), 19, Lack::Beyond),
    row(Other("address space A, G or P"), 16, Lack::Beyond),
    row(Other("named address space"), 22, Lack::Beyond),

    row(Other("splat"), 18, Rewrite),
    row(Other("inrange"), 19, Drop),
    until(Other("inrange of an index"), 18, Drop),
    until(Constant("mul"), 20, Lack::Beyond),
    until(Constant("icmp"), 18, Lack::Beyond),
    until(Constant("fcmp"), 18, Lack::Beyond),
    until(Constant("shl"), 18, Lack::Beyond),
    until(Constant("lshr"), 17, Lack::Beyond),
    until(Constant("ashr"), 17, Lack::Beyond),
    until(Constant("and"), 16, Lack::Beyond),
    until(Constant("or"), 16, Lack::Beyond),
    until(Constant("zext"), 17, Lack::Beyond),
    until(Constant("sext"), 17, Lack::Beyond),
    until(Constant("fptrunc"), 17, Lack::Beyond),
    until(Constant("fpext"), 17, Lack::Beyond),
    until(Constant("uitofp"), 17, Lack::Beyond),
    until(Constant("sitofp"), 17, Lack::Beyond),
    until(Constant("fptoui"), 17, Lack::Beyond),
    until(Constant("fptosi"), 17, Lack::Beyond),
    until(Constant("select"), 16, Lack::Beyond),
    until(Constant("fneg"), 15, Lack::Beyond),
    row(Other("dso_local_equivalent"), 19, Lack::Beyond),
    row(Other("ptrauth"), 19, Lack::Beyond),
    row(Other("ptrauth with a deactivation symbol"), 22, Lack::Beyond),
    row(Other("ptrtoaddr"), 22, Lack::Beyond),
    row(Other("result of callbr"), 19, Lack::Beyond),
    row(Other("gap in the numbers of symbols"), 18, Lack::Beyond),
    row(Other("ifunc in another address space"), 19, Lack::Beyond),
    row(Other("available_externally alias"), 19, Lack::Beyond),
    row(Other("vector variant of a call with a struct"), 22, Lack::Beyond),
    row(Other("callbr of an intrinsic"), 22, Lack::Beyond),

    row(Other("!range of a vector"), 17, Drop),
    row(Bundle("separate_storage"), 17, Drop),
    row(Other("dereferenceable bundle with a variable"), 22, Drop),
    row(Other("other bundle with a variable"), 23, Drop),
    until(Other("assume with a condition and bundles"), 21, Drop),
    row(Other("!fpmath of a struct"), 23, Drop),
    row(Other("metadata of an ifunc"), 22, Ignore),
    row(Other("!prof with expected weights"), 19, Ignore),
    row(Other("!memprof"), 22, Ignore),
    row(Other("!callee_type"), 23, Ignore),
    row(Other("debug record"), 19, Ignore),
    row(Other("code_model"), 19, Ignore),
    row(Other("prefalign"), 23, Ignore),
    row(Other("intrinsic without declaration"), 18, Rewrite),
    row(Other("lifetime marker without size"), 22, Rewrite),
    row(Other("masked access with align attribute"), 22, Rewrite),
];

/// Intrinsics with another name in older versions, and otherwise the same: the name, the first version that has it, the older name.
pub const RENAMED: &[(&str, u8, &str)] = &[
    ("vector.reverse", 19, "experimental.vector.reverse"),
    ("vector.splice", 19, "experimental.vector.splice"),
    ("stepvector", 22, "experimental.stepvector"),
    (
        "vector.partial.reduce.add",
        22,
        "experimental.vector.partial.reduce.add",
    ),
    ("get.rounding", 19, "flt.rounds"),
];

/// Intrinsics that have the types of pointers in their names since a version. Older ones take `llvm.va_start.p0` for a function that
/// they do not know; newer ones read the old name too.
pub const TYPED: &[(&str, u8)] = &[
    ("stacksave", 19),
    ("stackrestore", 19),
    ("va_start", 19),
    ("va_end", 19),
    ("va_copy", 19),
    ("var.annotation", 19),
    ("eh.typeid.for", 19),
    ("thread.pointer", 22),
];

/// Forms of intrinsics that are newer than the intrinsic: the name (with `*` for all that begin with it), the first version.
pub const FORMS: &[(&str, Form, u8)] = &[
    ("coro.end", Form::Void, 22),
    ("coro.end.async", Form::Void, 22),
    ("ptrmask", Form::Vector, 19),
    ("lrint", Form::Vector, 19),
    ("llrint", Form::Vector, 19),
    ("lround", Form::Vector, 22),
    ("llround", Form::Vector, 22),
    ("x86.*", Form::Mmx, 22),
    ("memcpy.inline", Form::VariableLength, 22),
    ("memset.inline", Form::VariableLength, 22),
    ("vector.splice.left", Form::VariableLength, 23),
    ("vector.splice.right", Form::VariableLength, 23),
    ("loop.dependence.*", Form::Any, 23),
    ("masked.compressstore", Form::Space, 23),
    ("masked.expandload", Form::Space, 23),
    ("aarch64.sme.*", Form::Any, 19),
    ("amdgcn.make.buffer.rsrc", Form::Any, 22),
    ("amdgcn.permlane16*", Form::Any, 19),
    ("amdgcn.permlanex16*", Form::Any, 19),
    ("amdgcn.permlane64*", Form::Any, 19),
    ("amdgcn.readfirstlane*", Form::Any, 19),
    ("amdgcn.readlane*", Form::Any, 19),
    ("amdgcn.writelane*", Form::Any, 19),
    ("amdgcn.wmma.bf16.16x16x32.bf16", Form::Any, 23),
    ("amdgcn.wmma.bf16f32.16x16x32.bf16", Form::Any, 23),
    ("amdgcn.wmma.f16.16x16x32.f16", Form::Any, 23),
    ("amdgcn.wmma.f32.16x16x32.*", Form::Any, 23),
    ("amdgcn.wmma.f32.16x16x4.f32", Form::Any, 23),
];

/// A form of an intrinsic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// It has no result.
    Void,
    /// Its result is a vector.
    Vector,
    /// It has an operand or a result `<1 x i64>`, which was `x86_mmx` before.
    Mmx,
    /// It has a pointer into another address space than 0.
    Space,
    /// The third operand, a length or an offset, is a variable, or not less than the length of the result, a vector.
    VariableLength,
    /// Any: the intrinsic has another signature before.
    Any,
}

/// Intrinsics that have types in their names, which texts since 18 may leave out: `llvm.umin`. `*` is for all that begin so.
#[rustfmt::skip]
pub const OVERLOADED: &[&str] = &[
    "abs", "bitreverse", "bswap", "canonicalize", "ceil", "copysign", "cos", "ctlz", "ctpop", "cttz", "exp", "exp2",
    "experimental.constrained.*", "experimental.vector.*", "fabs", "floor", "fma", "fmuladd", "fptosi.sat", "fptoui.sat", "fshl",
    "fshr", "is.fpclass", "lifetime.*", "llrint", "llround", "log", "log10", "log2", "lrint", "lround", "masked.*", "matrix.*",
    "maximum", "maxnum", "memcpy", "memmove", "memset", "minimum", "minnum", "nearbyint", "pow", "powi", "ptrmask", "rint",
    "round", "roundeven", "sadd.*", "sin", "smax", "smin", "smul.*", "sqrt", "sshl.sat", "ssub.*", "trunc", "uadd.*", "umax",
    "umin", "umul.*", "ushl.sat", "usub.*", "vector.*", "vp.*",
];

/// True if a pattern with `*` at its end, or a name, is that of an intrinsic.
pub(super) fn is_like(pattern: &str, base: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(prefix) => base.starts_with(prefix),
        None => base == pattern,
    }
}

/// The rows that a version does not know.
#[derive(Clone, Debug)]
pub(super) struct Missing {
    pub(super) version: Version,
    rows: Vec<&'static Row>,
}

impl Missing {
    pub(super) fn new(version: Version) -> Missing {
        let rows = ROWS.iter().filter(|row| !row.is_known(version)).collect();
        Missing { version, rows }
    }

    /// The way to do without a construct, unless the version knows it.
    pub(super) fn lack(&self, what: Construct<'_>) -> Option<Lack> {
        let row = self.rows.iter().find(|row| row.what == what);
        row.map(|row| row.lack)
    }

    pub(super) fn is_missing(&self, what: &str) -> bool {
        self.lack(Other(what)).is_some()
    }

    /// An error if the version does not know a construct.
    pub(super) fn require(&self, what: Construct<'_>) -> Result<(), String> {
        match self.lack(what) {
            None => Ok(()),
            Some(_) => Err(reason(what)),
        }
    }
}

/// The words for a construct in messages.
pub(super) fn reason(what: Construct<'_>) -> String {
    match what {
        Attribute(word) => format!("attribute {word}"),
        Construct::Flag(op, flag) => format!("{op} {}", flag.text()),
        FastMath("struct") => "fast-math flags of a struct".to_owned(),
        FastMath(op) => format!("fast-math flags of {op}"),
        Convention(word) => format!("calling convention {word}"),
        Rmw(op) => format!("atomicrmw {}", op.text()),
        Constant(word) => format!("constant {word}"),
        Bundle(tag) => format!("assume bundle {tag}"),
        Other(what) => what.to_owned(),
    }
}
