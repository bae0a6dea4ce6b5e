//! One batch: functions of one target through all optimisers and pipelines, and the judgements about the results.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use kvant_llvm::combine::restricted;
use kvant_llvm::dialect::{degrade, pin::Pin};
use kvant_llvm::layout::DataLayout;
use kvant_llvm::parse;
use kvant_llvm::syntax::Module;
use kvant_llvm_gen::VSCALE;
use kvant_llvm_gen::corpus::Unit;
use kvant_llvm_machine::Program;
use kvant_llvm_refine::{
    Expectation, Finding, Found, Input, Kind, Limits, Options, Ran, Side, Silence, Verdict, find,
};
use kvant_record::bench::{RefinedFunctions, RefinedSeconds};
use kvant_toolchain::ToolError;
use kvant_toolchain::drivers::llvm::Opt;

use super::keep;
use super::plan::{Batch, Pipeline, read, units};
use super::transform::{Pass, Target, Transformed, Variant};
use crate::{Error, timed};

/// The class of differences that were only seen with undef or a choice. LLVM's maintainers do not treat them as bugs.
pub(super) const UNDEF_ONLY: &str = "undef-only";

/// Everything that batches have in common.
pub(super) struct Campaign<'c> {
    pub(super) opts: &'c [Opt],
    pub(super) files: &'c [PathBuf],
    /// The folder of the tests.
    pub(super) folder: &'c Path,
    pub(super) inputs: usize,
    pub(super) seed: u64,
    pub(super) keep: Option<&'c Path>,
    pub(super) limits: &'c kvant_toolchain::Limits,
}

/// One optimiser and one pipeline.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Way {
    /// The number of the optimiser.
    pub(super) opt: usize,
    /// The number of the pipeline in the batch.
    pub(super) pipeline: usize,
}

/// The fate of a function on one way.
#[derive(Debug)]
pub(super) enum Fate {
    /// The version does not read it.
    Beyond,
    /// The version refuses the options.
    OptionsRefused,
    /// It was not transformed.
    Failed(String),
    /// It is not there any more.
    Gone,
    /// It was judged, or nothing can be said on any input.
    Judged(Judged),
}

/// The judgements about a function on all inputs.
#[derive(Debug, Default)]
pub(super) struct Judged {
    /// Inputs on which it refines.
    pub(super) refines: u64,
    /// Inputs about which nothing can be said, by the reason.
    pub(super) silences: BTreeMap<String, u64>,
    /// True if there is a difference that may rest on a disputed rule.
    pub(super) is_disputed: bool,
    /// The difference that is worth most.
    pub(super) difference: Option<Difference>,
}

/// A difference.
#[derive(Debug)]
pub(super) struct Difference {
    pub(super) class: String,
    /// The rule that the target violates.
    pub(super) rule: Option<String>,
    /// The kind of the input; undef also if the source computes with undef.
    pub(super) kind: Kind,
    /// The folder with the texts.
    pub(super) kept: Option<String>,
}

/// The result of a batch.
#[derive(Default)]
pub(super) struct Outcome {
    pub(super) functions: RefinedFunctions,
    pub(super) seconds: RefinedSeconds,
    /// The fate of each test on each way.
    pub(super) fates: Vec<(usize, Way, Fate)>,
}

/// A function with the texts that versions read.
struct Subject {
    test: usize,
    unit: Unit,
    variants: Vec<Variant>,
    /// For each optimiser, the number of its variant.
    of_opt: Vec<Option<usize>>,
}

