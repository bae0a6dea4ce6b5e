//! The judgement about one input.

use kvant_llvm_machine::{Budget, Choices, Every, Limits as MachineLimits, Program, Stop, Ub};

use crate::behaviour::{Behaviour, Ran, run};
use crate::compare::{Class, Compared, Difference, Place, compare};
use crate::input::Input;

/// A function of a program.
#[derive(Clone, Copy)]
pub struct Side<'s, 'm> {
    /// The program.
    pub program: &'s Program<'m>,
    /// The name of the function.
    pub function: &'s str,
}

/// Limits of a judgement.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The number of instructions of the source.
    pub steps: u64,
    /// The number of behaviours of the source that are enumerated.
    pub behaviours: u32,
    /// The number of behaviours of the target that are tried.
    pub tries: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: 100_000,
            behaviours: 64,
            tries: 16,
        }
    }
}

/// A judgement.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Everything that the target did is something that the source does.
    Refines,
    /// Nothing can be said.
    Silent(Silence),
    /// The target does something that the source does not.
    Differs(Box<Finding>),
}

/// The reason why nothing can be said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Silence {
    /// The source is undefined on this input.
    Undefined(Ub),
    /// The source is refused.
    Source(Stop),
    /// The source has more behaviours than are enumerated.
    Many,
    /// The target is refused.
    Target(Stop),
    /// Both cannot be compared.
    Compared,
}

impl Silence {
    /// The name of the rule or limit.
    pub fn rule(&self) -> &'static str {
        match self {
            Silence::Undefined(rule) => rule.rule(),
            Silence::Source(stop) | Silence::Target(stop) => stop.rule(),
            Silence::Many => "many-behaviours",
            Silence::Compared => "not-comparable",
        }
    }
}

/// A difference between a source and a target on one input.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The difference to the first behaviour of the source.
    pub difference: Difference,
    /// The behaviours of the source, all of them.
    pub source: Vec<Behaviour>,
    /// The target: its behaviour, or the rule that it violates.
    pub target: Ran,
}

/// A target may take so many times as many instructions as its source, and [`MORE`] besides.
const TIMES: u64 = 20;
const MORE: u64 = 100_000;

/// The behaviours of a source on one input, all of them.
pub struct Expectation<'s, 'm> {
    source: Side<'s, 'm>,
    input: &'s Input,
    limits: Limits,
    behaviours: Vec<Behaviour>,
}

/// Judges about a target on one input.
pub fn judge(source: Side<'_, '_>, target: Side<'_, '_>, input: &Input, limits: Limits) -> Verdict {
    match Expectation::new(source, input, limits) {
        Ok(mut expectation) => expectation.judge(target),
        Err(silence) => Verdict::Silent(silence),
    }
}

impl<'s, 'm> Expectation<'s, 'm> {
    /// Executes a source with all its choices.
    pub fn new(
        source: Side<'s, 'm>,
        input: &'s Input,
        limits: Limits,
    ) -> Result<Expectation<'s, 'm>, Silence> {
        Ok(Expectation {
            source,
            input,
            limits,
            behaviours: all(source, input, limits)?,
        })
    }

    /// Judges about a target.
    pub fn judge(&mut self, target: Side<'_, '_>) -> Verdict {
        let most = self.behaviours.iter().map(|it| it.steps).max();
        let machine = MachineLimits {
            steps: most.unwrap_or(0) * TIMES + MORE,
            ..MachineLimits::default()
        };
        let mut every = Every::default();
        for _ in 0..self.limits.tries {
            let ran = run(
                target.program,
                target.function,
                self.input,
                machine,
                &mut every,
            );
            let verdict = self.compared(target, ran);
            if !matches!(verdict, Verdict::Refines) {
                return verdict;
            }
            if !every.advance() {
                break;
            }
        }
        Verdict::Refines
    }

    /// Compares a run of the target with all behaviours of the source.
    fn compared(&mut self, target: Side<'_, '_>, ran: Ran) -> Verdict {
        let (source, seed) = (self.source, self.input.seed);
        let whole = |class| Difference {
            class,
            place: Place::Run,
        };
        let difference = match &ran {
            Ran::Undefined(rule) if is_claim(rule) => whole(Class::Claim),
            Ran::Undefined(_) => whole(Class::Undefined),
            Ran::Silent(Stop::Budget(Budget::Steps { .. })) => whole(Class::Endless),
            Ran::Silent(stop) => return Verdict::Silent(Silence::Target(stop.clone())),
            Ran::Behaves(behaviour) => {
                let mut first = None;
                for own in &mut self.behaviours {
                    let mut behaviour = behaviour.clone();
                    behaviour.complete(target.program, seed, own);
                    own.complete(source.program, seed, &behaviour);
                    match compare(own, &behaviour) {
                        Compared::Refines => return Verdict::Refines,
                        Compared::Unknown => return Verdict::Silent(Silence::Compared),
                        Compared::Differs(difference) => first = first.or(Some(difference)),
                    }
                }
                match first {
                    Some(difference) => difference,
                    None => return Verdict::Silent(Silence::Compared),
                }
            }
        };
        Verdict::Differs(Box::new(Finding {
            difference,
            source: self.behaviours.clone(),
            target: ran,
        }))
    }
}

/// All behaviours of the source.
fn all(source: Side<'_, '_>, input: &Input, limits: Limits) -> Result<Vec<Behaviour>, Silence> {
    let machine = MachineLimits {
        steps: limits.steps,
        ..MachineLimits::default()
    };
    let (mut every, mut behaviours) = (Every::default(), Vec::new());
    for _ in 0..limits.behaviours {
        let choices: &mut dyn Choices = &mut every;
        match run(source.program, source.function, input, machine, choices) {
            Ran::Behaves(behaviour) => behaviours.push(*behaviour),
            // It may do anything then.
            Ran::Undefined(rule) => return Err(Silence::Undefined(rule)),
            Ran::Silent(stop) => return Err(Silence::Source(stop)),
        }
        if !every.advance() {
            return Ok(behaviours);
        }
    }
    Err(Silence::Many)
}

/// True for rules about attributes that compilers infer.
fn is_claim(rule: &Ub) -> bool {
    matches!(
        rule,
        Ub::NoAlias
            | Ub::ReadOnly
            | Ub::Captured
            | Ub::MemoryEffects
            | Ub::NoFree
            | Ub::TailCall
            | Ub::NoReturn
            | Ub::WillReturn
            | Ub::NoRecurse
            | Ub::PoisonCreated
    )
}
