//! The functions of the test files, and the batches in which they are transformed.

use std::collections::{BTreeMap, HashSet};
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher, Hash};
use std::path::{Path, PathBuf};

use kvant_generate::Rng;
use kvant_llvm::combine::{Combiner, Naming, Source, extract};
use kvant_llvm::dialect::{Version, degrade, intrinsic};
use kvant_llvm::layout::DataLayout;
use kvant_llvm::syntax::{Function, Item, Linkage, Module, Value};
use kvant_llvm::{Name, check, parse, print};
use kvant_llvm_machine::{Program, Stop, library, strip::strip};
use kvant_record::bench::RefinedFunctions;

use super::run_line::{RunLine, run_lines};
use crate::Error;

/// The factor for scalable vectors.
pub(super) const VSCALE: u32 = 2;

/// Functions that `opt` gets in one call.
const BATCH: usize = 150;

/// RUN lines of one file that are used.
const LINES: usize = 2;

/// The arguments of `opt`, and the number of the pipeline that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Pipeline {
    pub(super) asked: usize,
    pub(super) options: Vec<String>,
}

/// The target of functions and the pipelines that they go through.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Key {
    pub(super) triple: String,
    pub(super) layout: String,
    pub(super) pipelines: Vec<Pipeline>,
}

/// A function of a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Test {
    /// The number of the file.
    pub(super) file: usize,
    /// The name of the function.
    pub(super) function: String,
}

/// Functions with the same target and pipelines.
pub(super) struct Batch {
    pub(super) key: Key,
    pub(super) tests: Vec<Test>,
}

/// The result of a first look at a file.
#[derive(Default)]
pub(super) struct Look {
    pub(super) skipped: Vec<&'static str>,
    pub(super) functions: RefinedFunctions,
    tests: Vec<(Key, Test, u64)>,
}

/// A function in a module of its own, with a name that no other one has.
pub(super) struct Unit {
    pub(super) module: Module,
    /// Its name there.
    pub(super) name: String,
}