impl Campaign<'_> {
    /// The name of a file below the folder of the tests.
    pub(super) fn file_name(&self, file: usize) -> String {
        let path = &self.files[file];
        let path = path.strip_prefix(self.folder).unwrap_or(path);
        path.display().to_string()
    }

    /// Executes a batch.
    pub(super) fn run(&self, batch: &Batch) -> Result<Outcome, Error> {
        let mut outcome = Outcome::default();
        let layout = DataLayout::parse(&batch.key.layout)?;
        let (subjects, seconds) = timed(|| self.subjects(batch));
        let subjects = subjects?;
        outcome.seconds.extract += seconds;
        let mut targets = Vec::new();
        // The module of each function on each way.
        let mut places: HashMap<(usize, Way), usize> = HashMap::new();
        let head = format!(
            "target datalayout = \"{}\"\ntarget triple = \"{}\"\n",
            batch.key.layout, batch.key.triple
        );
        for way in self.ways(batch) {
            let variants = subjects
                .iter()
                .enumerate()
                .filter_map(|(n, subject)| Some((n, &subject.variants[subject.of_opt[way.opt]?])));
            let variants: Vec<(usize, &Variant)> = variants.collect();
            let pass = Pass {
                opt: &self.opts[way.opt],
                options: &batch.key.pipelines[way.pipeline].options,
                limits: self.limits,
                head: &head,
            };
            let (transformed, seconds) = timed(|| pass.transform(&variants));
            outcome.seconds.text += seconds;
            let Transformed {
                outputs,
                failures,
                refused,
            } = transformed?;
            for (members, target) in outputs {
                places.extend(members.iter().map(|n| ((*n, way), targets.len())));
                targets.push(target);
            }
            for n in subjects
                .iter()
                .filter(|it| it.of_opt[way.opt].is_none())
                .map(|it| it.test)
            {
                outcome.fates.push((n, way, Fate::Beyond));
            }
            let failures = failures.into_iter();
            let failures = failures.map(|(n, text)| (subjects[n].test, way, Fate::Failed(text)));
            outcome.fates.extend(failures);
            let refused = refused.into_iter();
            let refused = refused.map(|n| (subjects[n].test, way, Fate::OptionsRefused));
            outcome.fates.extend(refused);
        }
        let programs = targets
            .iter()
            .map(|Target { module, layout }| Program::new(module, layout).with_vscale(VSCALE));
        let programs: Vec<Program<'_>> = programs.collect();
        for (n, subject) in subjects.iter().enumerate() {
            if self.limits.cancel.is_cancelled() {
                return Err(ToolError::Cancelled.into());
            }
            for (number, variant) in subject.variants.iter().enumerate() {
                let ways = self.ways(batch).filter_map(|way| {
                    let place = places.get(&(n, way))?;
                    let is_of_it = subject.of_opt[way.opt] == Some(number);
                    is_of_it.then_some((way, &programs[*place], &targets[*place]))
                });
                let ways: Vec<_> = ways.collect();
                let judgement = Judgement {
                    campaign: self,
                    batch,
                    subject,
                    variant,
                    layout: &layout,
                    is_first: number == 0,
                };
                judgement.judge(&ways, &mut outcome)?;
            }
        }
        Ok(outcome)
    }

    fn ways(&self, batch: &Batch) -> impl Iterator<Item = Way> + use<> {
        let pipelines = batch.key.pipelines.len();
        (0..self.opts.len())
            .flat_map(move |opt| (0..pipelines).map(move |pipeline| Way { opt, pipeline }))
    }

    /// The functions of a batch in modules of their own, as the versions read them.
    fn subjects(&self, batch: &Batch) -> Result<Vec<Subject>, Error> {
        let mut subjects = Vec::new();
        let mut at = 0;
        for tests in batch.tests.chunk_by(|a, b| a.file == b.file) {
            let module = parse::module(&read(&self.files[tests[0].file])?)?;
            let functions: Vec<&str> = tests.iter().map(|it| &*it.function).collect();
            let units = units(&module, &self.file_name(tests[0].file), &functions);
            for (n, unit) in units.into_iter().enumerate() {
                if let Some(unit) = unit {
                    subjects.push(self.subject(at + n, unit, batch));
                }
            }
            at += tests.len();
        }
        Ok(subjects)
    }

    fn subject(&self, test: usize, unit: Unit, batch: &Batch) -> Subject {
        let mut subject = Subject {
            test,
            unit,
            variants: Vec::new(),
            of_opt: Vec::new(),
        };
        for opt in self.opts {
            let text = text_for(&subject.unit, opt, batch);
            let variants = &mut subject.variants;
            let number = text.and_then(|text| {
                if let Some(known) = variants.iter().position(|it| it.text == text) {
                    return Some(known);
                }
                // The machine executes the very text that the compiler gets.
                let module = parse::module(&text).ok()?;
                variants.push(Variant { text, module });
                Some(variants.len() - 1)
            });
            subject.of_opt.push(number);
        }
        subject
    }
}

