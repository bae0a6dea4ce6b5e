//! Tests of the machine's interface: text that is written while it runs, places, faults, limits.

use kvant_c::{
    BinOp, Block, CTarget, Expr, ExprKind, FnId, Function, Init, Local, LocalId, Place, Program,
    Stmt, Types, parse,
};
use kvant_c_machine::{Budget, Limits, Machine, Outcome, Pause, Stop, Unsupported, Value, execute};

const TARGET: CTarget = CTarget::X86_64;

fn machine() -> Machine {
    Machine::new(TARGET, Limits::default())
}

fn parsed(text: &str) -> Program {
    parse::program(text, &TARGET)
        .unwrap_or_else(|e| panic!("{}:{}: {}", e.line, e.column, e.message))
        .program
}

fn constant(n: u128) -> Expr {
    Expr::int(Types::INT, n)
}

/// An entry function and another one, both without any text yet.
fn empty() -> Program {
    let mut program = Program::default();
    for name in [Program::ENTRY, "other"] {
        let mut function = Function::new(name.to_owned(), Types::INT);
        function.block_mut(Function::BODY).open = true;
        program.functions.push(function);
    }
    program
}

const MAIN: FnId = FnId(0);
const OTHER: FnId = FnId(1);

fn write(program: &mut Program, function: FnId, statement: Stmt) {
    let body = program.function_mut(function).block_mut(Function::BODY);
    body.statements.push(statement);
}

/// A function is written while it runs, and its caller continues with the result.
#[test]
fn text_can_be_written_while_it_runs() {
    let mut program = empty();
    let mut machine = machine();
    machine.start(&program).unwrap();
    assert_eq!(machine.run(&program), Ok(Pause::Frontier));
    let x = LocalId(0);
    let local = Local::automatic("x".to_owned(), Types::INT);
    program.function_mut(MAIN).locals.push(local);
    let callee = program
        .expr(&TARGET, MAIN, ExprKind::Function(OTHER))
        .unwrap();
    let call = ExprKind::Call(Box::new(callee), Vec::new());
    let call = program.expr(&TARGET, MAIN, call).unwrap();
    write(&mut program, MAIN, Stmt::Declare(x, Some(Init::Expr(call))));
    assert_eq!(machine.run(&program), Ok(Pause::Frontier));
    assert_eq!(machine.depth(), 2);
    assert_eq!(machine.place().unwrap().function, OTHER);
    write(&mut program, OTHER, Stmt::Return(Some(constant(7))));
    assert_eq!(machine.run_to_depth(&program, 1), Ok(Pause::Arrived));
    assert!(machine.is_alive(&program, x));
    assert_eq!(machine.run(&program), Ok(Pause::Frontier));
    let read = program.expr(&TARGET, MAIN, ExprKind::Local(x)).unwrap();
    assert_eq!(machine.evaluate(&program, &read), Ok(Value::Int(7)));
    // The function is complete now and can be called within an expression.
    let callee = program
        .expr(&TARGET, MAIN, ExprKind::Function(OTHER))
        .unwrap();
    let call = ExprKind::Call(Box::new(callee), Vec::new());
    let call = program.expr(&TARGET, MAIN, call).unwrap();
    let sum = ExprKind::Binary(BinOp::Add, Box::new(call), Box::new(read));
    let sum = program.expr(&TARGET, MAIN, sum).unwrap();
    assert_eq!(machine.evaluate(&program, &sum), Ok(Value::Int(14)));
    write(&mut program, MAIN, Stmt::Return(Some(sum)));
    program.function_mut(MAIN).block_mut(Function::BODY).open = false;
    assert_eq!(machine.run(&program), Ok(Pause::Finished));
    assert_eq!(machine.run(&program), Ok(Pause::Finished));
}

/// A call within an expression cannot wait for text.
#[test]
fn calls_in_expressions_need_their_text() {
    let mut program = empty();
    let mut machine = machine();
    machine.start(&program).unwrap();
    let callee = program
        .expr(&TARGET, MAIN, ExprKind::Function(OTHER))
        .unwrap();
    let call = ExprKind::Call(Box::new(callee), Vec::new());
    let call = program.expr(&TARGET, MAIN, call).unwrap();
    let unwritten = Err(Stop::Unsupported(Unsupported::Unwritten));
    let mark = machine.mark();
    assert_eq!(machine.evaluate(&program, &call), unwritten);
    assert_eq!(machine.fault().unwrap().place.function, OTHER);
    machine.rollback(mark);
    assert_eq!((machine.depth(), machine.steps()), (1, 0));
}

/// Text that was executed and rolled back may be replaced by other text of the same size.
#[test]
fn text_may_change_where_nothing_was_executed() {
    let mut program =
        parsed("int main(void) { int x = 0; if (x) { goto a; a:; } else { x = 5; } return 0; }");
    let mut machine = machine();
    machine.start(&program).unwrap();
    let mark = machine.mark();
    assert_eq!(machine.run(&program), Ok(Pause::Finished));
    machine.rollback(mark);
    let entry = program.entry().unwrap();
    let otherwise = program.function_mut(entry).blocks.last_mut().unwrap();
    *otherwise = Block {
        statements: vec![Stmt::Observe(1, constant(3))],
        open: false,
    };
    assert_eq!(machine.run(&program), Ok(Pause::Finished));
    assert_eq!(machine.trace().observations.len(), 1);
}

