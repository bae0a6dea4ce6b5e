//! For each rule a program that breaks it, and the message.
//!
//! Programs that the parser accepts are text. The others are made by editing a well-formed program.

mod declarations;
mod ring;

use super::*;
use crate::{
    AdtId, BinOp, Callee, Field, Mutability, Projection, Rvalue, Terminator, TyKind, parse,
};

/// A well-formed program, with `entry` as the first block of `start`, and with `items`.
fn text(items: &str, entry: &str) -> String {
    format!(
        "struct S {{ a: u8, b: u16 }}
        struct Empty {{}}
        fn two(x: u8, y: u16) -> u8 {{ mir! {{ {{ RET = x; Return() }} }} }}
        fn start(x: u8) {{
            mir! {{
                let y: u8; let z: i8; let w: u16; let b: bool; let i: usize; let u: ();
                let t: (u8, u16); let a: [u8; 3]; let c: (u8, bool); let s: S;
                let p: *mut u8; let q: *const u8; let r: *const S;
                {{ {entry} }}
                next = {{ Return() }}
            }}
        }}
        {items}
        fn main() {{ kvant::run(|| start(kvant::hide(1))) }}"
    )
}

fn parsed(text: &str) -> Program {
    match parse::program(text) {
        Ok(parsed) => parsed.program,
        Err(error) => panic!("{error}\n{text}"),
    }
}

#[track_caller]
fn refused(program: &Program) -> IllFormed {
    super::program(program, &Target::X86_64).expect_err("it is not well formed")
}

#[track_caller]
fn assert_refused(text: &str, message: &str) {
    let program = parsed(text);
    assert_eq!(refused(&program).message, message, "\n{text}");
}

#[test]
fn the_program_around_the_snippets_is_well_formed() {
    let program = parsed(&text("", "y = x; Return()"));
    assert_eq!(super::program(&program, &Target::X86_64), Ok(()));
}

