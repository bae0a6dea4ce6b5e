//! The meaning of attributes, metadata, operand bundles, flags and markers for the machine.
//!
//! Everything in a text that a compiler may draw conclusions from is in one of these tables. What the machine does not check must
//! not be in a text that a compiler is given: [`crate::strip`] removes it, and the machine refuses what cannot be removed. To have
//! the machine check something more, move its name to another line here.

use kvant_llvm::syntax::{Flag, Tail};

/// The meaning of a construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The machine enforces it, or respects it, or refuses to execute where it matters.
    Checked,
    /// It means nothing for results.
    Inert,
    /// A violation is undefined or changes results, and the machine does not see it. Without it, a program is more defined.
    Strip,
    /// It changes results, and the machine does not know how.
    Refuse,
}

use Meaning::{Checked, Inert, Refuse, Strip};

/// The position of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// A function, or a call.
    Function,
    /// A parameter or an argument.
    Parameter,
    /// A result.
    Result,
}

/// The code that an attribute makes a promise about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A function with a body, a library function, an intrinsic, or a function that is called through a pointer.
    Known,
    /// An unknown external function, whose behaviour the machine chooses within its attributes.
    Unknown,
    /// A call of an unknown external function. A compiler loses attributes when it merges calls, so that the behaviour of the
    /// function cannot depend on them.
    UnknownCall,
}

/// Names with their meaning, on known code, on unknown code and on calls of that.
type Rows = &'static [(Meaning, Meaning, Meaning, &'static str)];

