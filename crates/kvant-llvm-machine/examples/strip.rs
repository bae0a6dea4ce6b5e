//! Prints a module without what the machine does not check: `strip FILE`. The report goes to the standard error.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used,
    missing_docs
)]

fn main() {
    let file = std::env::args().nth(1).unwrap();
    let text = std::fs::read_to_string(file).unwrap();
    let mut module = kvant_llvm::parse::module(&text).unwrap();
    let stripped = kvant_llvm_machine::strip::strip(&mut module);
    println!("{}", kvant_llvm::print::module(&module));
    eprintln!("{stripped}");
}