const STATEMENTS: &[(&str, &str)] = &[
    ("w = x", "the value is a `u8` where a `u16` is expected"),
    (
        "u = t",
        "the value is a `(u8, u16)` where a `()` is expected",
    ),
    ("y = ()", "the value is a `()` where a `u8` is expected"),
    (
        "p = q",
        "the value is a `*const u8` where a `*mut u8` is expected",
    ),
    ("y = -x", "Neg does not take a `u8`"),
    ("b = -b", "Neg does not take a `bool`"),
    ("p = !p", "Not does not take a `*mut u8`"),
    ("z = !x", "the result is a `u8` where a `i8` is expected"),
    ("p = p + p", "`+` does not take a `*mut u8`"),
    ("b = b + b", "`+` does not take a `bool`"),
    ("b = b << x", "`<<` does not take a `bool`"),
    ("b = t < t", "`<` does not take a `(u8, u16)`"),
    (
        "y = x << b",
        "a shift amount must be an integer, not a `bool`",
    ),
    (
        "y = x + z",
        "the right operand is a `i8` where a `u8` is expected",
    ),
    (
        "b = x == z",
        "the right operand is a `i8` where a `u8` is expected",
    ),
    (
        "w = x + x",
        "the result is a `u8` where a `u16` is expected",
    ),
    (
        "w = x << w",
        "the result is a `u8` where a `u16` is expected",
    ),
    (
        "y = x < x",
        "a comparison is a `bool` where a `u8` is expected",
    ),
    ("c = Checked(b + b)", "Checked(Add) does not take a `bool`"),
    (
        "c = Checked(x * w)",
        "the right operand is a `u16` where a `u8` is expected",
    ),
    (
        "t = Checked(x - x)",
        "the result is a `(u8, bool)` where a `(u8, u16)` is expected",
    ),
    (
        "c = Checked(w - w)",
        "the result is a `(u16, bool)` where a `(u8, bool)` is expected",
    ),
    (
        "y = Checked(x - x)",
        "the result is a `(u8, bool)` where a `u8` is expected",
    ),
    ("b = x as bool", "`u8` cannot be cast to `bool`"),
    ("y = p as u8", "`*mut u8` cannot be cast to `u8`"),
    ("y = x as u8", "custom MIR has no cast of a type to itself"),
    (
        "y = CastTransmute(x)",
        "`u8` cannot be transmuted to `u8`: types of one size whose layout is promised can, without references",
    ),
    (
        "y = CastTransmute(p)",
        "`*mut u8` cannot be transmuted to `u8`: types of one size whose layout is promised can, without references",
    ),
    (
        "b = CastTransmute(1_u32)",
        "`u32` cannot be transmuted to `bool`: types of one size whose layout is promised can, without references",
    ),
    ("Assume(x)", "only a `bool` can be assumed, not a `u8`"),
    (
        "y = x as u16",
        "the result is a `u16` where a `u8` is expected",
    ),
    ("p = addr_of!(y)", "a raw pointer to a `u8` is no `*mut u8`"),
    (
        "q = addr_of_mut!(y)",
        "a raw pointer to a `u8` is no `*const u8`",
    ),
    (
        "p = addr_of_mut!(w)",
        "a raw pointer to a `u16` is no `*mut u8`",
    ),
    ("y = addr_of_mut!(y)", "a raw pointer to a `u8` is no `u8`"),
    (
        "p = addr_of_mut!((*r).a)",
        "`(*r).a` writes through a `*const` or `&` pointer: make it a `*mut` or `&mut`",
    ),
    (
        "*q = x",
        "`*q` writes through a `*const` or `&` pointer: make it a `*mut` or `&mut`",
    ),
    (
        "(*r).b = w",
        "`(*r).b` writes through a `*const` or `&` pointer: make it a `*mut` or `&mut`",
    ),
    (
        "t = S { a: x, b: w }",
        "the aggregate is a `S` where a `(u8, u16)` is expected",
    ),
    ("t = (x, x)", "a field is a `u8` where a `u16` is expected"),
    (
        "s = S { a: z, b: 1 }",
        "a field is a `i8` where a `u8` is expected",
    ),
    (
        "a = [x, x, b]",
        "a field is a `bool` where a `u8` is expected",
    ),
    ("a = [z; 3]", "`[i8; 3]` is no `[u8; 3]`"),
    ("y = a[x]", "an index must be a `usize`, and `x` is a `u8`"),
    ("a[w] = x", "an index must be a `usize`, and `w` is a `u16`"),
    (
        "StorageLive(x)",
        "storage markers are for locals that are neither arguments nor RET",
    ),
    (
        "StorageDead(RET)",
        "storage markers are for locals that are neither arguments nor RET",
    ),
];

#[test]
fn statements() {
    for (statement, message) in STATEMENTS {
        assert_refused(&text("", &format!("{statement}; Return()")), message);
    }
}

#[test]
fn terminators() {
    for (terminator, message) in [
        ("match p { _ => next }", "cannot match on a `*mut u8`"),
        ("match t { _ => next }", "cannot match on a `(u8, u16)`"),
        (
            "Call(y = kvant::observe_u8(1, x), ReturnTo(next), UnwindContinue())",
            "an observer returns `()`",
        ),
        (
            "Call(y = two(x, x), ReturnTo(next), UnwindContinue())",
            "an argument is a `u8` where a `u16` is expected",
        ),
        (
            "Call(w = two(x, w), ReturnTo(next), UnwindContinue())",
            "the result of the call is a `u8` where a `u16` is expected",
        ),
        (
            "Call(*q = two(x, w), ReturnTo(next), UnwindContinue())",
            "`*q` writes through a `*const` or `&` pointer: make it a `*mut` or `&mut`",
        ),
    ] {
        assert_refused(&text("", terminator), message);
    }
}

#[test]
fn structs() {
    for (items, message) in [
        (
            "struct Loop { inner: Loop }",
            "`Loop` holds itself: put a pointer in between",
        ),
        (
            "struct A { b: (u8, [B; 2]) } struct B { a: A }",
            "`A` holds itself: put a pointer in between",
        ),
        (
            "struct None { inner: [None; 0] }",
            "`None` holds itself: put a pointer in between",
        ),
    ] {
        assert_refused(&text(items, "Return()"), message);
    }
    let fine = parsed(&text("struct List { next: *mut List }", "Return()"));
    assert_eq!(super::program(&fine, &Target::X86_64), Ok(()));
}

