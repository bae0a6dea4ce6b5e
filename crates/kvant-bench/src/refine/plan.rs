//! The functions of the test files, and the batches in which they are transformed.

use std::collections::{BTreeMap, HashSet};
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher, Hash};
use std::path::{Path, PathBuf};

use kvant_generate::Rng;
use kvant_llvm::combine::Source;
use kvant_llvm::dialect::{Version, degrade};
use kvant_llvm::layout::DataLayout;
use kvant_llvm::syntax::Module;
use kvant_llvm::{check, parse, print};
use kvant_llvm_gen::VSCALE;
use kvant_llvm_gen::corpus::{RunLine, Unit, calls_target, functions, nameless, run_lines};
use kvant_llvm_machine::{Program, Stop};
use kvant_record::bench::RefinedFunctions;

use crate::Error;

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
        let units = functions(&module).filter_map(|it| Unit::new(&source, it.name, "k."));
        let digests = units.filter_map(|unit| self.digest(&unit));
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
        let Some(unit) = Unit::new(&source, function.name, "k.") else {
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
        let same = unit.nameless_text();
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

fn digest<T: Hash>(it: &T) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(it)
}

/// The functions of tests in a file, in modules of their own.
pub(super) fn units(module: &Module, file: &str, functions: &[&str]) -> Vec<Option<Unit>> {
    let source = Source::new(module);
    let units = functions.iter().map(|function| {
        let name = module.names.find(function)?;
        let prefix = format!("k{:08x}.", digest(&(file, function)) as u32);
        Unit::new(&source, name, &prefix)
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
