//! Compares the machine with the expectations of llubi's tests: `llubi LIST`, a file with the paths of tests.
//!
//! Each RUN line of a file is a test of its own. Every difference is in `llubi.txt` with its reason; one that is not there, and one
//! that is there and does not happen, is an error.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::too_many_lines,
    missing_docs
)]

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::rc::Rc;

use kvant_llvm::syntax::{FloatKind, Item, Module, Type, TypeKind};
use kvant_llvm_machine::{
    Choices, Leaf, Limits, Machine, Observer, Origin, Pointer, Program, Rich, Stop,
};

/// The results of an execution, each as llubi prints it, with the name of the local before it.
struct Results<'m> {
    module: &'m Module,
    vscale: u32,
    functions: Vec<&'m kvant_llvm::syntax::Function>,
    lines: Rc<RefCell<Vec<String>>>,
}

/// Choices for one step: the answers, and what was asked.
#[derive(Clone, Default)]
struct Script {
    answers: Rc<RefCell<Vec<u128>>>,
    asked: Rc<RefCell<Vec<u128>>>,
}

impl Choices for Script {
    fn choose(&mut self, count: u128) -> u128 {
        let mut asked = self.asked.borrow_mut();
        asked.push(count);
        let answer = self.answers.borrow().get(asked.len() - 1).copied();
        answer.unwrap_or(0).min(count.wrapping_sub(1))
    }
}

/// Answers to try for a step that is expected to have this result: numbers in it, and small ones.
fn answers(asked: &[u128], expected: &str) -> Vec<Vec<u128>> {
    let numbers: Vec<u128> = expected
        .split([' ', ',', '{', '}'])
        .filter_map(|word| match word.strip_prefix("0x") {
            Some(digits) => u128::from_str_radix(digits, 16).ok(),
            None => word.parse::<i128>().ok().map(i128::cast_unsigned),
        })
        .collect();
    let fit = |number: u128, count: u128| match count {
        0 => number,
        count if count.is_power_of_two() => number & (count - 1),
        count => number % count,
    };
    let mut all = Vec::new();
    for start in 0..numbers.len() {
        let pairs = asked.iter().zip(&numbers[start..]);
        all.push(pairs.map(|(count, number)| fit(*number, *count)).collect());
    }
    // One choice may lead to others.
    if !asked.is_empty() {
        for [a, b, c] in (0..40 * 12 * 6).map(|n| [n % 40, n / 40 % 12, n / 480]) {
            all.push(vec![c, b, a]);
            all.push(vec![a, b, c]);
        }
    }
    all
}

impl Observer for Results<'_> {
    fn result(&mut self, at: Origin, leaves: &[Leaf]) {
        let Some(body) = &self.functions[at.function as usize].body else {
            return;
        };
        let instruction = &body.instructions[at.instruction as usize];
        let Some(result) = instruction.result else {
            return;
        };
        let local = &body.locals[result.0 as usize];
        let name = match local.name.as_number() {
            Some(number) => number.to_string(),
            None => self.module.names.get(local.name).to_owned(),
        };
        let mut leaves = leaves.iter();
        let value = shown(self.module, self.vscale, local.ty, &mut leaves);
        self.lines.borrow_mut().push(format!("%{name} => {value}"));
    }
}

