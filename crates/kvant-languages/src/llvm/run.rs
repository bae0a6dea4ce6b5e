//! Runs of functions in LLVM IR, for people and as JSON.

use kvant_campaign::{BadOption, Choose, NoExplanation, NotRun, Ran, RunOptions, Stopped};
use kvant_generate::Rng;
use kvant_llvm::syntax::{Function, Types};
use kvant_llvm_machine::{
    self as machine, Choices, Every, Explanation, First, Leaf, Limits, Machine, Program, Seeded,
    Stop,
};
use kvant_llvm_refine::text::cut;
use kvant_record::listing::{self, ObjectBytes, OutcomeCount, Outcomes};
use kvant_toolchain::{architecture, host};

use super::arguments::{self, Arguments};
use super::module::Read;
use super::show;

/// A trace has at most this many lines.
const LONGEST_TRACE: usize = 1_000_000;

/// At most this many events are told.
const MOST_EVENTS: usize = 10_000;

/// Runs a function.
pub(super) fn run(text: &str, options: &RunOptions<'_>) -> Result<Ran, NotRun> {
    if options.explain.is_some() {
        let why = "--explain is for observations: stops are explained without it, and --trace shows all results";
        return Err(NotRun::Explanation(NoExplanation(why.to_owned())));
    }
    if architecture(options.target) != architecture(host()) {
        let why = "--target is not for LLVM IR: the data layout in the module is its target";
        return Err(NotRun::Option(BadOption(why.to_owned())));
    }
    let read = Read::new(text)?;
    let program = read.program();
    let (entry, function) = read.entry(options.call.entry)?;
    let texts: Vec<&str> = options
        .call
        .arguments
        .iter()
        .flat_map(|it| cut(it))
        .collect();
    arguments::count(&read.module, (&entry, function), texts.len())?;
    let environment = match (options.call.outside, options.call.choices) {
        (Some(seed), _) | (None, Choose::Random(seed)) => Seeded(seed),
        (None, Choose::First | Choose::All(_)) => Seeded(0),
    };
    let call = Call {
        environment,
        read: &read,
        program: &program,
        entry,
        function,
        texts,
        limits: Limits {
            steps: options.budget,
            ..Limits::default()
        },
    };
    match options.call.choices {
        Choose::First => call.run(|| Policy::First(First::default()), options.trace),
        Choose::Random(seed) => call.run(|| Policy::Random(Rng::new(seed), 0), options.trace),
        Choose::All(runs) => call.run_all(runs),
    }
}

/// A policy for choices.
#[derive(Clone)]
enum Policy {
    First(First),
    /// Random numbers, and the number of choices.
    Random(Rng, u64),
    Every(Every),
}

impl Policy {
    fn count(&self) -> u64 {
        match self {
            Policy::First(first) => first.count,
            Policy::Random(_, count) => *count,
            Policy::Every(every) => every.count(),
        }
    }
}

impl Choices for Policy {
    fn choose(&mut self, count: u128) -> u128 {
        match self {
            Policy::First(first) => first.choose(count),
            Policy::Every(every) => every.choose(count),
            Policy::Random(random, choices) => {
                *choices += 1;
                let bits = u128::from(random.bits()) << 64 | u128::from(random.bits());
                bits.checked_rem(count).unwrap_or(bits)
            }
        }
    }
}

/// A call that is run once or several times.
struct Call<'r, 't> {
    /// The answers of unknown functions.
    environment: Seeded,
    read: &'r Read<'t>,
    program: &'r Program<'r>,
    entry: String,
    function: &'r Function,
    texts: Vec<&'r str>,
    limits: Limits,
}

/// The end of a run.
struct Once {
    /// The result as text, or the reason of the stop.
    ended: Result<String, machine::Stopped>,
    objects: Vec<ObjectBytes>,
    events: Vec<String>,
    steps: u64,
}

