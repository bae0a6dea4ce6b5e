//! The sensitivity of refinement: single edits of functions, and the share of them that is caught.
//!
//! An edit *alters behaviour* if the edited function does something on some input that its source does not, among very many inputs:
//! those of searches with other seeds, and all values of small arguments. It is *caught* if the few inputs of an ordinary search show it.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use kvant_generate::Rng;
use kvant_llvm::combine::{Source, extract};
use kvant_llvm::layout::DataLayout;
use kvant_llvm::syntax::{Item, Module};
use kvant_llvm::{check, parse, print};
use kvant_llvm_gen::edit::{Edit, Place, apply, edits as all_edits};
use kvant_llvm_machine::{Leaf, Program, Scalar, strip};
use kvant_llvm_refine::{
    Class, Expectation, Input, Kind, Limits as RefineLimits, Options, Side, Verdict, find, reached,
};
use kvant_record::bench::{EditKind, Edits, MissedEdit};
use kvant_toolchain::drivers::llvm::{Opt, arguments};
use kvant_toolchain::{Cancel, Limits};

use crate::refine::module_files;
use crate::{Error, Tell, timed};

/// The edits that are drawn.
pub struct EditSample {
    /// Modules, or folders with modules.
    pub files: Vec<PathBuf>,
    /// An `opt` by its version, command or path, whose output is edited instead of the modules.
    pub opt: Option<String>,
    /// The passes that it runs, or its options.
    pub passes: String,
    /// The number of edits.
    pub count: u64,
    /// The number of inputs of an ordinary search.
    pub inputs: usize,
    /// The seed.
    pub seed: u64,
    /// The folder for edits that are missed, if they are to be kept.
    pub keep: Option<PathBuf>,
}

/// Functions of a file that are drawn, and edits of each.
const FUNCTIONS: usize = 4;
const EDITS: usize = 4;

/// Searches with other seeds, and the inputs of each.
const SEARCHES: u64 = 6;
const INPUTS: usize = 64;

/// All values of arguments are tried up to so many bits.
const BITS: u32 = 16;

/// Measures the share of edits that are caught.
pub fn edits(sample: &EditSample, cancel: &Cancel, tell: &mut Tell<'_>) -> Result<Edits, Error> {
    let mut files = Vec::new();
    for path in &sample.files {
        let about = std::fs::metadata(path);
        let about = about.map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        match about.is_dir() {
            true => files.extend(module_files(path)?),
            false => files.push(path.clone()),
        }
    }
    files.sort();
    let mut rng = Rng::new(sample.seed);
    rng.shuffle(&mut files);
    let limits = Limits::for_compiler().cancelled_by(cancel);
    let opt = sample.opt.as_ref().map(|opt| Opt::named(opt, &limits));
    let mut bench = Bench {
        sample,
        opt: opt.transpose()?,
        limits,
        rng,
        result: Edits::default(),
        kinds: BTreeMap::new(),
    };
    let (worked, seconds) = timed(|| -> Result<(), Error> {
        for path in &files {
            let drawn = bench.result.edits;
            if drawn >= sample.count || cancel.is_cancelled() {
                break;
            }
            tell(format_args!("{drawn} of {} edits", sample.count));
            bench.file(path)?;
        }
        Ok(())
    });
    worked?;
    let mut result = bench.result;
    result.cpu_seconds = seconds;
    for (name, mut kind) in bench.kinds {
        name.clone_into(&mut kind.kind);
        kind.share = share(kind.caught, kind.altering);
        result.altering += kind.altering;
        result.caught += kind.caught;
        result.kinds.push(kind);
    }
    result.share = share(result.caught, result.altering);
    Ok(result)
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// A function before and after `opt`.
struct Pair<'a> {
    path: &'a Path,
    function: &'a str,
    layout: &'a DataLayout,
    source: Module,
    target: Module,
}

struct Bench<'a> {
    sample: &'a EditSample,
    opt: Option<Opt>,
    limits: Limits,
    rng: Rng,
    result: Edits,
    kinds: BTreeMap<&'static str, EditKind>,
}

