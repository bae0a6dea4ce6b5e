//! The machine does not panic on any module.
//!
//! The programs of the corpus are damaged at random places, by words that occur in them, and every function of those that can
//! still be read is executed. The results do not matter.
#![allow(clippy::unwrap_used, missing_docs)]

use std::panic::{AssertUnwindSafe, catch_unwind};

use kvant_llvm::syntax::{Module, Type, TypeKind};
use kvant_llvm_machine::{Choices, Leaf, Limits, Origin, Pointer, Program, Rich, call};

use crate::corpus_files;

/// A small generator of pseudo-random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

impl Choices for Random {
    fn choose(&mut self, count: u128) -> u128 {
        let number = self.below(usize::MAX) as u128;
        if count == 0 { number } else { number % count }
    }
}

/// The words of a text, with blanks and punctuation between them.
fn words(text: &str) -> Vec<&str> {
    let is_part = |it: char| it.is_alphanumeric() || "%@!#._-+".contains(it);
    let (mut words, mut start, mut inside) = (Vec::new(), 0, false);
    for (at, letter) in text.char_indices() {
        if at > start && (is_part(letter) != inside || !is_part(letter)) {
            words.push(&text[start..at]);
            start = at;
        }
        inside = is_part(letter);
    }
    words.push(&text[start..]);
    words
}

/// The kind of a word: words of one kind may often stand for each other.
fn kind(word: &str) -> u8 {
    let is_type = |it: &str| {
        let digits = it.strip_prefix('i').unwrap_or("x");
        digits.bytes().all(|it| it.is_ascii_digit())
            || ["ptr", "float", "double", "half"].contains(&it)
    };
    match word.bytes().next() {
        Some(first @ (b'%' | b'@' | b'!' | b'#')) => first,
        Some(b'0'..=b'9' | b'-' | b'+') => b'0',
        Some(b'a'..=b'z') if is_type(word) => b'i',
        Some(b'a'..=b'z') => b'a',
        Some(other) => other,
        None => 0,
    }
}

const EXTREME: [&str; 12] = [
    "0",
    "1",
    "-1",
    "8",
    "64",
    "128",
    "129",
    "255",
    "65536",
    "4294967296",
    "18446744073709551615",
    "170141183460469231731687303715884105727",
];

fn damaged(random: &mut Random, text: &str, pool: &[&str]) -> String {
    let mut words = words(text);
    // Comments are not damaged.
    for _ in 0..=random.below(3) {
        let at = random.below(words.len());
        let other = random.below(words.len());
        match random.below(8) {
            0 => words.swap(at, other),
            1 => {
                words.remove(at);
            }
            2 => words.insert(at, words[other]),
            3 if kind(words[at]) == b'0' => words[at] = EXTREME[random.below(EXTREME.len())],
            4 | 5 => {
                let start = random.below(pool.len());
                let later = pool[start..].iter().chain(pool);
                if let Some(word) = later.into_iter().find(|it| kind(it) == kind(words[at])) {
                    words[at] = word;
                }
            }
            _ => {
                let same: Vec<&str> = words
                    .iter()
                    .filter(|it| kind(it) == kind(words[at]))
                    .copied()
                    .collect();
                words[at] = same[random.below(same.len())];
            }
        }
        if words.is_empty() {
            break;
        }
    }
    words.concat()
}

/// Arbitrary leaves of a type, if it is small.
fn leaves(random: &mut Random, module: &Module, ty: Type, all: &mut Vec<Leaf>) -> Option<()> {
    let special = random.below(6);
    let leaf = |value: Leaf| match special {
        0 => Leaf::Poison(Origin::OUTSIDE),
        1 => Leaf::Undef,
        _ => value,
    };
    match module.types.get(ty) {
        TypeKind::Int(width) if *width > 128 => {
            all.push(leaf(Leaf::Rich(Box::new(Rich::Wide(5u8.into())))));
        }
        TypeKind::Int(width) => {
            let mask = u128::MAX.checked_shr(128 - width).unwrap_or(0);
            let values = [0, 1, 2, mask, mask >> 1];
            all.push(leaf(Leaf::Int(values[random.below(5)] & mask)));
        }
        TypeKind::Float(kind) => {
            let mask = u128::MAX >> (128 - kind.bits());
            all.push(leaf(Leaf::Int([0, 1, mask][random.below(3)])));
        }
        TypeKind::Ptr(_) => {
            all.push(leaf(Leaf::Ptr(Pointer::from_address(
                [0, 8][random.below(2)],
            ))));
        }
        TypeKind::Vector {
            length, element, ..
        } if *length < 300 => {
            (0..*length).try_for_each(|_| leaves(random, module, *element, all))?;
        }
        TypeKind::Array { length, element } if *length < 300 => {
            (0..*length).try_for_each(|_| leaves(random, module, *element, all))?;
        }
        TypeKind::Struct { fields, .. } => {
            fields
                .iter()
                .try_for_each(|it| leaves(random, module, *it, all))?;
        }
        _ => return None,
    }
    Some(())
}

/// Executes every function of a module. Returns how many there are.
fn execute(random: &mut Random, module: &Module, layout: &kvant_llvm::layout::DataLayout) -> usize {
    let limits = Limits {
        steps: 3000,
        depth: 50,
        memory: 1 << 20,
    };
    let program = Program::new(module, layout);
    let mut count = 0;
    for (name, function) in program.functions() {
        let mut arguments = Vec::new();
        let parameters = function.parameters.iter();
        let all = parameters.map(|it| leaves(random, module, it.ty, &mut arguments));
        if all.collect::<Option<Vec<()>>>().is_some() {
            // Every outcome is one of a closed set: there is nothing to compare.
            let _ = call(&program, name, &arguments, limits, random);
            count += 1;
        }
    }
    count
}

#[test]
fn damaged_modules_are_executed_or_refused() {
    let texts = corpus_files::texts();
    let pool: Vec<&str> = texts.iter().flat_map(|(_, text)| words(text)).collect();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut read, mut sound, mut functions) = (0, 0, 0);
    let mut failures: Vec<String> = Vec::new();
    for n in 0..10_000 {
        let (_, text) = &texts[random.below(texts.len())];
        let text: String = text
            .lines()
            .filter(|line| !line.starts_with(';'))
            .flat_map(|line| [line, "\n"])
            .collect();
        let text = damaged(&mut random, &text, &pool);
        let Ok(module) = kvant_llvm::parse::module(&text) else {
            continue;
        };
        let Ok(layout) = corpus_files::layout(&module) else {
            continue;
        };
        read += 1;
        sound += u32::from(kvant_llvm::check::module(&module).is_ok());
        let run = || execute(&mut random, &module, &layout);
        match catch_unwind(AssertUnwindSafe(run)) {
            Ok(count) => functions += count,
            Err(_) => failures.push(format!("{n}:\n{text}")),
        }
    }
    assert!(
        failures.is_empty(),
        "{}\n{}",
        failures.len(),
        failures.join("\n=====\n")
    );
    assert!(read > 3000 && functions > 10_000, "{read} {functions}");
    assert!(sound > 1000 && sound < read, "{sound} of {read}");
}
