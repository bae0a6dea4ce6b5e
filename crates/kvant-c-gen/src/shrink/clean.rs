//! Candidates without what they do not need, found by running them.

use std::collections::HashSet;

use kvant_c::observation::Trace;
use kvant_c::{CTarget, Expr, Init, Place, Program, Stmt};
use kvant_c_machine::{Limits, Machine, Outcome, Pause};

use super::candidate::{is_finished, run};
use super::node::place;
use super::tidy::tidy;

/// How much is taken out of a candidate without asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Care {
    /// What says nothing.
    Tidy,
    /// Statements without which the same is observed, too.
    Lean,
}

impl Care {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Care::Tidy => "tidy",
            Care::Lean => "lean",
        }
    }

    pub(super) fn from_name(name: &str) -> Option<Care> {
        [Care::Tidy, Care::Lean]
            .into_iter()
            .find(|care| care.name() == name)
    }
}

/// How many steps may be taken to find out what a candidate does not need.
const EFFORT: u64 = 3_000_000;

/// What a run costs beyond its steps, in steps.
const BEGINNING: u64 = 1_000;

/// How many statements a candidate may lose because they are not defined any more.
const MOST_MENDED: usize = 60;

/// The program without what `care` allows to take out. `None` if it is not defined.
pub(super) fn clean(program: Program, target: &CTarget, care: Care, steps: u64) -> Option<Program> {
    let program = tidy(program);
    match care {
        Care::Tidy => Some(program),
        Care::Lean => lean(program, target, steps),
    }
}

/// Takes out all statements without which the same is observed.
///
/// It goes from the end of the text to its beginning, because what is computed last is needed least, with more at once
/// where that goes well.
fn lean(mut program: Program, target: &CTarget, steps: u64) -> Option<Program> {
    let mut effort = EFFORT;
    loop {
        let ran = run(&program, target, steps);
        if !is_finished(&ran) {
            return None;
        }
        let gone = needless(&program, target, steps, &ran.trace, &mut effort);
        if gone.is_empty() {
            return Some(program);
        }
        program = tidy(without(&program, &gone));
    }
}

/// The statements without which a program observes the same.
fn needless(
    program: &Program,
    target: &CTarget,
    steps: u64,
    wanted: &Trace,
    effort: &mut u64,
) -> HashSet<Place> {
    let places = removable(program, wanted);
    let mut gone = HashSet::new();
    let (mut end, mut chunk) = (places.len(), places.len().div_ceil(4).max(1));
    while end > 0 && *effort > 0 {
        let begin = end.saturating_sub(chunk);
        let mut trial = gone.clone();
        trial.extend(&places[begin..end]);
        let (same, taken) = observes(&without(program, &trial), target, steps, wanted);
        *effort = effort.saturating_sub(taken + BEGINNING);
        if same {
            gone = trial;
            end = begin;
            chunk *= 2;
        } else if end - begin == 1 {
            end = begin;
        } else {
            chunk = (end - begin).div_ceil(2).min(chunk / 2).max(1);
        }
    }
    gone
}

/// Whether a program reports just this, and how many steps it took to find out.
fn observes(program: &Program, target: &CTarget, steps: u64, wanted: &Trace) -> (bool, u64) {
    let limits = Limits {
        steps,
        ..Limits::default()
    };
    let mut machine = Machine::new(*target, limits);
    let begun = machine.start(program);
    let values = |trace: &Trace, n: usize| {
        let observation = trace.observations.get(n);
        observation.map(|observation| (observation.site, observation.bits))
    };
    let mut seen = 0;
    let same = begun.is_ok()
        && loop {
            let step = machine.step(program);
            let now = machine.trace();
            let new = seen..now.observations.len();
            seen = new.end;
            if !new.into_iter().all(|n| values(now, n) == values(wanted, n)) {
                break false;
            }
            match step {
                Ok(None) => {}
                Ok(Some(pause)) => {
                    break pause == Pause::Finished && seen == wanted.observations.len();
                }
                Err(_) => break false,
            }
        };
    (same, machine.steps())
}

/// The statements that may go, in the order of the text.
fn removable(program: &Program, wanted: &Trace) -> Vec<Place> {
    let observations = wanted.observations.iter();
    let reporting: HashSet<Place> = observations.map(|it| it.place).collect();
    let all = statements(program);
    let may_go = all.filter(|(place, statement)| {
        !matches!(statement, Stmt::Declare(..)) && !reporting.contains(place)
    });
    may_go.map(|(place, _)| place).collect()
}

/// All statements of a program with their places.
pub(super) fn statements(program: &Program) -> impl Iterator<Item = (Place, &Stmt)> {
    let functions = program.functions.iter().enumerate();
    functions.flat_map(|(f, function)| {
        let f = kvant_c::FnId(f as u32);
        let blocks = function.blocks.iter().enumerate();
        blocks.flat_map(move |(b, block)| {
            let statements = block.statements.iter().enumerate();
            statements.map(move |(n, statement)| (place(f, b, n), statement))
        })
    })
}

/// The program without these statements.
fn without(program: &Program, gone: &HashSet<Place>) -> Program {
    let mut program = program.clone();
    for (f, function) in program.functions.iter_mut().enumerate() {
        let f = kvant_c::FnId(f as u32);
        for (b, block) in function.blocks.iter_mut().enumerate() {
            let mut n = 0;
            block.statements.retain(|_| {
                n += 1;
                !gone.contains(&place(f, b, n - 1))
            });
        }
    }
    program
}

/// Takes out what is not defined any more, as long as the machine does not come to the end.
pub(super) fn mend(mut program: Program, target: &CTarget, steps: u64) -> Option<Program> {
    for _ in 0..MOST_MENDED {
        match run(&program, target, steps).outcome {
            Outcome::Finished => return Some(program),
            Outcome::Stopped { stop, at } => {
                let rule = stop.rule();
                if rule.starts_with("budget") || rule == "ill-formed" {
                    return None;
                }
                remove(&mut program, at?)?;
            }
        }
    }
    None
}

fn remove(program: &mut Program, at: Place) -> Option<()> {
    let function = program.functions.get_mut(at.function.index())?;
    let result = function.result;
    let block = function.blocks.get_mut(at.block.index())?;
    let n = at.statement as usize;
    match block.statements.get_mut(n)? {
        Stmt::Declare(_, init @ Some(_)) => *init = None,
        Stmt::Return(Some(e)) if *e != Expr::int(result, 0) => {
            *e = Expr::int(program.types.is_arithmetic(result).then_some(result)?, 0);
        }
        Stmt::Declare(_, None) | Stmt::Return(_) => return None,
        _ => {
            block.statements.remove(n);
        }
    }
    Some(())
}

/// An initial value of a list or a constant, for whoever wants to do without.
pub(super) fn is_plain(init: &Init) -> bool {
    match init {
        Init::Expr(e) => !e.has_effects(),
        Init::List(items) => items.iter().all(|item| is_plain(&item.value)),
    }
}
