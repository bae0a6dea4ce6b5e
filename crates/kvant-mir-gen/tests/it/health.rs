//! Dead assignments are recognised as dead, and live ones as live.

use std::collections::BTreeSet;

use kvant_memory::Target;
use kvant_mir::{Constant, Location, Program, Rvalue, Statement, TyKind, parse};
use kvant_mir_gen::{Feature, GenConfig, Health, assess, generate};
use kvant_mir_machine::{Limits, Machine, Outcome, Resolver, execute};

const SEEDS: u64 = 50;

/// The body of a program: declarations, then statements, of an entry function with `x: u32` and `y: u32`.
fn program(before: &str, declarations: &str, body: &str) -> Program {
    let text = format!(
        r#"
{before}
#[custom_mir(dialect = "runtime", phase = "initial")]
fn entry(x: u32, y: u32) {{
    mir! {{
        let unit: ();
        {declarations}
        {{
            {body}
        }}
        end = {{ Return() }}
    }}
}}
fn main() {{ kvant::run(|| entry(kvant::hide(3_u32), kvant::hide(5_u32))) }}
"#
    );
    parse::program(&text)
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
        .program
}

fn observe(what: &str) -> String {
    format!("Call(unit = kvant::observe_u32(1_u32, {what}), ReturnTo(end), UnwindUnreachable())")
}

/// Checks which assignments are live, in the order of the text: `L` for live ones, `d` for dead ones.
#[track_caller]
fn check(before: &str, declarations: &str, body: &str, expected: &str) -> Health {
    let program = program(before, declarations, body);
    let health = assess(&program, &[]).unwrap();
    let assignments = health.assignments.iter();
    let found: String = assignments
        .map(|each| if each.live > 0 { 'L' } else { 'd' })
        .collect();
    assert_eq!(found, expected);
    health
}

#[test]
fn slots() {
    let end = observe("a");
    let locals = "let a: u32; let b: u32; let c: u32;";
    // Read, read by a dead assignment, never read.
    let health = check(
        "",
        locals,
        &format!("a = x + 1_u32; b = y * 2_u32; c = b; {end}"),
        "Ldd",
    );
    let read: Vec<u64> = health.assignments.iter().map(|each| each.read).collect();
    assert_eq!(read, [1, 1, 0]);
    // Overwritten.
    check("", locals, &format!("a = x; a = y; {end}"), "dL");
    check("", locals, &format!("b = x; a = b; b = y; {end}"), "LLd");
    // Moved.
    check("", locals, &format!("b = x; a = Move(b); {end}"), "LL");
    // A local that is computed from itself.
    check(
        "",
        locals,
        &format!("a = x; a = a + a; b = a; {end}"),
        "LLd",
    );
}

#[test]
fn memory_through_pointers() {
    let locals = "let a: u32; let b: u32; let p: *mut u32; let q: *mut u32; let r: &mut u32;";
    let end = observe("b");
    // The value goes from the slot to memory with its writer. A pointer that is dereferenced is read.
    check(
        "",
        locals,
        &format!("a = x; p = addr_of_mut!(a); b = *p; {end}"),
        "LLL",
    );
    check(
        "",
        locals,
        &format!("a = x; p = addr_of_mut!(a); *p = y; b = a; {end}"),
        "dLLL",
    );
    check(
        "",
        locals,
        &format!("a = x; p = addr_of_mut!(a); *p = y; b = x; {end}"),
        "dddL",
    );
    check(
        "",
        locals,
        &format!("a = x; p = addr_of_mut!(a); q = p; b = a; {end}"),
        "LddL",
    );
    check(
        "",
        locals,
        &format!("a = x; r = &mut a; *r = y; b = *r; {end}"),
        "dLLL",
    );
}

#[test]
fn aggregates_are_tracked_byte_by_byte() {
    let locals = "let a: u32; let b: u32; let c: u32; let s: (u32, u32); let t: (u32, u32);";
    let end = observe("c");
    check(
        "",
        locals,
        &format!("a = x; b = y; s = (a, b); c = s.0; {end}"),
        "LdLL",
    );
    check(
        "",
        locals,
        &format!("a = x; b = y; s = (a, b); t = s; c = t.1; {end}"),
        "dLLLL",
    );
    check(
        "",
        locals,
        &format!("a = x; s = (a, y); s.0 = y; c = s.0; {end}"),
        "ddLL",
    );
    check(
        "",
        locals,
        &format!("s = (x, y); t = s; s.0 = x; c = t.0; {end}"),
        "LLdL",
    );
}

