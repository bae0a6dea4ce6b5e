//! The checker and the machine have an answer to every program, however broken.
//!
//! The programs of the corpus are damaged at random. Nothing may panic, on whatever comes of it; and
//! what the checker accepts, the machine never calls ill-formed.

#[allow(dead_code)]
mod corpus_files;
mod random;

use std::panic::{AssertUnwindSafe, catch_unwind};

use kvant_memory::{Endian, Target};
use kvant_mir::*;
use kvant_mir_machine::{Limits, Machine, Resolver, Stop};
use random::Random;

const BIG_32: Target = Target {
    name: "32-bit, big-endian",
    pointer_bytes: 4,
    endian: Endian::Big,
    int_align: [1, 2, 4, 4, 8],
};

const LIMITS: Limits = Limits {
    steps: 500,
    frames: 20,
    memory: 1 << 18,
    observations: 50,
};

#[test]
fn damaged_programs_get_an_answer() {
    let (mut accepted, mut refused) = (0, 0);
    for (n, case) in (0..).zip(corpus_files::all()) {
        for turn in 0..150 {
            let seed = n * 1000 + turn;
            let mut random = Random(seed);
            let mut program = case.parsed.program.clone();
            let damages: Vec<_> = (0..=random.below(3))
                .map(|_| damage(&mut program, &mut random))
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
    // Both kinds must be there, or the test shows nothing.
    assert!(accepted > 2000 && refused > 2000, "{accepted} {refused}");
}

/// Whether the checker accepts the program.
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

/// Damages a program in one place and says how.
fn damage(program: &mut Program, random: &mut Random) -> &'static str {
    match random.below(12) {
        0 => types(program, random),
        1 => signature(program, random),
        2 => start(program, random),
        3..6 => with_block(program, random, terminator),
        _ => with_block(program, random, statement),
    }
}

/// Any type, rarely one that does not exist.
fn any_ty(program: &Program, random: &mut Random) -> Ty {
    match random.below(12) {
        0 => Ty::new(program.types.len() + random.below(2)),
        1 => Ty(u32::MAX),
        _ => Ty::new(random.below(program.types.len())),
    }
}

fn any_local(random: &mut Random) -> Local {
    match random.below(20) {
        0 => Local(u32::MAX),
        _ => Local::new(random.below(8)),
    }
}

fn any_block(random: &mut Random) -> Block {
    match random.below(20) {
        0 => Block(u32::MAX),
        _ => Block::new(random.below(5)),
    }
}

fn any_length(random: &mut Random) -> u64 {
    [0, 1, 2, 3, 100, 1 << 17, 1 << 24, 1 << 40, u64::MAX][random.below(9)]
}

fn any_int(random: &mut Random) -> IntTy {
    IntTy::ALL[random.below(12)]
}

/// Any constant, rarely one whose bits do not fit.
fn any_constant(random: &mut Random) -> Constant {
    let int = any_int(random);
    match random.below(8) {
        0 => Constant::Unit,
        1 => Constant::Bool(random.one_in(2)),
        2 => Constant::Int(u128::from(random.next()) << random.below(65), int),
        3 => Constant::int(-1, int, &Target::X86_64),
        _ => Constant::Int(random.below(4) as u128, int),
    }
}

fn any_projection(random: &mut Random) -> Projection {
    match random.below(3) {
        0 => Projection::Deref,
        1 => Projection::Field(random.below(4) as u32),
        _ => Projection::Index(any_local(random)),
    }
}

fn any_operand(random: &mut Random) -> Operand {
    match random.below(2) {
        0 => any_constant(random).into(),
        _ => any_local(random).into(),
    }
}

fn types(program: &mut Program, random: &mut Random) -> &'static str {
    let (a, b) = (any_ty(program, random), any_ty(program, random));
    let structs = program.types.structs().len();
    let new = match random.below(5) {
        0 => TyKind::Tuple([a, b].into()),
        1 => TyKind::Array(a, any_length(random)),
        2 => TyKind::RawPtr(Mutability::Mut, a),
        3 => TyKind::Struct(StructId::new(random.below(structs + 2))),
        _ => TyKind::Int(any_int(random)),
    };
    let new = program.types.intern(new);
    let function = random.below(program.functions.len());
    let locals = &mut program.functions[function].locals;
    let local = random.below(locals.len());
    match random.below(4) {
        0 if structs > 0 => {
            let id = StructId::new(random.below(structs));
            let fields = &mut program.types.struct_def_mut(id).fields;
            if random.one_in(3) {
                fields.pop();
                return "a struct lost a field";
            }
            let name = ["a", "b", "another"][random.below(3)].to_owned();
            fields.push(Field { name, ty: new });
            "a struct got a field"
        }
        1 | 2 if !locals.is_empty() => {
            locals[local].ty = if random.one_in(2) { new } else { a };
            "a local has another type"
        }
        _ if !locals.is_empty() => {
            locals[local].marked ^= true;
            "a local's mark is turned"
        }
        _ => "nothing",
    }
}