impl Call<'_, '_> {
    /// One run, with a policy that makes the same choices each time.
    fn run(&self, policy: impl Fn() -> Policy, trace: bool) -> Result<Ran, NotRun> {
        let mut choices = policy();
        let mut lines = Vec::new();
        let once = self.once(&mut choices, trace.then_some(&mut lines))?;
        let mut ran = Ran {
            record: self.record(&once, choices.count()),
            ..Ran::default()
        };
        if trace {
            ran.record.trace = Some(lines.clone());
            ran.printed = lines;
        }
        match &once.ended {
            Ok(_) => {
                ran.printed.extend(shown(&once));
                if let count @ 1.. = choices.count() {
                    let results = match count {
                        1 => "1 nondeterministic result was".to_owned(),
                        count => format!("{count} nondeterministic results were"),
                    };
                    ran.printed.push(format!(
                        "{results} chosen: --seed chooses others, --all shows all outcomes"
                    ));
                }
            }
            Err(stopped) if matches!(stopped.stop, Stop::Ended(_)) => {
                // This is its behaviour, which nothing explains.
                self.stop(&mut ran, stopped, None, once.steps);
                ran.printed.extend(shown(&once));
                ran.stopped = None;
            }
            Err(stopped) => {
                let events = once.events.iter().map(|event| format!("event {event}"));
                ran.printed.extend(events);
                let explanation = self.explain(stopped, &mut policy())?;
                self.stop(&mut ran, stopped, explanation.as_ref(), once.steps);
            }
        }
        Ok(ran)
    }

    /// All choices, in at most this many runs.
    fn run_all(&self, most: u64) -> Result<Ran, NotRun> {
        let mut policy = Policy::Every(Every::default());
        let mut outcomes: Vec<OutcomeCount> = Vec::new();
        let (mut runs, mut worst) = (0, None::<(Once, Policy)>);
        let (mut first, mut is_complete) = (None, true);
        loop {
            let once = self.once(&mut policy, None)?;
            runs += 1;
            let text = match &once.ended {
                Ok(_) => shown(&once).join("; "),
                Err(stopped) if matches!(stopped.stop, Stop::Ended(_)) => shown(&once).join("; "),
                Err(stopped) => {
                    let stop = &stopped.stop;
                    format!("{}: {stop} [{}]", show::kind(stop), stop.rule())
                }
            };
            match outcomes.iter_mut().find(|it| it.outcome == text) {
                Some(known) => known.runs += 1,
                None => outcomes.push(OutcomeCount {
                    outcome: text,
                    runs: 1,
                }),
            }
            first.get_or_insert_with(|| self.record(&once, policy.count()));
            let is_worse = |worst: &Option<(Once, Policy)>| match (&once.ended, worst) {
                (Ok(_), _) => false,
                (Err(stopped), _) if matches!(stopped.stop, Stop::Ended(_)) => false,
                (Err(_), None) => true,
                (Err(stopped), Some((known, _))) => {
                    let is_ub = |it: &machine::Stopped| matches!(it.stop, Stop::Ub(_));
                    is_ub(stopped) && !known.ended.as_ref().is_err_and(is_ub)
                }
            };
            if is_worse(&worst) {
                worst = Some((once, policy.clone()));
            }
            let Policy::Every(every) = &mut policy else {
                break;
            };
            if !every.advance() {
                break;
            }
            if runs >= most {
                is_complete = false;
                break;
            }
        }
        let mut ran = Ran {
            record: first.unwrap_or_default(),
            ..Ran::default()
        };
        let times = |runs: u64| match runs {
            1 => "once".to_owned(),
            runs => format!("{runs} times"),
        };
        for OutcomeCount { outcome, runs } in &outcomes {
            ran.printed.push(format!("{outcome} ({})", times(*runs)));
        }
        if !is_complete {
            ran.printed.push(format!(
                "these are the outcomes of {runs} runs; there may be others: --all N makes more runs"
            ));
        }
        if let Some(call) = &mut ran.record.call {
            call.outcomes = Some(Outcomes {
                runs,
                is_complete,
                outcomes,
            });
        }
        if let Some((once, mut policy)) = worst
            && let Err(stopped) = &once.ended
        {
            if let Policy::Every(every) = &mut policy {
                every.repeat();
            }
            let explanation = self.explain(stopped, &mut policy)?;
            self.stop(&mut ran, stopped, explanation.as_ref(), once.steps);
        }
        Ok(ran)
    }

    fn begin(
        &self,
        machine: &mut Machine<'_, '_>,
    ) -> Result<(Arguments, Result<(), machine::Stopped>), NotRun> {
        let (program, module) = (self.program, &self.read.module);
        let arguments = arguments::read(program, module, self.function, &self.texts, machine)?;
        let begun = machine.begin(&self.entry, &arguments.leaves);
        Ok((arguments, begun))
    }

