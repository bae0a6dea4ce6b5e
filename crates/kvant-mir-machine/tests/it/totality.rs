//! The checker and the machine have an answer to every program, however broken.
//!
//! The programs of the corpus are damaged at random. Nothing may panic on the results, and a program that the checker accepts
//! is never ill-formed for the machine.

use std::panic::{AssertUnwindSafe, catch_unwind};

use kvant_generate::Rng;
use kvant_memory::{Endian, Target};
use kvant_mir::*;
use kvant_mir_machine::{Limits, Machine, Resolver, Stop};

use crate::corpus_files;
use crate::damage;

const BIG_32: Target = Target {
    name: "32-bit, big-endian",
    pointer_bytes: 4,
    endian: Endian::Big,
    int_align: [1, 2, 4, 4, 8],
    f64_align: 4,
    exact_floats: true,
};

const LIMITS: Limits = Limits {
    steps: 500,
    frames: 20,
    memory: 1 << 18,
    observations: 50,
    borrows: 30,
};

#[test]
fn damaged_programs_get_an_answer() {
    let (mut accepted, mut refused) = (0, 0);
    for (n, case) in (0..).zip(corpus_files::all()) {
        for turn in 0..150 {
            let seed = n * 1000 + turn;
            let mut random = Rng::new(seed);
            let mut program = case.parsed.program.clone();
            let damages: Vec<_> = (0..=random.below(3))
                .map(|_| damage::damage(&mut program, &mut random))
                .collect();
            let Ok(accepts) = catch_unwind(AssertUnwindSafe(|| answer(&program))) else {
                panic!("{case}, seed {seed}, after {damages:?}");
            };
            if accepts {
                accepted += 1;
            } else {
                refused += 1;
            }
        }
    }
    // The test shows nothing without many programs of both kinds.
    assert!(accepted > 2000 && refused > 2000, "{accepted} {refused}");
}

/// Checks and runs a program. Returns true if the checker accepts it.
fn answer(program: &Program) -> bool {
    let mut accepts = false;
    for (target, resolver) in [
        (Target::X86_64, Resolver::STANDARD[0]),
        (BIG_32, Resolver::STANDARD[3]),
    ] {
        let checked = check::program(program, &target);
        let mut machine = Machine::new(target, resolver, LIMITS);
        let mark = machine.mark();
        let end = machine.start(program).and_then(|()| machine.run(program));
        machine.rollback(mark);
        let again = machine.start(program).and_then(|()| machine.run(program));
        assert_eq!(end, again);
        if checked.is_ok() {
            assert!(!matches!(end, Err(Stop::IllFormed(_))), "{end:?}");
            accepts = true;
        }
    }
    accepts
}

/// Runs a program without checking it.
fn unchecked(program: &Program) -> Result<(), Stop> {
    let mut machine = Machine::new(Target::X86_64, Resolver::default(), LIMITS);
    machine.start(program)?;
    machine.run(program).map(|_| ())
}

/// A program with one function, `start`, whose first block is `statements` and a return.
fn with_statements(types: Types, locals: &[Ty], statements: Vec<Statement>) -> Program {
    let decl = |&ty: &Ty| LocalDecl {
        ty,
        name: None,
        marked: false,
    };
    Program {
        types,
        functions: vec![Function {
            name: "start".to_owned(),
            inline: Inline::Never,
            cold: false,
            arguments: 0,
            locals: locals.iter().map(decl).collect(),
            blocks: vec![BlockData {
                statements,
                terminator: Some(Terminator::Return),
                name: None,
            }],
        }],
        entry: FnId(0),
        arguments: Vec::new(),
    }
}

#[track_caller]
fn assert_ill_formed(program: &Program) {
    assert!(matches!(unchecked(program), Err(Stop::IllFormed(_))));
    assert!(check::program(program, &Target::X86_64).is_err());
}

/// Types that only a table built by hand can contain.
#[test]
fn impossible_types_are_ill_formed() {
    let unit = Ty(0);
    for kind in [
        TyKind::Tuple([Ty(1)].into()),
        TyKind::Array(Ty(1), 3),
        TyKind::Array(Ty(77), 3),
        TyKind::Adt(AdtId(0)),
        TyKind::Tuple([Ty(2), Ty(2)].into()),
    ] {
        let mut types = Types::default();
        assert_eq!(types.unit(), unit);
        let strange = types.intern(kind);
        let mut copied = with_statements(types, &[unit, strange, strange], Vec::new());
        let copy = Rvalue::Use(Local(1).into());
        let copy = Statement::Assign(Local(2).into(), copy);
        copied.functions[0].blocks[0].statements.push(copy);
        assert_ill_formed(&copied);
    }
}