#[test]
fn the_entry_function() {
    for (head, main, message) in [
        (
            "fn begin() -> u8",
            "begin()",
            "the entry function `begin` must return `()`, not `u8`",
        ),
        (
            "fn begin() -> Empty",
            "begin()",
            "the entry function `begin` must return `()`, not `Empty`",
        ),
        (
            "fn begin(b: bool, x: u8)",
            "begin(true, false)",
            "argument 2 of the entry function `begin` is a `u8`, and the program is started with \
             another type there",
        ),
    ] {
        let text = format!(
            "struct Empty {{}}
            {head} {{ mir! {{ {{ Return() }} }} }}
            fn main() {{ kvant::run(|| {main}) }}"
        );
        assert_refused(&text, message);
    }
}

type Edit = fn(&mut Program);

/// The second function of the program, `start`.
fn start(program: &mut Program) -> &mut Function {
    &mut program.functions[1]
}

/// Replaces the first statement of `start`, which is `y = x`.
fn assign(program: &mut Program, place: Place, rvalue: Rvalue) {
    start(program).blocks[0].statements[0] = Statement::Assign(place, rvalue);
}

fn end(program: &mut Program, terminator: Terminator) {
    start(program).blocks[0].terminator = Some(terminator);
}

fn call(program: &mut Program, callee: Callee, arguments: Vec<Operand>) {
    let unit = Local(7);
    end(
        program,
        Terminator::Call {
            destination: unit.into(),
            callee,
            arguments,
            target: Block(1),
        },
    );
}

const X: Local = Local(1);
const Y: Local = Local(2);
const TUPLE: Local = Local(8);
const ARRAY: Local = Local(9);
const POINTER: Local = Local(12);

/// The text names its locals, and the edits use their numbers.
#[test]
fn numbers_of_locals_fit_their_names() {
    let program = parsed(&text("", "y = x; Return()"));
    let name = |local: Local| program.functions[1].locals[local.index()].name.clone();
    let names = [X, Y, Local(7), TUPLE, ARRAY, POINTER].map(|local| name(local).unwrap());
    assert_eq!(names, ["x", "y", "u", "t", "a", "p"]);
}

