//! `kvant run --target`: pointers, alignments and byte order of other machines.

use std::process::Command;

use kvant_memory::{Endian, Target};

/// Observes the size of a pointer, the sign of a negative `isize`, and the first byte of an integer.
const PROGRAM: &str = "
#[repr(C)]
union Word { number: u32, bytes: [u8; 4] }

#[repr(C)]
struct Aligned { first: u8, second: u64 }

fn start(one: usize) {
    mir! {
        let unit: (); let most: usize; let minus: isize; let word: Word; let zero: usize; let byte: u8;
        let two: [Aligned; 2]; let value: Aligned; let distance: isize;
        let p: *const u8; let q: *const u8; let pa: *const Aligned; let pb: *const u64;
        {
            most = 0_usize - one;
            minus = 1_isize + (-2_isize);
            word = Word { number: 0x01020304_u32 };
            zero = 0_usize;
            byte = word.bytes[zero];
            value = Aligned { first: 1_u8, second: 2_u64 };
            two = [value, value];
            pa = addr_of!(two[zero]);
            pb = addr_of!((*pa).second);
            p = pa as *const u8;
            q = pb as *const u8;
            Call(distance = core::intrinsics::ptr_offset_from(q, p), ReturnTo(a), UnwindUnreachable())
        }
        a = { Call(unit = kvant::observe_usize(0, most), ReturnTo(b), UnwindUnreachable()) }
        b = { Call(unit = kvant::observe_isize(1, minus), ReturnTo(c), UnwindUnreachable()) }
        c = { Call(unit = kvant::observe_u8(2, byte), ReturnTo(d), UnwindUnreachable()) }
        d = { Call(unit = kvant::observe_isize(3, distance), ReturnTo(e), UnwindUnreachable()) }
        e = { Return() }
    }
}
fn main() { kvant::run(|| start(kvant::hide(1_usize))) }
";

fn trace(target: &str) -> (Option<i32>, String) {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("program.rs");
    std::fs::write(&path, PROGRAM).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_kvant"))
        .args(["run", "--trace", "--target", target])
        .arg(&path)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr);
    (output.status.code(), text)
}

#[test]
fn a_program_is_what_its_target_makes_of_it() {
    for (target, usize_max, first_byte, offset) in [
        ("x86_64", u64::MAX, 4, 8),
        ("x86_64-unknown-linux-gnu", u64::MAX, 4, 8),
        ("i686", u64::from(u32::MAX), 4, 4),
        ("armv7", u64::from(u32::MAX), 4, 8),
        ("powerpc", u64::from(u32::MAX), 1, 8),
        ("s390x", u64::MAX, 1, 8),
    ] {
        let (code, text) = trace(target);
        assert_eq!(code, Some(0), "{target}: {text}");
        let expected = format!(
            "0 usize {usize_max}\n1 isize -1\n2 u8 {first_byte}\n3 isize {offset}\nkvant 4 "
        );
        assert!(text.starts_with(&expected), "{target}: {text}");
    }
}

#[test]
fn floats_are_not_for_every_target() {
    let text = "fn start(x: f32) { mir! { { x = x + x; Return() } } }
        fn main() { kvant::run(|| start(kvant::hide(1.5_f32))) }";
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("program.rs");
    std::fs::write(&path, text).unwrap();
    for (target, code) in [("i686", 2), ("armv7", 0)] {
        let output = Command::new(env!("CARGO_BIN_EXE_kvant"))
            .args(["run", "--target", target])
            .arg(&path)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(code), "{target}: {output:?}");
    }
}

#[test]
fn an_unknown_target_is_an_error_that_names_the_others() {
    let (code, text) = trace("pdp11");
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("supported targets: x86_64, i686,"), "{text}");
}

/// The machine's description of a target agrees with the compiler's.
#[test]
fn targets_are_as_the_compiler_describes_them() {
    let triples = [
        "x86_64-unknown-linux-gnu",
        "i686-unknown-linux-gnu",
        "aarch64-unknown-linux-gnu",
        "riscv64gc-unknown-linux-gnu",
        "armv7-unknown-linux-gnueabihf",
        "wasm32-unknown-unknown",
        "powerpc64-unknown-linux-gnu",
        "powerpc-unknown-linux-gnu",
        "s390x-unknown-linux-gnu",
    ];
    for (target, triple) in Target::ALL.iter().zip(triples) {
        assert!(triple.starts_with(target.name), "{triple}");
        let output = Command::new("rustc")
            .env("RUSTC_BOOTSTRAP", "1")
            .args(["--print=target-spec-json", "-Zunstable-options", "--target"])
            .arg(triple)
            .output()
            .unwrap();
        let spec: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let layout = DataLayout(spec["data-layout"].as_str().unwrap().to_owned());
        let endian = match layout.0.starts_with('E') {
            true => Endian::Big,
            false => Endian::Little,
        };
        assert_eq!(target.endian, endian, "{triple}");
        assert_eq!(
            target.pointer_bytes,
            layout.align("p").unwrap_or(8),
            "{triple}"
        );
        // What LLVM says of `i64` is a minimum for `i128` where nothing is said of that.
        let i64 = layout.align("i64").unwrap_or(4);
        let i128 = layout.align("i128").unwrap_or(i64);
        assert_eq!(target.int_align, [1, 2, 4, i64, i128], "{triple}");
        assert_eq!(
            target.f64_align,
            layout.align("f64").unwrap_or(8),
            "{triple}"
        );
    }
}

/// LLVM's description: parts between dashes, such as `i64:64` or `p:32:32`.
struct DataLayout(String);

impl DataLayout {
    /// The alignment in bytes that is given for `what`. A pointer's size comes before it.
    fn align(&self, what: &str) -> Option<u32> {
        let part = self.0.split('-').find_map(|part| {
            let (name, rest) = part.split_once(':')?;
            (name == what).then_some(rest)
        })?;
        let numbers: Vec<u32> = part.split(':').map(|n| n.parse().unwrap()).collect();
        Some(numbers[usize::from(what == "p")] / 8)
    }
}
