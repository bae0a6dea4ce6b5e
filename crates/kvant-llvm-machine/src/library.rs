//! Library functions: functions that compilers know by their names and types.
//!
//! A call of one is executed with the library's semantics, or refused. It is never an event, because a compiler may replace it by
//! something else.

use std::collections::HashMap;
use std::sync::OnceLock;

use kvant_llvm::syntax::{Function, Module, Type, TypeKind};

use crate::leaf::{Leaf, Pointer};

/// The names and the types.
const TABLE: &str = include_str!("library.txt");

/// The library function that a function is, by the name that the table has for it.
pub fn find(module: &Module, function: &Function) -> Option<&'static str> {
    let (name, ty) = named(module.names.get(function.name))?;
    fits(module, function, ty).then_some(name)
}

/// All names of the table with their types. The names of families end with `*`.
pub fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    let lines = lines.filter_map(|line| line.split_once(": "));
    lines.flat_map(|(ty, names)| names.split(' ').map(move |name| (name, ty)))
}

/// True if calls of a library function are executed.
pub fn is_executed(name: &str) -> bool {
    Routine::of(name).is_some() || twin(name).is_some()
}

/// True if a compiler does not recognise a library function in calls with `nobuiltin`.
pub fn can_be_hidden(name: &str) -> bool {
    named(name).is_some_and(|(_, ty)| ty != "?")
}

fn named(name: &str) -> Option<(&'static str, &'static str)> {
    static NAMES: OnceLock<HashMap<&'static str, &'static str>> = OnceLock::new();
    // A name with this byte before it is written into object files as it is.
    let name = name.strip_prefix("\\01").unwrap_or(name);
    let all = NAMES.get_or_init(|| names().collect());
    if let Some((name, ty)) = all.get_key_value(name) {
        return Some((name, ty));
    }
    names().find(|(known, _)| {
        known
            .strip_suffix('*')
            .is_some_and(|prefix| name.starts_with(prefix))
    })
}

/// True if a function has a type of the table. Sizes of integers are not compared where they differ between targets: to know a
/// function that the compiler does not know is no fault.
fn fits(module: &Module, function: &Function, ty: &str) -> bool {
    if ty == "?" {
        return true;
    }
    let (fixed, is_variadic) = match ty.strip_suffix('.') {
        Some(fixed) => (fixed, true),
        None => (ty, false),
    };
    let types = function.parameters.iter().map(|parameter| parameter.ty);
    let types: Vec<Type> = std::iter::once(function.result).chain(types).collect();
    let mut before = function.result;
    let mut fits = |(code, ty): (char, Type)| {
        let is_same = ty == before;
        before = ty;
        match (code, module.types.get(ty)) {
            ('=', _) => is_same,
            ('v', TypeKind::Void)
            | ('p', TypeKind::Ptr(_))
            | ('F', TypeKind::Float(_))
            | ('s', TypeKind::Struct { .. } | TypeKind::Named(_)) => true,
            ('b', TypeKind::Int(bits)) => *bits == 8,
            ('h', TypeKind::Int(bits)) => *bits == 16,
            ('w', TypeKind::Int(bits)) => *bits == 32,
            ('i' | 'l' | 'z' | 'q' | 'I' | 'x', TypeKind::Int(bits)) => (16..=64).contains(bits),
            ('f', TypeKind::Float(kind)) => kind.bits() == 32,
            ('d', TypeKind::Float(kind)) => kind.bits() == 64,
            _ => false,
        }
    };
    function.is_variadic == is_variadic
        && fixed.len() == types.len()
        && fixed.chars().zip(types).all(&mut fits)
}

/// The intrinsic that does the same as a library function on floats. Those that may set `errno` are not among them.
pub(crate) fn twin(name: &str) -> Option<&'static str> {
    const SAME: [(&str, &str); 14] = [
        ("fabs", "llvm.fabs"),
        ("copysign", "llvm.copysign"),
        ("floor", "llvm.floor"),
        ("ceil", "llvm.ceil"),
        ("trunc", "llvm.trunc"),
        ("rint", "llvm.rint"),
        ("nearbyint", "llvm.nearbyint"),
        ("round", "llvm.round"),
        ("roundeven", "llvm.roundeven"),
        ("fmin", "llvm.minnum"),
        ("fmax", "llvm.maxnum"),
        ("fminimum_num", "llvm.minimumnum"),
        ("fmaximum_num", "llvm.maximumnum"),
        ("sqrt", "llvm.sqrt"),
    ];
    let base = |known: &str| {
        name.strip_prefix(known)
            .is_some_and(|rest| matches!(rest, "" | "f" | "l"))
    };
    SAME.iter().find(|it| base(it.0)).map(|it| it.1)
}

/// A family of functions on the heap. Memory goes back to the family that it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    Malloc,
    New { is_array: bool, is_aligned: bool },
    Msvc { is_array: bool },
}