const EDITS: &[(Edit, &str)] = &[
    (
        |p| p.functions[0].name = "start".to_owned(),
        "two functions, or a function and a type, are called `start`",
    ),
    (|p| p.entry = FnId(2), "the entry function does not exist"),
    (
        |p| start(p).locals.clear(),
        "`start` lacks its return place or arguments",
    ),
    (
        |p| {
            start(p).locals.truncate(1);
        },
        "`start` lacks its return place or arguments",
    ),
    (
        |p| p.arguments.clear(),
        "the entry function `start` takes 1 arguments and is started with 0",
    ),
    (
        |p| p.arguments[0] = Constant::Int(256, crate::IntTy::U8),
        "the constant 0x100 does not fit into `u8`",
    ),
    (
        |p| start(p).blocks.clear(),
        "function `start` has no blocks",
    ),
    (
        |p| p.functions[0].arguments = 3,
        "function `two` lacks locals for its arguments",
    ),
    (
        |p| start(p).blocks[1].terminator = None,
        "the block has no terminator",
    ),
    (
        |p| start(p).locals[2].marked = true,
        "local _2 of function `start` counts as marked without a storage statement, or has one \
             without being marked",
    ),
    (
        |p| {
            start(p).blocks[0]
                .statements
                .push(Statement::StorageLive(Y));
        },
        "local _2 of function `start` counts as marked without a storage statement, or has one \
             without being marked",
    ),
    (
        |p| assign(p, Local(99).into(), Rvalue::Use(X.into())),
        "local _99 does not exist",
    ),
    (
        |p| {
            let place = Place::local(ARRAY).project(Projection::Index(Local(99)));
            assign(p, place, Rvalue::Use(X.into()));
        },
        "local _99 does not exist",
    ),
    (
        |p| {
            start(p).blocks[0]
                .statements
                .push(Statement::StorageDead(Local(99)));
        },
        "local _99 does not exist",
    ),
    (
        |p| end(p, Terminator::Goto(Block::ENTRY)),
        "the entry block cannot be a target: it has no name",
    ),
    (
        |p| end(p, Terminator::Goto(Block(9))),
        "block bb9 does not exist",
    ),
    (
        |p| {
            assign(
                p,
                Y.into(),
                Rvalue::Use(Constant::Int(300, crate::IntTy::U8).into()),
            );
        },
        "the constant 0x12c does not fit into `u8`",
    ),
    (
        |p| {
            assign(
                p,
                Y.into(),
                Rvalue::Use(Constant::Int(1, crate::IntTy::I128).into()),
            );
        },
        "no place has the type of the constant Int(1, I128)",
    ),
    (
        |p| {
            let later = Place::local(TUPLE).project(Projection::Field(0));
            let later = later.project(Projection::Deref);
            assign(p, Y.into(), Rvalue::Use(later.into()));
        },
        "`t.0.*` dereferences after its first step: copy the pointer to a local first",
    ),
    (
        |p| {
            let missing = Place::local(TUPLE).project(Projection::Field(2));
            assign(p, Y.into(), Rvalue::Use(missing.into()));
        },
        "the path `t.2` does not fit the type `(u8, u16)`",
    ),
    (
        |p| {
            let no_pointer = Place::local(X).project(Projection::Deref);
            assign(p, Y.into(), Rvalue::Use(no_pointer.into()));
        },
        "the path `*x` does not fit the type `u8`",
    ),
    (
        |p| {
            let through = Place::local(POINTER).project(Projection::Field(0));
            assign(p, through, Rvalue::Use(X.into()));
        },
        "the path `p.0` does not fit the type `*mut u8`",
    ),
    (
        |p| {
            let unit = p.types.unit();
            assign(p, Local(7).into(), Rvalue::Aggregate(unit, Vec::new()));
        },
        "the unit value is a constant, not an aggregate",
    ),
    (
        |p| {
            let array = start(p).locals[ARRAY.index()].ty;
            assign(p, ARRAY.into(), Rvalue::Aggregate(array, vec![X.into()]));
        },
        "1 values do not make a `[u8; 3]`",
    ),
    (
        |p| {
            let byte = start(p).locals[Y.index()].ty;
            assign(p, Y.into(), Rvalue::Aggregate(byte, vec![X.into()]));
        },
        "1 values do not make a `u8`",
    ),
    (
        |p| {
            let tuple = start(p).locals[TUPLE.index()].ty;
            assign(p, TUPLE.into(), Rvalue::Aggregate(tuple, vec![X.into()]));
        },
        "`(u8, u16)` has 2 fields, and 1 are given",
    ),
    (
        |p| assign(p, ARRAY.into(), Rvalue::Repeat(X.into(), 2)),
        "`[u8; 2]` is no `[u8; 3]`",
    ),
    (
        |p| {
            let arms = vec![(1, Block(1)), (256, Block(1))];
            let (scrutinee, otherwise) = (X.into(), Block(1));
            end(
                p,
                Terminator::Switch {
                    scrutinee,
                    arms,
                    otherwise,
                },
            );
        },
        "the arm 0x100 is no value of `u8`",
    ),
    (
        |p| {
            let arms = vec![(1, Block(1)), (1, Block(1))];
            let (scrutinee, otherwise) = (X.into(), Block(1));
            end(
                p,
                Terminator::Switch {
                    scrutinee,
                    arms,
                    otherwise,
                },
            );
        },
        "two arms have the same value",
    ),
    (
        |p| {
            let (arms, otherwise) = (vec![(1, Block(7))], Block(1));
            let scrutinee = X.into();
            end(
                p,
                Terminator::Switch {
                    scrutinee,
                    arms,
                    otherwise,
                },
            );
        },
        "block bb7 does not exist",
    ),
    (
        |p| call(p, Callee::Observe { site: 1 }, Vec::new()),
        "an observer takes one value",
    ),
    (
        |p| call(p, Callee::Observe { site: 1 }, vec![TUPLE.into()]),
        "a `(u8, u16)` cannot be observed",
    ),
    (
        |p| call(p, Callee::Function(FnId(9)), Vec::new()),
        "the called function does not exist",
    ),
    (
        |p| call(p, Callee::Function(FnId(0)), vec![X.into()]),
        "`two` takes 2 arguments, and 1 are given",
    ),
];

