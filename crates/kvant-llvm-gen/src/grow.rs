//! Tests that grow by crossing.

use kvant_generate::Rng;
use kvant_llvm::check;
use kvant_llvm::layout::DataLayout;
use kvant_llvm::syntax::{Item, Module};
use kvant_llvm_machine::{First, Limits as MachineLimits, Program};
use kvant_llvm_refine::{Input, Limits, Options, Ran, Side, find, reached, run, text};

use crate::corpus::{Corpus, Group, Specimen, Target};
use crate::cross::{Draft, Form, cross};
use crate::{Pipeline, Test, VSCALE};

/// So many seeds in a row have the same pipelines, so that one call of `opt` transforms many tests.
pub const BLOCK: u64 = 128;

/// Hosts that are tried.
const HOSTS: usize = 16;

/// Crossings of one host and one donor that are tried.
const TRIES: usize = 6;

/// Instructions of a run of a draft.
const STEPS: u64 = 20_000;

/// Inputs that a draft is run on.
const RUNS: usize = 4;

/// Passes of functions, loops and modules that every version from 15 on knows.
pub const PASSES: [&str; 3] = ["instcombine", "gvn", "simplifycfg"];

/// Settings of the generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options_ {
    /// The number of crossings.
    pub crossings: (usize, usize),
    /// The largest number of instructions.
    pub size: usize,
    /// The number of inputs.
    pub inputs: usize,
}

/// The test of a seed. `None` if the corpus is empty.
pub fn grow(corpus: &Corpus, options: Options_, seed: u64) -> Option<Test> {
    let mut theme = Rng::new(seed / BLOCK);
    let theme = Theme {
        host: corpus.group(&mut theme)?,
        donor: corpus.group(&mut theme)?,
        single: vec![drawn_passes(&mut theme, 1)],
        sequence: {
            let count = theme.between(2, 4);
            vec![drawn_passes(&mut theme, count)]
        },
    };
    let mut grow = Grow {
        corpus,
        options,
        layout: DataLayout::parse(&theme.host.target.layout).unwrap_or_default(),
        rng: Rng::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
        donors: 0,
    };
    let mut plain = None;
    for _ in 0..HOSTS {
        let specimen = corpus.specimen(theme.host, &mut grow.rng)?;
        let Some(host) = grow.draft(&specimen) else {
            continue;
        };
        match grow.crossed(&host, theme.donor) {
            Some(draft) => return Some(grow.test(draft, &theme)),
            None => plain = plain.or(Some(host)),
        }
    }
    let host = plain?;
    Some(grow.test(host, &theme))
}

/// The choices that the tests of a block share.
struct Theme<'c> {
    host: &'c Group,
    donor: &'c Group,
    single: Vec<String>,
    sequence: Vec<String>,
}

fn drawn_passes(rng: &mut Rng, count: usize) -> String {
    let passes = (0..count).map(|_| PASSES[rng.below(PASSES.len())]);
    format!("-passes={}", passes.collect::<Vec<_>>().join(","))
}

struct Grow<'c> {
    corpus: &'c Corpus,
    options: Options_,
    layout: DataLayout,
    rng: Rng,
    /// The number of donors so far.
    donors: usize,
}

