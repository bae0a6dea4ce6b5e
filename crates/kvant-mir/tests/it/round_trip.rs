//! Printed programs parse to the same program.

use kvant_mir::print::{Form, Version};
use kvant_mir::*;

use crate::build::{Body, copy, f32, f64};
use crate::garbage::Dice;
use crate::samples;
use crate::scalars;

#[test]
fn printed_programs_parse_to_themselves() {
    let head = "a test\nof the parser";
    for sample in samples::all() {
        for version in [85, 95, 97, 98].map(Version) {
            let text = print::program(&sample.program, &Form::Readable, version, head);
            let parsed = parse::program(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(parsed.program, sample.program.clone().canonical(), "{text}");
            assert_eq!(parsed.program.clone().canonical(), parsed.program);
            let again = print::program(&parsed.program, &Form::Readable, version, head);
            assert_eq!(again, text);
        }
    }
}

/// A program that copies every constant, negates the floats, and is started with all of them.
fn program_of(constants: &[Constant]) -> Program {
    let mut types = Types::default();
    let unit = types.unit();
    let of: Vec<_> = constants
        .iter()
        .map(|constant| match constant {
            Constant::Float(_, float) => types.float(*float),
            _ => types.char(),
        })
        .collect();
    let mut body = Body::new(&mut types, "f0", &of, unit);
    for (&constant, &ty) in constants.iter().zip(&of) {
        let local = body.make(ty, copy(constant));
        if let Constant::Float(..) = constant {
            body.set(local, Rvalue::Unary(UnOp::Neg, constant.into()));
        }
    }
    body.last(Terminator::Return);
    Program {
        types,
        functions: vec![body.function],
        entry: FnId(0),
        arguments: constants.to_vec(),
    }
}

#[track_caller]
fn assert_constants_return(constants: &[Constant]) {
    let program = program_of(constants).canonical();
    let text = print::program(&program, &Form::Readable, Version::NEWEST, "");
    let parsed = parse::program(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(parsed.program, program, "{text}");
}

#[test]
fn floats_come_back_bit_by_bit() {
    let mut dice = Dice(3);
    let mut constants = scalars::edges_of_floats();
    for n in 0..4000 {
        let bits = (dice.below(1 << 32) as u64) << 32 | dice.below(1 << 32) as u64;
        constants.push(match n % 2 {
            0 => Constant::Float(bits >> 32, FloatTy::F32),
            _ => Constant::Float(bits, FloatTy::F64),
        });
    }
    constants.retain(|constant| !constant.is_nan());
    assert!(constants.len() > 3900);
    for some in constants.chunks(100) {
        assert_constants_return(some);
    }
}

#[test]
fn characters_come_back() {
    let mut dice = Dice(4);
    let random = std::iter::from_fn(|| Some(dice.below(0x11_0000) as u32));
    let some = (0..=0x7f)
        .chain(random.take(500))
        .filter_map(char::from_u32);
    let all: Vec<_> = some
        .chain(scalars::EDGES_OF_CHARACTERS)
        .map(Constant::Char)
        .collect();
    assert_constants_return(&all);
}

#[test]
fn constants_have_one_text() {
    for (constant, expected) in [
        (f32(0.0), "0.0_f32"),
        (f32(1.5), "1.5_f32"),
        (f32(0.1), "0.1_f32"),
        (f32(16_777_217.0), "16777216.0_f32"),
        (f32(f32::INFINITY), "f32::INFINITY"),
        (f32(f32::NEG_INFINITY), "f32::NEG_INFINITY"),
        (f64(-0.0), "(-0.0_f64)"),
        (f64(1e300), "1e300_f64"),
        (f64(-1e-300), "(-1e-300_f64)"),
        (f64(f64::from_bits(1)), "5e-324_f64"),
        (Constant::Char('a'), "'a'"),
        (Constant::Char('\''), r"'\''"),
        (Constant::Char('\\'), r"'\\'"),
        (Constant::Char('\x7f'), r"'\u{7f}'"),
        (Constant::Char('\u{1f600}'), r"'\u{1f600}'"),
    ] {
        let program = program_of(&[constant]);
        let statement = &program.functions[0].blocks[0].statements[0];
        let printed = print::statement(&program, FnId(0), statement);
        assert_eq!(printed, format!("_2 = {expected}"));
    }
}

#[test]
fn samples_are_well_formed() {
    for sample in samples::all() {
        let program = sample.program.canonical();
        let target = kvant_memory::Target::X86_64;
        if let Err(error) = check::program(&program, &target) {
            let place = error
                .location
                .map(|location| print::location(&program, location));
            panic!("{error} at {place:?}");
        }
    }
}

/// Every statement is in the line that the source map says.
#[test]
fn source_map_names_the_lines() {
    for sample in samples::all() {
        let text = print::program(&sample.program, &Form::Readable, Version::NEWEST, "");
        let parse::Parsed { program, source } = parse::program(&text).unwrap();
        let lines: Vec<_> = text.lines().map(str::trim).collect();
        for (n, function) in program.functions.iter().enumerate() {
            let id = FnId::new(n);
            for (b, block) in function.blocks.iter().enumerate() {
                for s in 0..=block.statements.len() {
                    let location = Location {
                        function: id,
                        block: Block::new(b),
                        statement: s as u32,
                    };
                    let line = lines[source.line(location).unwrap() as usize - 1];
                    let line = line.trim_end_matches(';');
                    let printed = print::location(&program, location);
                    let (_, printed) = printed.split_once(": ").unwrap();
                    assert!(printed.starts_with(line), "{printed} {line}");
                }
            }
        }
    }
}

#[test]
fn types_are_renumbered_by_mention() {
    let build = |types: &mut Types, extra: bool| {
        if extra {
            let bool = types.bool();
            types.array(bool, 7);
        }
        let (list, ty) = types.declare(AdtDef::new_struct("List", Repr::Rust, Vec::new()));
        let next = types.raw_ptr(Mutability::Mut, ty);
        let field = |name: &str, ty| Field {
            name: name.to_owned(),
            ty,
        };
        let value = types.int(IntTy::U8);
        types.adt_mut(list).variants[0].fields = vec![field("value", value), field("next", next)];
    };
    let mut programs = [false, true].map(|extra| {
        let mut types = Types::default();
        build(&mut types, extra);
        let unit = types.unit();
        let mut body = Body::new(&mut types, "f0", &[], unit);
        body.last(Terminator::Return);
        Program {
            types,
            functions: vec![body.function],
            entry: FnId(0),
            arguments: Vec::new(),
        }
    });
    assert_ne!(programs[0], programs[1]);
    programs = programs.map(Program::canonical);
    assert_eq!(programs[0], programs[1]);
    assert_eq!(programs[0].types.len(), 4);
}
