//! Programs as ordinary Rust: unoptimised, they print what the machine says.

#![allow(clippy::print_stdout)] // What was not lifted shows in the tests' output.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use kvant_campaign::{Form, Subject};
use kvant_languages::mir::{MirSubject, TARGET, from_seed};
use kvant_mir::print::Version;
use kvant_mir::{Program, lift, parse};
use kvant_mir_gen::GenConfig;
use kvant_mir_machine::{Limits, Outcome, execute_under_all};

/// Number of generated programs that are compiled.
const PROGRAMS: u64 = 40;

fn folder(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests")
        .join(name)
}

fn subject(name: String, program: Program) -> MirSubject {
    let run = execute_under_all(&program, &TARGET, Limits::default());
    assert_eq!(run.outcome, Outcome::Finished, "{name}");
    MirSubject {
        name,
        program,
        trace: run.trace,
        origin: kvant_languages::mir::written(),
    }
}

/// The programs of a folder, by name.
fn programs(name: &str) -> Vec<MirSubject> {
    let mut paths: Vec<_> = fs::read_dir(folder(name))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        subject(name, parse::program(&text).unwrap().program)
    };
    paths.iter().map(read).collect()
}

/// Compiles a text, and runs it with these arguments.
fn run(text: &str, flags: &[&str], arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let (source, binary) = (folder.path().join("main.rs"), folder.path().join("main"));
    fs::write(&source, text).unwrap();
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let mut compiler = Command::new(rustc);
    compiler.args(flags).arg("-o").arg(&binary).arg(&source);
    // Ordinary Rust is for stable compilers.
    match text.contains("custom_mir") {
        true => compiler.arg("--edition=2021").env("RUSTC_BOOTSTRAP", "1"),
        false => compiler.env_remove("RUSTC_BOOTSTRAP"),
    };
    let output = compiler.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}\n{text}");
    let output = Command::new(binary).args(arguments).output().unwrap();
    assert!(output.status.success(), "{:?}", output.status);
    String::from_utf8(output.stdout).unwrap()
}

/// Several texts as one: each is a module, and all run one after the other.
fn together(texts: &[String]) -> String {
    let (mut all, mut main) = (String::new(), String::new());
    for (n, text) in texts.iter().enumerate() {
        let (attributes, rest): (Vec<&str>, Vec<&str>) =
            text.lines().partition(|line| line.starts_with("#!["));
        if n == 0 {
            all.push_str(&attributes.join("\n"));
        }
        let rest = rest.join("\n").replace("\nfn main()", "\npub fn main()");
        write!(all, "\nmod p{n} {{\n{rest}\n}}\n").unwrap();
        writeln!(main, "    p{n}::main();").unwrap();
    }
    write!(all, "fn main() {{\n{main}}}\n").unwrap();
    all
}

/// A way to lift programs.
type Lift = fn(&Program, Version, &str) -> Result<String, lift::Unliftable>;

/// Lifts programs, compiles them at O0 and compares. Nine of ten can be lifted.
#[track_caller]
fn check(subjects: &[MirSubject], lift: Lift) {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    let mut lifted = Vec::new();
    for subject in subjects {
        match lift(&subject.program, Version::OLDEST, &subject.origin.head()) {
            Ok(text) => lifted.push((subject, text)),
            Err(unliftable) => *reasons.entry(unliftable.reason).or_default() += 1,
        }
    }
    for chunk in lifted.chunks(50) {
        let texts: Vec<String> = chunk.iter().map(|each| each.1.clone()).collect();
        let printed = run(&together(&texts), &["--edition=2021"], &[]);
        let printed: Vec<&str> = printed.lines().collect();
        assert_eq!(printed.len(), chunk.len());
        for ((subject, text), printed) in chunk.iter().zip(printed) {
            assert_eq!(printed, subject.summary(), "{}\n{text}", subject.name);
        }
    }
    println!("{} of {}: {reasons:?}", lifted.len(), subjects.len());
    assert!(lifted.len() * 10 >= subjects.len() * 9, "{reasons:?}");
}

fn generated(seeds: std::ops::Range<u64>) -> Vec<MirSubject> {
    let config = GenConfig::default().sized(100..=300);
    seeds
        .map(|seed| from_seed(seed, &config).unwrap())
        .collect()
}

#[test]
fn the_corpus_says_the_same_in_ordinary_rust() {
    check(&programs("corpus/defined"), lift::program);
}

#[test]
fn generated_programs_say_the_same_in_ordinary_rust() {
    check(&generated(0..PROGRAMS), lift::program);
}

#[test]
fn so_do_they_as_loops_over_blocks() {
    check(&generated(PROGRAMS..PROGRAMS + 10), lift::as_states);
}

