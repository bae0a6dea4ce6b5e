//! All language constructs are grown, and executed: a campaign does not test constructs that are never executed.

use std::collections::{BTreeMap, BTreeSet};

use kvant_memory::Target;
use kvant_mir::{
    AdtKind, Callee, Function, Intrinsic, Location, Mutability, Operand, Place, Program,
    Projection, Repr, Rvalue, Statement, Terminator, TyKind,
};
use kvant_mir_gen::{Feature, GenConfig, generate};
use kvant_mir_machine::{Limits, Machine, Pause, Resolver};

const SEEDS: u64 = 200;

/// Small programs: many of them show more than a few large ones.
fn small() -> GenConfig {
    GenConfig::default().sized(200..=500)
}

/// Number of executed statements of each kind, counted once for each location in the text.
#[derive(Default)]
struct Reached {
    kinds: BTreeMap<String, u64>,
}

impl Reached {
    fn kind(&mut self, name: impl Into<String>) {
        *self.kinds.entry(name.into()).or_default() += 1;
    }

    /// Runs a program and counts the statements that it reaches.
    fn run(&mut self, program: &Program) {
        let mut machine = Machine::new(Target::X86_64, Resolver::default(), Limits::default());
        machine.start(program).unwrap();
        let mut visited = BTreeSet::new();
        loop {
            let at = machine.location().unwrap();
            let pause = machine.step(program).unwrap();
            if visited.insert(at) {
                self.at(program, at);
            }
            match pause {
                None => {}
                Some(Pause::Finished) => break,
                other => panic!("{other:?}"),
            }
        }
        self.types(program);
    }

    fn types(&mut self, program: &Program) {
        for def in program.types.adts() {
            let repr = match def.repr {
                Repr::Int(_) => "int".to_owned(),
                repr => format!("{repr:?}").to_lowercase(),
            };
            self.kind(format!("{:?} {repr}", def.kind).to_lowercase());
            for variant in &def.variants {
                if def.kind == AdtKind::Enum {
                    self.kind(match (variant.fields.is_empty(), variant.is_tuple_like()) {
                        (true, _) => "unit variant",
                        (_, true) => "tuple variant",
                        (_, false) => "named variant",
                    });
                    if variant.discriminant < 0 {
                        self.kind("negative discriminant");
                    }
                } else if variant.is_tuple_like() {
                    self.kind("tuple struct");
                } else if variant.fields.is_empty() {
                    self.kind("empty struct");
                } else if variant.fields[0].name == "next" {
                    self.kind("recursive struct");
                }
            }
        }
    }

    fn at(&mut self, program: &Program, at: Location) {
        let function = program.function(at.function);
        let block = &function.blocks[at.block.index()];
        match block.statements.get(at.statement as usize) {
            Some(Statement::Assign(place, rvalue)) => {
                self.kind(rvalue_name(rvalue));
                self.place(program, function, place, "written");
                match rvalue {
                    Rvalue::Ref(_, place) if place.is_indirect() => self.kind("reborrow"),
                    Rvalue::Binary(_, left, _) => {
                        let ty = left
                            .place()
                            .and_then(|p| function.place_ty(&program.types, p));
                        if ty.is_some_and(|ty| program.types.is_pointer(ty)) {
                            self.kind("pointer comparison");
                        }
                    }
                    Rvalue::Cast(x, _) => {
                        let ty = x.place().and_then(|p| function.place_ty(&program.types, p));
                        if ty.is_some_and(|ty| program.types.is_pointer(ty)) {
                            self.kind("pointer cast");
                        }
                    }
                    Rvalue::Transmute(_, ty) if !program.types.is_scalar(*ty) => {
                        self.kind("transmute of an aggregate");
                    }
                    _ => {}
                }
                let inside = match rvalue {
                    Rvalue::Use(_) => "moved by an assignment",
                    _ => "moved into an rvalue",
                };
                for operand in rvalue.operands() {
                    self.operand(program, function, operand, inside);
                }
            }
            Some(Statement::SetDiscriminant(..)) => self.kind("set discriminant"),
            Some(Statement::Assume(_)) => self.kind("assume"),
            Some(Statement::StorageLive(_) | Statement::StorageDead(_)) => self.kind("storage"),
            None => self.terminator(program, function, block.terminator.as_ref().unwrap()),
        }
    }

