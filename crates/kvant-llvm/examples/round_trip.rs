//! Parses files, prints them, parses again; prints a line for each that fails. Writes printed texts into a folder if one is given.
//! With `--check` before the list, checks each module too, and counts the refused files.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::path::Path;
use std::time::Instant;

fn main() {
    let mut arguments = std::env::args().skip(1).peekable();
    let checks = arguments.next_if(|it| it == "--check").is_some();
    let list = arguments.next().unwrap();
    let out = arguments.next();
    let (mut bytes, mut good, mut all) = (0usize, 0, 0);
    let (mut indexed, mut parsed, mut checked) = (0.0, 0.0, 0.0);
    let (mut refused, mut faulty) = (0, 0);
    for file in std::fs::read_to_string(list).unwrap().lines() {
        all += 1;
        let Ok(Ok(text)) = std::fs::read(file).map(String::from_utf8) else {
            println!("{file}: not UTF-8");
            continue;
        };
        bytes += text.len();
        let start = Instant::now();
        std::hint::black_box(kvant_llvm::index::index(&text));
        indexed += start.elapsed().as_secs_f64();
        let start = Instant::now();
        let module = match kvant_llvm::parse::module(&text) {
            Ok(module) => module,
            Err(error) => {
                println!("{file}:{error}");
                refused += 1;
                continue;
            }
        };
        parsed += start.elapsed().as_secs_f64();
        if checks {
            let start = Instant::now();
            let result = kvant_llvm::check::module(&module);
            checked += start.elapsed().as_secs_f64();
            if let Err(fault) = result {
                println!("{file}: {fault}");
                faulty += 1;
            }
        }
        let printed = kvant_llvm::print::module(&module);
        match kvant_llvm::parse::module(&printed) {
            Ok(again) if again == module => good += 1,
            Ok(again) if kvant_llvm::print::module(&again) == printed => {
                let (a, b) = (format!("{module:#?}"), format!("{again:#?}"));
                let d = a.lines().zip(b.lines()).find(|(a, b)| a != b);
                println!("{file}: another module, with the same text: {d:?}");
            }
            Ok(_) => println!("{file}: another text"),
            Err(error) => println!("{file}: printed: {error}"),
        }
        if let Some(out) = &out {
            let name = file.replace('/', "_");
            std::fs::write(Path::new(out).join(name), printed).unwrap();
        }
    }
    let megabytes = bytes as f64 / 1e6;
    println!(
        "{good} of {all} files, {megabytes:.1} MB; index {:.0} MB/s, parse {:.1} MB/s",
        megabytes / indexed,
        megabytes / parsed
    );
    if checks {
        println!(
            "check {:.1} MB/s; {refused} refused by the parser, {faulty} by the checker",
            megabytes / checked
        );
    }
}
