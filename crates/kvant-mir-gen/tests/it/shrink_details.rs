//! Single passes of the shrinker, on programs that need just them.

use std::collections::HashMap;

use kvant_memory::Target;
use kvant_mir::print::{Form, Version};
use kvant_mir::{
    BinOp, Callee, IntTy, Location, Program, Projection, Rvalue, Statement, Terminator, TyKind,
    parse, print,
};
use kvant_mir_gen::{Candidate, Mir, Shrinker};
use kvant_mir_machine::{Limits, Machine, Resolver};

/// The smallest interesting program, and all candidates that were accepted on the way.
fn shrunk(text: &str, interesting: impl Fn(&Candidate) -> bool) -> (Program, Vec<Candidate>) {
    let program = parse::program(text).unwrap().program;
    let mut shrinker = Shrinker::new(Mir, program).unwrap();
    assert!(interesting(shrinker.best()));
    let mut accepted = Vec::new();
    loop {
        let candidates = shrinker.propose(1);
        if candidates.is_empty() {
            return (shrinker.best().program.clone(), accepted);
        }
        let answers: Vec<bool> = candidates.iter().map(&interesting).collect();
        shrinker.learn(&answers);
        if answers.contains(&true) {
            accepted.push(shrinker.best().clone());
        }
    }
}

fn text(program: &Program) -> String {
    print::program(program, &Form::Readable, Version::NEWEST, "")
}

/// Number of executions of each statement that satisfies a condition.
fn executions(candidate: &Candidate, is: impl Fn(&Statement) -> bool) -> HashMap<Location, u32> {
    let program = &candidate.program;
    let mut machine = Machine::new(Target::X86_64, Resolver::default(), Limits::default());
    machine.start(program).unwrap();
    let mut counts = HashMap::new();
    while let Some(at) = machine.location() {
        let block = &program.function(at.function).blocks[at.block.index()];
        let statement = block.statements.get(at.statement as usize);
        if statement.is_some_and(&is) {
            *counts.entry(at).or_insert(0) += 1;
        }
        if machine.step(program).unwrap().is_some() {
            break;
        }
    }
    counts
}

fn is_product(statement: &Statement) -> bool {
    matches!(
        statement,
        Statement::Assign(_, Rvalue::Binary(BinOp::Mul, ..))
    )
}

const LOOP: &str = "
fn start(x: u64, n: u64) {
    mir! {
        let i: u64;
        let p: u64;
        let more: bool;
        let unit: ();
        {
            i = 0_u64;
            p = x;
            Goto(head)
        }
        head = {
            more = i < n;
            match more {
                false => out,
                _ => body,
            }
        }
        body = {
            p = p * x;
            i = i + 1_u64;
            Goto(head)
        }
        out = {
            Call(unit = kvant::observe_u64(1_u32, p), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u64), kvant::hide(11_u64)))
}
";

#[test]
fn a_loop_runs_as_often_as_it_must() {
    let thrice = |candidate: &Candidate| {
        let counts = executions(candidate, is_product);
        counts.values().any(|count| *count >= 3)
    };
    let (program, accepted) = shrunk(LOOP, thrice);
    let last = accepted.last().unwrap();
    let counts = executions(last, is_product);
    assert_eq!(counts.values().sum::<u32>(), 3, "{}", text(&program));
}

#[test]
fn a_loop_that_runs_twice_is_written_twice() {
    let twice = |candidate: &Candidate| {
        let counts = executions(candidate, is_product);
        let observed = candidate.trace.observations.len();
        counts.values().sum::<u32>() >= 2 && observed == 1
    };
    let (program, accepted) = shrunk(LOOP, twice);
    assert!(accepted.iter().any(|each| each.pass == "unrolling"));
    assert!(!text(&program).contains("match"), "{}", text(&program));
    let products = program.functions[0].blocks.iter();
    let products = products.flat_map(|block| &block.statements);
    assert_eq!(products.filter(|each| is_product(each)).count(), 2);
}