/// A finding that shows in ordinary Rust shows in the lifted text at the same place as in the program's own text. The others need
/// flags or MIR that cannot be written in ordinary Rust.
#[test]
fn findings_show_in_ordinary_rust() {
    for subject in programs("findings") {
        let text = subject.lifted(None).unwrap();
        let mut right = String::new();
        for line in subject.trace() {
            writeln!(right, "{}", line.text).unwrap();
        }
        writeln!(right, "{}", subject.summary()).unwrap();
        assert_eq!(run(&text, &[], &["trace"]), right, "{}", subject.name);
        let flags = match subject.name.as_str() {
            "argument_promotion_in_recursion" => vec!["-Copt-level=3"],
            "reversed_bytes_times_a_factor" => vec!["-Copt-level=3", "-Ctarget-cpu=haswell"],
            _ => continue,
        };
        let printed = run(&text, &flags, &["trace"]);
        let is_wrong = if printed == right { "right" } else { "wrong" };
        println!("{}: {is_wrong}", subject.name);
        let own = subject.text(Form::Fast, None);
        assert_eq!(printed, run(&own, &flags, &["trace"]), "{}", subject.name);
    }
}

/// The functions of the lifted text of a function body, which observes nothing.
#[track_caller]
fn lifts(functions: &str, expected: &str) {
    let call = "fn main() { kvant::run(|| entry()) }";
    let entry = "fn entry() { mir! { { Return() } } }";
    let program = parse::program(&format!("{functions}\n{entry}\n{call}"))
        .unwrap()
        .program;
    let text = lift::program(&program, Version::OLDEST, "").unwrap();
    let name = text.find("fn f(").unwrap();
    let first = text[..name].rfind('\n').unwrap();
    let end = text.find("\n#[inline(never)]\nfn entry").unwrap();
    assert_eq!(text[first..end].trim(), expected.trim());
    run(&text, &[], &[]);
}

#[test]
fn a_decision_is_an_if() {
    lifts(
        r"fn f(a: u8, b: bool) -> u8 {
            mir! {
                let r: u8;
                { match b { false => no, _ => yes } }
                no = { r = a + 1_u8; Goto(join) }
                yes = { r = 7_u8; Goto(join) }
                join = { RET = r ^ a; Return() }
            }
        }",
        r"
fn f(a: u8, b: bool) -> u8 {
    let r: u8;
    if b {
        r = 7;
    } else {
        r = a.wrapping_add(1);
    }
    r ^ a
}",
    );
}

#[test]
fn a_loop_is_left() {
    lifts(
        r"fn f(n: u32) -> u32 {
            mir! {
                let i: u32;
                let sum: u32;
                let done: bool;
                let even: u32;
                { i = 0_u32; sum = 0_u32; Goto(head) }
                head = { i = i + 1_u32; done = i > n; match done { true => end, _ => body } }
                body = { even = i & 1_u32; match even { 0 => head, _ => add } }
                add = { sum = sum + i; match sum { 100 => end, _ => head } }
                end = { RET = sum; Return() }
            }
        }",
        r"
fn f(n: u32) -> u32 {
    let mut i: u32 = 0;
    let mut sum: u32 = 0;
    loop {
        i = i.wrapping_add(1);
        if i > n {
            break;
        }
        if (i & 1) != 0 {
            sum = sum.wrapping_add(i);
            if sum == 100 {
                break;
            }
        }
    }
    sum
}",
    );
}

#[test]
fn a_switch_is_a_match() {
    lifts(
        r"enum E { A, B(u8), C { x: u8, y: i16 } }
        fn f(e: E) -> i16 {
            mir! {
                let tag: isize;
                let low: i16;
                { tag = Discriminant(e); match tag { 0 => none, 2 => both, _ => one } }
                none = { RET = -1_i16; Return() }
                one = { RET = Field::<u8>(Variant(e, 1), 0) as i16; Return() }
                both = { low = Field::<i16>(Variant(e, 2), 1); match low { 1 => none, -5 => none, 3 => none2, _ => rest } }
                none2 = { RET = 0_i16; Return() }
                rest = { place!(Field::<i16>(Variant(e, 2), 1)) = low; RET = low; Return() }
            }
        }",
        r"
unsafe fn f(mut e: E) -> i16 {
    match e {
        E::A => {}
        E::C { .. } => {
            let low: i16 = match e { E::C { y: part, .. } => part, _ => std::hint::unreachable_unchecked() };
            match low {
                1 | -5 => {}
                3 => {
                    return 0;
                }
                _ => {
                    match e { E::C { y: ref mut part, .. } => *part = low, _ => std::hint::unreachable_unchecked() };
                    return low;
                }
            }
        }
        _ => {
            return (match e { E::B(part) => part, _ => std::hint::unreachable_unchecked() }) as i16;
        }
    }
    -1
}",
    );
}

