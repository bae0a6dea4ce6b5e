//! The verdict of the compiler's own interpreter about a program, read from its error messages.
//!
//! The messages changed over the years, so the table at the end knows several wordings for one
//! thing. It lists beginnings of messages and their meanings, and nothing else here depends on them. Finding
//! a message in the compiler's output is in `diagnostics`.

use super::diagnostics::const_eval_errors;
use crate::compile::ConstVerdict;
use crate::diagnostics::own_lines;

impl ConstVerdict {
    /// Reads the verdict from the compiler's output when it refused the program.
    ///
    /// If there are several complaints, the gravest one counts. There is no verdict if the program
    /// was refused before it was evaluated.
    pub(crate) fn from_stderr(stderr: &str) -> Option<ConstVerdict> {
        let complaint = const_eval_errors(stderr)
            .iter()
            .map(|message| ConstVerdict::from_message(message))
            .max_by_key(ConstVerdict::gravity);
        let before_or_after = own_lines(stderr)
            .find(|line| OUT_OF_REACH.iter().any(|words| line.contains(words)))
            .map(|line| ConstVerdict::CannotSay {
                message: line.to_owned(),
            });
        complaint.or(before_or_after)
    }

    fn from_message(message: &str) -> ConstVerdict {
        let known = WORDINGS.iter().find(|wording| wording.matches(message));
        let message = message.to_owned();
        match known.map(|wording| wording.meaning) {
            Some(Meaning::Differs) => ConstVerdict::Differs {
                observation: first_wrong_observation(&message),
                message,
            },
            Some(Meaning::Undefined) => ConstVerdict::Undefined { message },
            Some(Meaning::CannotSay) => ConstVerdict::CannotSay { message },
            None => ConstVerdict::Unrecognised { message },
        }
    }

    fn gravity(&self) -> u8 {
        match self {
            ConstVerdict::Agrees => 0,
            ConstVerdict::CannotSay { .. } => 1,
            ConstVerdict::Unrecognised { .. } => 2,
            ConstVerdict::Differs { .. } => 3,
            ConstVerdict::Undefined { .. } => 4,
        }
    }
}

/// Messages about constants that come of no evaluation: at the end of the session, and where
/// types are checked.
const OUT_OF_REACH: [&str; 2] = [
    "may not be used to circumvent feature gates",
    "pointers cannot be reliably compared during const eval",
];

/// The number with which the prelude indexes an empty array when an observation is wrong.
///
/// A message of a constant panic cannot contain a computed number, except for this one.
fn first_wrong_observation(message: &str) -> Option<u64> {
    let (_, number) = message.split_once("the length is 0 but the index is ")?;
    let digits = number.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Differs,
    Undefined,
    CannotSay,
}

/// A kind of message: its beginning, a part of its rest, and its meaning.
struct Wording {
    opening: &'static str,
    containing: &'static str,
    meaning: Meaning,
}

impl Wording {
    fn matches(&self, message: &str) -> bool {
        message.starts_with(self.opening) && message.contains(self.containing)
    }
}

const fn differs(opening: &'static str) -> Wording {
    Wording {
        opening,
        containing: "",
        meaning: Meaning::Differs,
    }
}

const fn undefined(opening: &'static str) -> Wording {
    Wording {
        opening,
        containing: "",
        meaning: Meaning::Undefined,
    }
}

const fn cannot_say(opening: &'static str) -> Wording {
    Wording {
        opening,
        containing: "",
        meaning: Meaning::CannotSay,
    }
}

/// A value that may be fine at run time but that has no known bits at compile time.
const fn cannot_say_value(containing: &'static str) -> Wording {
    Wording {
        opening: "constructing invalid value",
        containing,
        meaning: Meaning::CannotSay,
    }
}