fn signature(program: &mut Program, random: &mut Random) -> &'static str {
    let n = random.below(program.functions.len());
    let first = program.functions[0].clone();
    let function = &mut program.functions[n];
    match random.below(6) {
        0 => {
            function.arguments = [0, 1, 2, u32::MAX][random.below(4)];
            "a function takes another number of arguments"
        }
        1 => {
            function.locals.truncate(random.below(3));
            "a function lost locals"
        }
        2 => {
            function.blocks.truncate(random.below(3));
            "a function lost blocks"
        }
        3 => {
            function.locals.reverse();
            "the locals of a function are reversed"
        }
        4 => {
            function.name = first.name;
            "a function is called like another"
        }
        _ => {
            function.blocks = first.blocks;
            "a function has the body of another"
        }
    }
}

fn start(program: &mut Program, random: &mut Random) -> &'static str {
    match random.below(5) {
        0 => {
            program.entry = FnId::new(random.below(4));
            "the entry is another"
        }
        1 => {
            program.arguments.pop();
            "an argument of the entry is missing"
        }
        2 => {
            program.arguments.push(any_constant(random));
            "the entry gets one more argument"
        }
        3 => {
            program.functions.rotate_left(1);
            "functions have other numbers"
        }
        _ => {
            if let Some(argument) = program.arguments.first_mut() {
                *argument = any_constant(random);
            }
            "an argument of the entry is another"
        }
    }
}

type Damage = fn(&mut BlockData, Ty, &mut Random) -> &'static str;

/// Damages a block; `damage` gets some type to use.
fn with_block(program: &mut Program, random: &mut Random, damage: Damage) -> &'static str {
    let ty = any_ty(program, random);
    let n = random.below(program.functions.len());
    let blocks = &mut program.functions[n].blocks;
    let n = random.below(blocks.len());
    match blocks.get_mut(n) {
        Some(block) => damage(block, ty, random),
        None => "nothing",
    }
}

fn terminator(block: &mut BlockData, _: Ty, random: &mut Random) -> &'static str {
    let replaced = match random.below(8) {
        0 => None,
        1 => Some(Terminator::Return),
        2 => Some(Terminator::Goto(any_block(random))),
        3 => Some(Terminator::Switch {
            scrutinee: any_operand(random),
            arms: vec![
                (random.below(3) as u128, any_block(random)),
                (1, any_block(random)),
            ],
            otherwise: any_block(random),
        }),
        4 => Some(Terminator::Call {
            destination: any_local(random).into(),
            callee: match random.below(3) {
                0 => Callee::Observe { site: 0 },
                _ => Callee::Function(FnId::new(random.below(3))),
            },
            arguments: (0..random.below(3)).map(|_| any_operand(random)).collect(),
            target: any_block(random),
        }),
        _ => {
            return match &mut block.terminator {
                Some(terminator) => parts_of_terminator(terminator, random),
                None => "nothing",
            };
        }
    };
    block.terminator = replaced;
    "a terminator is another"
}

fn parts_of_terminator(terminator: &mut Terminator, random: &mut Random) -> &'static str {
    match terminator {
        Terminator::Goto(target) => {
            *target = any_block(random);
            "a jump goes elsewhere"
        }
        Terminator::Switch {
            scrutinee,
            arms,
            otherwise,
        } => match random.below(4) {
            0 => operand(scrutinee, random),
            1 => {
                arms.push((u128::from(random.next()), any_block(random)));
                "a switch has one more arm"
            }
            2 => {
                arms.extend(arms.clone());
                "a switch has its arms twice"
            }
            _ => {
                *otherwise = any_block(random);
                "a switch goes elsewhere"
            }
        },
        Terminator::Call {
            destination,
            callee,
            arguments,
            target,
        } => match random.below(6) {
            0 => place(destination, random),
            1 => {
                *callee = Callee::Function(FnId::new(random.below(4)));
                "a call calls another function"
            }
            2 => {
                arguments.pop();
                "an argument is missing"
            }
            3 => {
                arguments.push(any_operand(random));
                "an argument is too many"
            }
            4 => match arguments.first_mut() {
                Some(argument) => operand(argument, random),
                None => "nothing",
            },
            _ => {
                *target = any_block(random);
                "a call returns elsewhere"
            }
        },
        Terminator::Return | Terminator::Unreachable => {
            *terminator = Terminator::Unreachable;
            "a return is unreachable"
        }
    }
}