    fn once(&self, choices: &mut Policy, lines: Option<&mut Vec<String>>) -> Result<Once, NotRun> {
        let mut machine = Machine::new(self.program, self.limits, choices);
        machine.surround_with(&self.environment);
        let (arguments, begun) = self.begin(&mut machine)?;
        let given = &arguments.objects;
        let ended = begun.and_then(|()| match lines {
            Some(lines) => {
                let mut more: u64 = 0;
                let ended = machine::trace(&mut machine, given, &mut |line| match lines.len()
                    < LONGEST_TRACE
                {
                    true => lines.push(line),
                    false => more += 1,
                });
                if more > 0 {
                    lines.push(format!("{more} further lines are left out"));
                }
                ended
            }
            None => machine.run(),
        });
        let name = |node| {
            let known = given.iter().find(|(given, _)| *given == node);
            known.map_or("an object".to_owned(), |(_, name)| name.clone())
        };
        let text = |leaves: Vec<Leaf>| match self.function.result {
            Types::VOID => "void".to_owned(),
            ty => self.program.text(ty, &leaves, &name),
        };
        let objects = given.iter().map(|(node, name_of)| ObjectBytes {
            name: name_of.clone(),
            bytes: machine.contents(*node).map(|bytes| {
                show::bytes(&bytes, &|pointer| self.program.pointer_text(pointer, &name))
            }),
        });
        let events = machine.events();
        let shown = events.iter().take(MOST_EVENTS);
        let mut shown: Vec<String> = shown
            .map(|event| self.program.event_text(event, &name))
            .collect();
        if let Some(more @ 1..) = events.len().checked_sub(MOST_EVENTS) {
            shown.push(format!("{more} further events"));
        }
        Ok(Once {
            objects: objects.collect(),
            events: shown,
            ended: ended.map(text),
            steps: machine.steps().min(self.limits.steps),
        })
    }

    /// The same run again, with an explanation of its stop.
    fn explain(
        &self,
        stopped: &machine::Stopped,
        choices: &mut Policy,
    ) -> Result<Option<Explanation>, NotRun> {
        if matches!(stopped.stop, Stop::Budget(_)) {
            return Ok(None);
        }
        let mut machine = Machine::new(self.program, self.limits, choices);
        machine.surround_with(&self.environment);
        machine.keep_journal();
        let (arguments, begun) = self.begin(&mut machine)?;
        Ok(match begun {
            Ok(()) => machine::explain(&mut machine, &arguments.objects),
            Err(_) => None,
        })
    }

    fn record(&self, once: &Once, choices: u64) -> listing::Run {
        listing::Run {
            outcome: "finished".to_owned(),
            steps: once.steps,
            call: Some(listing::Call {
                entry: self.entry.clone(),
                result: once.ended.clone().ok(),
                choices,
                events: once.events.clone(),
                objects: once.objects.clone(),
                outcomes: None,
            }),
            ..listing::Run::default()
        }
    }

    /// Adds the reason of a stop.
    fn stop(
        &self,
        ran: &mut Ran,
        stopped: &machine::Stopped,
        explanation: Option<&Explanation>,
        steps: u64,
    ) {
        let stop = &stopped.stop;
        let record = &mut ran.record;
        show::kind(stop).clone_into(&mut record.outcome);
        record.rule = Some(stop.rule().to_owned());
        record.message = Some(stop.to_string());
        if let Some(at) = self.read.place(self.program, stopped.at) {
            record.at = Some(at.text);
            record.function = Some(at.function);
            record.line = at.line;
        }
        let explained = explanation.map(|it| show::record(self.read, self.program, it));
        let at = self.read.place(self.program, stopped.at);
        let mut details = show::details(at.as_ref(), explained.as_ref());
        details.push(match steps {
            1 => "  after 1 instruction".to_owned(),
            steps => format!("  after {steps} instructions"),
        });
        if let Stop::Budget(machine::Budget::Steps { .. }) = stop {
            details.push("  raise the limit with --budget".to_owned());
        }
        record.explanation = explained;
        ran.stopped = Some(Stopped {
            kind: show::kind(stop).to_owned(),
            why: stop.to_string(),
            rule: Some(stop.rule()),
            details,
            // What is not specified may be defined for some compiler.
            is_certain: matches!(stop, Stop::Ub(_)),
        });
    }
}

/// The events, the result and the objects at the end, line by line.
fn shown(once: &Once) -> Vec<String> {
    let objects = once.objects.iter().map(|object| {
        let bytes = object.bytes.as_deref().unwrap_or("freed");
        format!("{}: {bytes}", object.name)
    });
    let result = match &once.ended {
        Ok(result) => Some(result.clone()),
        Err(stopped) => match &stopped.stop {
            Stop::Ended(ended) => Some(ended.to_string()),
            _ => None,
        },
    };
    let events = once.events.iter().map(|event| format!("event {event}"));
    events.chain(result).chain(objects).collect()
}
