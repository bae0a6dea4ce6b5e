//! Explanations of observations.

use kvant_memory::Target;
use kvant_mir::parse;
use kvant_mir_gen::{GenConfig, explain, generate};

#[track_caller]
fn check(text: &str, observation: usize, expected: &str) {
    let program = parse::program(text)
        .unwrap_or_else(|error| panic!("{error}"))
        .program;
    let said = explain(&program, &Target::X86_64, observation)
        .unwrap()
        .unwrap();
    assert_eq!(said.trim(), expected.trim(), "{said}");
}

#[test]
fn operands_are_explained() {
    let text = r"
fn entry(x: i32, y: i32) {
    mir! {
        let unit: ();
        let a: [i32; 2];
        let i: usize;
        let other: i32;
        let pointer: *mut i32;
        {
            i = 1_usize;
            other = y * 7_i32;
            a = [x, y];
            pointer = addr_of_mut!(a[i]);
            *pointer = *pointer + 5_i32;
            Call(unit = kvant::observe_i32(3_u32, a[i]), ReturnTo(end), UnwindUnreachable())
        }
        end = { Return() }
    }
}
fn main() { kvant::run(|| entry(kvant::hide(-2_i32), kvant::hide(9_i32))) }";
    check(
        text,
        0,
        r"
entry bb0[0]: i = 1_usize   → i = 1
entry bb0[2]: a = [x, y]   x = -2, y = 9
entry bb0[3]: pointer = addr_of_mut!(a[i])   i = 1 → pointer = &a and 4 bytes
entry bb0[4]: *pointer = *pointer + 5_i32   *pointer = 9 → *pointer = 14
entry bb0[5]: Call(unit = kvant::observe_i32(3_u32, a[i]), ReturnTo(end), UnwindUnreachable())   a[i] = 14, i = 1
observes 3 i32 14",
    );
}

#[test]
fn decisions_are_explained() {
    let text = r"
fn entry(x: u8) {
    mir! {
        let unit: ();
        let i: u8;
        let sum: u8;
        let big: bool;
        let idle: u8;
        { i = 0_u8; sum = 1_u8; Goto(head) }
        head = { match i { 2 => out, _ => body } }
        body = { i = i + 1_u8; sum = sum + sum; idle = sum ^ x; Goto(head) }
        out = { big = x > 7_u8; match big { true => yes, _ => no } }
        yes = { sum = sum + 100_u8; Goto(end) }
        no = { sum = 0_u8; Goto(end) }
        end = { Call(unit = kvant::observe_u8(0_u32, sum), ReturnTo(last), UnwindUnreachable()) }
        last = { Return() }
    }
}
fn main() { kvant::run(|| entry(kvant::hide(9_u8))) }";
    check(
        text,
        0,
        r"
entry bb0[0]: i = 0_u8   → i = 0
entry bb0[1]: sum = 1_u8   → sum = 1
entry head[0]: match i { 2 => out, _ => body }   i = 0 → body
entry body[0]: i = i + 1_u8   i = 0 → i = 1
entry body[1]: sum = sum + sum   sum = 1 → sum = 2
entry head[0]: match i { 2 => out, _ => body }   i = 1 → body
entry body[1]: sum = sum + sum   sum = 2 → sum = 4
entry out[0]: big = x > 7_u8   x = 9 → big = true
entry out[1]: match big { true => yes, _ => no }   big = true → yes
entry yes[0]: sum = sum + 100_u8   sum = 4 → sum = 104
entry end[0]: Call(unit = kvant::observe_u8(0_u32, sum), ReturnTo(last), UnwindUnreachable())   sum = 104
observes 0 u8 104",
    );
}

#[test]
fn calls_and_returns_are_explained() {
    let text = r"
fn twice(a: u32, idle: u32) -> u32 {
    mir! { { RET = a + a; Return() } }
}
fn entry(x: u32) {
    mir! {
        let unit: ();
        let y: u32;
        let z: u32;
        { y = x + 1_u32; z = x * 3_u32; Call(y = twice(y, z), ReturnTo(next), UnwindUnreachable()) }
        next = { Call(unit = kvant::observe_u32(0_u32, z), ReturnTo(more), UnwindUnreachable()) }
        more = { Call(unit = kvant::observe_u32(1_u32, y), ReturnTo(end), UnwindUnreachable()) }
        end = { Return() }
    }
}
fn main() { kvant::run(|| entry(kvant::hide(4_u32))) }";
    check(
        text,
        0,
        r"
entry bb0[1]: z = x * 3_u32   x = 4 → z = 12
entry next[0]: Call(unit = kvant::observe_u32(0_u32, z), ReturnTo(more), UnwindUnreachable())   z = 12
observes 0 u32 12",
    );
    check(
        text,
        1,
        r"
entry bb0[0]: y = x + 1_u32   x = 4 → y = 5
entry bb0[2]: Call(y = twice(y, z), ReturnTo(next), UnwindUnreachable())   y = 5, z = 12
  twice bb0[0]: RET = a + a   a = 5 → RET = 10
  twice bb0[1]: Return()   RET = 10
entry more[0]: Call(unit = kvant::observe_u32(1_u32, y), ReturnTo(end), UnwindUnreachable())   y = 10
observes 1 u32 10",
    );
}

/// Of many steps, only the first and the last are printed.
#[test]
fn long_explanations_are_cut() {
    let text = r"
fn entry(n: u32) {
    mir! {
        let unit: ();
        let i: u32;
        { i = 0_u32; Goto(head) }
        head = { i = i + 1_u32; match i { 1000 => end, _ => head } }
        end = { Call(unit = kvant::observe_u32(0_u32, i), ReturnTo(last), UnwindUnreachable()) }
        last = { Return() }
    }
}
fn main() { kvant::run(|| entry(kvant::hide(4_u32))) }";
    let program = parse::program(text).unwrap().program;
    let said = explain(&program, &Target::X86_64, 0).unwrap().unwrap();
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 202, "{said}");
    assert!(lines[100].starts_with("… 18"), "{}", lines[100]);
    assert!(lines[199].ends_with("i = 999 → i = 1000"), "{}", lines[199]);
}

#[test]
fn every_observation_has_an_explanation() {
    let config = GenConfig::default().sized(100..=300);
    for seed in 0..30 {
        let grown = generate(seed, &config).unwrap();
        let observations = &grown.trace.observations;
        let last = observations.len() - 1;
        for n in [0, last] {
            let said = explain(&grown.program, &Target::X86_64, n)
                .unwrap()
                .unwrap();
            let lines: Vec<&str> = said.lines().collect();
            assert!((2..=202).contains(&lines.len()), "seed {seed}: {said}");
            let end = format!("observes {}", observations[n].line());
            assert_eq!(lines.last(), Some(&end.as_str()), "seed {seed}");
        }
        assert_eq!(
            explain(&grown.program, &Target::X86_64, last + 1),
            Ok(None),
            "seed {seed}"
        );
    }
}
