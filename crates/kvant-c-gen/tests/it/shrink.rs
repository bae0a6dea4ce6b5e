//! Shrinking without any compiler: a wrong compiler is simulated by running another program in place of the one at hand.

#![allow(clippy::print_stdout)] // The tests print the number of questions.

use kvant_c::{BinOp, CTarget, Expr, ExprKind, Program, canonical, check, parse, print};
use kvant_c_gen::{C, Candidate, GenConfig, Shrinker, generate};
use kvant_c_machine::{Limits, Outcome, execute};
use kvant_testing::shrink::{answer_at_random, ask};

use crate::planted::Plant;

const TARGET: CTarget = CTarget::X86_64;

fn shows(plant: Plant, candidate: &Candidate) -> bool {
    plant.shows(&candidate.program)
}

/// The first program of about this size on which a wrong rule shows.
fn shown(plant: Plant, statements: usize) -> Program {
    let config = GenConfig::default().sized(statements..=statements);
    let made = (1..400).filter_map(|seed| generate(seed, &config, &TARGET).ok());
    let mut programs = made.map(|made| canonical(made.program));
    let found = programs.find(|program| plant.shows(program));
    found.expect("some program shows it")
}

/// A shrinker for the usual target.
fn begin(program: Program) -> Shrinker {
    Shrinker::new(C { target: TARGET }, program).unwrap()
}

/// Shrinks to the end, asking about at most so many at once.
fn shrink(program: Program, most: usize, interesting: impl Fn(&Candidate) -> bool) -> Shrinker {
    kvant_testing::shrink::shrink(begin(program), most, interesting)
}

fn text(program: &Program) -> String {
    let text = print::program(program, &print::Form::Readable, "");
    let body = text.split("/* kvant: end of it */").nth(1).unwrap();
    let body = body.split("/* kvant: the same").next().unwrap();
    body.trim().replace("\n\n", "\n")
}

/// Fails if a candidate is not defined, does not print and parse back, or has another trace.
fn assert_sound(candidate: &Candidate, target: &CTarget) {
    check::program(&candidate.program, target).unwrap();
    let printed = print::program(&candidate.program, &print::Form::Readable, "");
    assert!(parse::program(&printed, target).unwrap().program == candidate.program);
    let run = execute(&candidate.program, target, Limits::default());
    assert_eq!(run.outcome, Outcome::Finished);
    assert_eq!(run.trace, candidate.trace);
    assert!(!run.trace.observations.is_empty());
}

#[test]
fn every_wrong_rule_is_shown_by_a_few_statements() {
    for plant in Plant::ALL {
        let program = shown(plant, 100);
        let before = program.statement_count();
        let shrinker = shrink(program, 1, |candidate| shows(plant, candidate));
        let best = shrinker.best();
        let after = best.program.statement_count();
        let functions = best.program.functions.len();
        let asked = shrinker.asked();
        println!(
            "{plant:?}: {before} to {after} statements in {functions} functions, {asked} asked"
        );
        println!("{}", text(&best.program));
        assert_sound(best, &TARGET);
        assert!(shows(plant, best));
        assert!(after <= 15, "{plant:?}: {after} statements are left");
        assert!(functions <= 2, "{plant:?}: {functions} functions are left");
        assert!(asked <= 250, "{plant:?}: {asked} asked");
    }
}

#[test]
fn everything_that_is_proposed_is_sound() {
    for (seed, target) in (1..).zip(CTarget::all()) {
        let config = GenConfig::default().sized(60..=120);
        let made = generate(seed, &config, &target).unwrap();
        let shrinker = Shrinker::new(C { target }, made.program).unwrap();
        answer_at_random(shrinker, seed, 15, |it| assert_sound(it, &target));
    }
}

#[test]
fn nothing_changes_if_nothing_is_interesting() {
    let config = GenConfig::default().sized(1..=1);
    let made = generate(3, &config, &TARGET).unwrap();
    let shrinker = shrink(made.program.clone(), 8, |_| false);
    assert!(shrinker.best().program == canonical(made.program));
    assert_eq!(shrinker.best().trace.digest(), made.trace.digest());
}