fn shown<'l>(
    module: &Module,
    vscale: u32,
    ty: Type,
    leaves: &mut impl Iterator<Item = &'l Leaf>,
) -> String {
    let many = |types: Vec<Type>, leaves: &mut dyn Iterator<Item = &'l Leaf>| {
        let mut leaves = leaves;
        let parts: Vec<String> = types
            .iter()
            .map(|ty| shown(module, vscale, *ty, &mut leaves))
            .collect();
        format!("{{ {} }}", parts.join(", "))
    };
    match module.types.get(ty) {
        TypeKind::Vector {
            is_scalable,
            length,
            element,
        } => {
            let scale = if *is_scalable { vscale } else { 1 };
            many(vec![*element; (*length * scale) as usize], leaves)
        }
        TypeKind::Array { length, element } => many(vec![*element; *length as usize], leaves),
        TypeKind::Struct { fields, .. } => many(fields.to_vec(), leaves),
        TypeKind::Named(name) => {
            let definition = module.items.iter().find_map(|item| match item {
                Item::Type(other, Some(ty)) if other == name => Some(*ty),
                _ => None,
            });
            match definition {
                Some(ty) => shown(module, vscale, ty, leaves),
                None => "?".to_owned(),
            }
        }
        kind => {
            let leaf = leaves.next();
            match (leaf, kind) {
                (Some(Leaf::Poison(_)), _) => "poison".to_owned(),
                (Some(Leaf::Int(bits)), TypeKind::Int(1)) => {
                    if *bits == 1 { "T" } else { "F" }.to_owned()
                }
                (Some(Leaf::Int(bits)), TypeKind::Int(width)) if *width <= 128 => {
                    let shift = 128 - width;
                    format!("i{width} {}", (bits << shift).cast_signed() >> shift)
                }
                (Some(Leaf::Int(bits)), TypeKind::Float(kind)) => {
                    let digits = kind.bits() as usize / 4;
                    format!("{} 0x{bits:0digits$X}", kind.text())
                }
                (
                    Some(Leaf::Ptr(Pointer {
                        node: None, offset, ..
                    })),
                    _,
                ) => format!("ptr {offset:#X}"),
                // An integer that was made of a pointer has no number here.
                (Some(Leaf::Ptr(_)), TypeKind::Int(_)) | (Some(Leaf::Undef), _) => "any".to_owned(),
                (Some(Leaf::Ptr(_)), _) => "ptr ?".to_owned(),
                (Some(Leaf::Rich(rich)), _) if matches!(**rich, Rich::Partial { .. }) => {
                    "any".into()
                }
                (other, _) => format!("{other:?}"),
            }
        }
    }
}

/// A text with all floats in one form. Bits of NaNs are a choice, so that all NaNs are the same.
fn floats(text: &str) -> String {
    let mut words = text.split(' ');
    let mut out = String::new();
    while let Some(word) = words.next() {
        out.push_str(word);
        out.push(' ');
        let Some(kind) = FloatKind::from_text(word) else {
            continue;
        };
        let Some(value) = words.next() else { continue };
        let value = value.trim_end_matches(',');
        let bits = match value.strip_prefix("0x") {
            Some(digits) => u128::from_str_radix(digits, 16).ok(),
            None => match value {
                "NaN" => kvant_llvm::float::bits(kind, "+qnan"),
                "+Inf" => kvant_llvm::float::bits(kind, "+inf"),
                "-Inf" => kvant_llvm::float::bits(kind, "-inf"),
                value => kvant_llvm::float::bits(kind, value),
            },
        };
        let infinity = kvant_llvm::float::bits(kind, "+inf");
        let magnitude = bits.map(|bits| bits & !(1 << (kind.bits() - 1)));
        match bits {
            _ if magnitude > infinity => out.push_str("NaN "),
            Some(bits) => out.extend([format!("{bits:x}"), " ".to_owned()]),
            None => out.push_str(value),
        }
    }
    out
}

/// An expected value: pointers are compared by being one, and undef values not at all.
fn is_same(expected: &str, value: &str) -> bool {
    if value.contains("any") {
        return true;
    }
    let plain = |text: &str| {
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find("ptr ") {
            out.push_str(&rest[..at]);
            out.push_str("ptr");
            rest = &rest[at + 4..];
            let end = rest
                .find(" }")
                .unwrap_or(rest.len())
                .min(rest.find(", ").unwrap_or(rest.len()));
            rest = &rest[end..];
        }
        out.push_str(rest);
        out
    };
    floats(&plain(expected)) == floats(&plain(value))
}

/// A test: a text after its substitutions, with the options of its RUN line.
struct Test {
    name: String,
    text: String,
    /// The text before its substitutions, with the expectations.
    original: String,
    prefixes: Vec<String>,
    limits: Limits,
    vscale: u32,
}