/// Layouts and checks recurse once for each level of a type.
#[test]
fn very_deep_types_are_refused() {
    for through_structs in [false, true] {
        let mut types = Types::default();
        let unit = types.unit();
        let mut ty = types.int(IntTy::U8);
        for n in 0..100_000 {
            ty = if through_structs {
                let field = Field {
                    name: "inner".to_owned(),
                    ty,
                };
                let name = format!("S{n}");
                let def = AdtDef::new_struct(name, Repr::Rust, vec![field]);
                types.declare(def).1
            } else {
                types.array(ty, 1)
            };
        }
        let pointer = types.raw_ptr(Mutability::Mut, ty);
        let point = Rvalue::RawRef(Mutability::Mut, Local(1).into());
        let point = Statement::Assign(Local(2).into(), point);
        let program = with_statements(types, &[unit, ty, pointer], vec![point]);
        assert!(matches!(unchecked(&program), Err(Stop::Unsupported(_))));
        if !through_structs {
            assert!(check::program(&program, &Target::X86_64).is_err());
        }
    }
}

/// Scalars in place of aggregates, and the other way round.
#[test]
fn values_that_do_not_fit_are_ill_formed() {
    let mut types = Types::default();
    let (unit, byte) = (types.unit(), types.int(IntTy::U8));
    let list = types.array(byte, 40);
    let pointer = types.raw_ptr(Mutability::Mut, list);
    let five = Operand::from(Constant::Int(5, IntTy::U8));
    let locals = [unit, byte, list, pointer];
    let [nothing, byte, list, pointer] = [0, 1, 2, 3].map(Local);
    let sum = Rvalue::Binary(BinOp::Add, five.clone(), five.clone());
    let address = Rvalue::RawRef(Mutability::Mut, list.into());
    for (to, value) in [
        (list, sum.clone()),
        (list, Rvalue::Use(five.clone())),
        (list, address.clone()),
        (pointer, sum.clone()),
        (byte, address.clone()),
        (nothing, sum),
        (byte, Rvalue::Use(Constant::Unit.into())),
        (byte, Rvalue::Use(list.into())),
        (nothing, Rvalue::Use(list.into())),
        (byte, Rvalue::Repeat(five.clone(), 1 << 60)),
    ] {
        let statement = Statement::Assign(to.into(), value);
        assert_ill_formed(&with_statements(types.clone(), &locals, vec![statement]));
    }
    // A local that contains a scalar of one kind must not accept one of another.
    let statements =
        [Rvalue::Use(five), address].map(|value| Statement::Assign(byte.into(), value));
    assert_ill_formed(&with_statements(types, &locals, statements.into()));
}

#[test]
fn a_program_without_anything_is_ill_formed() {
    let empty = Program {
        types: Types::default(),
        functions: Vec::new(),
        entry: FnId(0),
        arguments: Vec::new(),
    };
    assert_ill_formed(&empty);
    let mut machine = Machine::new(Target::X86_64, Resolver::default(), LIMITS);
    assert!(matches!(machine.step(&empty), Err(Stop::IllFormed(_))));
}

/// Arguments that do not fit the entry function.
#[test]
fn a_wrong_start_is_ill_formed() {
    let mut types = Types::default();
    let (unit, byte) = (types.unit(), types.int(IntTy::U8));
    types.bool();
    let list = types.array(byte, 40);
    for (locals, arguments) in [
        (vec![unit, list], vec![Constant::Int(5, IntTy::U8)]),
        (vec![unit, byte], vec![Constant::Bool(true)]),
        (vec![unit, byte], vec![Constant::Unit]),
        (vec![unit, byte], vec![]),
        (vec![unit, byte], vec![Constant::Int(5, IntTy::U8); 2]),
        (vec![unit], vec![Constant::Int(5, IntTy::U8)]),
    ] {
        let mut program = with_statements(types.clone(), &locals, Vec::new());
        program.functions[0].arguments = 1;
        program.arguments = arguments;
        assert_ill_formed(&program);
    }
}
