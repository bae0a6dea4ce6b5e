//! Tests that grow by crossing.

use kvant_generate::Rng;
use kvant_llvm::check;
use kvant_llvm::layout::DataLayout;
use kvant_llvm::syntax::{Item, Module};
use kvant_llvm_machine::{First, Limits as MachineLimits, Program};
use kvant_llvm_refine::{Input, Limits, Options, Ran, Side, find, reached, run, text};

use crate::config::{GenConfig, Swarm};
use crate::corpus::{Corpus, Group, Specimen, Target};
use crate::cross::{Crossing, Draft, Form, cross};
use crate::edit::{apply, proposals};
use crate::feature::Feature;
use crate::passes;
use crate::{Pipeline, Role, Test, VSCALE};

/// So many seeds in a row have the same pipelines, so that one call of `opt` transforms many tests.
pub const BLOCK: u64 = 128;

/// Hosts that are tried.
const HOSTS: usize = 16;

/// Crossings of one host and one donor that are tried.
const TRIES: usize = 6;

/// Inputs that a draft is run on.
const RUNS: usize = 4;

/// A test, and the features that were drawn for it.
pub struct Grown {
    /// The test.
    pub test: Test,
    /// The features.
    pub features: Vec<Feature>,
    /// The steps that succeeded.
    pub steps: Vec<Step>,
}

/// A step of the growth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// The body of a donor was put into the host.
    Body,
    /// A call of a donor was put into the host.
    Call,
    /// A small change was made.
    Mutation,
}

/// The test of a seed. `None` if the corpus is empty.
pub fn grow(corpus: &Corpus, config: &GenConfig, seed: u64) -> Option<Grown> {
    let mut theme = Rng::new(seed / BLOCK);
    let theme = Theme {
        host: corpus.group(&mut theme)?,
        donor: corpus.group(&mut theme)?,
        single: passes::drawn(&mut theme, 1),
        sequence: {
            let count = theme.between(2, 4);
            passes::drawn(&mut theme, count)
        },
    };
    let mut rng = Rng::new(seed);
    let swarm = Swarm::draw(config, &mut rng);
    let mut grow = Grow {
        corpus,
        layout: DataLayout::parse(&theme.host.target.layout).unwrap_or_default(),
        rng,
        swarm,
        most_steps: config.steps,
        donors: 0,
        steps: Vec::new(),
    };
    let mut plain = None;
    for _ in 0..HOSTS {
        let specimen = corpus.specimen(theme.host, &mut grow.rng)?;
        let Some(host) = grow.draft(&specimen) else {
            continue;
        };
        if !grow.suits(&specimen) && !grow.rng.one_in(4) {
            plain = plain.or(Some(host));
            continue;
        }
        match grow.crossed(&host, theme.donor) {
            Some(draft) => return Some(grow.finished(draft, &theme, config)),
            None => plain = plain.or(Some(host)),
        }
    }
    let host = plain?;
    Some(grow.finished(host, &theme, config))
}

/// The choices that the tests of a block share.
struct Theme<'c> {
    host: &'c Group,
    donor: &'c Group,
    single: Vec<String>,
    sequence: Vec<String>,
}

