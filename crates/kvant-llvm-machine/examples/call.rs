//! Calls a function of a file with integers: `call FILE FUNCTION ARGUMENT…`.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs)]

use kvant_llvm_machine::{First, Leaf, Limits, Program, call};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let text = std::fs::read_to_string(arguments.next().unwrap()).unwrap();
    let function = arguments.next().unwrap();
    let values: Vec<Leaf> = arguments.map(|it| Leaf::Int(it.parse().unwrap())).collect();
    let module = kvant_llvm::parse::module(&text).unwrap();
    let layout = module.items.iter().find_map(|item| match item {
        kvant_llvm::syntax::Item::DataLayout(name) => Some(module.names.get(*name)),
        _ => None,
    });
    let layout = kvant_llvm::layout::DataLayout::parse(layout.unwrap_or_default()).unwrap();
    let program = Program::new(&module, &layout);
    let limits = Limits {
        steps: u64::MAX,
        ..Limits::default()
    };
    let start = std::time::Instant::now();
    let result = call(&program, &function, &values, limits, &mut First::default());
    println!("{result:?} {:?}", start.elapsed());
}
