//! Compares the machine with the expectations of llubi's tests: `llubi LIST`, a file with the paths of tests.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs)]

use std::collections::BTreeMap;

use kvant_llvm::syntax::{FloatKind, Item, Module, Type, TypeKind};
use kvant_llvm_machine::{
    First, Leaf, Limits, Machine, Observer, Origin, Pointer, Program, Rich, Stop,
};

/// The results of an execution, each as llubi prints it, with the name of the local before it.
struct Results<'m> {
    module: &'m Module,
    vscale: u32,
    functions: Vec<&'m kvant_llvm::syntax::Function>,
    lines: Vec<String>,
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
        self.lines.push(format!("%{name} => {value}"));
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
                // The address is left out of the comparison.
                (Some(Leaf::Ptr(_)), _) => "ptr ?".to_owned(),
                (Some(Leaf::Undef), _) => "any".to_owned(),
                (Some(Leaf::Rich(rich)), _) if matches!(**rich, Rich::Partial { .. }) => {
                    "any".to_owned()
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

fn main() {
    let list = std::env::args().nth(1).unwrap();
    let (mut good, mut values, mut other) = (0, 0, BTreeMap::<String, u32>::new());
    for file in std::fs::read_to_string(list).unwrap().lines() {
        let text = std::fs::read_to_string(file).unwrap();
        let short = file.rsplit('/').next().unwrap();
        let Ok(module) = kvant_llvm::parse::module(&text) else {
            *other.entry("not parsed".into()).or_default() += 1;
            continue;
        };
        let layout = module.items.iter().find_map(|item| match item {
            Item::DataLayout(name) => Some(module.names.get(*name)),
            _ => None,
        });
        let layout = kvant_llvm::layout::DataLayout::parse(layout.unwrap_or_default()).unwrap();
        let vscale = text.split_once("--vscale=").map_or("4", |it| it.1);
        let vscale: u32 = vscale.split(' ').next().unwrap().parse().unwrap();
        let program = Program::new(&module, &layout).with_vscale(vscale);
        let functions = module.items.iter().filter_map(|item| match item {
            Item::Function(function) => Some(Some(&**function)),
            Item::Global(_) | Item::Alias(_) => Some(None),
            _ => None,
        });
        let first = module.items.iter().find_map(|item| match item {
            Item::Function(function) => Some(&**function),
            _ => None,
        });
        let Some(first) = first else { continue };
        let functions: Vec<_> = functions.map(|it| it.unwrap_or(first)).collect();
        let mut lines = Results {
            module: &module,
            vscale,
            functions,
            lines: Vec::new(),
        };
        let parameters = program
            .function("main")
            .map_or(0, |main| main.parameters.len());
        let arguments = vec![Leaf::Int(0); parameters];
        let mut first = First::default();
        let mut machine = Machine::new(&program, Limits::default(), &mut first);
        machine.observe_with(&mut lines);
        let begun = machine.begin("main", &arguments);
        let ended = begun.and_then(|()| machine.run());
        // Expectations: `%x = … => value`.
        let expected = text.lines().filter_map(|line| {
            let line = line.strip_prefix("; CHECK")?.split_once(": ")?.1.trim();
            let (code, value) = line.rsplit_once(" => ")?;
            let name = code.split(" = ").next()?;
            name.starts_with('%')
                .then(|| (name.to_owned(), value.to_owned()))
        });
        let expected: Vec<(String, String)> = expected.collect();
        let mut wrong = None;
        for ((name, value), line) in expected.iter().zip(&lines.lines) {
            let (got_name, got) = line.split_once(" => ").unwrap();
            if name != got_name || !is_same(value, got) {
                wrong = Some(format!("{name} should be {value}, and {got_name} is {got}"));
                break;
            }
            values += 1;
        }
        let is_ub = text.contains("Immediate UB detected");
        let reason = match (&ended, wrong) {
            (_, Some(wrong)) => format!("DIFFERS {short}: {wrong}"),
            (Ok(_), None) if is_ub => format!("DIFFERS {short}: UB is not noticed"),
            (Ok(_), None) if lines.lines.len() < expected.len() => {
                format!("DIFFERS {short}: fewer lines")
            }
            (Ok(_), None) => {
                good += 1;
                continue;
            }
            (Err(stopped), None) => match &stopped.stop {
                Stop::Ub(ub) if is_ub => {
                    good += 1;
                    let said = text
                        .lines()
                        .find(|line| line.contains("Immediate UB"))
                        .unwrap();
                    println!("{short}: {} | {said}", ub.rule());
                    continue;
                }
                Stop::Ub(ub) => format!("DIFFERS {short}: {ub}"),
                Stop::Unsupported(it) => format!("unsupported: {it}"),
                Stop::Unspecified(it) => format!("refused {short}: {it}"),
                it => format!("DIFFERS {short}: {it:?}"),
            },
        };
        *other.entry(reason).or_default() += 1;
    }
    for (reason, count) in other {
        println!("{count} {reason}");
    }
    println!("{good} tests as expected, {values} values");
}