impl Grow<'_> {
    /// A function of the corpus as it is.
    fn draft(&self, specimen: &Specimen) -> Option<Draft> {
        let (module, function) = specimen.module().ok()?;
        let inputs = {
            let program = Program::new(&module, &self.layout).with_vscale(VSCALE);
            specimen.inputs(Side {
                program: &program,
                function: &function,
            })
        };
        Some(Draft {
            module,
            function,
            inputs,
        })
    }

    /// The host with donors put into it.
    fn crossed(&mut self, host: &Draft, group: &Group) -> Option<Draft> {
        let (least, most) = self.options.crossings;
        let wanted = self.rng.between(least, most);
        let mut draft = None;
        for _ in 0..wanted {
            let group = match self.rng.one_in(2) {
                true => group,
                false => self.corpus.group(&mut self.rng)?,
            };
            let specimen = self.corpus.specimen(group, &mut self.rng)?;
            let Some(donor) = self.draft(&specimen) else {
                continue;
            };
            let old = draft.as_ref().unwrap_or(host);
            if old.size() + donor.size() > self.options.size {
                continue;
            }
            if let Some(new) = self.once(old, &donor) {
                draft = Some(new);
            }
        }
        draft
    }

    /// The host with one donor put into it, if the machine accepts one of some tries.
    fn once(&mut self, host: &Draft, donor: &Draft) -> Option<Draft> {
        let executed = self.executed(host);
        self.donors += 1;
        let prefix = format!("d{}.", self.donors);
        for _ in 0..TRIES {
            let form = match self.rng.one_in(4) {
                true => Form::Call,
                false => Form::Body,
            };
            let proposal = cross(host, donor, (form, &prefix), &executed, &mut self.rng);
            if let Some(draft) = proposal.and_then(|it| self.accepted(it)) {
                return Some(draft);
            }
        }
        None
    }

    /// True for each block of a draft that one of its inputs reaches.
    fn executed(&self, draft: &Draft) -> Vec<bool> {
        let program = Program::new(&draft.module, &self.layout).with_vscale(VSCALE);
        let side = Side {
            program: &program,
            function: &draft.function,
        };
        let mut executed: Vec<bool> = Vec::new();
        for input in draft.inputs.iter().take(RUNS) {
            let reached = reached(side, input, Limits::default());
            executed.resize(reached.len(), false);
            for (all, one) in executed.iter_mut().zip(reached) {
                *all |= one;
            }
        }
        executed
    }

    /// The draft with the inputs on which it is defined, if there is one.
    fn accepted(&self, mut draft: Draft) -> Option<Draft> {
        check::module(&draft.module).ok()?;
        let inputs = {
            let program = Program::new(&draft.module, &self.layout).with_vscale(VSCALE);
            let limits = MachineLimits {
                steps: STEPS,
                ..MachineLimits::default()
            };
            let is_defined = |input: &&Input| {
                let mut first = First::default();
                let ran = run(&program, &draft.function, input, limits, &mut first);
                matches!(ran, Ran::Behaves(_))
            };
            let inputs = draft.inputs.iter().take(RUNS).filter(is_defined);
            let mut inputs: Vec<Input> = inputs.cloned().collect();
            if inputs.is_empty() {
                let options = Options {
                    inputs: 2,
                    ..Options::default()
                };
                let side = Side {
                    program: &program,
                    function: &draft.function,
                };
                inputs = find(side, &options).inputs;
            }
            inputs
        };
        if inputs.is_empty() {
            return None;
        }
        draft.inputs = inputs;
        Some(draft)
    }

    /// The finished test.
    fn test(&mut self, draft: Draft, theme: &Theme<'_>) -> Test {
        let inputs = {
            let program = Program::new(&draft.module, &self.layout).with_vscale(VSCALE);
            let side = Side {
                program: &program,
                function: &draft.function,
            };
            let options = Options {
                inputs: self.options.inputs,
                seed: self.rng.bits(),
                ..Options::default()
            };
            let mut inputs = find(side, &options).inputs;
            if inputs.is_empty() {
                inputs.clone_from(&draft.inputs);
            }
            // Read from text, so that the test is the same if its text is read.
            let read = inputs.iter().filter_map(|input| {
                let read = text::read(side, &text::write(side, input).arguments).ok()?;
                Some(Input {
                    seed: input.seed,
                    ..read
                })
            });
            read.collect()
        };
        let pipelines = [
            ("own", theme.host.options.clone()),
            ("donor", theme.donor.options.clone()),
            ("single", theme.single.clone()),
            ("sequence", theme.sequence.clone()),
        ];
        Test {
            module: with_target(draft.module, &theme.host.target),
            function: draft.function,
            inputs,
            pipelines: pipelines
                .map(|(role, options)| Pipeline { role, options })
                .into(),
        }
    }
}

/// A module with a data layout and a triple.
fn with_target(mut module: Module, target: &Target) -> Module {
    let mut items = Vec::new();
    if !target.layout.is_empty() {
        items.push(Item::DataLayout(module.names.intern(&target.layout)));
    }
    if !target.triple.is_empty() {
        items.push(Item::Triple(module.names.intern(&target.triple)));
    }
    module.items.splice(0..0, items);
    module
}
