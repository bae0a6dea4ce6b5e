//! The part of the text that is the same in every program: observers and report.
//!
//! It includes nothing, so that the compiled text does not depend on the headers of a system. The digest repeats
//! `observation.rs` as text.

use crate::Attribute;

/// The comment that begins a part that belongs to no program.
pub(crate) const BEGIN: &str = "/* kvant: the same in every program */";
/// The comment that ends it.
pub(crate) const END: &str = "/* kvant: end of it */";

/// Names that the text around a program declares. A program must not declare them, nor any name that begins with `kvant_`
/// except for its entry.
pub const RESERVED: [&str; 24] = [
    "main",
    "printf",
    "fflush",
    "malloc",
    "calloc",
    "realloc",
    "free",
    "memcpy",
    "memmove",
    "memset",
    "memcmp",
    "abs",
    "observe",
    "observe_double",
    "NOINLINE",
    "ALWAYS_INLINE",
    "NOIPA",
    "PURE",
    "CONST",
    "COLD",
    "VECTOR",
    "INT128",
    "UINT128",
    "UNUSED",
];

/// The text of an attribute: a macro if not every compiler supports it.
pub(crate) const fn attribute(attribute: Attribute) -> &'static str {
    match attribute {
        Attribute::Inline => "inline",
        Attribute::NoInline => "NOINLINE",
        Attribute::AlwaysInline => "ALWAYS_INLINE",
        Attribute::NoIpa => "NOIPA",
        Attribute::Pure => "PURE",
        Attribute::Const => "CONST",
        Attribute::Cold => "COLD",
    }
}

/// The attribute of a specifier or macro, as it is printed.
pub(crate) fn attribute_of_word(word: &str) -> Option<Attribute> {
    Some(match word {
        "inline" | "__inline" | "__inline__" => Attribute::Inline,
        "NOINLINE" => Attribute::NoInline,
        "ALWAYS_INLINE" => Attribute::AlwaysInline,
        "NOIPA" => Attribute::NoIpa,
        "PURE" => Attribute::Pure,
        "CONST" => Attribute::Const,
        "COLD" => Attribute::Cold,
        _ => return None,
    })
}

/// The attribute of this name within `__attribute__`, without the underscores around it.
pub(crate) fn attribute_named(name: &str) -> Option<Attribute> {
    Some(match name {
        "noinline" => Attribute::NoInline,
        "always_inline" => Attribute::AlwaysInline,
        "noipa" => Attribute::NoIpa,
        "pure" => Attribute::Pure,
        "const" => Attribute::Const,
        "cold" => Attribute::Cold,
        _ => return None,
    })
}

/// The text before a program. Observers are never inlined, so that they do not change how the program is compiled.
///
/// The output of trace mode is flushed after each line, so a crash loses none.
pub(super) const PRELUDE: &str = r#"/* kvant: the same in every program */
#if defined(__TINYC__)
#define __builtin_inf() (1.0 / 0.0)
#define __builtin_inff() (1.0f / 0.0f)
#define KVANT_ATTRIBUTE(name)
#else
#define KVANT_ATTRIBUTE(name) __attribute__((name))
#endif
#if defined(__GNUC__) && !defined(__clang__) && !defined(__TINYC__)
#define NOIPA KVANT_ATTRIBUTE(noipa)
#else
#define NOIPA KVANT_ATTRIBUTE(noinline)
#endif
#define NOINLINE KVANT_ATTRIBUTE(noinline)
#define ALWAYS_INLINE inline KVANT_ATTRIBUTE(always_inline)
#define PURE KVANT_ATTRIBUTE(pure)
#define CONST KVANT_ATTRIBUTE(const)
#define COLD KVANT_ATTRIBUTE(cold)
#define UNUSED KVANT_ATTRIBUTE(unused)
#define VECTOR(type, lanes) __attribute__((vector_size(sizeof(type) * (lanes)))) type
#define INT128(high, low) ((__int128)((unsigned __int128)(high) << 64 | (low)))
#define UINT128(high, low) ((unsigned __int128)(high) << 64 | (low))
#define KVANT_BEGIN 0xcbf29ce484222325ULL

int printf(const char *, ...);
int fflush(void *);
void *malloc(__SIZE_TYPE__);
void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
void *realloc(void *, __SIZE_TYPE__);
void free(void *);
void *memcpy(void *, const void *, __SIZE_TYPE__);
void *memmove(void *, const void *, __SIZE_TYPE__);
void *memset(void *, int, __SIZE_TYPE__);
int memcmp(const void *, const void *, __SIZE_TYPE__);
int abs(int);

static unsigned long long kvant_state = KVANT_BEGIN;
static int kvant_trace;

static void kvant_fold(unsigned long long word) {
    unsigned long long mixed = (kvant_state ^ word) * 0x9e3779b97f4a7c15ULL;
    kvant_state = mixed ^ mixed >> 29;
}

static NOINLINE UNUSED void observe(unsigned site, unsigned long long bits) {
    kvant_fold(site);
    kvant_fold(bits);
    if (kvant_trace) {
        printf("%u %016llx\n", site, bits);
        fflush(0);
    }
}

static NOINLINE UNUSED void observe_double(unsigned site, double value) {
    union { double value; unsigned long long bits; } both;
    both.value = value;
    observe(site, both.bits);
}
/* kvant: end of it */

"#;

/// The text after a program.
pub(super) const MAIN: &str = r#"
/* kvant: the same in every program */
int main(int argc, char **argv) {
    (void)argv;
    kvant_trace = argc > 1;
    kvant_main();
    printf("kvant %016llx\n", kvant_state);
    return 0;
}
/* kvant: end of it */
"#;