#[test]
fn loops_nest() {
    lifts(
        r"fn f(n: u32, stop: u32) -> u32 {
            mir! {
                let i: u32;
                let j: u32;
                let more: bool;
                let again: bool;
                let product: u32;
                let enough: bool;
                { i = 0_u32; RET = 0_u32; Goto(outer) }
                outer = { more = i < n; match more { false => end, _ => begin } }
                begin = { j = 0_u32; Goto(inner) }
                inner = { again = j < i; match again { false => next, _ => body } }
                body = { product = i * j; enough = product == stop; match enough { true => end, _ => on } }
                on = { RET = RET + product; j = j + 1_u32; Goto(inner) }
                next = { i = i + 1_u32; Goto(outer) }
                end = { Return() }
            }
        }",
        r"
fn f(n: u32, stop: u32) -> u32 {
    let mut i: u32 = 0;
    let mut ret: u32 = 0;
    while i < n {
        let mut j: u32 = 0;
        while j < i {
            let product: u32 = i.wrapping_mul(j);
            if product == stop {
                return ret;
            }
            ret = ret.wrapping_add(product);
            j = j.wrapping_add(1);
        }
        i = i.wrapping_add(1);
    }
    ret
}",
    );
}

#[test]
fn a_loop_with_two_ways_in_is_a_loop_over_blocks() {
    lifts(
        r"fn f(n: u8, b: bool) -> u8 {
            mir! {
                let i: u8;
                { i = n; match b { true => first, _ => second } }
                first = { i = i + 1_u8; Goto(second) }
                second = { i = i ^ 3_u8; match i { 9 => end, _ => first } }
                end = { RET = i; Return() }
            }
        }",
        r"
unsafe fn f(n: u8, b: bool) -> u8 {
    let mut i: u8 = 0;
    let mut block = 0;
    loop {
        match block {
            0 => {
                i = n;
                if b {
                    block = 1;
                } else {
                    block = 2;
                }
            }
            1 => {
                i = i.wrapping_add(1);
                block = 2;
            }
            2 => {
                i = i ^ 3;
                if i == 9 {
                    block = 3;
                } else {
                    block = 1;
                }
            }
            3 => {
                return i;
            }
            _ => std::hint::unreachable_unchecked(),
        }
    }
}",
    );
}

/// Decisions that end early do not nest for ever: compilers nest as deep as the text does.
#[test]
fn early_ends_stand_beside_each_other() {
    let count = 1000;
    let mut blocks = String::new();
    for n in 0..count {
        let next = n + 1;
        writeln!(
            blocks,
            "b{n} = {{ y = y + 1_u32; match y {{ 0 => end, _ => b{next} }} }}"
        )
        .unwrap();
    }
    let text = format!(
        "fn entry(x: u32) {{
            mir! {{
                let y: u32;
                let unit: ();
                {{ y = x; Goto(b0) }}
                {blocks}
                b{count} = {{ Goto(end) }}
                end = {{ Call(unit = kvant::observe_u32(0_u32, y), ReturnTo(out), UnwindUnreachable()) }}
                out = {{ Return() }}
            }}
        }}
        fn main() {{ kvant::run(|| entry(kvant::hide(3_u32))) }}"
    );
    let subject = subject("early".to_owned(), parse::program(&text).unwrap().program);
    let printed = run(&subject.lifted(None).unwrap(), &[], &["trace"]);
    assert!(printed.starts_with("0 u32 1003\n"), "{printed}");
}

/// Where the address of a local goes further than its block, it is declared before.
#[test]
fn locals_live_as_long_as_pointers_to_them() {
    lifts(
        r"fn f(n: u32) -> u32 {
            mir! {
                let i: u32;
                let kept: u32;
                let p: *mut u32;
                let short: u32;
                let q: *mut u32;
                { i = 0_u32; Goto(head) }
                head = { match i { 0 => first, _ => later } }
                first = { kept = 5_u32; p = addr_of_mut!(kept); Goto(next) }
                later = { *p = *p + i; Goto(next) }
                next = {
                    StorageLive(short);
                    short = i;
                    q = addr_of_mut!(short);
                    i = *q + 1_u32;
                    StorageDead(short);
                    match i { 4 => end, _ => head }
                }
                end = { RET = *p; Return() }
            }
        }",
        r"
unsafe fn f(n: u32) -> u32 {
    let mut i: u32 = 0;
    let mut kept: u32;
    let mut p: *mut u32 = std::ptr::null_mut();
    loop {
        if i == 0 {
            kept = 5;
            p = &raw mut kept;
        } else {
            *p = (*p).wrapping_add(i);
        }
        let mut short: u32 = i;
        let q: *mut u32 = &raw mut short;
        i = (*q).wrapping_add(1);
        if i == 4 {
            break;
        }
    }
    *p
}",
    );
}