/// The path from the statement's expression down to the refused operand.
#[test]
fn faults_have_a_path() {
    fn check(text: &str, path: &[u32]) {
        let program = parsed(text);
        let mut machine = machine();
        machine.start(&program).unwrap();
        machine.run(&program).unwrap_err();
        assert_eq!(machine.fault().unwrap().path, path, "{text}");
    }
    // `=`, then `+`, then `/`.
    check(
        "int main(void) { int x = 0; x = 1 + 2 / x; return 0; }",
        &[1, 1],
    );
    check("int main(void) { int x = 0; 1 / x; return 0; }", &[]);
    check(
        "int main(void) { int x = 0; for (x = 0; x < 1 / x; x++) {} return 0; }",
        &[1, 1],
    );
    check(
        "static int f(int a, int b) { return a + b; } int main(void) { int x = 0; f(1, 2 % x); return 0; }",
        &[2],
    );
    // The fault is in the called function, however it is called.
    check(
        "static int f(int a) { return 1 - 2 / a; } int main(void) { int x = 3 + f(0); return x; }",
        &[1],
    );
    check(
        "int main(void) { int a[2] = { 0 }, *p = a; a[p[2]] = 1; return 0; }",
        &[0, 1],
    );
}

fn stopped(text: &str, limits: Limits) -> Stop {
    match execute(&parsed(text), &TARGET, limits).outcome {
        Outcome::Stopped { stop, .. } => stop,
        Outcome::Finished => panic!("it finished: {text}"),
    }
}

#[test]
fn limits_hold() {
    let limits = Limits {
        steps: 1000,
        memory: 1 << 21,
        observations: 10,
        ..Limits::default()
    };
    let budget = |text: &str| match stopped(text, limits) {
        Stop::Budget(budget) => budget,
        stop => panic!("{stop}: {text}"),
    };
    assert_eq!(
        budget("int main(void) { while (1) {} }"),
        Budget::Steps(1000)
    );
    assert_eq!(
        budget(
            "int main(void) { for (int i = 0; i < 50; i++) { int *p = malloc(131072); p[0] = 1; } return 0; }"
        ),
        Budget::Memory(1 << 21)
    );
    assert_eq!(
        budget("int main(void) { for (;;) observe(1, 1); }"),
        Budget::Observations(10)
    );
    assert_eq!(
        budget("static int f(int n) { return f(n + 1); } int main(void) { f(0); return 0; }"),
        Budget::Frames(200)
    );
    assert_eq!(
        budget(
            "static int f(int n) { char a[100000]; a[n] = 1; return f(n + a[n]); } int main(void) { f(0); return 0; }"
        ),
        Budget::Memory(1 << 20)
    );
}

/// Calls within expressions recurse on the stack of the process, which must suffice in a test thread too.
#[test]
fn recursion_in_expressions_ends_in_time() {
    let text = "static int f(int n) { int a[1] = { n }; return ((((1 + ((a[0] ? (2, f(n - 1) + 1) : 0) + 1))))); }
        int main(void) { observe(1, f(DEPTH)); return 0; }";
    let fine = parsed(&text.replace("DEPTH", "60"));
    let run = execute(&fine, &TARGET, Limits::default());
    assert_eq!(run.outcome, Outcome::Finished);
    let deep = text.replace("DEPTH", "100000");
    assert!(matches!(stopped(&deep, Limits::default()), Stop::Budget(_)));
}

/// If accesses are logged, a long loop in a called function does not make the log grow without limit.
#[test]
fn long_calls_in_expressions_are_quick() {
    let program = parsed(
        "static int a[64];
        static int sum(int n) { int s = 0; for (int i = 0; i < n; i++) { a[i & 63] = i; s += a[i & 31] & 1; } return s; }
        int main(void) { observe(1, sum(20000) + 1); observe(2, sum(3) * 2); return 0; }",
    );
    let run = execute(&program, &TARGET, Limits::default());
    assert_eq!(run.outcome, Outcome::Finished);
}

/// The machine reports malformed programs and does not panic.
#[test]
fn malformed_programs_are_refused() {
    let mut machine = machine();
    assert!(matches!(
        machine.start(&Program::default()),
        Err(Stop::IllFormed(_))
    ));
    let mut program = empty();
    write(&mut program, MAIN, Stmt::Break);
    machine.start(&program).unwrap();
    assert!(matches!(machine.run(&program), Err(Stop::IllFormed(_))));
    let place = Place {
        function: MAIN,
        block: Function::BODY,
        statement: 0,
    };
    assert_eq!(machine.fault().unwrap().place, place);
}