struct Grow<'c> {
    corpus: &'c Corpus,
    layout: DataLayout,
    rng: Rng,
    swarm: Swarm,
    /// The number of instructions of a run.
    most_steps: u64,
    steps: Vec<Step>,
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

    /// Limits of a run on an input.
    fn limits(&self) -> Limits {
        Limits {
            steps: self.most_steps,
            ..Limits::default()
        }
    }

    /// True if a function has no features that are off.
    fn suits(&self, specimen: &Specimen) -> bool {
        let text = &specimen.text;
        let is_in = |words: &[&str]| words.iter().any(|word| text.contains(word));
        let contents = [
            (Feature::Memory, is_in(&["load ", "store "])),
            (Feature::Floats, is_in(&["float", "double", "half"])),
            (
                Feature::Vectors,
                is_in(&[" x i", " x float", " x double", " x half", " x ptr"]),
            ),
            (Feature::Scalable, is_in(&["vscale"])),
            (
                Feature::UnknownCalls,
                text.contains("declare") && text.contains("@k."),
            ),
            (Feature::Loops, is_in(&["phi "]) && is_in(&["br "])),
        ];
        contents
            .iter()
            .all(|(feature, is_there)| !is_there || self.swarm.has(*feature))
    }

    /// The host after some steps. `None` if none of them succeeded.
    fn crossed(&mut self, host: &Draft, group: &Group) -> Option<Draft> {
        let mut draft = None;
        for _ in 0..self.swarm.changes {
            let weights = &self.swarm.weights;
            let steps = [
                (weights.body, Step::Body),
                (weights.call, Step::Call),
                (weights.mutation, Step::Mutation),
            ];
            if steps.iter().all(|it| it.0 == 0) {
                break;
            }
            let step = self.rng.weighted(&steps);
            let old = draft.as_ref().unwrap_or(host);
            let new = match step {
                Step::Body => self.donated(old, group, Form::Body),
                Step::Call => self.donated(old, group, Form::Call),
                Step::Mutation => self.mutated(old),
            };
            if let Some(new) = new {
                self.steps.push(step);
                draft = Some(new);
            }
        }
        draft
    }

    /// The host with a donor put into it, if the machine accepts one of some tries.
    fn donated(&mut self, host: &Draft, group: &Group, form: Form) -> Option<Draft> {
        let group = match self.rng.one_in(2) {
            true => group,
            false => self.corpus.group(&mut self.rng)?,
        };
        let specimen = self.corpus.specimen(group, &mut self.rng)?;
        if !self.suits(&specimen) && !self.rng.one_in(4) {
            return None;
        }
        let donor = self.draft(&specimen)?;
        if host.size() + donor.size() > self.swarm.statements {
            return None;
        }
        let executed = self.executed(host);
        self.donors += 1;
        let crossing = Crossing {
            form,
            prefix: format!("d{}.", self.donors),
            executed: &executed,
            swarm: &self.swarm,
        };
        for _ in 0..TRIES {
            let proposal = cross(host, &donor, &crossing, &mut self.rng);
            if let Some(draft) = proposal.and_then(|it| self.accepted(it)) {
                return Some(draft);
            }
        }
        None
    }

    /// The host after a small change, if the machine accepts one of some.
    fn mutated(&mut self, host: &Draft) -> Option<Draft> {
        let edits = proposals(&host.module, &host.function);
        for _ in 0..TRIES {
            let edit = self.rng.pick(&edits)?;
            let Some(module) = apply(&host.module, edit) else {
                continue;
            };
            let draft = Draft {
                module,
                function: host.function.clone(),
                inputs: host.inputs.clone(),
            };
            if let Some(draft) = self.accepted(draft) {
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
                steps: self.most_steps,
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
                    limits: self.limits(),
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
    fn finished(mut self, draft: Draft, theme: &Theme<'_>, config: &GenConfig) -> Grown {
        let inputs = {
            let program = Program::new(&draft.module, &self.layout).with_vscale(VSCALE);
            let side = Side {
                program: &program,
                function: &draft.function,
            };
            let options = Options {
                inputs: config.inputs as usize,
                seed: self.rng.bits(),
                limits: self.limits(),
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
            (Role::Own, theme.host.options.clone()),
            (Role::Donor, theme.donor.options.clone()),
            (Role::Single, theme.single.clone()),
            (Role::Sequence, theme.sequence.clone()),
        ];
        let test = Test {
            module: with_target(draft.module, &theme.host.target),
            function: draft.function,
            inputs,
            pipelines: pipelines
                .map(|(role, options)| Pipeline { role, options })
                .into(),
        };
        Grown {
            test,
            features: self.swarm.features(),
            steps: self.steps,
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
