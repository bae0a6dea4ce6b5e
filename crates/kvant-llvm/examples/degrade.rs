//! Degrades the files of a list for a version, pins them, and writes the texts into a folder. Prints how many functions are beyond
//! the version, by reason, and how much was left out of the others.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::path::Path;

use kvant_llvm::dialect::pin::Pin;
use kvant_llvm::dialect::{Version, degrade};
use kvant_llvm::layout::X86_64;
use kvant_llvm::syntax::{Item, Module};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, list, version, out] = &arguments[..] else {
        println!("usage: degrade LIST VERSION FOLDER");
        return;
    };
    let version = Version::new(version.parse().unwrap()).unwrap();
    let (mut functions, mut beyond_all, mut others, mut texts) = (0, 0, 0, 0);
    let mut reasons: BTreeMap<String, u32> = BTreeMap::new();
    let mut left_out: BTreeMap<String, u32> = BTreeMap::new();
    for file in std::fs::read_to_string(list).unwrap().lines() {
        let Ok(Ok(text)) = std::fs::read(file).map(String::from_utf8) else {
            continue;
        };
        let Ok(module) = kvant_llvm::parse::module(&text) else {
            continue;
        };
        let bodies: Vec<_> = bodies(&module).collect();
        functions += bodies.len();
        let degraded = match degrade(&module, version) {
            Ok(degraded) => degraded,
            Err(beyond) => {
                beyond_all += bodies.len();
                *reasons.entry(beyond.reason).or_default() += bodies.len() as u32;
                continue;
            }
        };
        for beyond in &degraded.beyond {
            if beyond.symbol.is_some_and(|it| bodies.contains(&it)) {
                beyond_all += 1;
                *reasons.entry(beyond.reason.clone()).or_default() += 1;
            }
        }
        for dropped in &degraded.dropped {
            *left_out.entry(dropped.what.clone()).or_default() += 1;
        }
        let is_other = |it: &&_| degraded.is_other_program(Some(**it));
        others += bodies.iter().filter(is_other).count();
        let said = |find: fn(&Item) -> Option<kvant_llvm::Name>| {
            let found = module.items.iter().find_map(find);
            found.map(|it| module.names.get(it).to_owned())
        };
        let triple = said(|item| match item {
            Item::Triple(it) => Some(*it),
            _ => None,
        });
        let layout = said(|item| match item {
            Item::DataLayout(it) => Some(*it),
            _ => None,
        });
        let pin = Pin {
            version,
            triple: triple.unwrap_or("x86_64-unknown-linux-gnu".to_owned()),
            layout: layout.unwrap_or(X86_64.to_owned()),
        };
        match kvant_llvm::print::pinned(&degraded.module, &pin) {
            Ok(text) => {
                texts += 1;
                let name = file.replace('/', "_");
                std::fs::write(Path::new(out).join(name), text).unwrap();
            }
            Err(error) => println!("{file}: {error}"),
        }
    }
    println!(
        "{functions} functions: {beyond_all} beyond {}, {others} others; {texts} texts",
        version.number()
    );
    for (title, counts) in [("beyond", reasons), ("left out", left_out)] {
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_by_key(|it| std::cmp::Reverse(it.1));
        for (what, count) in counts {
            println!("{title}\t{count}\t{what}");
        }
    }
}

/// The names of the functions with a body.
fn bodies(module: &Module) -> impl Iterator<Item = kvant_llvm::Name> {
    module.items.iter().filter_map(|item| match item {
        Item::Function(function) if function.body.is_some() => Some(function.name),
        _ => None,
    })
}