/// The `.ll` files in a folder and below, sorted.
pub(crate) fn module_files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder);
        let entries =
            entries.map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
        for entry in entries {
            let path = entry?.path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|it| it == "ll") => found.push(path),
                false => {}
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Reads a file. Bytes that are no text stand in comments.
pub(super) fn read(path: &Path) -> Result<String, Error> {
    let bytes = std::fs::read(path);
    let bytes = bytes.map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Functions that are left out.
pub(super) struct Without {
    /// The version in whose dialect functions are compared: tests are rewritten when attributes get other names.
    version: Version,
    /// The digests of their texts.
    digests: HashSet<u64>,
}

impl Without {
    /// No functions.
    pub(super) fn new(version: Version) -> Without {
        Without {
            version,
            digests: HashSet::new(),
        }
    }

    /// Adds the functions of a file. A file that is not read has none.
    pub(super) fn add(&mut self, path: &Path) -> Result<(), Error> {
        let Ok(module) = parse::module(&read(path)?) else {
            return Ok(());
        };
        let source = Source::new(&module);
        let units = functions(&module).filter_map(|it| unit(&source, it.name, "k."));
        let digests = units.filter_map(|(unit, _)| self.digest(&unit));
        let digests: Vec<u64> = digests.collect();
        self.digests.extend(digests);
        Ok(())
    }

    fn has(&self, unit: &Unit) -> bool {
        !self.digests.is_empty()
            && self
                .digest(unit)
                .is_some_and(|it| self.digests.contains(&it))
    }

    /// None if the version does not read it.
    fn digest(&self, unit: &Unit) -> Option<u64> {
        let module = degrade(&unit.module, self.version).ok()?.module;
        Some(digest(&nameless(
            &module,
            &unit.name,
            &print::module(&module),
        )))
    }
}

/// Looks at a file. `layout_of` is the data layout that `opt` takes for a triple.
pub(super) fn look(
    number: usize,
    path: &Path,
    asked: &[String],
    without: &Without,
    layout_of: &dyn Fn(&str) -> Result<String, Error>,
) -> Result<Look, Error> {
    let text = read(path)?;
    let mut look = Look::default();
    if text.contains("split-file") {
        look.skipped.push("several files in one");
        return Ok(look);
    }
    let Ok(module) = parse::module(&text) else {
        look.skipped.push("not read");
        return Ok(look);
    };
    if check::module(&module).is_err() {
        look.skipped.push("not well-formed");
        return Ok(look);
    }
    let (lines, reasons) = run_lines(&text);
    look.skipped.extend(reasons);
    let keys = keys(&module, &lines, asked, layout_of)?;
    let Some(first) = keys.first() else {
        look.skipped.push("without a RUN line that is used");
        return Ok(look);
    };
    let Ok(layout) = DataLayout::parse(&first.layout) else {
        look.skipped.push("data layout that is not read");
        return Ok(look);
    };
    let source = Source::new(&module);
    for function in functions(&module) {
        look.functions.seen += 1;
        if calls_target(&module, function) {
            continue;
        }
        look.functions.without_target_intrinsics += 1;
        let Some((unit, text)) = unit(&source, function.name, "k.") else {
            *look
                .functions
                .refused
                .entry("not extracted".into())
                .or_default() += 1;
            continue;
        };
        let program = Program::new(&unit.module, &layout).with_vscale(VSCALE);
        let refusals = program.refusals(&unit.name);
        let is_refusal = |it: &&Stop| !matches!(it, Stop::Ended(_) | Stop::Ub(_));
        if let Some(stop) = refusals.iter().find(is_refusal) {
            let reason = stop.rule().to_owned();
            *look.functions.refused.entry(reason).or_default() += 1;
            continue;
        }
        look.functions.supported += 1;
        if without.has(&unit) {
            look.functions.left_out += 1;
            continue;
        }
        let same = nameless(&unit.module, &unit.name, &text);
        for key in &keys {
            let test = Test {
                file: number,
                function: module.names.get(function.name).to_owned(),
            };
            look.tests.push((key.clone(), test, digest(&(key, &same))));
        }
    }
    Ok(look)
}

/// The targets of a file with their pipelines.
fn keys(
    module: &Module,
    lines: &[RunLine],
    asked: &[String],
    layout_of: &dyn Fn(&str) -> Result<String, Error>,
) -> Result<Vec<Key>, Error> {
    let (layout, triple) = (module.data_layout(), module.triple());
    let mut keys: Vec<Key> = Vec::new();
    let mut add = |line: &RunLine, pipeline: Pipeline| -> Result<(), Error> {
        let triple = line.triple.as_deref().or(triple).unwrap_or_default();
        let layout = line.layout.as_deref().or(layout).unwrap_or_default();
        let layout = match layout.is_empty() && !triple.is_empty() {
            true => layout_of(triple)?,
            false => layout.to_owned(),
        };
        let same = keys
            .iter_mut()
            .find(|it| it.triple == triple && it.layout == layout);
        match same {
            Some(key) if key.pipelines.contains(&pipeline) => {}
            Some(key) => key.pipelines.push(pipeline),
            None => keys.push(Key {
                triple: triple.to_owned(),
                layout,
                pipelines: vec![pipeline],
            }),
        }
        Ok(())
    };
    for (asked, passes) in asked.iter().enumerate() {
        if passes == "own" {
            for line in lines.iter().take(LINES) {
                let options = line.options.clone();
                add(line, Pipeline { asked, options })?;
            }
            continue;
        }
        let line = lines.first().cloned().unwrap_or_default();
        let mut options = line.processor();
        options.extend(kvant_toolchain::drivers::llvm::arguments(passes));
        add(&line, Pipeline { asked, options })?;
    }
    Ok(keys)
}

/// The functions with bodies that can be seen from outside.
fn functions(module: &Module) -> impl Iterator<Item = &Function> {
    module.items.iter().filter_map(|item| match item {
        Item::Function(function) if function.body.is_some() => {
            let is_local = matches!(
                function.properties.linkage,
                Some(Linkage::Internal | Linkage::Private | Linkage::AvailableExternally)
            );
            (!is_local && function.name.as_number().is_none()).then_some(&**function)
        }
        _ => None,
    })
}

/// True if a function calls an intrinsic of a target.
fn calls_target(module: &Module, function: &Function) -> bool {
    let mut calls = false;
    let body = function.body.iter().flat_map(|body| &body.instructions);
    for instruction in body {
        instruction.op.values(|_, value| {
            if let Value::Global(name) = value
                && let Some(rest) = module.names.get(name).strip_prefix("llvm.")
            {
                calls |= intrinsic::is_of_target(rest);
            }
        });
    }
    calls
}

/// A function in a module of its own, without what the machine does not check, and its text. Only library functions that the machine
/// executes, and names that belong to the implementation, keep their names: for all others, the compiler knows no more than the
/// machine.
fn unit(source: &Source<'_>, function: Name, prefix: &str) -> Option<(Unit, String)> {
    let (mut module, names) = extract(source, &[function]).ok()?;
    let function = *names.get(&function)?;
    let declared = module.items.iter().filter_map(|item| match item {
        Item::Function(function) if function.body.is_none() => Some(&**function),
        _ => None,
    });
    let kept = declared.filter(|function| match library::find(&module, function) {
        Some(name) => library::is_executed(name),
        None => module.names.get(function.name).starts_with("__"),
    });
    let kept: HashSet<String> = kept
        .map(|function| module.names.get(function.name).to_owned())
        .collect();
    strip(&mut module);
    let naming = Naming {
        prefix,
        keeps: &|name| kept.contains(name),
    };
    let mut combiner = Combiner::default();
    let names = combiner.add_all(&Source::new(&module), naming).ok()?;
    let name = combiner.names().get(*names.get(&function)?).to_owned();
    let module = combiner.finish();
    let text = print::module(&module);
    Some((Unit { module, name }, text))
}

/// The text of a module without the name of a function. Most functions of tests differ in their own names at least.
fn nameless(module: &Module, function: &str, text: &str) -> String {
    let name = module.names.find(function);
    let name = name.map_or_else(String::new, |it| module.names.symbol(it));
    text.replace(&format!("@{name}("), "@(")
}

fn digest<T: Hash>(it: &T) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(it)
}

