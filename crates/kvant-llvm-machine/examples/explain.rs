//! Calls every function of many files with three kinds of arguments, and checks that a second run explains every stop:
//! `explain LIST`, a file with the paths of modules.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs)]

use kvant_llvm::layout::DataLayout;
use kvant_llvm::syntax::{Function, Item, Module, TypeKind};
use kvant_llvm_machine::{
    First, Leaf, Limits, Machine, Node, Object, Objects, Part, Program, Seeded, Stop, explain,
    trace,
};

/// The argument for a pointer and for any other value.
const ARGUMENTS: [(&str, &str); 3] = [
    ("alloc(64)", "zeroinitializer"),
    ("bytes(00000000000000000000)", "undef"),
    ("poison", "poison"),
];

#[derive(Default, Debug)]
struct Counts {
    runs: u64,
    stops: u64,
    flows: u64,
    without_origin: u64,
    memories: u64,
}

fn main() {
    let list = std::env::args().nth(1).unwrap();
    let mut counts = Counts::default();
    for file in std::fs::read_to_string(list).unwrap().lines() {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let Ok(module) = kvant_llvm::parse::module(&text) else {
            continue;
        };
        let layout = module.items.iter().find_map(|item| match item {
            Item::DataLayout(name) => Some(module.names.get(*name)),
            _ => None,
        });
        let Ok(layout) = DataLayout::parse(layout.unwrap_or_default()) else {
            continue;
        };
        if kvant_llvm::check::module(&module).is_ok() {
            let program = Program::new(&module, &layout);
            for (name, function) in program.functions() {
                for arguments in ARGUMENTS {
                    check(&program, &module, (name, function), arguments, &mut counts);
                }
            }
        }
    }
    println!("{counts:?}");
}

/// The objects of arguments, with their names.
type Given = Vec<(Node, String)>;

/// The leaves of arguments, and their objects.
fn arguments(
    program: &Program<'_>,
    module: &Module,
    function: &Function,
    (pointer, other): (&str, &str),
    machine: &mut Machine<'_, '_>,
) -> Option<(Vec<Leaf>, Given)> {
    let (mut leaves, mut given) = (Vec::new(), Vec::new());
    for parameter in &function.parameters {
        let is_pointer = matches!(module.types.get(parameter.ty), TypeKind::Ptr(_));
        let text = if is_pointer { pointer } else { other };
        let mut make = |object: &Object| {
            let made = machine.make_object(object).map_err(|it| it.to_string())?;
            given.extend(made.node.map(|node| (node, "%p".to_owned())));
            Ok(made)
        };
        let mut objects = Objects::new(&mut make);
        leaves.extend(program.read_value(parameter.ty, text, &mut objects).ok()?);
    }
    Some((leaves, given))
}

fn check(
    program: &Program<'_>,
    module: &Module,
    (name, function): (&str, &Function),
    texts: (&str, &str),
    counts: &mut Counts,
) {
    let limits = Limits {
        steps: 2000,
        ..Limits::default()
    };
    let environment = Seeded(0);
    let mut first = First::default();
    let mut machine = Machine::new(program, limits, &mut first);
    machine.surround_with(&environment);
    let given = arguments(program, module, function, texts, &mut machine);
    let Some((leaves, given)) = given else { return };
    counts.runs += 1;
    if machine.begin(name, &leaves).is_err() {
        return;
    }
    let ended = match texts.0 {
        "poison" => trace(&mut machine, &given, &mut |_| ()),
        _ => machine.run(),
    };
    let Err(stopped) = ended else { return };
    if let Stop::Budget(_) = stopped.stop {
        return;
    }
    counts.stops += 1;
    let mut first = First::default();
    let mut machine = Machine::new(program, limits, &mut first);
    machine.surround_with(&environment);
    machine.keep_journal();
    let (leaves, given) = arguments(program, module, function, texts, &mut machine).unwrap();
    machine.begin(name, &leaves).unwrap();
    let explanation = explain(&mut machine, &given).unwrap();
    assert_eq!(explanation.stopped, stopped, "@{name}");
    counts.flows += explanation.flows.len() as u64;
    counts.memories += explanation.memory.len() as u64;
    for flow in &explanation.flows {
        let origin = flow.steps.first().map(|step| step.part);
        let is_known = matches!(origin, Some(Part::Given | Part::Made | Part::Uninitialised));
        if !is_known {
            counts.without_origin += 1;
            println!("no origin: @{name} {flow:?}");
        }
    }
}