#[test]
fn indices_are_read() {
    let locals = "let i: usize; let c: u32; let s: [u32; 4]; let b: usize;";
    let end = observe("c");
    check(
        "",
        locals,
        &format!("s = [x; 4]; i = 2_usize; b = i; c = s[i]; {end}"),
        "LLdL",
    );
    check(
        "",
        locals,
        &format!("s = [x; 4]; i = 2_usize; s[i] = y; b = 1_usize; c = s[b]; {end}"),
        "LddLL",
    );
}

#[test]
fn unions_and_enums() {
    let union = "#[repr(C)] #[derive(Copy, Clone)] union U1 { f0: u32, f1: [u8; 4] }";
    let locals = "let c: u32; let u: U1; let b: [u8; 4];";
    let end = observe("c");
    check(
        union,
        locals,
        &format!("u = U1 {{ f0: x }}; c = u.f0; {end}"),
        "LL",
    );
    check(
        union,
        locals,
        &format!("u = U1 {{ f0: x }}; b = u.f1; u.f0 = y; c = u.f0; {end}"),
        "ddLL",
    );

    let name = "#[derive(Copy, Clone)] #[repr(u8)] enum E1 { V0, V1(u32, u32) }";
    let locals = "let c: u32; let e: E1; let f: E1; let d: u8;";
    let made = "e = E1::V1(x, y); f = e;";
    check(
        name,
        locals,
        &format!("{made} c = Field::<u32>(Variant(f, 1), 0); {end}"),
        "LLL",
    );
    let health = check(
        name,
        locals,
        &format!("{made} d = Discriminant(f); c = d as u32; {end}"),
        "LLLL",
    );
    assert!(health.features.contains(&Feature::Enums));
}

#[test]
fn calls() {
    let callee = r#"
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f(a: u32, b: u32, s: (u32, u32)) -> u32 {
    mir! {
        let c: u32;
        {
            c = b + 1_u32;
            RET = a + s.1;
            Return()
        }
    }
}
"#;
    let locals = "let a: u32; let b: u32; let c: u32; let s: (u32, u32); let g: fn(u32, u32, (u32, u32)) -> u32;";
    let made = "a = x; b = y; s = (x, y);";
    let call = "Call(c = f(a, b, s), ReturnTo(next), UnwindUnreachable())";
    // In the order of the text: the callee, then the entry function. The second argument is dead.
    let next = |call: &str, last: &str| format!("{made} {call} }} next = {{ {last}");
    check(callee, locals, &next(call, &observe("c")), "dLLdLL");
    check(callee, locals, &next(call, &observe("y")), "dddddd");
    let health = check(
        callee,
        locals,
        &next(
            &format!(
                "g = const {{ f as fn(u32, u32, (u32, u32)) -> u32 }}; {}",
                call.replace("f(", "g(")
            ),
            &observe("y"),
        ),
        "ddddd Ld".replace(' ', "").as_str(),
    );
    assert!(health.features.contains(&Feature::FnPointers));
    // The destination of the result is read too.
    let locals = format!("{locals} let p: *mut u32;");
    let call = "p = addr_of_mut!(c); Call(*p = f(a, b, s), ReturnTo(next), UnwindUnreachable())";
    check(callee, &locals, &next(call, &observe("c")), "dLLdLLL");
}