impl Bench<'_> {
    fn file(&mut self, path: &Path) -> Result<(), Error> {
        let text = std::fs::read_to_string(path);
        let module = text.ok().and_then(|text| read(&text));
        let Some(mut source) = module else {
            self.result.unread += 1;
            return Ok(());
        };
        strip::strip(&mut source);
        strip::hide_libraries(&mut source);
        let layout = source.data_layout().unwrap_or_default();
        let Ok(layout) = DataLayout::parse(layout) else {
            self.result.unread += 1;
            return Ok(());
        };
        let target = match &self.opt {
            Some(opt) => {
                let passes = arguments(&self.sample.passes);
                let text = opt.run(&print::module(&source), &passes, &self.limits);
                text.ok().and_then(|text| read(&text))
            }
            None => Some(source.clone()),
        };
        let Some(target) = target else {
            self.result.unread += 1;
            return Ok(());
        };
        let functions = target.items.iter().filter_map(|item| match item {
            Item::Function(it) if it.body.is_some() => Some(target.names.get(it.name)),
            _ => None,
        });
        let mut functions: Vec<&str> = functions.collect();
        self.rng.shuffle(&mut functions);
        for function in functions.into_iter().take(FUNCTIONS) {
            let part = |module: &Module| {
                let name = module.names.find(function)?;
                let extracted = extract(&Source::new(module), &[name]).ok()?;
                Some(extracted.0)
            };
            let Some((source, target)) = part(&source).zip(part(&target)) else {
                continue;
            };
            let pair = Pair {
                path,
                function,
                layout: &layout,
                source,
                target,
            };
            self.function(&pair)?;
        }
        Ok(())
    }

    /// Edits of different kinds.
    fn drawn(&mut self, pair: &Pair<'_>) -> Vec<Edit> {
        let mut by_kind: BTreeMap<_, Vec<Edit>> = BTreeMap::new();
        for edit in all_edits(&pair.target, pair.function) {
            by_kind.entry(edit.kind()).or_default().push(edit);
        }
        let mut kinds: Vec<Vec<Edit>> = by_kind.into_values().collect();
        self.rng.shuffle(&mut kinds);
        let kinds = kinds.into_iter().take(EDITS);
        let drawn = kinds.map(|mut edits| edits.swap_remove(self.rng.below(edits.len())));
        drawn.collect()
    }

    fn function(&mut self, pair: &Pair<'_>) -> Result<(), Error> {
        let edits = self.drawn(pair);
        if edits.is_empty() {
            return Ok(());
        }
        self.result.functions += 1;
        let source = Program::new(&pair.source, pair.layout);
        let target = Program::new(&pair.target, pair.layout);
        let [source, target] = [&source, &target].map(|program| Side {
            program,
            function: pair.function,
        });
        let options = Options {
            inputs: self.sample.inputs,
            seed: self.sample.seed,
            ..Options::default()
        };
        let found = find(source, &options);
        let mut few = expectations(source, &found.inputs);
        if few.is_empty() {
            let stops = found.stops.into_iter();
            let stop = stops.max_by_key(|it| it.1).map_or("none", |it| it.0);
            self.result.without_input += 1;
            *self.result.stops.entry(stop.to_owned()).or_default() += 1;
            return Ok(());
        }
        let differing = few.iter_mut().find_map(|it| match it.1.judge(target) {
            Verdict::Differs(finding) => Some(finding.difference.class.name()),
            _ => None,
        });
        if let Some(class) = differing {
            let text = format!("{}: @{}: {class}", pair.path.display(), pair.function);
            self.result.differing.push(text);
            return Ok(());
        }
        let inputs = OnceCell::new();
        let mut many: Option<Vec<Expected<'_, '_>>> = None;
        for edit in edits {
            let Some(edited) = apply(&pair.target, &edit) else {
                continue;
            };
            self.result.edits += 1;
            let counts = self.kinds.entry(edit.kind().text()).or_default();
            counts.drawn += 1;
            let program = Program::new(&edited, pair.layout);
            let after = Side {
                program: &program,
                function: pair.function,
            };
            let verdicts = few.iter_mut().map(|it| it.1.judge(after));
            let verdicts: Vec<Verdict> = verdicts.collect();
            if verdicts.iter().any(is_difference) {
                counts.altering += 1;
                counts.caught += 1;
                continue;
            }
            let many = many.get_or_insert_with(|| {
                let inputs = inputs.get_or_init(|| many_inputs(source, &options));
                expectations(source, inputs)
            });
            // Where the output of opt is itself wrong, nothing is said about the edit.
            let shown = many.iter_mut().find_map(|it| match it.1.judge(after) {
                Verdict::Differs(finding) if !is_difference(&it.1.judge(target)) => {
                    Some((it.0, finding.difference.class))
                }
                _ => None,
            });
            match shown {
                Some((input, class)) => {
                    counts.altering += 1;
                    let reason = reason(target, &edit, &few, &verdicts);
                    let reason = reason.unwrap_or_else(|| match input.kind {
                        Kind::Plain => "reached with the same behaviour".to_owned(),
                        kind => format!("reached; another {} input shows it", kind.name()),
                    });
                    self.missed(pair, &edit, &edited, (input, class), reason)?;
                }
                None => {
                    let is_silent = |it: &Verdict| matches!(it, Verdict::Silent(_));
                    counts.silent += u64::from(verdicts.iter().all(is_silent));
                }
            }
        }
        Ok(())
    }

    /// Counts an edit that is missed.
    fn missed(
        &mut self,
        pair: &Pair<'_>,
        edit: &Edit,
        edited: &Module,
        (input, class): (&Input, Class),
        reason: String,
    ) -> Result<(), Error> {
        let missed = MissedEdit {
            file: pair.path.display().to_string(),
            kind: edit.kind().text().to_owned(),
            edit: edit.to_string(),
            class: class.name().to_owned(),
            input: input.kind.name().to_owned(),
            reason: reason.clone(),
        };
        *self.result.reasons.entry(reason).or_default() += 1;
        self.keep(pair, edited, input, &missed)?;
        self.result.missed.push(missed);
        Ok(())
    }

    /// Writes an edit that is missed to the folder for them.
    fn keep(
        &self,
        pair: &Pair<'_>,
        edited: &Module,
        input: &Input,
        missed: &MissedEdit,
    ) -> Result<(), Error> {
        let Some(folder) = &self.sample.keep else {
            return Ok(());
        };
        let folder = folder.join(self.result.missed.len().to_string());
        let mut about = String::new();
        let MissedEdit {
            file,
            kind,
            edit,
            class,
            input: input_kind,
            reason,
        } = missed;
        writeln!(about, "{file}\n{edit}\n{kind}; {reason}")?;
        writeln!(about, "{class} on a {input_kind} input:\n{input:#?}")?;
        let mut texts = vec![
            ("before.ll", print::module(&pair.target)),
            ("after.ll", print::module(edited)),
            ("input.txt", about),
        ];
        if self.sample.opt.is_some() {
            texts.push(("source.ll", print::module(&pair.source)));
        }
        std::fs::create_dir_all(&folder)?;
        for (name, text) in texts {
            std::fs::write(folder.join(name), text)?;
        }
        Ok(())
    }
}

