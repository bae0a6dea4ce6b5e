//! Sizes, alignments, offsets and bits of bit-fields, compared with compilers.
//!
//! For each target random structs and unions are compiled with assertions about their sizes and offsets. The bits of a
//! bit-field are not available in constant expressions and are read from the compiler's assembly: each member in turn is all
//! ones in an object that is otherwise zero.

mod assembly;
mod random;

use std::fmt::Write as _;
use std::process::{Command, Stdio};

use kvant_c::layout::{self, RecordLayout};
use kvant_c::{CTarget, Field, Program, RecordId, RecordKind, Type, print};
use kvant_memory::Endian;

use crate::compiled::skip_without;

const RECORDS: usize = 300;

/// Compiles random records and compares sizes, offsets and bits.
fn check(target: &str, compiler: &str, flags: &[&str]) {
    let target = CTarget::by_name(target).unwrap();
    let program = random::records(7, RECORDS);
    let mut text = String::from("#define offset(type, member) __builtin_offsetof(type, member)\n");
    let whole = print::program(&program, &print::Form::Readable, "");
    let begin = whole.find("enum first").unwrap();
    text.push_str(&whole[begin..whole.find("int kvant_main").unwrap()]);
    let mut expected = Vec::new();
    for n in 0..program.records.len() {
        assertions(&program, &target, RecordId(n as u32), &mut text);
        objects(
            &program,
            &target,
            RecordId(n as u32),
            &mut text,
            &mut expected,
        );
    }
    let Some(assembly) = compile(compiler, flags, &text) else {
        return;
    };
    let word = if target.scalars.name == "s390x" { 2 } else { 4 };
    let found = assembly::objects(&assembly, target.scalars.endian, word);
    for (name, bytes, what) in expected {
        let is = found.get(&name);
        assert_eq!(
            is,
            Some(&bytes),
            "{compiler} {flags:?}: {name}: {what}\n{text}"
        );
    }
}

/// Returns the compiler's assembly; `None` if the compiler is missing.
fn compile(compiler: &str, flags: &[&str], text: &str) -> Option<String> {
    let file = std::env::temp_dir().join(format!(
        "kvant-layout-{}-{compiler}{}.c",
        std::process::id(),
        flags.concat()
    ));
    std::fs::write(&file, text).unwrap();
    let run = Command::new(compiler)
        .args(["-w", "-std=gnu17", "-S", "-o", "-"])
        .args(flags)
        .arg(&file)
        .stdin(Stdio::null())
        .output();
    std::fs::remove_file(&file).unwrap();
    let Ok(output) = run else {
        skip_without(compiler);
        return None;
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    let first: Vec<&str> = errors.lines().take(12).collect();
    assert!(
        output.status.success(),
        "{compiler} {flags:?}:\n{}\n{text}",
        first.join("\n")
    );
    Some(String::from_utf8(output.stdout).unwrap())
}

fn assertions(program: &Program, target: &CTarget, id: RecordId, text: &mut String) {
    let RecordLayout { layout, fields } = layout::record(program, target, id);
    let name = type_name(program, id);
    writeln!(
        text,
        "_Static_assert(sizeof({name}) == {}, \"size of {name}\");",
        layout.size
    )
    .unwrap();
    writeln!(
        text,
        "_Static_assert(_Alignof({name}) == {}, \"alignment of {name}\");",
        layout.align
    )
    .unwrap();
    for (field, at) in program.records[id.index()].fields.iter().zip(fields) {
        if let (Some(member), None) = (&field.name, field.bits) {
            let offset = at.offset;
            writeln!(
                text,
                "_Static_assert(offset({name}, {member}) == {offset}, \"{name}.{member}\");"
            )
            .unwrap();
        }
    }
}

fn type_name(program: &Program, id: RecordId) -> String {
    let record = &program.records[id.index()];
    match record.kind {
        RecordKind::Struct => format!("struct {}", record.name),
        RecordKind::Union => format!("union {}", record.name),
    }
}

/// An object for each bit-field, with the bytes that it must have.
fn objects(
    program: &Program,
    target: &CTarget,
    id: RecordId,
    text: &mut String,
    expected: &mut Vec<(String, Vec<u8>, String)>,
) {
    let RecordLayout { layout, fields } = layout::record(program, target, id);
    let name = type_name(program, id);
    for (n, field) in program.records[id.index()].fields.iter().enumerate() {
        let (Some(member), Some(range)) = (&field.name, fields[n].bits) else {
            continue;
        };
        let object = format!("object_{}_{n}", id.0);
        writeln!(
            text,
            "{name} {object} = {{ .{member} = {} }};",
            all_ones(field)
        )
        .unwrap();
        let mut bytes = vec![0; layout.size as usize];
        for bit in range.start..range.start + range.width {
            let byte = fields[n].offset as usize + bit as usize / 8;
            bytes[byte] |= match target.scalars.endian {
                Endian::Little => 1 << (bit % 8),
                Endian::Big => 0x80 >> (bit % 8),
            };
        }
        let record = &program.records[id.index()];
        expected.push((object, bytes, format!("{record:?}")));
    }
}

fn all_ones(field: &Field) -> &'static str {
    const BOOL: Type = kvant_c::Types::BOOL;
    if field.ty == BOOL { "1" } else { "-1" }
}

#[test]
fn x86_64_by_gcc() {
    check("x86_64", "gcc", &[]);
}

#[test]
fn x86_64_by_clang() {
    for clang in ["clang-14", "clang-19"] {
        check("x86_64", clang, &[]);
    }
}

#[test]
fn i686_by_gcc() {
    check("i686", "gcc", &["-m32"]);
}

#[test]
fn aarch64() {
    check("aarch64", "aarch64-linux-gnu-gcc", &[]);
    check("aarch64", "clang-19", &["--target=aarch64-linux-gnu"]);
}

#[test]
fn riscv64() {
    check("riscv64", "riscv64-linux-gnu-gcc", &[]);
}

#[test]
fn s390x() {
    check("s390x", "s390x-linux-gnu-gcc", &[]);
    check("s390x", "clang-19", &["--target=s390x-linux-gnu"]);
}