/// The tests of a file, one for each RUN line.
fn tests(file: &str) -> Vec<Test> {
    let text = std::fs::read_to_string(file).unwrap();
    let short = file.rsplit('/').next().unwrap();
    let runs: Vec<&str> = text
        .lines()
        .filter_map(|it| it.split_once("RUN: ").map(|it| it.1))
        .collect();
    let mut tests = Vec::new();
    for (n, run) in runs.iter().enumerate() {
        let after = |option: &str| {
            let (_, rest) = run.split_once(option)?;
            rest.trim_start_matches(['=', ' ', 'e', 's'])
                .split(' ')
                .next()
        };
        let original = text.clone();
        let mut text = text.clone();
        if let Some((_, script)) = run.split_once("sed 's/")
            && let Some((old, rest)) = script.split_once('/')
        {
            text = text.replace(old, rest.split('/').next().unwrap());
        }
        let number = |option: &str| after(option).and_then(|it| it.parse().ok());
        let mut limits = Limits::default();
        limits.steps = number("--max-steps").unwrap_or(limits.steps);
        limits.memory = number("--max-mem").unwrap_or(limits.memory);
        limits.depth = number("--max-stack-depth").map_or(limits.depth, |it: u64| it as u32);
        let prefixes = after("--check-prefix").unwrap_or("CHECK");
        tests.push(Test {
            name: match runs.len() {
                1 => short.to_owned(),
                _ => format!("{short}#{}", n + 1),
            },
            text,
            original,
            prefixes: prefixes.split(',').map(str::to_owned).collect(),
            limits,
            vscale: number("--vscale").map_or(4, |it| it as u32),
        });
    }
    tests
}

/// The lines that are expected of a test.
fn expected<'t>(test: &'t Test) -> Vec<&'t str> {
    let line = |line: &'t str| {
        let line = line.strip_prefix("; ")?;
        let rest = test
            .prefixes
            .iter()
            .find_map(|prefix| line.strip_prefix(prefix.as_str()))?;
        let rest = rest.strip_prefix("-NEXT").unwrap_or(rest);
        Some(rest.strip_prefix(':')?.trim())
    };
    test.original.lines().filter_map(line).collect()
}