#[test]
fn integers_become_i32_where_possible() {
    let program = "
fn start(x: i128, y: u16) {
    mir! {
        let a: i128;
        let b: i128;
        let unit: ();
        {
            a = y as i128;
            b = a + x;
            Call(unit = kvant::observe_i128(1_u32, b), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(-7_i128), kvant::hide(12_u16)))
}
";
    let adds = |candidate: &Candidate| {
        let is_sum = |statement: &Statement| {
            matches!(
                statement,
                Statement::Assign(_, Rvalue::Binary(BinOp::Add, ..))
            )
        };
        !executions(candidate, is_sum).is_empty()
    };
    let (program, accepted) = shrunk(program, adds);
    assert!(accepted.iter().any(|each| each.pass == "integers"));
    for (_, kind) in program.types.iter() {
        if let TyKind::Int(int) = kind {
            assert_eq!(*int, IntTy::I32, "{}", text(&program));
        }
    }
}

#[test]
fn unneeded_variants_and_fields_are_removed() {
    let program = "
#[repr(C)]
union U {
    word: u32,
    bytes: [u8; 4],
    half: u16,
}

#[repr(u8)]
enum E {
    A(u32, u8) = 3,
    B = 5,
    C(u64) = 9,
}

fn start(x: u32) {
    mir! {
        let u: U;
        let h: u16;
        let e: E;
        let d: u8;
        let unit: ();
        {
            u = U { word: x };
            h = u.half;
            Call(unit = kvant::observe_u16(1_u32, h), ReturnTo(next), UnwindUnreachable())
        }
        next = {
            e = E::C(4_u64);
            d = Discriminant(e);
            Call(unit = kvant::observe_u8(2_u32, d), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(77_u32)))
}
";
    let both = |candidate: &Candidate| {
        let is_union = |each: &Statement| matches!(each, Statement::Assign(_, Rvalue::Union(..)));
        let is_discriminant =
            |each: &Statement| matches!(each, Statement::Assign(_, Rvalue::Discriminant(_)));
        !executions(candidate, is_union).is_empty()
            && !executions(candidate, is_discriminant).is_empty()
    };
    let (program, _) = shrunk(program, both);
    for def in program.types.adts() {
        let fields = def.field_types().count();
        assert_eq!(def.variants.len(), 1, "{}", text(&program));
        // A union has at least one field.
        let least = usize::from(def.kind == kvant_mir::AdtKind::Union);
        assert_eq!(fields, least, "{}", text(&program));
    }
    assert_eq!(program.types.adts().len(), 2);
}

#[test]
fn calls_through_pointers_become_direct() {
    let program = "
fn twice(x: u32) -> u32 {
    mir! {
        {
            RET = x + x;
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let f: fn(u32) -> u32;
        let y: u32;
        let unit: ();
        {
            f = const { twice as fn(u32) -> u32 };
            Call(y = (f)(x), ReturnTo(next), UnwindUnreachable())
        }
        next = {
            Call(unit = kvant::observe_u32(1_u32, y), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(21_u32)))
}
";
    let calls = |candidate: &Candidate| {
        let blocks = candidate.program.functions.iter().flat_map(|f| &f.blocks);
        let mut ends = blocks.filter_map(|block| block.terminator.as_ref());
        ends.any(|end| match end {
            Terminator::Call { callee, .. } => {
                matches!(callee, Callee::Function(_) | Callee::Pointer(_))
            }
            _ => false,
        })
    };
    let (program, _) = shrunk(program, calls);
    assert!(!text(&program).contains(" as fn("), "{}", text(&program));
}

#[test]
fn a_call_is_replaced_by_its_effects_on_an_array() {
    let program = "
fn fill(p: *mut [u16; 4], x: u16) {
    mir! {
        let i: usize;
        let more: bool;
        {
            i = 0_usize;
            Goto(head)
        }
        head = {
            more = i < 4_usize;
            match more {
                false => out,
                _ => body,
            }
        }
        body = {
            (*p)[i] = x * x;
            x = x + 3_u16;
            i = i + 1_usize;
            Goto(head)
        }
        out = {
            Return()
        }
    }
}

fn start(x: u16, i: usize) {
    mir! {
        let a: [u16; 4];
        let p: *mut [u16; 4];
        let y: u16;
        let unit: ();
        {
            a = [0_u16; 4];
            p = addr_of_mut!(a);
            Call(unit = fill(p, x), ReturnTo(next), UnwindUnreachable())
        }
        next = {
            y = a[i];
            Call(unit = kvant::observe_u16(1_u32, y), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(2_u16), kvant::hide(3_usize)))
}
";
    let wanted = parse::program(program).unwrap().program;
    let wanted = Shrinker::new(Mir, wanted).unwrap().best().trace.clone();
    let reads = |candidate: &Candidate| {
        let is_element = |statement: &Statement| match statement {
            Statement::Assign(_, Rvalue::Use(operand)) => operand.place().is_some_and(|place| {
                let mut steps = place.projection.iter();
                steps.any(|step| matches!(step, Projection::Index(_)))
            }),
            _ => false,
        };
        candidate.trace.digest() == wanted.digest() && !executions(candidate, is_element).is_empty()
    };
    let (_, accepted) = shrunk(program, reads);
    let mut accepted = accepted.iter();
    let effect = accepted.find(|each| each.pass == "calls to what they did");
    let effect = effect.expect("the call is replaced");
    assert_eq!(
        effect.program.functions.len(),
        1,
        "{}",
        text(&effect.program)
    );
}
