//! The programs of `tests/corpus-llvm`.
//!
//! The first line of a file is a sentence about the rule that it shows. Each line of the form
//!
//! ```text
//! ; @f(i8 127, i8 1) => poison
//! ```
//!
//! is an expectation: a call, and all outcomes under all choices, with `|` between them. Scalable vectors have twice their lanes.
//!
//! A line `; vscale 2` gives scalable vectors a factor.
//!
//! | outcome | meaning |
//! |---|---|
//! | `i8 -1`, `float 0.5`, `float +nan(0x1)` | a defined scalar |
//! | `i8 0b0000uu01` | an integer with undef bits |
//! | `poison`, `undef` | a scalar without a value |
//! | `ptr null`, `ptr 16`, `ptr +4` | null, an address, a pointer to the fourth byte of some memory |
//! | `<2 x i8> <i8 1, poison>`, `{ i8, i1 } { i8 1, i1 0 }` | a vector or an aggregate |
//! | `void` | the function returns nothing |
//! | `undefined: rule`, `unspecified: rule`, `unsupported: rule`, `limit: rule`, `ended: rule`, `ill-formed` | the run stops |
//! | `...` | there are further outcomes, too many to list |

use std::fs;
use std::path::{Path, PathBuf};

use kvant_llvm::layout::DataLayout;
use kvant_llvm::syntax::{FloatKind, Item, Module};
use kvant_llvm_machine::{Leaf, Origin, Pointer, Rich, Stop};
use num_bigint::BigInt;

/// A file with its expectations.
pub(crate) struct File {
    /// The path from the corpus on.
    pub(crate) name: String,
    pub(crate) module: Module,
    pub(crate) layout: DataLayout,
    /// The factor of scalable vectors.
    pub(crate) vscale: Option<u32>,
    pub(crate) expectations: Vec<Expectation>,
}

/// A call and its outcomes.
pub(crate) struct Expectation {
    pub(crate) line: usize,
    pub(crate) function: String,
    pub(crate) arguments: Vec<Leaf>,
    pub(crate) outcomes: Vec<String>,
}

/// All files, in the order of their names.
pub(crate) fn all() -> Vec<File> {
    texts()
        .into_iter()
        .map(|(name, text)| file(name, &text))
        .collect()
}

/// The names and texts of all files.
pub(crate) fn texts() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus-llvm");
    let paths = entries(&root)
        .into_iter()
        .flat_map(|folder| entries(&folder));
    let text = |path: PathBuf| {
        let name = path.strip_prefix(&root).unwrap().to_string_lossy();
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{name}: {e}"));
        (name.into_owned(), text)
    };
    paths.map(text).collect()
}