#[test]
fn loops_and_switches() {
    let locals = "let i: u32; let sum: u32; let waste: u32; let more: bool;";
    let body = "
            i = 0_u32; sum = 0_u32; waste = 0_u32;
            Goto(head)
        }
        head = {
            sum = sum + x;
            waste = waste + y;
            i = i + 1_u32;
            more = i < 4_u32;
            match more { true => head, _ => done }
        }
        done = {";
    // The sum of the last iteration is observed; the counter decides.
    let health = check("", locals, &format!("{body} {}", observe("sum")), "LLdLdLL");
    assert_eq!(health.assignments[3].live, 4);
    assert_eq!(health.assignments[4].live, 0);
    assert_eq!(health.assignments[4].read, 3);
    assert!(health.features.contains(&Feature::Loops));
    assert!(!health.features.contains(&Feature::Switches));
    assert!((health.live_run_share() - 14.0 / 19.0).abs() < 1e-9);

    let locals = "let a: u32; let b: u32;";
    let body = format!(
        "a = x & 1_u32; match a {{ 0 => zero, _ => one }} }}
        zero = {{ b = 7_u32; Goto(last) }}
        one = {{ b = 8_u32; Goto(last) }}
        last = {{ {}",
        observe("y")
    );
    let health = check("", locals, &body, "Ld");
    assert_eq!((health.statements, health.executed), (8, 6));
    assert!(health.features.contains(&Feature::Switches));
    assert!(health.features.contains(&Feature::Decoys));
}

#[test]
fn memory_intrinsics() {
    let locals = "let a: u32; let b: u32; let p: *mut u32; let q: *mut u32; let r: *const u32;";
    let made = "a = x; b = y; p = addr_of_mut!(a); q = addr_of_mut!(b); r = p as *const u32;";
    let copy = "Call(unit = core::intrinsics::copy_nonoverlapping(r, q, 1_usize), ReturnTo(next), UnwindUnreachable()) } next = {";
    check(
        "",
        locals,
        &format!("{made} {copy} {}", observe("b")),
        "LdLLLL",
    );
    check(
        "",
        locals,
        &format!("{made} {copy} {}", observe("a")),
        "Lddddd",
    );
}

/// A dead value can be replaced by any other value of its type without a change of the observations; the replacement
/// of a live value mostly changes them. So the machine reports every read.
#[test]
fn dead_values_do_not_change_observations() {
    let (mut dead, mut live, mut noticed) = (0, 0, 0);
    for seed in 0..15 {
        let grown = generate(seed, &GenConfig::default()).unwrap();
        let health = assess(&grown.program, &grown.authors).unwrap();
        for each in &health.assignments {
            let Some(changed) = replaced(&grown.program, each.at) else {
                continue;
            };
            let limits = Limits {
                steps: 2 * grown.stats.steps,
                ..Limits::default()
            };
            let run = execute(&changed, &Target::X86_64, Resolver::default(), limits);
            // A dead value may still be divided by, or be an index.
            if run.outcome != Outcome::Finished {
                continue;
            }
            let same = run.trace == grown.trace;
            if each.live == 0 {
                dead += 1;
                assert!(same, "seed {seed}, {:?}", each.at);
            } else {
                live += 1;
                noticed += u64::from(!same);
            }
        }
    }
    assert!(dead > 100, "{dead}");
    assert!(noticed * 2 > live, "{noticed} of {live}");
}

/// The program with another value of the same type instead of the integer that is assigned at `at`.
fn replaced(program: &Program, at: Location) -> Option<Program> {
    let function = program.function(at.function);
    let block = &function.blocks[at.block.index()];
    let Statement::Assign(place, rvalue) = block.statements.get(at.statement as usize)? else {
        return None;
    };
    if rvalue.operands().any(kvant_mir::Operand::is_move) {
        return None;
    }
    let ty = function.place_ty(&program.types, place)?;
    let value = match program.types.kind(ty) {
        TyKind::Int(int) => Constant::Int(0x55, *int),
        TyKind::Bool => Constant::Bool(at.statement.is_multiple_of(2)),
        TyKind::Float(float) => Constant::Float(0, *float),
        _ => return None,
    };
    let assigned = Statement::Assign(place.clone(), Rvalue::Use(value.into()));
    let mut changed = program.clone();
    let block = &mut changed.function_mut(at.function).blocks[at.block.index()];
    block.statements[at.statement as usize] = assigned;
    Some(changed)
}

#[test]
fn recording_does_not_change_the_run() {
    for seed in 0..SEEDS {
        let grown = generate(seed, &GenConfig::default()).unwrap();
        let mut machine = Machine::new(Target::X86_64, Resolver::default(), Limits::default());
        machine.watch(true);
        machine.start(&grown.program).unwrap();
        machine.run(&grown.program).unwrap();
        assert_eq!(machine.trace(), &grown.trace, "seed {seed}");
        assert_eq!(machine.steps(), grown.stats.steps, "seed {seed}");
        assert!(machine.touched().len() as u64 > grown.stats.steps / 2);
    }
}

#[test]
fn everything_that_is_written_has_one_author() {
    for seed in 0..SEEDS {
        let grown = generate(seed, &GenConfig::default()).unwrap();
        let signed: BTreeSet<Location> = grown.authors.iter().map(|author| author.at).collect();
        assert_eq!(signed.len(), grown.authors.len(), "seed {seed}");
        assert_eq!(signed.len(), grown.program.statement_count(), "seed {seed}");
    }
}

fn small() -> GenConfig {
    GenConfig::default().sized(200..=500)
}

#[test]
fn a_feature_that_is_off_is_not_live() {
    // Some text is written for other features too: comparing bytes takes references, copying them casts pointers, a
    // switch may be on a remainder, a square root is of an absolute value, loops have switches and end the storage of
    // locals in their body.
    let also_otherwise = [
        Feature::Tuples,
        Feature::References,
        Feature::PointerCasts,
        Feature::Division,
        Feature::FloatIntrinsics,
        Feature::Switches,
        Feature::ManyArguments,
        Feature::Decoys,
        Feature::StorageReuse,
    ];
    for feature in Feature::ALL {
        if also_otherwise.contains(feature) {
            continue;
        }
        for seed in 0..40 {
            let config = small().with(*feature, false);
            let grown = generate(seed, &config).unwrap();
            let health = assess(&grown.program, &grown.authors).unwrap();
            assert!(!health.features.contains(feature), "seed {seed}: {feature}");
        }
    }
}