/// The text of a function that an optimiser reads.
fn text_for(unit: &Unit, opt: &Opt, batch: &Batch) -> Option<String> {
    let version = super::dialect(opt)?;
    let degraded = degrade(&unit.module, version).ok()?;
    let names = &degraded.module.names;
    let is_it = |name| names.get(name) == unit.name;
    if degraded
        .beyond
        .iter()
        .any(|it| it.symbol.is_some_and(is_it))
    {
        return None;
    }
    let pin = Pin {
        version,
        triple: batch.key.triple.clone(),
        layout: batch.key.layout.clone(),
    };
    kvant_llvm::print::pinned(&degraded.module, &pin).ok()
}

/// The judgements about one text of a function.
struct Judgement<'j> {
    campaign: &'j Campaign<'j>,
    batch: &'j Batch,
    subject: &'j Subject,
    variant: &'j Variant,
    layout: &'j DataLayout,
    is_first: bool,
}

impl Judgement<'_> {
    fn judge(
        &self,
        ways: &[(Way, &Program<'_>, &Target)],
        outcome: &mut Outcome,
    ) -> Result<(), Error> {
        let function = &*self.subject.unit.name;
        let program = Program::new(&self.variant.module, self.layout).with_vscale(VSCALE);
        let side = Side {
            program: &program,
            function,
        };
        let limits = Limits::default();
        let options = Options {
            inputs: self.campaign.inputs,
            seed: self.campaign.seed,
            limits,
        };
        let (found, seconds) = timed(|| find(side, &options));
        outcome.seconds.search += seconds;
        if self.is_first {
            count(&found, &mut outcome.functions);
        }
        let is_there = |program: &Program<'_>| {
            let there = program.function(function);
            there.is_some_and(|it| it.body.is_some())
        };
        let mut judged: Vec<Option<Judged>> = ways
            .iter()
            .map(|(_, program, _)| is_there(program).then(Judged::default))
            .collect();
        for input in &found.inputs {
            let (expectation, seconds) = timed(|| Expectation::new(side, input, limits));
            outcome.seconds.judge += seconds;
            let mut expectation = match expectation {
                Ok(expectation) => expectation,
                Err(silence) => {
                    for judged in judged.iter_mut().flatten() {
                        judged.silent(&silence);
                    }
                    continue;
                }
            };
            for ((way, program, target), judged) in ways.iter().zip(&mut judged) {
                let Some(judged) = judged else { continue };
                let ((verdict, alone), seconds) = timed(|| {
                    let verdict = expectation.judge(Side { program, function });
                    match &verdict {
                        Verdict::Differs(finding) if judged.is_worth(input, finding) => {}
                        _ => return (verdict, None),
                    }
                    let Some(module) = restricted(&target.module, &self.variant.module) else {
                        return (verdict, None);
                    };
                    let alone = Program::new(&module, &target.layout).with_vscale(VSCALE);
                    let program = &alone;
                    let verdict = expectation.judge(Side { program, function });
                    (verdict, Some(module))
                });
                outcome.seconds.judge += seconds;
                match verdict {
                    Verdict::Refines => judged.refines += 1,
                    Verdict::Silent(silence) => judged.silent(&silence),
                    Verdict::Differs(finding) => {
                        let after = alone.as_ref().unwrap_or(&target.module);
                        self.differs(*way, input, &finding, after, judged)?;
                    }
                }
            }
        }
        for ((way, ..), judged) in ways.iter().zip(judged) {
            let fate = judged.map_or(Fate::Gone, Fate::Judged);
            outcome.fates.push((self.subject.test, *way, fate));
        }
        Ok(())
    }

    /// Notes a difference that is worth more than the one that is known. One that may rest on a disputed rule only makes the verdict
    /// `disputed`.
    fn differs(
        &self,
        way: Way,
        input: &Input,
        finding: &Finding,
        after: &Module,
        judged: &mut Judged,
    ) -> Result<(), Error> {
        if !judged.is_worth(input, finding) {
            return Ok(());
        }
        if let Some(rule) = finding.quarantine {
            judged.is_disputed = true;
            let reason = format!("disputed: {rule}");
            *judged.silences.entry(reason).or_default() += 1;
            return Ok(());
        }
        let kind = kind(input, finding);
        let class = match kind {
            Kind::Undef => UNDEF_ONLY.to_owned(),
            _ => finding.difference.class.name().to_owned(),
        };
        let rule = match &finding.target {
            Ran::Undefined(rule) => Some(rule.rule().to_owned()),
            _ => None,
        };
        let test = &self.batch.tests[self.subject.test];
        let Pipeline { options, .. } = &self.batch.key.pipelines[way.pipeline];
        let kept = match self.campaign.keep {
            None => None,
            Some(folder) => Some(keep::keep(
                folder,
                &keep::Kept {
                    file: &self.campaign.file_name(test.file),
                    function: &test.function,
                    name: &self.subject.unit.name,
                    opt: &self.campaign.opts[way.opt],
                    options,
                    class: &class,
                    rule: rule.as_deref(),
                    search: (self.campaign.inputs, self.campaign.seed),
                    before: &self.variant.text,
                    after,
                    input,
                    finding,
                },
            )?),
        };
        judged.difference = Some(Difference {
            class,
            rule,
            kind,
            kept,
        });
        Ok(())
    }
}