#[test]
fn programs_that_the_parser_never_makes() {
    for (n, (edit, message)) in EDITS.iter().enumerate() {
        let mut program = parsed(&text("", "y = x; Return()"));
        edit(&mut program);
        assert_eq!(refused(&program).message, *message, "edit {n}");
    }
}

#[test]
fn tables_of_types() {
    let edits: &[(Edit, &str)] = &[
        (
            |p| p.types.adt_mut(AdtId(1)).name = "S".to_owned(),
            "two types are called `S`",
        ),
        (
            |p| p.types.adt_mut(AdtId(0)).variants[0].fields[1].name = "a".to_owned(),
            "`S` has two fields `a`",
        ),
        (
            |p| {
                let name = "c".to_owned();
                let ty = Ty(u32::MAX);
                p.types.adt_mut(AdtId(0)).variants[0]
                    .fields
                    .push(Field { name, ty });
            },
            "`S` has a field without a type",
        ),
        (
            |p| start(p).locals[2].ty = Ty(u32::MAX),
            "function `start` has a local without a type",
        ),
        (
            |p| {
                let itself = Ty::new(p.types.len());
                p.types.intern(TyKind::Tuple([itself].into()));
            },
            "a type is made of a type that did not exist before it",
        ),
        (
            |p| {
                p.types.intern(TyKind::Adt(AdtId(9)));
            },
            "a type is declared nowhere",
        ),
        (
            |p| {
                let mut ty = p.types.unit();
                for _ in 0..=100 {
                    ty = p.types.raw_ptr(Mutability::Const, ty);
                }
            },
            "a type is nested more than 100 levels deep",
        ),
        (
            |p| assign(p, Y.into(), Rvalue::Cast(X.into(), Ty(999))),
            "type ty999 does not exist",
        ),
        (
            |p| assign(p, Y.into(), Rvalue::Aggregate(Ty(999), Vec::new())),
            "type ty999 does not exist",
        ),
    ];
    for (n, (edit, message)) in edits.iter().enumerate() {
        let mut program = parsed(&text("", "y = x; Return()"));
        edit(&mut program);
        assert_eq!(refused(&program).message, *message, "edit {n}");
    }
}

/// The generator checks one statement or terminator at a time.
#[test]
fn single_statements_and_terminators() {
    let mut program = parsed(&text("", "y = x; Return()"));
    let location = Location {
        function: FnId(1),
        block: Block(0),
        statement: 1,
    };
    let target = Target::X86_64;
    let sum = Rvalue::Binary(BinOp::Add, X.into(), X.into());
    let right = Statement::Assign(Y.into(), sum.clone());
    let wrong = Statement::Assign(TUPLE.into(), sum);
    assert_eq!(statement(&program, location, &target, &right), Ok(()));
    let refused = statement(&program, location, &target, &wrong).unwrap_err();
    assert_eq!(refused.location, Some(location));
    let right = Terminator::Goto(Block(1));
    let wrong = Terminator::Goto(Block(2));
    assert_eq!(terminator(&program, location, &target, &right), Ok(()));
    assert!(terminator(&program, location, &target, &wrong).is_err());
    program.functions.clear();
    let refused = terminator(&program, location, &target, &right).unwrap_err();
    assert_eq!(refused.message, "the function does not exist");
    // A function that calls itself while it has no locals yet.
    let mut program = parsed(&text("", "y = x; Return()"));
    program.functions[0].locals.truncate(2);
    call(
        &mut program,
        Callee::Function(FnId(0)),
        vec![X.into(), X.into()],
    );
    let terminator = start(&mut program).blocks[0].terminator.clone().unwrap();
    let refused = super::terminator(&program, location, &target, &terminator).unwrap_err();
    assert_eq!(
        refused.message,
        "the called function lacks locals for its arguments"
    );
}

/// The target determines the width of `usize`.
#[test]
fn constants_fit_the_target() {
    let small = Target {
        pointer_bytes: 4,
        ..Target::X86_64
    };
    let program = parsed(&text("", "i = 4294967296; Return()"));
    assert_eq!(super::program(&program, &Target::X86_64), Ok(()));
    let refused = super::program(&program, &small).unwrap_err();
    assert_eq!(
        refused.message,
        "the constant 0x100000000 does not fit into `usize`"
    );
}