/// A library function that is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Routine {
    /// Memory of the size in an argument, and of the alignment in another one.
    Allocate {
        family: Family,
        size: usize,
        align: Option<usize>,
    },
    Calloc,
    Realloc,
    PosixMemalign,
    StrDup,
    StrNDup,
    Free(Family),
    MemCpy,
    MemPCpy,
    MemMove,
    BCopy,
    MemSet,
    BZero,
    MemCCpy,
    MemCmp,
    BCmp,
    StrCmp,
    StrNCmp,
    MemChr,
    MemRChr,
    StrLen,
    StrNLen,
    StrChr,
    StrRChr,
    StrStr,
    StrSpn,
    StrCSpn,
    StrPBrk,
    StrCpy,
    StpCpy,
    StrNCpy,
    StpNCpy,
    StrCat,
    StrNCat,
    Abs,
    Ffs,
    Fls,
    IsDigit,
    IsAscii,
    ToAscii,
    /// `htonl` and the like.
    NetworkOrder,
    Exit,
    Abort,
}

impl Routine {
    /// True if a call with these arguments frees memory.
    pub(crate) fn frees(self, arguments: &[Leaf]) -> bool {
        let is_null = matches!(arguments.first(), Some(Leaf::Ptr(Pointer::NULL)));
        matches!(self, Routine::Free(_) | Routine::Realloc) && !is_null
    }

    pub(crate) fn of(name: &str) -> Option<Routine> {
        use Routine as R;
        let allocate = |align| R::Allocate {
            family: Family::Malloc,
            size: usize::from(align == Some(0)),
            align,
        };
        let of_operator = || {
            let is_aligned = name.contains("St11align_val_t");
            let family = match name.get(..4)? {
                "_Znw" | "_Zdl" => Family::New {
                    is_array: false,
                    is_aligned,
                },
                "_Zna" | "_Zda" => Family::New {
                    is_array: true,
                    is_aligned,
                },
                "??2@" | "??3@" => Family::Msvc { is_array: false },
                "??_U" | "??_V" => Family::Msvc { is_array: true },
                _ => return None,
            };
            Some(match name.get(..4)? {
                "_Znw" | "_Zna" | "??2@" | "??_U" => R::Allocate {
                    family,
                    size: 0,
                    align: is_aligned.then_some(1),
                },
                _ => R::Free(family),
            })
        };
        Some(match name {
            "malloc" => allocate(None),
            "aligned_alloc" | "memalign" => allocate(Some(0)),
            "calloc" => R::Calloc,
            "realloc" => R::Realloc,
            "posix_memalign" => R::PosixMemalign,
            "strdup" | "__strdup" => R::StrDup,
            "strndup" | "__strndup" => R::StrNDup,
            "free" => R::Free(Family::Malloc),
            "memcpy" => R::MemCpy,
            "mempcpy" => R::MemPCpy,
            "memmove" => R::MemMove,
            "bcopy" => R::BCopy,
            "memset" => R::MemSet,
            "bzero" => R::BZero,
            "memccpy" => R::MemCCpy,
            "memcmp" => R::MemCmp,
            "bcmp" => R::BCmp,
            "strcmp" => R::StrCmp,
            "strncmp" => R::StrNCmp,
            "memchr" => R::MemChr,
            "memrchr" => R::MemRChr,
            "strlen" => R::StrLen,
            "strnlen" => R::StrNLen,
            "strchr" => R::StrChr,
            "strrchr" => R::StrRChr,
            "strstr" => R::StrStr,
            "strspn" => R::StrSpn,
            "strcspn" => R::StrCSpn,
            "strpbrk" => R::StrPBrk,
            "strcpy" => R::StrCpy,
            "stpcpy" => R::StpCpy,
            "strncpy" => R::StrNCpy,
            "stpncpy" => R::StpNCpy,
            "strcat" => R::StrCat,
            "strncat" => R::StrNCat,
            "abs" | "labs" | "llabs" => R::Abs,
            "ffs" | "ffsl" | "ffsll" => R::Ffs,
            "fls" | "flsl" | "flsll" => R::Fls,
            "isdigit" => R::IsDigit,
            "isascii" => R::IsAscii,
            "toascii" => R::ToAscii,
            "htonl" | "htons" | "ntohl" | "ntohs" => R::NetworkOrder,
            "exit" | "_Exit" => R::Exit,
            "abort" => R::Abort,
            _ => return of_operator(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_well_formed() {
        let mut all: Vec<&str> = names().map(|it| it.0).collect();
        assert!(all.len() > 530, "{}", all.len());
        for (name, ty) in names() {
            let known = ty.chars().all(|it| "vbhwilzqIxfdFps=.?".contains(it));
            assert!(known, "{name} {ty}");
        }
        all.sort_unstable();
        let count = all.len();
        all.dedup();
        assert_eq!(all.len(), count, "a name is there twice");
    }

    #[test]
    fn operators_have_families() {
        let new = |is_array, is_aligned| Family::New {
            is_array,
            is_aligned,
        };
        let free = |name| match Routine::of(name) {
            Some(Routine::Free(family)) => family,
            other => panic!("{name}: {other:?}"),
        };
        assert_eq!(free("_ZdlPvm"), new(false, false));
        assert_eq!(free("_ZdaPvSt11align_val_t"), new(true, true));
        assert_eq!(free("??_V@YAXPEAX@Z"), Family::Msvc { is_array: true });
        assert!(Routine::of("_ZSt9terminatev").is_none() && Routine::of("é").is_none());
    }
}