/// The kind of the input; undef as well if the source uses it.
fn kind(input: &Input, finding: &Finding) -> Kind {
    match finding.undef {
        true => Kind::Undef,
        false => input.kind,
    }
}

impl Judged {
    /// True if a difference is the first one, or is on a plainer input than the one that is known.
    fn is_worth(&self, input: &Input, finding: &Finding) -> bool {
        let known = self.difference.as_ref().map(|it| it.kind);
        known.is_none_or(|known| kind(input, finding) < known)
    }

    fn silent(&mut self, silence: &Silence) {
        let reason = match silence {
            Silence::Undefined(rule) => format!("source: {}", rule.rule()),
            Silence::Source(stop) => format!("source: {}", stop.rule()),
            Silence::Target(stop) => format!("target: {}", stop.rule()),
            Silence::Many => "source: too many behaviours".to_owned(),
            Silence::Compared => "not comparable".to_owned(),
        };
        *self.silences.entry(reason).or_default() += 1;
    }

    /// The verdict: `refines`, `silent`, `disputed`, or the class of the difference.
    pub(super) fn verdict(&self) -> &str {
        match &self.difference {
            Some(difference) => &difference.class,
            None if self.is_disputed => "disputed",
            None if self.refines > 0 => "refines",
            None => "silent",
        }
    }
}

/// Counts a function for which inputs were searched.
fn count(found: &Found, functions: &mut RefinedFunctions) {
    functions.searched += 1;
    let coverage = found.coverage;
    functions.blocks += u64::from(coverage.blocks);
    functions.blocks_reached += u64::from(coverage.reached);
    functions.inputs += found.inputs.len() as u64;
    if found.inputs.is_empty() {
        let most = found.stops.iter().max_by_key(|it| it.1);
        let most = most.map_or("none", |it| it.0);
        *functions.stops.entry(most.to_owned()).or_default() += 1;
        return;
    }
    functions.defined += 1;
    if coverage.executed * 2 >= coverage.instructions {
        functions.half_executed += 1;
    }
}