fn statement(block: &mut BlockData, ty: Ty, random: &mut Random) -> &'static str {
    if block.statements.is_empty() {
        let local = any_local(random);
        block.statements.push(match random.below(2) {
            0 => Statement::StorageLive(local),
            _ => Statement::StorageDead(local),
        });
        return "a storage marker more";
    }
    let n = random.below(block.statements.len());
    let copied = block.statements[n].clone();
    match random.below(10) {
        0 => {
            block.statements.remove(n);
            return "a statement is missing";
        }
        1 => {
            block.statements.push(copied);
            return "a statement is there twice";
        }
        _ => {}
    }
    match &mut block.statements[n] {
        Statement::StorageLive(local) | Statement::StorageDead(local) => {
            *local = any_local(random);
            "a storage marker is for another local"
        }
        Statement::Assign(to, _) if random.one_in(4) => place(to, random),
        Statement::Assign(_, value) => rvalue(value, ty, random),
        Statement::Assume(promise) => operand(promise, random),
    }
}

fn rvalue(rvalue: &mut Rvalue, ty: Ty, random: &mut Random) -> &'static str {
    if random.one_in(3) {
        let (x, y) = (any_operand(random), any_operand(random));
        *rvalue = match random.below(9) {
            0 => Rvalue::Use(x),
            1 => Rvalue::Unary([UnOp::Neg, UnOp::Not][random.below(2)], x),
            2 => Rvalue::Binary(BinOp::ALL[random.below(16)], x, y),
            3 => Rvalue::Checked(CheckedOp::ALL[random.below(3)], x, y),
            4 => Rvalue::Cast(x, ty),
            8 => Rvalue::Transmute(x, ty),
            5 => Rvalue::RawRef(Mutability::Mut, any_local(random).into()),
            6 => Rvalue::Aggregate(ty, vec![x, y]),
            _ => Rvalue::Repeat(x, any_length(random)),
        };
        return "an rvalue is another";
    }
    match rvalue {
        Rvalue::Use(x) | Rvalue::Unary(_, x) => operand(x, random),
        Rvalue::Binary(op, x, y) => match random.below(3) {
            0 => {
                *op = BinOp::ALL[random.below(16)];
                "an operator is another"
            }
            1 => operand(x, random),
            _ => operand(y, random),
        },
        Rvalue::Checked(_, x, y) => operand(if random.one_in(2) { x } else { y }, random),
        Rvalue::Cast(x, to) | Rvalue::Transmute(x, to) => {
            if random.one_in(2) {
                return operand(x, random);
            }
            *to = ty;
            "a cast goes to another type"
        }
        Rvalue::RawRef(mutability, target) => {
            if random.one_in(2) {
                return place(target, random);
            }
            *mutability = [Mutability::Const, Mutability::Mut][random.below(2)];
            "a pointer has another mutability"
        }
        Rvalue::Aggregate(of, parts) => match random.below(4) {
            0 => {
                *of = ty;
                "an aggregate is of another type"
            }
            1 => {
                parts.pop();
                "an aggregate lacks a part"
            }
            2 => {
                parts.push(any_operand(random));
                "an aggregate has a part too many"
            }
            _ => match parts.first_mut() {
                Some(part) => operand(part, random),
                None => "nothing",
            },
        },
        Rvalue::Repeat(x, length) => {
            if random.one_in(2) {
                return operand(x, random);
            }
            *length = any_length(random);
            "a repeat has another length"
        }
    }
}

fn operand(operand: &mut Operand, random: &mut Random) -> &'static str {
    match operand {
        Operand::Copy(target) if random.one_in(2) => place(target, random),
        Operand::Copy(_) | Operand::Const(_) => {
            *operand = any_operand(random);
            "an operand is another"
        }
    }
}

fn place(place: &mut Place, random: &mut Random) -> &'static str {
    let steps = place.projection.len();
    match random.below(4) {
        0 => {
            place.local = any_local(random);
            "a path begins at another local"
        }
        1 => {
            let at = random.below(steps + 1);
            place.projection.insert(at, any_projection(random));
            "a path has one more step"
        }
        2 => {
            place.projection.pop();
            "a path lacks a step"
        }
        _ => {
            if steps > 0 {
                place.projection[random.below(steps)] = any_projection(random);
            }
            "a step of a path is another"
        }
    }
}

/// Runs a program that nobody checked.
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

/// Types that only a table made by hand can have.
#[test]
fn impossible_types_are_ill_formed() {
    let unit = Ty(0);
    for kind in [
        TyKind::Tuple([Ty(1)].into()),
        TyKind::Array(Ty(1), 3),
        TyKind::Array(Ty(77), 3),
        TyKind::Struct(StructId(0)),
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

/// Each level of a type is a level of somebody's stack.
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
                let (repr, fields) = (Repr::Rust, vec![field]);
                types.declare_struct(StructDef { name, repr, fields }).1
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

/// Scalars where aggregates should be, and the other way round.
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
    // A local that holds a scalar of one kind does not take one of the other.
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

/// Arguments of the entry function that are not what it takes.
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
