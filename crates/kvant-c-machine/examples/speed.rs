//! How many steps the machine makes in a second: `cargo run --release -p kvant-c-machine --example speed FILE.c`.

#![allow(clippy::print_stdout)]

use std::time::Instant;

use kvant_c::{CTarget, parse};
use kvant_c_machine::{Limits, execute};

fn main() {
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let program = match parse::program(&text, &CTarget::X86_64) {
            Ok(parsed) => parsed.program,
            Err(error) => {
                println!("{file}: {error}");
                continue;
            }
        };
        let begin = Instant::now();
        let run = execute(&program, &CTarget::X86_64, Limits::default());
        let seconds = begin.elapsed().as_secs_f64();
        println!(
            "{file}: {:?}, {} steps, {:.1} million a second",
            run.outcome,
            run.steps,
            run.steps as f64 / seconds / 1e6
        );
    }
}
