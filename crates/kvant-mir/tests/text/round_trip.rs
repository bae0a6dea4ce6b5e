//! What is printed can be parsed, and is then the same.

use kvant_mir::print::Form;
use kvant_mir::*;

use crate::samples;

#[test]
fn printed_programs_parse_to_themselves() {
    for sample in samples::all() {
        let text = print::program(&sample.program, &Form::Readable, "a test\nof the parser");
        let parsed = parse::program(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(parsed.program, sample.program.clone().canonical(), "{text}");
        assert_eq!(parsed.program.clone().canonical(), parsed.program);
        let again = print::program(&parsed.program, &Form::Readable, "a test\nof the parser");
        assert_eq!(again, text);
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
        let text = print::program(&sample.program, &Form::Readable, "");
        let parse::Parsed { program, source } = parse::program(&text).unwrap();
        let lines: Vec<_> = text.lines().map(str::trim).collect();
        for (n, function) in program.functions.iter().enumerate() {
            let id = FnId::new(n);
            let head = lines[source.head(id).unwrap() as usize - 1];
            assert!(
                head.starts_with(&format!("fn {}(", function.name)),
                "{head}"
            );
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
        let (list, ty) = types.declare_struct(StructDef {
            name: "List".to_owned(),
            repr: Repr::Rust,
            fields: Vec::new(),
        });
        let next = types.raw_ptr(Mutability::Mut, ty);
        let field = |name: &str, ty| Field {
            name: name.to_owned(),
            ty,
        };
        let value = types.int(IntTy::U8);
        types.struct_def_mut(list).fields = vec![field("value", value), field("next", next)];
    };
    let mut programs = [false, true].map(|extra| {
        let mut types = Types::default();
        build(&mut types, extra);
        let unit = types.unit();
        let mut body = crate::build::Body::new(&mut types, "f0", &[], unit);
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