#[test]
fn one_observation_is_left_if_everything_is_interesting() {
    let config = GenConfig::default().sized(150..=150);
    let made = generate(4, &config, &TARGET).unwrap();
    let shrinker = shrink(made.program, 4, |_| true);
    let best = shrinker.best();
    assert_eq!(best.program.statement_count(), 1, "{}", text(&best.program));
    assert_eq!(best.trace.observations.len(), 1);
}

/// True if an assignment to a global has a right shift of a global in its value.
fn shifts_a_global(program: &Program) -> bool {
    fn mentions(e: &Expr, wanted: &dyn Fn(&Expr) -> bool) -> bool {
        let mut found = false;
        e.visit(&mut |e| found |= wanted(e));
        found
    }
    let is_global = |e: &Expr| matches!(e.kind, ExprKind::Global(_));
    let mut found = false;
    program.visit(&mut |e| {
        if let ExprKind::Assign(to, value) = &e.kind {
            let shift = |e: &Expr| match &e.kind {
                ExprKind::Binary(BinOp::Shr, a, _) => mentions(a, &is_global),
                _ => false,
            };
            found |= mentions(to, &is_global) && mentions(value, &shift);
        }
    });
    found
}

#[test]
fn different_spellings_shrink_to_the_same_text() {
    const SHIFT: &str = "g1 = g0 >> 31;";
    let shrunk = |body: &str| {
        let declarations = "struct s { int m, n; } s = { 3, 4 }; int g0 = -5, g1, a[2] = { 7, 8 };
                            struct s *p = &s; int *q = a; static int f(int x) { return x; }";
        let whole = format!(
            "{declarations} int main(void) {{ int x = 1; {body} observe(1, g1 + s.m + a[0] + x); return 0; }}"
        );
        let program = parse::program(&whole, &TARGET).unwrap().program;
        let shrinker = shrink(program, 1, |it| shifts_a_global(&it.program));
        let best = shrinker.best();
        assert!(shifts_a_global(&best.program));
        println!("{body} {} asked", shrinker.asked());
        text(&best.program)
    };
    let simplest = shrunk(SHIFT);
    for body in [
        "*&g1 = *&g0 >> 31;",
        "*&*&g1 = (&g0)[0] >> 31;",
        "g1 = (0, g0) >> 31;",
        "g1 = +g0 >> (int)31;",
        "g1 = !!(g0 >> 31);",
        "g1 = ~~(-(-g0) >> 31);",
        "g1 = !(g0 >> 31 < 0);",
        "g1 = (int)(unsigned)(int)g0 >> 31;",
        "g1 = ({ g0; }) >> 31;",
        "g1 = g0 >> 31 ? 1 : 0;",
        "g1 = *&*&*&*&g0 >> (int){ 31 };",
        "g1 = (*f)(g0 >> 31);",
        "{ { g1 = g0 >> 31; } }",
        "if (1) { g1 = g0 >> 31; }",
        "if (0) ; else { g1 = g0 >> 31; }",
        "do { g1 = g0 >> 31; } while (0);",
        "x = (g1 = g0 >> 31);",
    ] {
        assert_eq!(shrunk(body), simplest, "{body}");
    }
    let member = shrunk("p->m = g0 >> 31;");
    for body in [
        "(*p).m = g0 >> 31;",
        "(&*p)->m = g0 >> 31;",
        "(&s)->m = g0 >> 31;",
    ] {
        assert_eq!(shrunk(body), member, "{body}");
    }
    let element = shrunk("*q = g0 >> 31;");
    for body in [
        "*(q + 0) = g0 >> 31;",
        "*&*(q - 0) = g0 >> 31;",
        "(&*q)[0] = g0 >> 31;",
    ] {
        assert_eq!(shrunk(body), element, "{body}");
    }
}

#[test]
fn one_part_of_a_variable_is_left() {
    let shrunk = |plant: Plant, text: &str| {
        let program = parse::program(text, &TARGET).unwrap().program;
        let shrinker = shrink(program, 1, |candidate| shows(plant, candidate));
        self::text(&shrinker.best().program)
    };
    let element = shrunk(
        Plant::NarrowDifference,
        "unsigned short g[5] = { 1, 2, 3, 4, 5 }; int main(void) { unsigned short x = 0; observe(1, x - g[4]); }",
    );
    assert!(element.contains("unsigned short g0 = 1;"), "{element}");
    let only = shrunk(
        Plant::LostStore,
        "int a[1] = { 3 }; int main(void) { int *p = a; *p = 1; observe(1, *p); }",
    );
    assert!(
        only.contains("int g0;") && only.contains("*&g0 = 1;"),
        "{only}"
    );
}