/// The number of values that agree, and the difference if there is one: a word for its kind, and a description.
fn compare(test: &Test) -> (usize, Option<(String, String)>) {
    let differs = |kind: &str, what: String| Some((kind.to_owned(), what));
    let module = match kvant_llvm::parse::module(&test.text) {
        Ok(module) => module,
        Err(error) => return (0, differs("not-parsed", error.to_string())),
    };
    let layout = module.items.iter().find_map(|item| match item {
        Item::DataLayout(name) => Some(module.names.get(*name)),
        _ => None,
    });
    let layout = kvant_llvm::layout::DataLayout::parse(layout.unwrap_or_default()).unwrap();
    let program = Program::new(&module, &layout).with_vscale(test.vscale);
    let functions = module.items.iter().filter_map(|item| match item {
        Item::Function(function) => Some(Some(&**function)),
        Item::Global(_) | Item::Alias(_) => Some(None),
        _ => None,
    });
    let first = module.items.iter().find_map(|item| match item {
        Item::Function(function) => Some(&**function),
        _ => None,
    });
    let Some(first) = first else {
        return (0, differs("empty", String::new()));
    };
    let lines = Rc::new(RefCell::new(Vec::new()));
    let mut results = Results {
        vscale: test.vscale,
        module: &module,
        functions: functions.map(|it| it.unwrap_or(first)).collect(),
        lines: Rc::clone(&lines),
    };
    let parameters = program
        .function("main")
        .map_or(0, |main| main.parameters.len());
    let arguments = vec![Leaf::Int(0); parameters];
    let script = Script::default();
    let mut choices = script.clone();
    let mut machine = Machine::new(&program, test.limits, &mut choices);
    machine.observe_with(&mut results);
    // Expectations: `%x = … => value`.
    let expected = expected(test);
    let wanted = expected.iter().filter_map(|line| {
        let (code, value) = line.rsplit_once(" => ")?;
        let name = code.split(" = ").next()?;
        name.starts_with('%').then_some((name, value))
    });
    let wanted: Vec<(&str, &str)> = wanted.collect();
    // The first result from a line on that is not the expected one.
    let wrong = |from: usize| {
        let lines = lines.borrow();
        let mut pairs = wanted.iter().zip(lines.iter()).skip(from);
        pairs.find_map(|((name, value), line)| {
            let (got_name, got) = line.split_once(" => ").unwrap();
            let is_same = *name == got_name && is_same(value, got);
            let what = || format!("{name} should be {value}, and {got_name} is {got}");
            (!is_same).then(what)
        })
    };
    let mut ended = machine.begin("main", &arguments).map(|()| None);
    while let Ok(None) = ended {
        let (mark, from) = (machine.mark(), lines.borrow().len());
        let mut tries: Option<Vec<Vec<u128>>> = None;
        script.answers.borrow_mut().clear();
        loop {
            script.asked.borrow_mut().clear();
            ended = machine.step();
            let Some(what) = wrong(from) else { break };
            let tries = tries.get_or_insert_with(|| {
                let value = wanted.get(from).map_or("", |it| it.1);
                answers(&script.asked.borrow(), value)
            });
            let Some(answers) = tries.pop() else {
                return (from, differs("value", what));
            };
            machine.undo(&mark);
            lines.borrow_mut().truncate(from);
            *script.answers.borrow_mut() = answers;
        }
    }
    let values = wanted.len().min(lines.borrow().len());
    let says = |what: &str| expected.iter().any(|line| line.contains(what));
    let is_ub = says("Immediate UB detected");
    let difference = match ended {
        Ok(_) if is_ub => differs("no-ub", String::new()),
        Ok(_) if says("error: Execution") => differs("no-error", String::new()),
        Ok(_) if values < wanted.len() => differs("fewer-values", String::new()),
        Ok(_) => None,
        Err(stopped) => match stopped.stop {
            Stop::Ub(_) if is_ub => None,
            Stop::Budget(_) if says("Error: ") => None,
            Stop::Ended(_) if says("Trap") || says("exit") => None,
            Stop::Ub(it) => differs(
                &format!("undefined {}", it.rule()),
                format!("{it}, after {:?}", lines.borrow().last()),
            ),
            Stop::Unspecified(it) => differs(
                &format!("unspecified {}", it.rule()),
                format!("{it}, after {:?}", lines.borrow().last()),
            ),
            Stop::Unsupported(it) => differs(&format!("unsupported {}", it.rule()), it.to_string()),
            Stop::Budget(it) => differs(&format!("limit {}", it.rule()), it.to_string()),
            Stop::Ended(it) => differs(&format!("ended {}", it.rule()), it.to_string()),
            Stop::IllFormed(it) => differs("ill-formed", it.to_string()),
        },
    };
    (values, difference)
}

fn main() -> ExitCode {
    let list = std::env::args().nth(1).unwrap();
    // `test | kind | reason`
    let reasons = include_str!("llubi.txt")
        .lines()
        .filter(|line| !line.starts_with('#'));
    let reasons: BTreeMap<&str, &str> = reasons.filter_map(|line| line.split_once(" | ")).collect();
    let (mut good, mut values, mut errors) = (0, 0, 0);
    let mut seen = BTreeSet::new();
    for file in std::fs::read_to_string(list).unwrap().lines() {
        for test in tests(file) {
            let (count, difference) = compare(&test);
            values += count;
            let known = reasons.get(&*test.name);
            seen.insert(test.name.clone());
            match (difference, known) {
                (None, None) => good += 1,
                (None, Some(_)) => {
                    println!("gone: {}", test.name);
                    errors += 1;
                }
                (Some((kind, _)), Some(known)) if known.split(" | ").next() == Some(&kind) => {}
                (Some((kind, what)), _) => {
                    println!("new: {} | {kind} | {what}", test.name);
                    errors += 1;
                }
            }
        }
    }
    for name in reasons.keys().filter(|name| !seen.contains(**name)) {
        println!("there is no test {name}");
        errors += 1;
    }
    let differences = reasons.len();
    println!(
        "{good} tests as expected, {values} values; {differences} known differences, {errors} errors"
    );
    ExitCode::from(u8::from(errors > 0))
}