/// An input with the behaviours of the source on it.
type Expected<'s, 'm> = (&'s Input, Expectation<'s, 'm>);

/// The behaviours of a source. Inputs with undef are left out: differences that need them are not worth much, and optimisers make them.
fn expectations<'s, 'm>(source: Side<'s, 'm>, inputs: &'s [Input]) -> Vec<Expected<'s, 'm>> {
    let inputs = inputs.iter().filter(|input| input.kind != Kind::Undef);
    let expected = inputs.filter_map(|input| {
        let expectation = Expectation::new(source, input, RefineLimits::default());
        Some((input, expectation.ok()?))
    });
    expected.collect()
}

fn is_difference(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Differs(_))
}

/// Very many inputs of a function.
fn many_inputs(source: Side<'_, '_>, options: &Options) -> Vec<Input> {
    let mut inputs = Vec::new();
    for n in 1..=SEARCHES {
        let options = Options {
            inputs: INPUTS,
            seed: options.seed.wrapping_add(n),
            ..*options
        };
        inputs.extend(find(source, &options).inputs);
    }
    let Ok(signature) = source.program.signature(source.function) else {
        return inputs;
    };
    let scalars = signature.parameters.iter().flat_map(|it| &it.scalars);
    let widths = scalars.map(|scalar| match scalar {
        Scalar::Int(bits) if *bits <= BITS => Some(*bits),
        _ => None,
    });
    let widths: Option<Vec<u32>> = widths.collect();
    let widths = widths.unwrap_or_default();
    if !widths.is_empty() && widths.iter().sum::<u32>() <= BITS {
        for mut number in 0..1u128 << widths.iter().sum::<u32>() {
            let leaves = widths.iter().map(|bits| {
                let leaf = number & ((1 << bits) - 1);
                number >>= bits;
                Leaf::Int(leaf)
            });
            let mut input = Input::of_leaves(leaves);
            input.seed = options.seed;
            inputs.push(input);
        }
    }
    inputs
}

/// The reason why an edit is not caught, unless it is executed without a difference.
fn reason(
    target: Side<'_, '_>,
    edit: &Edit,
    few: &[Expected<'_, '_>],
    verdicts: &[Verdict],
) -> Option<String> {
    let body = target.program.function(target.function);
    let blocks = body.and_then(|it| it.body.as_ref()).map(|it| &it.blocks);
    let block = match (edit.place, blocks) {
        (Place::Instruction(at), Some(blocks)) => blocks
            .iter()
            .position(|it| (it.start..it.end).contains(&at)),
        _ => None,
    };
    let is_reached = |input: &Input| {
        let blocks = reached(target, input, RefineLimits::default());
        block.is_none_or(|block| blocks.get(block).is_some_and(|it| *it))
    };
    let reaching = few.iter().zip(verdicts);
    let reaching = reaching.filter(|it| is_reached(it.0.0));
    let reaching: Vec<&Verdict> = reaching.map(|it| it.1).collect();
    let silence = reaching.iter().find_map(|verdict| match verdict {
        Verdict::Silent(silence) => Some(silence.rule()),
        _ => None,
    });
    match (reaching.is_empty(), silence) {
        (true, _) => Some("no input reaches the place".to_owned()),
        (false, rule) => rule.map(|rule| format!("cannot say: {rule}")),
    }
}

/// Reads a module that is well-formed.
fn read(text: &str) -> Option<Module> {
    let module = parse::module(text).ok()?;
    check::module(&module).ok()?;
    Some(module)
}