#[rustfmt::skip]
const OF_FUNCTIONS: Rows = &[
    (Checked, Checked, Checked, "builtin nobuiltin"),
    // Refused where floats are computed.
    (Checked, Checked, Checked, "denormal_fpenv strictfp"),
    (Inert, Inert, Inert,
        "align alignstack alwaysinline cold convergent disable_sanitizer_instrumentation flatten fn_ret_thunk_extern hot
         hybrid_patchable inlinehint jumptable minsize nocf_check nodivergencesource noduplicate noimplicitfloat noinline noipa
         nomerge nonlazybind nooutline noprofile noredzone nosanitize_bounds nosanitize_coverage optdebug optforfuzzing optnone
         optsize returns_twice safestack sanitize_address sanitize_alloc_token sanitize_hwaddress sanitize_memory sanitize_memtag
         sanitize_numerical_stability sanitize_realtime sanitize_realtime_blocking sanitize_thread sanitize_type shadowcallstack
         skipprofile speculative_load_hardening ssp sspreq sspstrong uwtable"),
    (Checked, Checked, Strip,
        "argmemonly inaccessiblemem_or_argmemonly inaccessiblememonly memory noreturn readnone readonly willreturn writeonly"),
    (Checked, Checked, Checked, "nofree norecurse"),
    // A run that ends, in one thread and without exceptions, does not violate them.
    (Checked, Checked, Checked, "mustprogress nosync nounwind"),
    // It says nothing about functions with a body.
    (Inert, Checked, Checked, "nocallback"),
    (Checked, Checked, Checked, "nocreateundeforpoison"),
    (Strip, Strip, Strip, "allockind allocsize coro_elide_safe coro_only_destroy_when_complete speculatable"),
    // Refused where it excludes the `vscale` of the program.
    (Checked, Strip, Strip, "vscale_range"),
    (Refuse, Refuse, Refuse, "naked null_pointer_is_valid preallocated presplitcoroutine"),
];

#[rustfmt::skip]
const OF_PARAMETERS: Rows = &[
    (Checked, Checked, Checked, "align dereferenceable dereferenceable_or_null nonnull noundef range"),
    (Checked, Refuse, Refuse, "byval"),
    (Inert, Inert, Inert, "alignstack elementtype immarg inreg nest noext signext swiftasync swiftself zeroext"),
    (Checked, Checked, Strip, "captures noalias nocapture nofree readnone readonly writeonly"),
    // Nothing unwinds.
    (Checked, Strip, Strip, "dead_on_return dead_on_unwind initializes sret writable"),
    // A violation is refused.
    (Checked, Checked, Strip, "returned"),
    (Checked, Strip, Strip, "nofpclass"),
    // `byref` goes from functions and calls alike.
    (Strip, Strip, Strip, "allocalign allocptr byref"),
    (Refuse, Refuse, Refuse, "inalloca preallocated swifterror"),
];

#[rustfmt::skip]
const OF_RESULTS: Rows = &[
    (Checked, Checked, Checked, "align dereferenceable dereferenceable_or_null nonnull noundef range"),
    (Inert, Inert, Inert, "alignstack elementtype inreg noext signext zeroext"),
    (Strip, Checked, Strip, "noalias"),
    (Checked, Strip, Strip, "nofpclass"),
];

/// Attributes that are strings. All others are inert: LLVM ignores keys that it does not know, and knows many about code generation.
const STRINGS: &[(Meaning, &str)] = &[
    // Modes for denormals are refused where floats are computed.
    (
        Checked,
        "denormal-fp-math denormal-fp-math-f32 no-builtins no-builtin-*",
    ),
    (
        Strip,
        "alloc-family alloc-variant-zeroed approx-func-fp-math instrument-function-* less-precise-fpmad llvm.assume
         modular-format no-infs-fp-math no-nans-fp-math no-signed-zeros-fp-math unsafe-fp-math vector-function-abi-variant",
    ),
    (Refuse, "coroutine.presplit null-pointer-is-valid"),
];

/// Kinds of metadata. All others are inert: LLVM ignores them.
const METADATA: &[(Meaning, &str)] = &[
    (
        Checked,
        "align dereferenceable dereferenceable_or_null nofpclass nonnull noundef range",
    ),
    (
        Inert,
        "DIAssignID alloc_token annotation associated block.uniformity.profile callee_type callgraph callsite
         coro.outside.frame dbg elf_section_properties exclude func_sanitize guid implicit.ref inline_history irr_loop kcfi_type
         llvm.preserve.access.index mem.cache_hint memprof mmra nontemporal nosanitize pcsections prof section_prefix
         unpredictable",
    ),
    // The properties of `llvm.loop` are below.
    (Inert, "llvm.loop"),
    (
        Strip,
        "absolute_symbol alias.scope amdgpu.* call_target callback callees captures fpmath invariant.group invariant.load llvm.access.group
         llvm.mem.parallel_loop_access make.implicit noalias noalias.addrspace nofree structurizecfg.* tbaa tbaa.struct
         type vcall_visibility",
    ),
];

/// Properties of loops that mean nothing for results. `vectorize.enable` and `vectorize.width` are not among them: they allow to
/// reorder sums of floats.
const LOOPS: &str = "llvm.licm.disable llvm.loop.disable_nonforced llvm.loop.distribute.enable llvm.loop.estimated_trip_count
     llvm.loop.interleave.count llvm.loop.isdistributed llvm.loop.isvectorized llvm.loop.licm_versioning.disable
     llvm.loop.peeled.count llvm.loop.unroll.count llvm.loop.unroll.disable llvm.loop.unroll.enable llvm.loop.unroll.full
     llvm.loop.unroll.runtime.disable llvm.loop.unroll_and_jam.count llvm.loop.unroll_and_jam.disable
     llvm.loop.unroll_and_jam.enable llvm.loop.unswitch.injection.disable llvm.loop.unswitch.partial.disable";

/// Operand bundles of calls. All others are refused: an unknown bundle has effects of its own.
const BUNDLES: &[(Meaning, &str)] = &[
    (Inert, "cfguardtarget convergencectrl kcfi"),
    (
        Refuse,
        "clang.arc.attachedcall deactivation-symbol deopt funclet gc-live gc-transition preallocated ptrauth",
    ),
];

/// Operand bundles of `llvm.assume`. All others are stripped: they are attributes.
const ASSUMPTIONS: &[(Meaning, &str)] = &[
    (
        Checked,
        "align dereferenceable dereferenceable_or_null nonnull noundef",
    ),
    (Inert, "cold ignore"),
    (Strip, "separate_storage"),
];

/// Constructs that are no words of their own.
const OTHERS: &[(Meaning, &str)] = &[(Strip, "inrange"), (Refuse, "asm gc inalloca swifterror")];

/// The meaning of an attribute that is a word. One that is not known may be of a later version, and is refused.
pub fn attribute(position: Position, owner: Owner, name: &str) -> Meaning {
    let rows = match position {
        Position::Function => OF_FUNCTIONS,
        Position::Parameter => OF_PARAMETERS,
        Position::Result => OF_RESULTS,
    };
    let row = rows.iter().find(|(.., names)| is_in(names, name));
    let Some((known, unknown, call, _)) = row else {
        return Refuse;
    };
    match owner {
        Owner::Known => *known,
        Owner::Unknown => *unknown,
        Owner::UnknownCall => *call,
    }
}

/// The meaning of an attribute that is a string.
pub fn string_attribute(key: &str, value: &str) -> Meaning {
    match find(STRINGS, key).unwrap_or(Inert) {
        Refuse | Strip if value == "false" => Inert,
        meaning => meaning,
    }
}

/// The meaning of a kind of metadata, without `!`.
pub fn metadata(kind: &str) -> Meaning {
    find(METADATA, kind).unwrap_or(Inert)
}

/// The meaning of a property of a loop: the string at the beginning of a node in `!llvm.loop`.
pub fn of_loop(property: &str) -> Meaning {
    match is_in(LOOPS, property) {
        true => Inert,
        false => Strip,
    }
}

/// The meaning of an operand bundle of a call.
pub fn bundle(tag: &str) -> Meaning {
    find(BUNDLES, tag).unwrap_or(Refuse)
}

/// The meaning of an operand bundle of `llvm.assume`.
pub fn assumption(tag: &str) -> Meaning {
    find(ASSUMPTIONS, tag).unwrap_or(Strip)
}

/// The meaning of a flag. Flags that allow to rewrite expressions of floats are refused where something is rounded.
pub fn flag(_: Flag) -> Meaning {
    Checked
}

/// The meaning of the marker of a call. `tail` promises that the callee does not access memory of the caller's frame.
pub fn marker(tail: Tail) -> Meaning {
    match tail {
        Tail::Tail | Tail::MustTail => Checked,
        Tail::NoTail => Inert,
    }
}

/// The meaning of a construct that is no word of its own: `inrange`, `asm`, `gc`, and `inalloca` and `swifterror` of `alloca`.
pub fn other(name: &str) -> Meaning {
    find(OTHERS, name).unwrap_or(Refuse)
}

/// The names in all tables: words of attributes, and kinds of metadata and of bundles. `*` stands for the rest of a name.
pub fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
    let attributes = [OF_FUNCTIONS, OF_PARAMETERS, OF_RESULTS].into_iter();
    let attributes = attributes
        .flatten()
        .map(|(.., names)| ("attribute", *names));
    let others = [
        ("string attribute", STRINGS),
        ("metadata", METADATA),
        ("bundle", BUNDLES),
        ("assumption", ASSUMPTIONS),
    ];
    let others = others
        .into_iter()
        .flat_map(|(what, rows)| rows.iter().map(move |(_, names)| (what, *names)));
    attributes
        .chain(others)
        .flat_map(|(what, names)| names.split_whitespace().map(move |name| (what, name)))
}

fn find(rows: &[(Meaning, &str)], name: &str) -> Option<Meaning> {
    let row = rows.iter().find(|(_, names)| is_in(names, name));
    row.map(|it| it.0)
}

fn is_in(names: &str, name: &str) -> bool {
    names
        .split_whitespace()
        .any(|it| match it.strip_suffix('*') {
            Some(prefix) => name.starts_with(prefix),
            None => it == name,
        })
}