/// The functions of tests in a file, in modules of their own.
pub(super) fn units(module: &Module, file: &str, functions: &[&str]) -> Vec<Option<Unit>> {
    let source = Source::new(module);
    let units = functions.iter().map(|function| {
        let name = module.names.find(function)?;
        let prefix = format!("k{:08x}.", digest(&(file, function)) as u32);
        Some(unit(&source, name, &prefix)?.0)
    });
    units.collect()
}

/// Puts functions of all files into batches. Of functions that are equal up to their names, one is kept. `sample` of them are drawn.
pub(super) fn batches(
    looks: Vec<Look>,
    sample: Option<usize>,
    seed: u64,
    functions: &mut RefinedFunctions,
) -> Vec<Batch> {
    let mut seen = HashSet::new();
    let mut tests = Vec::new();
    for look in looks {
        for (key, test, digest) in look.tests {
            match seen.insert(digest) {
                true => tests.push((key, test)),
                false => functions.duplicates += 1,
            }
        }
    }
    if let Some(sample) = sample {
        let mut rng = Rng::new(seed);
        for n in 0..sample.min(tests.len()) {
            let other = n + rng.below(tests.len() - n);
            tests.swap(n, other);
        }
        tests.truncate(sample);
    }
    let mut by_key: BTreeMap<Key, Vec<Test>> = BTreeMap::new();
    for (key, test) in tests {
        by_key.entry(key).or_default().push(test);
    }
    let mut batches = Vec::new();
    for (key, mut tests) in by_key {
        tests.sort_by_key(|test| test.file);
        for tests in tests.chunks(BATCH) {
            batches.push(Batch {
                key: key.clone(),
                tests: tests.to_vec(),
            });
        }
    }
    // The largest first, so that all threads end at about the same time.
    batches.sort_by_key(|batch| std::cmp::Reverse(batch.tests.len()));
    batches
}
