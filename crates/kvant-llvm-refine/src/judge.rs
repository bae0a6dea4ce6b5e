//! The judgement about one input.

use kvant_llvm_machine::{Budget, Event, Limits as MachineLimits, Program, Stop, Ub};

use crate::behaviour::{Behaviour, Ran, leaves_of, observed, run};
use crate::choices::{FloatChoices, SourceChoices, TargetChoices, WAYS};
use crate::claim;
use crate::compare::{Class, Compared, Difference, Place, compare};
use crate::concrete;
use crate::dispute::{Evidence, Seen, Watcher};
use crate::input::{Input, Kind};

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
    /// The bytes of all live allocations. Everything that can be reached is kept for each behaviour, byte by byte. A target may have
    /// more.
    pub memory: u64,
    /// The number of behaviours of the source that are enumerated.
    pub behaviours: u32,
    /// The number of behaviours of the target that are tried.
    pub tries: u32,
}

impl Limits {
    /// Limits of a run of a source.
    pub(crate) fn of_source(self) -> MachineLimits {
        MachineLimits {
            steps: self.steps,
            memory: self.memory,
            ..MachineLimits::default()
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: 100_000,
            memory: 1 << 20,
            behaviours: 256,
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
    /// True if undef is among the inputs, or the source uses it: an undef value, uninitialised memory, or a choice.
    pub undef: bool,
    /// The name of the disputed rule that the difference may rest on ([`DISPUTES`](crate::DISPUTES)).
    pub quarantine: Option<&'static str>,
}

/// A target may take this many times the instructions of its source, and [`MORE`] besides. A copy counts as one for 64 bytes, and
/// may become a loop of eight instructions for each byte.
const TIMES: u64 = 640;
const MORE: u64 = 100_000;

/// The number of behaviours of a source that are enumerated before a target is judged: one of them may be undefined.
const FIRST: usize = 4;

/// The behaviours of a source on one input. After the first ones, they are found when a target does something else.
pub struct Expectation<'s, 'm> {
    source: Side<'s, 'm>,
    input: &'s Input,
    limits: Limits,
    behaviours: Vec<Behaviour>,
    choices: SourceChoices,
    state: State,
}

/// The state of an enumeration.
#[derive(Clone, Debug)]
enum State {
    /// There may be more behaviours.
    Open,
    /// These are all.
    Complete,
    /// Not all of them can be found, or the source is undefined.
    Failed(Silence),
}

/// Judges about a target on one input.
pub fn judge(source: Side<'_, '_>, target: Side<'_, '_>, input: &Input, limits: Limits) -> Verdict {
    match Expectation::new(source, input, limits) {
        Ok(mut expectation) => expectation.judge(target),
        Err(silence) => Verdict::Silent(silence),
    }
}

impl<'s, 'm> Expectation<'s, 'm> {
    /// Executes a source with its first choices.
    pub fn new(
        source: Side<'s, 'm>,
        input: &'s Input,
        limits: Limits,
    ) -> Result<Expectation<'s, 'm>, Silence> {
        let mut expectation = Expectation {
            source,
            input,
            limits,
            behaviours: Vec::new(),
            choices: SourceChoices::new(limits.behaviours),
            state: State::Open,
        };
        while expectation.behaviours.len() < FIRST && expectation.extend() {}
        match expectation.state {
            // A target may still do one of those that were found.
            State::Failed(Silence::Many) if !expectation.behaviours.is_empty() => Ok(expectation),
            State::Failed(silence) => Err(silence),
            _ => Ok(expectation),
        }
    }

    /// The number of instructions of the longest behaviour so far.
    pub fn steps(&self) -> u64 {
        let steps = self.behaviours.iter().map(|it| it.steps);
        steps.max().unwrap_or(0)
    }

    /// Finds another behaviour. False if there is none, or if the enumeration fails.
    fn extend(&mut self) -> bool {
        if !matches!(self.state, State::Open) {
            return false;
        }
        let limits = self.limits.of_source();
        let before = self.behaviours.len();
        let Side { program, function } = self.source;
        self.choices.float_choices = FloatChoices::default();
        let ran = run(program, function, self.input, limits, &mut self.choices);
        self.state = match ran {
            Ran::Behaves(mut behaviour) => {
                behaviour.float_choices = self.choices.float_choices;
                self.behaviours.push(*behaviour);
                let is_full = self.behaviours.len() >= self.limits.behaviours as usize;
                let has_more = self.choices.advance();
                match self.choices.is_incomplete || has_more && is_full {
                    true => State::Failed(Silence::Many),
                    false if has_more => State::Open,
                    false => State::Complete,
                }
            }
            // A frozen value was left undef, which the language does not say.
            Ran::Undefined(_) if self.choices.is_open => State::Failed(Silence::Many),
            // It may do anything then.
            Ran::Undefined(rule) => State::Failed(Silence::Undefined(rule)),
            Ran::Silent(stop) => State::Failed(Silence::Source(stop)),
        };
        self.behaviours.len() > before
    }

    /// Finds all behaviours.
    fn complete(&mut self) -> Result<(), Silence> {
        while self.extend() {}
        match &self.state {
            State::Failed(silence) => Err(silence.clone()),
            _ => Ok(()),
        }
    }

    /// Judges about a target.
    pub fn judge(&mut self, target: Side<'_, '_>) -> Verdict {
        let mut choices = TargetChoices::default();
        let (mut float_choices, mut doubt) = (FloatChoices::default(), None);
        for _ in 0..self.limits.tries {
            let ran = self.run(target, &mut choices);
            float_choices = float_choices.or(choices.float_choices);
            match self.compared(target, &ran) {
                Ok(None) => {}
                Ok(Some(difference)) => return self.finding(target, &choices, difference, ran),
                Err(silence) => doubt = doubt.or(Some(silence)),
            }
            if !choices.advance() {
                break;
            }
        }
        if let Some(silence) = doubt {
            return Verdict::Silent(silence);
        }
        // Other results of floats, which count less.
        for way in 1..WAYS {
            if float_choices == FloatChoices::default() {
                break;
            }
            let mut choices = TargetChoices::default().with_way(way);
            let ran = self.run(target, &mut choices);
            if let Ok(Some(difference)) = self.compared(target, &ran) {
                return self.finding(target, &choices, difference, ran);
            }
        }
        Verdict::Refines
    }

    fn run(&self, target: Side<'_, '_>, choices: &mut TargetChoices) -> Ran {
        choices.float_choices = FloatChoices::default();
        let Side { program, function } = target;
        let mut ran = run(
            program,
            function,
            self.input,
            self.limits_of_target(),
            choices,
        );
        if let Ran::Behaves(behaviour) = &mut ran {
            behaviour.float_choices = choices.float_choices;
        }
        ran
    }

    fn limits_of_target(&self) -> MachineLimits {
        MachineLimits {
            steps: self.steps() * TIMES + MORE,
            memory: self.limits.memory * 4,
            ..MachineLimits::default()
        }
    }

    /// The difference between a run of the target and the behaviours of the source; none if one of them has it.
    fn compared(&mut self, target: Side<'_, '_>, ran: &Ran) -> Result<Option<Difference>, Silence> {
        let whole = |class| Difference {
            class,
            place: Place::Run,
        };
        let difference = match ran {
            Ran::Undefined(_) => whole(Class::Undefined),
            Ran::Silent(Stop::Budget(Budget::Steps { .. })) => whole(Class::Endless),
            Ran::Silent(stop) => return Err(Silence::Target(stop.clone())),
            Ran::Behaves(behaviour) => match self.difference(target, behaviour)? {
                None => return Ok(None),
                Some(difference) => difference,
            },
        };
        self.complete()?;
        match self.has_same_declarations(target) {
            true => Ok(Some(difference)),
            false => Err(Silence::Compared),
        }
    }

    /// The difference between a behaviour and all those of the source; none if one of them has it.
    fn difference(
        &mut self,
        target: Side<'_, '_>,
        behaviour: &Behaviour,
    ) -> Result<Option<Difference>, Silence> {
        let Some(first) = self.missing(target, behaviour)? else {
            return Ok(None);
        };
        if self.behaviours.len() == 1 {
            return Ok(Some(first));
        }
        // An undef bit is all its values, which different behaviours of the source may have.
        let Some(values) = concrete::values(behaviour) else {
            return Err(Silence::Compared);
        };
        for value in values {
            if let Some(difference) = self.missing(target, &value)? {
                return Ok(Some(difference));
            }
        }
        Ok(None)
    }

    /// The difference to the first behaviour of the source, if no behaviour of the source has this one.
    fn missing(
        &mut self,
        target: Side<'_, '_>,
        behaviour: &Behaviour,
    ) -> Result<Option<Difference>, Silence> {
        let (program, seed) = (self.source.program, self.input.seed);
        let (mut first, mut has_doubt, mut n) = (None, false, 0);
        loop {
            if n == self.behaviours.len() && !self.extend() {
                break;
            }
            let Some(own) = self.behaviours.get_mut(n) else {
                break;
            };
            n += 1;
            let mut behaviour = behaviour.clone();
            behaviour.complete(target.program, seed, own);
            own.complete(program, seed, &behaviour);
            match compare(program, own, &behaviour) {
                Compared::Refines => return Ok(None),
                Compared::Unknown => has_doubt = true,
                Compared::Differs(difference) => first = first.or(Some(difference)),
            }
        }
        match first {
            Some(difference) if !has_doubt => Ok(Some(difference)),
            _ => Err(Silence::Compared),
        }
    }

    /// True if unknown functions that are called have the same attributes on both sides.
    fn has_same_declarations(&self, target: Side<'_, '_>) -> bool {
        let (source, target) = (self.source.program.module(), target.program.module());
        let events = self.behaviours.iter().flat_map(|it| &it.events);
        let mut names = events.filter_map(|event| match event {
            Event::Call(call) => Some(&call.name),
            Event::Load(_) | Event::Store(_) => None,
        });
        names.all(|name| claim::is_same_declaration(source, target, name))
    }

    /// The finding of a difference: its class, the disputed rule that it may rest on, and the part of undef in it.
    fn finding(
        &mut self,
        target: Side<'_, '_>,
        choices: &TargetChoices,
        mut difference: Difference,
        ran: Ran,
    ) -> Verdict {
        let module = target.program.module();
        let bare = claim::without_claims(self.source.program.module(), module);
        if let Some(bare) = bare {
            let program = target.program.with_module(&bare);
            let side = Side {
                program: &program,
                function: target.function,
            };
            let ran = self.run(side, &mut choices.with_way(choices.way));
            if matches!(self.compared(side, &ran), Ok(None)) {
                difference.class = Class::Claim;
            }
        }
        // Differences in results of floats are those that every way of computing them has.
        let mut float_choices = choices.float_choices;
        for behaviour in &self.behaviours {
            float_choices = float_choices.or(behaviour.float_choices);
        }
        let is_certain = float_choices == FloatChoices::default()
            || (0..WAYS).all(|way| {
                let ran = self.run(target, &mut choices.with_way(way));
                matches!(self.compared(target, &ran), Ok(Some(_)))
            });
        if is_certain {
            float_choices = FloatChoices::default();
        }
        let source = self.seen(self.source, &mut SourceChoices::new(self.limits.behaviours));
        let seen = self.seen(target, &mut choices.with_way(choices.way));
        let has_no_float_choice = |it: &Behaviour| it.float_choices == FloatChoices::default();
        let undef = self.input.kind == Kind::Undef
            || self.input.objects.iter().any(|it| it.bytes.is_none())
            || source.has_undef
            || self.behaviours.iter().any(tells_undef)
            || self.choices.is_open
            || self.behaviours.len() > 1 && self.behaviours.iter().any(has_no_float_choice);
        let evidence = Evidence {
            class: difference.class,
            rule: match &ran {
                Ran::Undefined(rule) => Some(rule.rule()),
                _ => None,
            },
            has_poison: self.input.kind == Kind::Poison,
            float_choices,
            source,
            target: seen,
        };
        Verdict::Differs(Box::new(Finding {
            quarantine: evidence.dispute(),
            difference,
            source: self.behaviours.clone(),
            target: ran,
            undef,
        }))
    }

    /// The things that a run has executed.
    fn seen(&self, side: Side<'_, '_>, choices: &mut dyn kvant_llvm_machine::Choices) -> Seen {
        let Side { program, function } = side;
        let mut watcher = Watcher::new(program);
        let limits = self.limits_of_target();
        observed(
            program,
            function,
            self.input,
            limits,
            choices,
            Some(&mut watcher),
        );
        watcher.seen
    }
}

/// True if a result or an argument of an event is undef, if only a constant.
fn tells_undef(behaviour: &Behaviour) -> bool {
    let leaves = behaviour.end.iter().flatten();
    let mut leaves = leaves.chain(behaviour.events.iter().flat_map(leaves_of));
    leaves.any(|leaf| !leaf.is_defined() && !leaf.is_poison())
}
