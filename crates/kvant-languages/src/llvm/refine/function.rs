//! The judgement about one function.

use std::collections::BTreeMap;

use kvant_llvm::index::{PartKind, index};
use kvant_llvm::print;
use kvant_llvm::syntax::{Function, Linkage, Module};
use kvant_llvm_machine::{Budget, Every, Limits as MachineLimits, Program, Stop};
use kvant_llvm_refine::{
    Compared, Coverage, DISPUTES, Expectation, Finding, Found, Input, Limits, Options, Ran, Side,
    TargetChoices, Verdict, WAYS, compare, find, run,
};
use kvant_record::refine::{
    RefineBehaviour, RefineCoverage, RefineFinding, RefineVerdict, RefinedFunction,
};

use super::show::{Shown, difference};
use super::simplify::simplify;
use super::unchecked::unchecked;
use super::{Question, words};
use crate::llvm::module::Read;
use crate::llvm::show;

/// At most so many behaviours are in a record.
const MOST_BEHAVIOURS: usize = 8;

/// Runs that are shown take no more instructions.
const STEPS_SHOWN: u64 = 100_000;

/// A module with its program.
type Whole<'p> = (&'p Read<'p>, &'p Program<'p>);

/// A function before and after.
pub(super) struct Pair<'p> {
    pub(super) name: &'p str,
    pub(super) before: Whole<'p>,
    pub(super) after: Whole<'p>,
    pub(super) old: Option<Whole<'p>>,
    pub(super) question: &'p Question<'p>,
}

/// The answers of one target on all inputs.
#[derive(Default)]
struct Answers {
    right: usize,
    /// The inputs with a difference, by their numbers.
    wrong: Vec<(usize, Box<Finding>)>,
    /// True if one of them needs no undef and rests on no disputed rule.
    has_certain: bool,
    /// True if one of them rests on no disputed rule.
    has_undisputed: bool,
    silent: BTreeMap<String, usize>,
    /// The first reason why an input has no answer.
    why: Option<String>,
}

impl Answers {
    fn add(&mut self, n: usize, verdict: Verdict) {
        match verdict {
            Verdict::Refines => self.right += 1,
            Verdict::Differs(finding) => {
                let is_undisputed = finding.quarantine.is_none();
                self.has_certain |= is_undisputed && !finding.undef;
                self.has_undisputed |= is_undisputed;
                self.wrong.push((n, finding));
            }
            Verdict::Silent(silence) => {
                *self.silent.entry(silence.rule().to_owned()).or_default() += 1;
                self.why.get_or_insert_with(|| words::silence(&silence));
            }
        }
    }

    fn verdict(&self) -> RefineVerdict {
        match (self.wrong.is_empty(), self.right) {
            (false, _) if self.has_certain => RefineVerdict::Wrong,
            (false, _) if self.has_undisputed => RefineVerdict::UndefOnly,
            (false, _) | (true, 0) => RefineVerdict::CannotSay,
            (true, _) => RefineVerdict::Right,
        }
    }
}

