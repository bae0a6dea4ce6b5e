//! Functions of other programs, spliced into grown ones.

use std::collections::BTreeSet;

use kvant_memory::Target;
use kvant_mir::print::{Form, Version};
use kvant_mir::{Constant, Location, Operand, Program, Statement, check, parse, print};
use kvant_mir_gen::{Donor, Feature, GenConfig, Generated, generate};
use kvant_mir_machine::{Limits, Machine, Outcome, Pause, Resolver, execute};
use kvant_testing::corpus::{self, Folder};

const SEEDS: u64 = 60;

/// A number that the generator does not draw.
const MAGIC: u128 = 0x5ca1_ab1e_0ddb_a11d;

/// Small programs with loops, calls, types, storage markers and observations.
const DONORS: [&str; 3] = [
    // A struct that points to its own type, an enum, a loop.
    r#"
struct Node { value: u64, next: *mut Node }
enum Shape { Empty, Pair(u32, u8) }

#[custom_mir(dialect = "runtime", phase = "initial")]
fn walk(first: *mut Node, n: u32) -> u64 {
    mir! {
        let p: *mut Node;
        let left: u32;
        {
            p = first;
            RET = 6674804268309651741_u64;
            left = n & 3_u32;
            Goto(head)
        }
        head = { match left { 0 => end, _ => body } }
        body = {
            RET = RET + (*p).value;
            p = (*p).next;
            left = left - 1_u32;
            Goto(head)
        }
        end = { Return() }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn entry(x: u64, n: u32) {
    mir! {
        let node: Node;
        let p: *mut Node;
        let sum: u64;
        let shape: Shape;
        let which: isize;
        let unit: ();
        {
            StorageLive(p);
            p = addr_of_mut!(node);
            node = Node { value: x, next: p };
            shape = Shape::Pair(n, 3_u8);
            which = Discriminant(shape);
            Call(sum = walk(p, n), ReturnTo(walked), UnwindUnreachable())
        }
        walked = {
            StorageDead(p);
            sum = sum ^ 6674804268309651741_u64;
            Call(unit = kvant::observe_u64(0_u32, sum), ReturnTo(seen), UnwindUnreachable())
        }
        seen = { Call(unit = kvant::observe_isize(1_u32, which), ReturnTo(end), UnwindUnreachable()) }
        end = { Return() }
    }
}
fn main() { kvant::run(|| entry(kvant::hide(7_u64), kvant::hide(2_u32))) }
"#,
    // It is defined for few arguments, and uses names that other donors use too.
    r#"
struct Node { value: (u64, u64) }

#[custom_mir(dialect = "runtime", phase = "initial")]
fn walk(node: Node) -> u64 {
    mir! {
        {
            RET = node.value.0 / node.value.1;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f1(x: u64) {
    mir! {
        let pair: (u64, u64);
        let node: Node;
        let unit: ();
        {
            pair = (6674804268309651741_u64, x);
            node = Node { value: pair };
            Call(x = walk(node), ReturnTo(walked), UnwindUnreachable())
        }
        walked = { Call(unit = kvant::observe_u64(0_u32, x), ReturnTo(end), UnwindUnreachable()) }
        end = { Return() }
    }
}
fn main() { kvant::run(|| f1(kvant::hide(7_u64))) }
"#,
    // Recursion, a function pointer, references.
    r#"
#[custom_mir(dialect = "runtime", phase = "initial")]
fn down(n: &mut u8, f: fn(u8) -> u8) -> u8 {
    mir! {
        let again: &mut u8;
        let x: u8;
        {
            x = *n & 7_u8;
            match x { 0 => end, _ => deeper }
        }
        deeper = {
            x = x - 1_u8;
            *n = x;
            again = &mut *n;
            Call(RET = down(Move(again), f), ReturnTo(back), UnwindUnreachable())
        }
        back = { Call(RET = f(RET), ReturnTo(out), UnwindUnreachable()) }
        end = {
            RET = 9_u8;
            Return()
        }
        out = { Return() }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn twice(x: u8) -> u8 {
    mir! {
        let wide: u64;
        {
            wide = 6674804268309651741_u64;
            RET = wide as u8;
            RET = RET ^ x;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn entry(x: u8) {
    mir! {
        let r: &mut u8;
        let y: u8;
        let f: fn(u8) -> u8;
        let wide: u64;
        let unit: ();
        {
            f = const { twice as fn(u8) -> u8 };
            wide = 6674804268309651741_u64;
            r = &mut x;
            Call(y = down(Move(r), f), ReturnTo(done), UnwindUnreachable())
        }
        done = { Call(unit = kvant::observe_u8(0_u32, y), ReturnTo(end), UnwindUnreachable()) }
        end = { Return() }
    }
}
fn main() { kvant::run(|| entry(kvant::hide(5_u8))) }
"#,
];

fn donor(text: &str) -> Donor {
    Donor::new(parse::program(text).unwrap().program).unwrap()
}

fn config(donors: impl IntoIterator<Item = Donor>) -> GenConfig {
    GenConfig {
        splices: donors.into_iter().collect(),
        ..GenConfig::default()
    }
}

/// Every defined program of the corpus, in the order of their names.
fn donors() -> Vec<Donor> {
    let cases = corpus::read("corpus", parse::program).into_iter();
    cases
        .filter(|case| case.folder == Folder::Defined)
        .filter_map(|case| Donor::new(case.parsed.program).ok())
        .collect()
}

/// A grown program is well-formed, is printed as the same program, and a run from scratch repeats its growth.
#[track_caller]
fn verify(seed: u64, grown: &Generated) {
    check::program(&grown.program, &Target::X86_64).unwrap();
    let text = print::program(&grown.program, &Form::Readable, Version::NEWEST, "");
    let parsed = parse::program(&text).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    assert_eq!(parsed.program, grown.program, "seed {seed}");
    for resolver in Resolver::STANDARD {
        let run = execute(&grown.program, &Target::X86_64, resolver, Limits::default());
        assert_eq!(run.outcome, Outcome::Finished, "seed {seed}");
        assert_eq!(run.trace, grown.trace, "seed {seed}, {resolver:?}");
    }
}

/// Every executed location of the text.
fn executed(program: &Program) -> BTreeSet<Location> {
    let mut machine = Machine::new(Target::X86_64, Resolver::default(), Limits::default());
    machine.start(program).unwrap();
    let mut visited = BTreeSet::new();
    loop {
        visited.insert(machine.location().unwrap());
        if machine.step(program).unwrap() == Some(Pause::Finished) {
            return visited;
        }
    }
}

/// Returns true if a statement contains the number that only donors have.
fn is_donated(program: &Program, at: Location) -> bool {
    let block = &program.function(at.function).blocks[at.block.index()];
    match block.statements.get(at.statement as usize) {
        Some(Statement::Assign(_, rvalue)) => rvalue.operands().any(
            |operand| matches!(operand, Operand::Const(Constant::Int(bits, _)) if *bits == MAGIC),
        ),
        _ => false,
    }
}

fn written(grown: &Generated) -> u64 {
    grown
        .stats
        .constructs
        .get("splice")
        .map_or(0, |tally| tally.written)
}

#[test]
fn spliced_functions_are_executed() {
    let config = config(DONORS.map(donor));
    let (mut reached, mut called, mut copied) = (0, 0, 0);
    for seed in 0..SEEDS {
        let grown = generate(seed, &config).unwrap();
        verify(seed, &grown);
        let visited = executed(&grown.program);
        let donated: Vec<&Location> = visited
            .iter()
            .filter(|at| is_donated(&grown.program, **at))
            .collect();
        let is_own = |at: &Location| !grown.program.function(at.function).name.starts_with('s');
        reached += u64::from(!donated.is_empty());
        called += u64::from(donated.iter().any(|at| !is_own(at)));
        copied += u64::from(donated.iter().any(|at| is_own(at)));
    }
    assert!(reached * 2 > SEEDS, "{reached} of {SEEDS}");
    assert!(called * 4 > SEEDS, "{called} of {SEEDS}");
    assert!(copied * 4 > SEEDS, "{copied} of {SEEDS}");
}

#[test]
fn the_whole_corpus_can_be_spliced_in() {
    let config = config(donors());
    assert!(config.splices.len() > 200);
    let mut written = 0;
    for seed in 0..SEEDS {
        let grown = generate(seed, &config).unwrap();
        verify(seed, &grown);
        written += self::written(&grown);
    }
    assert!(written > SEEDS, "{written}");
}

#[test]
fn unused_types_are_not_declared() {
    let config = config(DONORS.map(donor));
    for seed in 0..SEEDS {
        let program = generate(seed, &config).unwrap().program;
        let declared = program.types.adts().len();
        let spliced = program
            .types
            .adts()
            .iter()
            .filter(|def| def.name.starts_with('s'));
        let spliced = spliced.count();
        let again = program.canonical_without_unused(declared - spliced);
        assert_eq!(again.types.adts().len(), declared, "seed {seed}");
    }
}

#[test]
fn a_seed_and_its_donors_give_one_program() {
    let config = config(donors());
    for seed in [0, 1, u64::MAX] {
        assert_eq!(generate(seed, &config), generate(seed, &config));
    }
}

#[test]
fn without_donors_or_calls_there_are_no_foreign_functions() {
    let alone = GenConfig::default().with(Feature::Splices, true);
    let inlined = config(DONORS.map(donor)).with(Feature::Calls, false);
    for seed in 0..SEEDS {
        let grown = generate(seed, &alone).unwrap();
        assert!(!grown.features.contains(&Feature::Splices));
        assert!(!grown.stats.constructs.contains_key("splice"));
        assert_eq!(generate(seed, &inlined).unwrap().program.functions.len(), 1);
    }
}

#[test]
fn undefined_programs_are_no_donors() {
    let text = DONORS[1].replace("kvant::hide(7_u64)", "kvant::hide(0_u64)");
    let program = parse::program(&text).unwrap().program;
    assert_eq!(Donor::new(program).unwrap_err().rule(), "division-by-zero");
}