/// The first that matches counts.
const WORDINGS: &[Wording] = &[
    // A panic is defined behaviour, and no program is expected to panic. The prelude's check of the
    // digest is one of these.
    differs("evaluation panicked: "),
    differs("the evaluated program panicked at "),
    differs("index out of bounds: the length is "),
    differs("attempt to "),
    differs("aborted execution"),
    // Pointers have no addresses at compile time.
    cannot_say("exposing pointers is not possible at compile-time"),
    cannot_say("pointer arithmetic or comparison is not supported"),
    cannot_say("unable to turn pointer into"),
    cannot_say("unable to read parts of a pointer"),
    cannot_say("unable to overwrite parts of a pointer"),
    cannot_say("unable to copy parts of a pointer"),
    cannot_say_value("encountered a pointer, but expected"),
    cannot_say_value("encountered a pointer with unknown absolute address"),
    cannot_say_value("encountered a partial pointer"),
    cannot_say_value("encountered a maybe-null"),
    // The world outside of constants is out of reach.
    cannot_say("constant accesses mutable global memory"),
    cannot_say("modifying a static's initial value"),
    cannot_say("encountered mutable pointer in final value"),
    cannot_say("encountered partial pointer in final value"),
    cannot_say("cannot access extern static"),
    cannot_say("cannot access thread local static"),
    cannot_say("thread-local statics cannot be accessed"),
    cannot_say("calling non-const function"),
    cannot_say("calling extern function"),
    cannot_say("inline assembly is not supported"),
    cannot_say("intrinsic `"),
    cannot_say("`extern type` "),
    // The interpreter has limits of its own.
    cannot_say("reached the configured maximum number of stack frames"),
    cannot_say("tried to allocate more memory than available"),
    cannot_say("there are no more free addresses"),
    // Values.
    undefined("constructing invalid value"),
    undefined("using uninitialized data"),
    undefined("reading memory at "),
    undefined("interpreting an invalid "),
    undefined("enum value has invalid tag"),
    undefined("trying to set discriminant of "),
    undefined("writing discriminant of an uninhabited"),
    undefined("read discriminant of an uninhabited"),
    undefined("scalar size mismatch"),
    undefined("transmuting from "),
    undefined("invalid metadata in wide pointer"),
    // Memory.
    undefined("memory access failed: "),
    undefined("dereferencing pointer failed: "),
    undefined("pointer not dereferenceable: "),
    undefined("out-of-bounds pointer use: "),
    undefined("accessing memory "),
    undefined("accessing a dead local variable"),
    undefined("accessing alloc"),
    undefined("indexing out of bounds: "),
    undefined("writing to alloc"),
    undefined("writing through a pointer that was derived from a shared"),
    undefined("StorageLive on a local that was already live"),
    undefined("deallocating "),
    undefined("incorrect layout on deallocation"),
    // Pointer arithmetic.
    undefined("in-bounds pointer arithmetic failed: "),
    undefined("out-of-bounds pointer arithmetic: "),
    undefined("out-of-bounds `offset_from`"),
    undefined("overflowing pointer arithmetic"),
    undefined("overflowing in-bounds pointer arithmetic"),
    undefined("`ptr_offset_from"),
    // Arithmetic.
    undefined("dividing by zero"),
    undefined("calculating the remainder with a divisor of zero"),
    undefined("overflow in signed "),
    undefined("arithmetic overflow in `"),
    undefined("overflow executing `"),
    undefined("overflowing shift by "),
    undefined("exact_div: "),
    undefined("`ctlz_nonzero` called on 0"),
    undefined("`cttz_nonzero` called on 0"),
    undefined("overflow computing total size of `"),
    undefined("`copy_nonoverlapping` called on overlapping ranges"),
    // Control.
    undefined("entering unreachable code"),
    undefined("`assume` called with `false`"),
    undefined("using alloc"),
    undefined("using 0x"),
    undefined("using null pointer as function pointer"),
    undefined("calling a function "),
    undefined("unwinding past a stack frame that does not allow unwinding"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn meaning(message: &str) -> Option<Meaning> {
        let known = WORDINGS.iter().find(|wording| wording.matches(message));
        known.map(|wording| wording.meaning)
    }

    fn check(expected: Meaning, messages: &[&str]) {
        for message in messages {
            assert_eq!(meaning(message), Some(expected), "{message}");
        }
    }

    /// Collected from runs of 1.95.0 and of 1.97.0-nightly (2026-05-19), which mostly say the same.
    #[test]
    fn undefined_behaviour_in_the_words_of_new_compilers() {
        check(
            Meaning::Undefined,
            &[
                "constructing invalid value: encountered uninitialized memory, but expected an integer",
                "constructing invalid value of type u32: encountered uninitialized memory, but expected an integer",
                "constructing invalid value: encountered 0x02, but expected a boolean",
                "constructing invalid value of type char: encountered 0x0000d800, but expected a valid unicode scalar value (in `0..=0x10FFFF` but not in `0xD800..=0xDFFF`)",
                "constructing invalid value at .<enum-tag>: encountered 0x09, but expected a valid enum tag",
                "constructing invalid value of type E: at .<enum-tag>, encountered 0x09, but expected a valid enum tag",
                "constructing invalid value of type &u8: encountered a null reference",
                "constructing invalid value of type &u32: encountered a dangling reference (0x4[noalloc] has no provenance)",
                "reading memory at alloc2[0x0..0x4], but memory is uninitialized at [0x0..0x4], and this operation requires initialized memory",
                "memory access failed: alloc2 has been freed, so this pointer is dangling",
                "memory access failed: attempting to access 4 bytes, but got null pointer",
                "memory access failed: attempting to access 4 bytes, but got 0x10[noalloc] which is a dangling pointer (it has no provenance)",
                "accessing a dead local variable",
                "accessing memory based on pointer with alignment 1, but alignment 4 is required",
                "indexing out of bounds: the len is 3 but the index is 5",
                "dividing by zero",
                "calculating the remainder with a divisor of zero",
                "overflow in signed division (dividing MIN by -1)",
                "overflow in signed remainder (dividing MIN by -1)",
                "entering unreachable code",
                "`assume` called with `false`",
                "in-bounds pointer arithmetic failed: attempting to offset pointer by 20 bytes, but got alloc2 which is only 4 bytes from the end of the allocation",
                "overflowing pointer arithmetic: the total offset in bytes does not fit in an `isize`",
                "enum value has invalid tag: 0x09",
                "interpreting an invalid 8-bit value as a bool: 0x05",
                "transmuting from 4-byte type to 8-byte type: `u32` -> `u64`",
                "`copy_nonoverlapping` called on overlapping ranges",
                "overflow computing total size of `copy`",
                "trying to set discriminant of a Option<bool> to the niched variant, but the value does not match",
                "arithmetic overflow in `unchecked_add`",
                "overflowing shift by 8 in `unchecked_shl`",
                "exact_div: 7_u8 cannot be divided by 2_u8 without remainder",
                "`cttz_nonzero` called on 0",
                "`ptr_offset_from` called on two different pointers that are not both derived from the same allocation",
                "`ptr_offset_from_unsigned` called when first pointer has smaller offset than second: 0 < 8",
                "using alloc2 as function pointer but it does not point to a function",
                "pointer not dereferenceable: pointer must point to some allocation, but got 0x10[noalloc] which is a dangling pointer (it has no provenance)",
                "calling a function with fewer arguments than it requires",
                "calling a function whose parameter #1 has type u8 passing argument of type u32",
                "calling a function with return type u8 passing return place of type u16",
                "calling a function with calling convention \"C\" using calling convention \"Rust\"",
                "writing to alloc1 which is read-only",
                "writing through a pointer that was derived from a shared (immutable) reference",
            ],
        );
    }

    /// Collected from runs of 1.85.0, 1.95.0, 1.96.0 and 1.97.0-nightly (2026-05-19).
    #[test]
    fn undefined_behaviour_of_intrinsics_enums_unions_and_references() {
        check(
            Meaning::Undefined,
            &[
                "reading memory at alloc2[0x0..0x4], but memory is uninitialized at [0x1..0x2], and this operation requires initialized memory",
                "memory access failed: attempting to access 2 bytes, but got alloc2 which is only 1 byte from the end of the allocation",
                "overflow computing total size of `write_bytes`",
                "accessing memory with alignment 1, but alignment 4 is required",
                "in-bounds pointer arithmetic failed: attempting to offset pointer by -1 bytes, but got alloc2 which is at the beginning of the allocation",
                "out-of-bounds pointer arithmetic: expected a pointer to the end of 1 byte of memory, but got alloc3 which is at the beginning of the allocation",
                "out-of-bounds `offset_from` origin: expected a pointer to the end of 5 bytes of memory, but got alloc3+0x5 which does not have enough space to the beginning of the allocation",
                "`ptr_offset_from` called on two different pointers where the memory range between them is not in-bounds of an allocation",
                "exact_div: -1_isize cannot be divided by 2_isize without remainder",
                "overflowing shift by -1 in `unchecked_shr`",
                "`ctlz_nonzero` called on 0",
                "constructing invalid value: encountered a null function pointer",
                "constructing invalid value of type fn(): encountered a null function pointer",
                "constructing invalid value: encountered a dangling reference (use-after-free)",
                "constructing invalid value of type [u8; 3]: at [0], encountered uninitialized memory, but expected an integer",
                "out-of-bounds pointer use: expected a pointer to some allocation, but got 0x10[noalloc] which is a dangling pointer (it has no provenance)",
            ],
        );
    }

    /// Operations that no version or not every version evaluates, and pointers as bytes.
    #[test]
    fn unsupported_intrinsics_are_no_evidence() {
        check(
            Meaning::CannotSay,
            &[
                "intrinsic `float_to_int_unchecked` is not supported at compile-time",
                "intrinsic `sqrtf64` is not supported at compile-time",
                "intrinsic `floorf32` is not supported at compile-time",
                "intrinsic `rintf32` is not supported at compile-time",
                "intrinsic `fmaf64` is not supported at compile-time",
                "unable to turn pointer into integer",
                "unable to read parts of a pointer from memory at alloc3",
            ],
        );
    }

    /// From the notes on 1.78 and 1.85, where the wording is different.
    #[test]
    fn undefined_behaviour_in_the_words_of_old_compilers() {
        check(
            Meaning::Undefined,
            &[
                "using uninitialized data, but this operation requires initialized memory",
                "memory access failed: alloc3 has size 16, so pointer to 4 bytes starting at offset 2000 is out-of-bounds",
                "memory access failed: expected a pointer to 1 byte of memory, but got alloc4+0x3 which is at or beyond the end of the allocation",
                "out-of-bounds pointer arithmetic: alloc4 has size 4, so pointer to 20 bytes starting at offset 0 is out-of-bounds",
                "overflowing in-bounds pointer arithmetic",
                "overflow executing `unchecked_add`",
                "StorageLive on a local that was already live",
                "`ptr_offset_from` called on pointers into different allocations",
                "writing discriminant of an uninhabited enum variant",
                "constructing invalid value: encountered an unaligned reference (required 4 byte alignment but found 1)",
            ],
        );
    }

    /// All but the overwritten pointer are from runs of 1.95.0 and of 1.97.0-nightly (2026-05-19).
    #[test]
    fn unsupported_operations_are_no_evidence() {
        check(
            Meaning::CannotSay,
            &[
                "pointer arithmetic or comparison is not supported at compile-time",
                "exposing pointers is not possible at compile-time",
                "constructing invalid value: encountered a pointer, but expected an integer",
                "constructing invalid value of type usize: encountered a pointer, but expected an integer",
                "constant accesses mutable global memory",
                "modifying a static's initial value from another static's initializer",
                "calling non-const function `getpid`",
                "calling non-const function `Box::<i32>::new`",
                "cannot access extern static `environ`",
                "cannot access thread local static `S`",
                "reached the configured maximum number of stack frames",
                "intrinsic `sqrtf32` is not supported at compile-time",
                "inline assembly is not supported",
                "unable to read parts of a pointer from memory at alloc3",
                "unable to overwrite parts of a pointer in memory at alloc3",
                "unable to turn pointer into integer",
            ],
        );
    }

    #[test]
    fn panics_are_differences_whatever_they_say() {
        check(
            Meaning::Differs,
            &[
                "evaluation panicked: kvant: digest mismatch",
                "the evaluated program panicked at 'kvant: digest mismatch', program.rs:4:1",
                "evaluation panicked: dividing by zero",
                "evaluation panicked: called `Option::unwrap()` on a `None` value",
                "index out of bounds: the length is 3 but the index is 17",
                "attempt to compute `u8::MAX + 1_u8`, which would overflow",
                "attempt to divide `1_u8` by zero",
                "attempt to calculate the remainder of `1_u8` with a divisor of zero",
                "attempt to negate `i8::MIN`, which would overflow",
                "attempt to shift left by `8_u32`, which would overflow",
            ],
        );
    }

    #[test]
    fn the_index_into_nothing_is_the_first_wrong_observation() {
        let message = "index out of bounds: the length is 0 but the index is 17";
        assert_eq!(first_wrong_observation(message), Some(17));
        let message = "index out of bounds: the length is 3 but the index is 17";
        assert_eq!(first_wrong_observation(message), None);
    }

    #[test]
    fn the_gravest_complaint_counts() {
        let stderr = "error[E0080]: exposing pointers is not possible at compile-time\n\n\
                      error[E0080]: dividing by zero\n\n\
                      error[E0080]: evaluation panicked: kvant: digest mismatch\n";
        let message = "dividing by zero".to_owned();
        let verdict = ConstVerdict::from_stderr(stderr);
        assert_eq!(verdict, Some(ConstVerdict::Undefined { message }));
    }

    #[test]
    fn a_gate_is_no_verdict_and_neither_is_an_ordinary_error() {
        let gate = "error: `-Zunleash-the-miri-inside-of-you` may not be used to circumvent feature \
                    gates, except when testing error paths in the CTFE engine\n";
        let verdict = ConstVerdict::from_stderr(gate);
        assert!(matches!(verdict, Some(ConstVerdict::CannotSay { .. })));
        let refused = "error[E0308]: mismatched types\n1 | \"error[E0080]: dividing by zero\"\n";
        assert_eq!(ConstVerdict::from_stderr(refused), None);
    }

    #[test]
    fn new_wordings_are_noticed() {
        let verdict = ConstVerdict::from_stderr("error[E0080]: the flux capacitor is empty\n");
        let message = "the flux capacitor is empty".to_owned();
        assert_eq!(verdict, Some(ConstVerdict::Unrecognised { message }));
    }
}