    fn terminator(&mut self, program: &Program, function: &Function, terminator: &Terminator) {
        match terminator {
            Terminator::Goto(_) => self.kind("goto"),
            Terminator::Return => self.kind("return"),
            Terminator::Unreachable => self.kind("unreachable"),
            Terminator::Switch { scrutinee, .. } => {
                self.kind("switch");
                self.operand(program, function, scrutinee, "moved by a switch");
            }
            Terminator::Call {
                callee, arguments, ..
            } => {
                match callee {
                    Callee::Function(id) => {
                        self.kind("call");
                        let callee = program.function(*id);
                        let reference = |ty| match program.types.kind(ty) {
                            TyKind::Ref(Mutability::Mut, _) => Some("&mut"),
                            TyKind::Ref(Mutability::Const, _) => Some("&"),
                            _ => None,
                        };
                        for name in callee.argument_types().filter_map(reference) {
                            self.kind(format!("{name} handed over"));
                        }
                        if reference(callee.return_ty()).is_some() {
                            self.kind("reference returned");
                        }
                    }
                    Callee::Pointer(_) => self.kind("call of a pointer"),
                    Callee::Intrinsic(intrinsic) => self.kind(format!("{intrinsic:?}")),
                    Callee::Observe { .. } => self.kind("observe"),
                }
                for argument in arguments {
                    self.operand(program, function, argument, "moved into a call");
                }
            }
        }
    }

    fn operand(&mut self, program: &Program, function: &Function, x: &Operand, moved: &str) {
        if let Operand::Move(_) = x {
            self.kind(moved);
        }
        if let Some(place) = x.place() {
            self.place(program, function, place, "read");
        }
    }

    fn place(&mut self, program: &Program, function: &Function, place: &Place, how: &str) {
        let mut ty = function.locals[place.local.index()].ty;
        for step in &place.projection {
            match (step, program.types.kind(ty)) {
                (Projection::Deref, TyKind::Ref(Mutability::Mut, _)) => {
                    self.kind(format!("{how} through &mut"));
                }
                (Projection::Deref, TyKind::Ref(Mutability::Const, _)) => {
                    self.kind(format!("{how} through &"));
                }
                (Projection::VariantField { .. }, _) => self.kind(format!("variant {how}")),
                (Projection::Field(_), TyKind::Adt(id))
                    if program.types.adt(*id).kind == AdtKind::Union =>
                {
                    self.kind(format!("union {how}"));
                }
                _ => {}
            }
            ty = program.types.step(ty, *step).unwrap();
        }
    }
}

fn rvalue_name(rvalue: &Rvalue) -> &'static str {
    match rvalue {
        Rvalue::Use(_) => "use",
        Rvalue::Unary(..) => "unary",
        Rvalue::Binary(..) => "binary",
        Rvalue::Checked(..) => "checked",
        Rvalue::Cast(..) => "cast",
        Rvalue::Transmute(..) => "transmute",
        Rvalue::RawRef(..) => "raw ref",
        Rvalue::Ref(..) => "ref",
        Rvalue::FnPointer(_) => "fn pointer",
        Rvalue::Offset(..) => "offset",
        Rvalue::Discriminant(_) => "discriminant",
        Rvalue::Aggregate(..) => "aggregate",
        Rvalue::Variant(..) => "variant",
        Rvalue::Union(..) => "union",
        Rvalue::Repeat(..) => "repeat",
    }
}