impl Pair<'_> {
    /// Judges the function. None if `goes_on` says so.
    pub(super) fn judge(&self, goes_on: &mut dyn FnMut() -> bool) -> Option<RefinedFunction> {
        if !goes_on() {
            return None;
        }
        if let Some(why) = self.changed_type() {
            return Some(self.record(RefineVerdict::CannotSay, Some(why), Coverage::default()));
        }
        let source = self.side(self.before);
        let limits = Limits::default();
        let found = find(
            source,
            &Options {
                inputs: self.question.inputs,
                seed: self.question.seed,
                limits,
            },
        );
        let (mut new, mut old) = (Answers::default(), Answers::default());
        for (n, input) in found.inputs.iter().enumerate() {
            if !goes_on() {
                return None;
            }
            let mut expectation = match Expectation::new(source, input, limits) {
                Ok(expectation) => expectation,
                Err(silence) => {
                    new.add(n, Verdict::Silent(silence));
                    continue;
                }
            };
            new.add(n, expectation.judge(self.side(self.after)));
            if let Some(other) = self.old {
                old.add(n, expectation.judge(self.side(other)));
            }
        }
        let mut why = new.why.clone();
        if found.inputs.is_empty() {
            why = Some(self.no_inputs(&found));
        }
        let mut record = self.record(new.verdict(), why, found.coverage);
        record.old = self.old.map(|_| old.verdict());
        record.inputs = found.inputs.len();
        record.answered = new.right + new.wrong.len();
        record.different = new.wrong.len();
        record.silent = new.silent;
        // The input with the fewest doubts.
        let doubts = |(n, finding): &&(usize, Box<Finding>)| {
            let is_doubtful = (finding.quarantine.is_some(), finding.undef);
            (
                is_doubtful,
                found.inputs[*n].kind,
                finding.difference.class,
                *n,
            )
        };
        let best = new.wrong.iter().min_by_key(doubts);
        if let Some((n, finding)) = best {
            let target = self.side(self.after);
            let (input, finding) = simplify(source, target, &found.inputs[*n], finding);
            self.add_finding(&mut record, &input, &finding);
        }
        Some(record)
    }

    fn side<'s>(&'s self, (_, program): Whole<'s>) -> Side<'s, 's> {
        Side {
            program,
            function: self.name,
        }
    }

    fn record(
        &self,
        verdict: RefineVerdict,
        why: Option<String>,
        coverage: Coverage,
    ) -> RefinedFunction {
        let is_silent = verdict == RefineVerdict::CannotSay;
        RefinedFunction {
            function: self.name.to_owned(),
            verdict,
            old: None,
            class: None,
            reason: why.filter(|_| is_silent),
            inputs: 0,
            answered: 0,
            different: 0,
            silent: BTreeMap::new(),
            coverage: RefineCoverage {
                blocks: coverage.blocks,
                reached: coverage.reached,
                instructions: coverage.instructions,
                executed: coverage.executed,
            },
            finding: None,
        }
    }

    /// The reason why no input was found.
    fn no_inputs(&self, found: &Found) -> String {
        let (_, program) = self.before;
        if let Some(stop) = program.refusals(self.name).first() {
            return format!("{}: {stop}", show::kind(stop));
        }
        let mut stops: Vec<_> = found.stops.iter().collect();
        stops.sort_by_key(|(rule, count)| (std::cmp::Reverse(**count), **rule));
        let stops = stops.iter().take(3);
        let stops: Vec<String> = stops.map(|(rule, n)| format!("{rule} ({n})")).collect();
        let stops = match stops.is_empty() {
            true => String::new(),
            false => format!("; its runs end with {}", stops.join(", ")),
        };
        format!("no input was found on which it is defined before{stops}")
    }

    /// The types before and after, if they differ.
    fn changed_type(&self) -> Option<String> {
        let ty = |(read, program): Whole<'_>| {
            let function = program.function(self.name)?;
            Some(type_of(&read.module, function))
        };
        let (before, after) = (ty(self.before)?, ty(self.after)?);
        (before != after).then(|| format!("its type is {before} before and {after} after"))
    }

    fn is_local(&self) -> bool {
        let function = self.before.1.function(self.name);
        let linkage = function.and_then(|it| it.properties.linkage);
        matches!(linkage, Some(Linkage::Internal | Linkage::Private))
    }

    /// Adds a difference to a record. It says nothing if the optimiser may know more than the machine.
    fn add_finding(&self, record: &mut RefinedFunction, input: &Input, finding: &Finding) {
        let class = words::class(finding.difference.class);
        record.class = Some(class.to_owned());
        let hidden = unchecked(self.before.0.text, self.name);
        let doubt = if !hidden.is_empty() {
            let hidden: Vec<&str> = hidden.removed.keys().map(String::as_str).collect();
            Some(format!(
                "there is a difference ({class}), but the machine does not check {}, which the optimiser may have used",
                hidden.join(", ")
            ))
        } else if let Some(rule) = finding.quarantine {
            let rules = DISPUTES.iter().find(|it| it.name == rule);
            let why = rules.map_or("", |it| it.why);
            Some(format!(
                "there is a difference ({class}), which may rest on a disputed rule [{rule}]: {why}"
            ))
        } else if self.is_local() {
            Some(format!(
                "there is a difference ({class}), but the function is local, and the optimiser may have used facts about its calls"
            ))
        } else {
            None
        };
        if doubt.is_some() {
            record.verdict = RefineVerdict::CannotSay;
            record.reason = doubt;
        }
        record.finding = Some(Box::new(self.finding(input, finding)));
    }

    /// The record of a difference.
    pub(super) fn finding(&self, input: &Input, finding: &Finding) -> RefineFinding {
        let ((read, _), (after, _)) = (self.before, self.after);
        let text = kvant_llvm_refine::text::write(self.side(self.before), input);
        let [one, other] = [self.before, self.after].map(|whole| Shown {
            side: self.side(whole),
            module: &whole.0.module,
            objects: &text.objects,
        });
        let mut expected: Vec<RefineBehaviour> = Vec::new();
        for behaviour in finding.source.iter().map(|it| one.behaviour(it)) {
            if !expected.contains(&behaviour) {
                expected.push(behaviour);
            }
        }
        let expected_count = expected.len();
        expected.truncate(MOST_BEHAVIOURS);
        let limits = MachineLimits {
            steps: STEPS_SHOWN,
            ..MachineLimits::default()
        };
        let run_before = one.trace(input, limits, &mut Every::default());
        let run_after = other.trace(input, limits, &mut self.choices(input, finding));
        RefineFinding {
            outside: (input.seed != 0).then_some(input.seed),
            needs_undef: finding.undef,
            input_kind: input.kind.name().to_owned(),
            difference: difference(&finding.difference, finding, (&one, &other)),
            expected,
            expected_count,
            actual: other.ran(&finding.target),
            before: definition(read.text, self.name),
            after: definition(after.text, self.name),
            run_before: run_before.shown(&run_after),
            run_after: run_after.shown(&run_before),
            arguments: text.arguments,
            alive_tv: None,
        }
    }

    /// The choices with which the target shows the difference.
    fn choices(&self, input: &Input, finding: &Finding) -> TargetChoices {
        let limits = MachineLimits {
            steps: STEPS_SHOWN,
            ..MachineLimits::default()
        };
        let is_it = |ran: &Ran| match (ran, &finding.target) {
            (Ran::Behaves(a), Ran::Behaves(b)) => compare(self.after.1, b, a) == Compared::Refines,
            (Ran::Undefined(a), Ran::Undefined(b)) => a == b,
            (Ran::Silent(Stop::Budget(Budget::Steps { .. })), Ran::Silent(_)) => true,
            _ => false,
        };
        let side = self.side(self.after);
        for way in 0..WAYS {
            let mut tried = TargetChoices::default().with_way(way);
            for _ in 0..Limits::default().tries {
                let ran = run(side.program, side.function, input, limits, &mut tried);
                if is_it(&ran) {
                    return tried.with_way(way);
                }
                if !tried.advance() {
                    break;
                }
            }
        }
        TargetChoices::default()
    }
}

/// The text of a function's type, without attributes.
fn type_of(module: &Module, function: &Function) -> String {
    let parameters = function.parameters.iter();
    let mut parameters: Vec<String> = parameters.map(|it| print::ty(module, it.ty)).collect();
    if function.is_variadic {
        parameters.push("...".to_owned());
    }
    let result = print::ty(module, function.result);
    format!("{result} ({})", parameters.join(", "))
}

/// The text of a function.
fn definition(text: &str, name: &str) -> String {
    let parts = index(text);
    let part = parts.iter().find(|part| {
        let own = text.get(part.name.clone()).unwrap_or_default();
        let own = own.trim_start_matches('@').trim_matches('"');
        part.kind == PartKind::Definition && own == name
    });
    let text = part.and_then(|it| text.get(it.range.start..=it.body.end));
    text.unwrap_or_default().to_owned()
}