/// The data layout of a module.
pub(crate) fn layout(module: &Module) -> Result<DataLayout, String> {
    let layout = module.items.iter().find_map(|item| match item {
        Item::DataLayout(text) => Some(module.names.get(*text)),
        _ => None,
    });
    DataLayout::parse(layout.unwrap_or_default())
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn file(name: String, text: &str) -> File {
    let first = text.lines().next().unwrap_or_default();
    let is_sentence = first.starts_with("; ") && first.ends_with('.');
    assert!(is_sentence, "{name}: the first line is a sentence");
    let module = kvant_llvm::parse::module(text).unwrap_or_else(|e| panic!("{name}:{e}"));
    if let Err(fault) = kvant_llvm::check::module(&module) {
        panic!("{name}: {fault}");
    }
    let layout = layout(&module).unwrap_or_else(|e| panic!("{name}: {e}"));
    let mut expectations = Vec::new();
    for (line, comment) in (1..).zip(text.lines()) {
        if let Some(comment) = comment.strip_prefix("; @") {
            let expectation = expectation(line, comment);
            expectations.push(expectation.unwrap_or_else(|| {
                panic!("{name}:{line}: `{comment}` is not understood");
            }));
        }
    }
    assert!(!expectations.is_empty(), "{name} expects nothing");
    let vscale = text.lines().find_map(|line| line.strip_prefix("; vscale "));
    File {
        vscale: vscale.map(|number| number.parse().unwrap()),
        name,
        module,
        layout,
        expectations,
    }
}

/// `f(i8 1) => i8 2 | poison`.
fn expectation(line: usize, text: &str) -> Option<Expectation> {
    let (call, outcomes) = text.split_once(" => ")?;
    let (function, arguments) = call.strip_suffix(')')?.split_once('(')?;
    let mut leaves = Vec::new();
    for argument in parts(arguments) {
        leaves.extend(value(argument)?);
    }
    let mut all = Vec::new();
    for outcome in outcomes.split(" | ") {
        all.push(match outcome {
            "void" | "..." | "ill-formed" => outcome.to_owned(),
            _ if outcome.contains(": ") || outcome.starts_with("ptr +") => outcome.to_owned(),
            _ => shown(&value(outcome)?),
        });
    }
    all.sort();
    all.dedup();
    Some(Expectation {
        line,
        function: function.to_owned(),
        arguments: leaves,
        outcomes: all,
    })
}

/// The parts of a list, without those of lists inside of it.
fn parts(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '<' | '{' | '[' | '(' => depth += 1,
            '>' | '}' | ']' | ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// The leaves of a value.
fn value(text: &str) -> Option<Vec<Leaf>> {
    let text = text.trim();
    if !text.starts_with(['<', '{', '[']) {
        return scalar(text).map(|leaf| vec![leaf]);
    }
    // The type ends with the bracket that closes the first one.
    let mut depth = 0;
    let end = text.find(|letter| {
        match letter {
            '<' | '{' | '[' => depth += 1,
            '>' | '}' | ']' => depth -= 1,
            _ => {}
        }
        depth == 0
    })?;
    let inside = text[end + 1..].trim();
    let inside = inside.strip_prefix(['<', '{', '['])?;
    let inside = inside.strip_suffix(['>', '}', ']'])?;
    let mut leaves = Vec::new();
    for part in parts(inside) {
        leaves.extend(value(part)?);
    }
    Some(leaves)
}

fn scalar(text: &str) -> Option<Leaf> {
    let (ty, value) = text.split_once(' ').unwrap_or(("", text));
    match value {
        "poison" => return Some(Leaf::Poison(Origin::OUTSIDE)),
        "undef" => return Some(Leaf::Undef),
        _ => {}
    }
    if ty == "ptr" {
        return Some(Leaf::Ptr(match value {
            "null" => Pointer::NULL,
            _ => Pointer::from_address(value.parse().ok()?),
        }));
    }
    if let Some(kind) = FloatKind::from_text(ty) {
        return kvant_llvm::float::bits(kind, value).map(Leaf::Int);
    }
    let width: u32 = ty.strip_prefix('i')?.parse().ok()?;
    if let Some(digits) = value.strip_prefix("0b") {
        let bits = u128::from_str_radix(&digits.replace('u', "0"), 2).ok()?;
        let undef = digits.replace('1', "0").replace('u', "1");
        let undef = u128::from_str_radix(&undef, 2).ok()?;
        return Some(Leaf::with_undef(bits, undef, width));
    }
    let number = match value {
        "true" => BigInt::from(1),
        "false" => BigInt::from(0),
        _ => match value.strip_prefix("0x") {
            Some(digits) => BigInt::parse_bytes(digits.as_bytes(), 16)?,
            None => value.parse::<BigInt>().ok()?,
        },
    };
    let modulus = BigInt::from(1) << width;
    let number = ((number % &modulus) + &modulus) % &modulus;
    let number = number.to_biguint()?;
    Some(match width <= 128 {
        true => Leaf::Int(u128::try_from(number).ok()?),
        false => Leaf::Rich(Box::new(Rich::Wide(number))),
    })
}

/// Leaves in one form, for comparisons.
pub(crate) fn shown(leaves: &[Leaf]) -> String {
    if leaves.is_empty() {
        return "void".into();
    }
    let leaf = |leaf: &Leaf| match leaf {
        Leaf::Int(bits) => format!("{bits:#x}"),
        Leaf::Poison(_) => "poison".into(),
        Leaf::Undef => "undef".into(),
        Leaf::Ptr(pointer) => match pointer.node {
            Some(_) => format!("ptr +{}", pointer.offset),
            None => format!("ptr {}", pointer.offset),
        },
        Leaf::Rich(rich) => match &**rich {
            Rich::Wide(value) => format!("{value:#x}"),
            Rich::Partial { bits, undef } => format!("{bits:#x} and any of {undef:#x}"),
        },
    };
    leaves.iter().map(leaf).collect::<Vec<_>>().join(", ")
}

/// The reason of an end, in the words of expectations.
pub(crate) fn reason(stop: &Stop) -> String {
    match stop {
        Stop::Ub(it) => format!("undefined: {}", it.rule()),
        Stop::Unspecified(it) => format!("unspecified: {}", it.rule()),
        Stop::Unsupported(it) => format!("unsupported: {}", it.rule()),
        Stop::Budget(it) => format!("limit: {}", it.rule()),
        Stop::Ended(it) => format!("ended: {}", it.rule()),
        Stop::IllFormed(_) => "ill-formed".into(),
    }
}