const EXPECTED: [&str; 56] = [
    "struct rust",
    "struct c",
    "struct transparent",
    "tuple struct",
    "empty struct",
    "recursive struct",
    "union c",
    "enum rust",
    "enum c",
    "enum int",
    "unit variant",
    "tuple variant",
    "named variant",
    "negative discriminant",
    "use",
    "unary",
    "binary",
    "checked",
    "cast",
    "transmute",
    "transmute of an aggregate",
    "raw ref",
    "ref",
    "reborrow",
    "fn pointer",
    "offset",
    "discriminant",
    "aggregate",
    "variant",
    "union",
    "repeat",
    "pointer cast",
    "pointer comparison",
    "set discriminant",
    "assume",
    "storage",
    "goto",
    "switch",
    "call",
    "call of a pointer",
    "observe",
    "return",
    "& handed over",
    "&mut handed over",
    "reference returned",
    "moved by an assignment",
    "moved into an rvalue",
    "moved into a call",
    "moved by a switch",
    "read through &",
    "read through &mut",
    "written through &mut",
    "variant read",
    "variant written",
    "union read",
    "union written",
];

#[test]
fn everything_is_executed() {
    let mut reached = Reached::default();
    for seed in 0..SEEDS {
        reached.run(&generate(seed, &small()).unwrap().program);
    }
    let intrinsics = Intrinsic::ALL.map(|intrinsic| format!("{intrinsic:?}"));
    let expected = EXPECTED.map(str::to_owned).into_iter().chain(intrinsics);
    let missing: Vec<String> = expected
        .filter(|kind| !reached.kinds.contains_key(kind))
        .collect();
    assert!(missing.is_empty(), "{missing:?} of {:#?}", reached.kinds);
    assert!(!reached.kinds.contains_key("unreachable"));
}

#[test]
fn no_construct_is_mostly_refused() {
    let mut tallies: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    let (mut proposed, mut accepted) = (0, 0);
    for seed in 0..SEEDS {
        let stats = generate(seed, &small()).unwrap().stats;
        (proposed, accepted) = (proposed + stats.proposed, accepted + stats.accepted);
        for (name, tally) in stats.constructs {
            let sum = tallies.entry(name).or_default();
            *sum = (sum.0 + tally.begun, sum.1 + tally.written);
        }
    }
    assert!(accepted * 10 > proposed * 9, "{accepted} of {proposed}");
    for (name, (begun, written)) in tallies {
        assert!(written * 5 > begun, "{name}: {written} of {begun}");
        // There are many of these; a test in loops.rs checks that each of them is reached.
        let shape = name.starts_with("template: ") || name.starts_with("alias: ");
        assert!(shape || written > SEEDS / 40, "{name}: {written}");
    }
}

#[test]
fn features_that_are_off_are_not_reached() {
    let off = [
        Feature::Enums,
        Feature::Unions,
        Feature::References,
        Feature::FnPointers,
        Feature::Moves,
        Feature::RawPointers,
        Feature::Transmutes,
        Feature::BitIntrinsics,
        Feature::IntegerIntrinsics,
        Feature::FloatIntrinsics,
        Feature::RuntimeFloats,
        Feature::MemoryIntrinsics,
        Feature::BlackBox,
    ];
    let mut config = small();
    for feature in off {
        config = config.with(feature, false);
    }
    let mut reached = Reached::default();
    for seed in 0..SEEDS / 4 {
        reached.run(&generate(seed, &config).unwrap().program);
    }
    let intrinsics = Intrinsic::ALL.map(|intrinsic| format!("{intrinsic:?}"));
    let unwanted = [
        "ref",
        "fn pointer",
        "variant",
        "union",
        "transmute",
        "offset",
    ]
    .map(str::to_owned)
    .into_iter()
    .chain(intrinsics);
    for kind in unwanted {
        assert!(!reached.kinds.contains_key(&kind), "{kind}");
    }
    assert!(!reached.kinds.keys().any(|kind| kind.starts_with("moved")));
}
