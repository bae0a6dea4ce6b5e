//! Random structs and unions.

use kvant_c::*;

/// A small deterministic generator of numbers.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

/// Returns a program with `count` records and nothing else. None has members of 16 bytes, which not all targets have.
pub(crate) fn records(seed: u64, count: usize) -> Program {
    let mut program = Program::default();
    program.enums.push(Enumeration {
        name: "first".to_owned(),
        constants: vec![("FIRST".to_owned(), 0)],
    });
    let entry = Function::new(Program::ENTRY.to_owned(), Types::INT);
    program.functions.push(entry);
    let mut numbers = Numbers(seed);
    for n in 0..count {
        let record = record(&mut program, &mut numbers, n);
        program.records.push(record);
    }
    program
}

fn record(program: &mut Program, numbers: &mut Numbers, n: usize) -> Record {
    let bits_only = numbers.one_in(3);
    let count = 1 + numbers.below(6);
    let mut fields: Vec<Field> = (0..count)
        .map(|field| match bits_only || numbers.one_in(2) {
            true => bit_field(numbers, field),
            false => Field {
                name: Some(format!("f{field}")),
                ty: member(program, numbers, n),
                bits: None,
            },
        })
        .collect();
    if fields.iter().all(Field::is_unnamed) {
        fields[0] = Field {
            name: Some("f0".to_owned()),
            ty: Types::CHAR,
            bits: None,
        };
    }
    Record {
        name: format!("r{n}"),
        kind: match numbers.one_in(4) {
            true => RecordKind::Union,
            false => RecordKind::Struct,
        },
        fields,
        packed: numbers.one_in(3),
        align: numbers.one_in(6).then(|| 1 << numbers.below(6)),
    }
}

fn bit_field(numbers: &mut Numbers, field: u64) -> Field {
    let (ty, width) = match numbers.below(4) {
        0 => (Types::BOOL, 1),
        1 => (Types::UINT, 32),
        _ => (Types::INT, 32),
    };
    let unnamed = numbers.one_in(4);
    let bits = match unnamed && numbers.one_in(2) {
        true => 0,
        false => 1 + numbers.below(width) as u32,
    };
    Field {
        name: (!unnamed).then(|| format!("f{field}")),
        ty,
        bits: Some(bits),
    }
}

fn member(program: &mut Program, numbers: &mut Numbers, before: usize) -> Type {
    let kinds = &IntKind::ALL[..11];
    let ty = match numbers.below(8) {
        0 => Types::BOOL,
        1 => Types::DOUBLE,
        2 => Types::FLOAT,
        3 => program.types.pointer(Types::VOID),
        4 if before > 0 => {
            let id = RecordId(numbers.below(before as u64) as u32);
            program.types.make(TypeKind::Record(id))
        }
        5 => program.types.make(TypeKind::Enum(EnumId(0))),
        _ => Types::int(kinds[numbers.below(11) as usize]),
    };
    match numbers.one_in(4) {
        true => program.types.array(ty, 1 + numbers.below(3)),
        false => ty,
    }
}