/// Everything that walks expressions recurses: the checker, the printer, the parser, the machine, and drop.
#[test]
fn the_largest_expressions_overflow_no_stack() {
    let chain = vec!["x"; 400].join(" - ");
    let nested = format!("{}{chain}{}", "x - (".repeat(95), ")".repeat(95));
    let commas = vec!["x"; 400].join(", ");
    let whole = format!(
        "int x; int main(void) {{ observe(1, {nested}); observe(2, ({commas})); return 0; }}"
    );
    let program = parse::program(&whole, &TARGET).unwrap().program;
    let shrinker = shrink(program, 1, |_| true);
    assert_eq!(shrinker.best().program.statement_count(), 1);
}

#[test]
fn an_observed_value_is_kept() {
    let config = GenConfig::default().sized(150..=150);
    let made = generate(5, &config, &TARGET).unwrap();
    let observations = &made.trace.observations;
    let wanted = observations[observations.len() / 2].bits;
    let reports = |candidate: &Candidate| {
        let mut values = candidate.trace.observations.iter();
        values.any(|observation| observation.bits == wanted)
    };
    let shrinker = shrink(made.program, 1, reports);
    let best = shrinker.best();
    println!("{} asked\n{}", shrinker.asked(), text(&best.program));
    assert!(reports(best));
    assert!(best.program.statement_count() <= 2);
}

#[test]
fn it_goes_on_where_it_was_left() {
    let plant = Plant::NoFallThrough;
    let program = shown(plant, 150);
    let whole = shrink(program.clone(), 1, |candidate| shows(plant, candidate));
    for rounds in [1, 10, 40] {
        let mut shrinker = begin(program.clone());
        ask(&mut shrinker, 1, rounds, |candidate| {
            shows(plant, candidate)
        });
        // The state that is kept is a text and a token.
        let printed = print::program(&shrinker.best().program, &print::Form::Readable, "");
        let program = parse::program(&printed, &TARGET).unwrap().program;
        let mut resumed =
            Shrinker::resume(C { target: TARGET }, program, &shrinker.token()).unwrap();
        ask(&mut resumed, 1, usize::MAX, |candidate| {
            shows(plant, candidate)
        });
        let asked = shrinker.asked() + resumed.asked();
        println!("{asked} instead of {} questions", whole.asked());
        assert!(shows(plant, resumed.best()));
        assert_eq!(
            text(&resumed.best().program),
            text(&whole.best().program),
            "after {rounds} rounds"
        );
        // Only the record of earlier questions is lost.
        assert!(asked <= whole.asked() * 21 / 20 + 3);
    }
}

#[test]
fn a_token_that_says_nothing_begins_anew() {
    let config = GenConfig::default().sized(40..=40);
    let made = generate(2, &config, &TARGET).unwrap();
    let beginning = begin(made.program.clone()).token();
    for token in [
        "",
        "nonsense",
        "opening/0/0/lean",
        "done/0/0/0/clean/coarse/0/0",
    ] {
        let resumed = Shrinker::resume(C { target: TARGET }, made.program.clone(), token).unwrap();
        assert_eq!(resumed.token(), beginning);
    }
}

#[test]
fn the_same_answers_give_the_same_programs() {
    let plant = Plant::LogicalShift;
    let program = shown(plant, 60);
    let one = shrink(program.clone(), 3, |candidate| shows(plant, candidate));
    let other = shrink(program, 3, |candidate| shows(plant, candidate));
    assert_eq!(one.best(), other.best());
    assert_eq!(one.asked(), other.asked());
}

#[test]
fn undefined_and_silent_programs_cannot_be_shrunk() {
    let text = "int kvant_main(void) { int x; observe(1, x); return 0; }";
    let program = parse::program(text, &TARGET).unwrap().program;
    assert!(Shrinker::new(C { target: TARGET }, program).is_err());
    let silent = "int kvant_main(void) { int x = 0; return x; }";
    let program = parse::program(silent, &TARGET).unwrap().program;
    assert!(Shrinker::new(C { target: TARGET }, program).is_err());
}
