//! Judges a transformation of LLVM IR: are the functions of a module after it refinements of those before it?
//!
//! Inputs are searched on the functions before. A difference is only reported if it is certain: what the optimiser may know and
//! the machine does not check (`unchecked`) makes the answer *cannot say*.

mod function;
mod show;
mod simplify;
mod unchecked;
pub(super) mod words;

use std::collections::BTreeMap;
use std::fmt;

use kvant_campaign::NotRun;
use kvant_llvm::print;
use kvant_llvm::syntax::{Function, Item, Linkage, Module};
use kvant_llvm_machine::strip;
use kvant_llvm_refine::{Finding, Input};
use kvant_record::refine::{LeftOut, RefineBehaviour, RefineFinding, RefinedFunction};

use super::module::Read;
use function::Pair;

/// A transformation, and the way in which it is judged.
#[derive(Clone, Copy, Debug)]
pub struct Question<'t> {
    /// The module before it.
    pub before: &'t str,
    /// The module after it.
    pub after: &'t str,
    /// The module after another transformation, which is judged on the same inputs.
    pub old: Option<&'t str>,
    /// The only function that is judged.
    pub function: Option<&'t str>,
    /// The number of inputs of each function.
    pub inputs: usize,
    /// The seed of the search for inputs.
    pub seed: u64,
}

/// The judgements.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The functions, in the order of the module before.
    pub functions: Vec<RefinedFunction>,
    /// The functions that were not judged.
    pub left_out: Vec<LeftOut>,
    /// False if it was interrupted.
    pub is_complete: bool,
}

/// The progress of a judgement.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'p> {
    /// The function that is judged next.
    pub function: &'p str,
    /// The number of functions that were judged.
    pub done: usize,
    /// The number of all functions.
    pub all: usize,
}

/// The reasons why nothing was judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotJudged {
    /// The module before cannot be read: the place and the reason.
    Before(String),
    /// The module after cannot be read.
    After(String),
    /// The module of the other transformation cannot be read.
    Old(String),
    /// There is nothing to judge.
    Nothing(String),
}

impl fmt::Display for NotJudged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (NotJudged::Before(why)
        | NotJudged::After(why)
        | NotJudged::Old(why)
        | NotJudged::Nothing(why)) = self;
        f.write_str(why)
    }
}

/// A text without the things that the machine does not check, for an optimiser.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prepared {
    /// The text.
    pub text: String,
    /// The things that were removed, with their numbers.
    pub removed: BTreeMap<String, usize>,
}

/// Removes from a module what the machine does not check. The text stays as it is if there is nothing to remove.
pub fn prepare(text: &str) -> Result<Prepared, String> {
    let read = Read::new(text).map_err(syntax)?;
    let mut module = read.module;
    let removed = strip::strip(&mut module).removed;
    let text = match removed.is_empty() {
        true => text.to_owned(),
        false => print::module(&module),
    };
    Ok(Prepared { text, removed })
}

/// Judges a transformation. `watch` is called before each input of each function; it stops if it returns false.
pub fn judge(
    question: &Question<'_>,
    watch: &mut dyn FnMut(Progress<'_>) -> bool,
) -> Result<Answer, NotJudged> {
    let read = |text| Read::new(text).map_err(syntax);
    let mut before = read(question.before).map_err(NotJudged::Before)?;
    let mut after = read(question.after).map_err(NotJudged::After)?;
    let mut old = match question.old {
        Some(text) => Some(read(text).map_err(NotJudged::Old)?),
        None => None,
    };
    share_layout(&mut before, &mut after).map_err(NotJudged::After)?;
    if let Some(old) = &mut old {
        share_layout(&mut before, old).map_err(NotJudged::Old)?;
    }
    let [source, target] = [&before, &after].map(Read::program);
    let old = old.as_ref().map(|read| (read, read.program()));
    let (names, left_out) = chosen(question.function, &before, &after)?;
    let mut answer = Answer {
        left_out,
        is_complete: true,
        ..Answer::default()
    };
    for (done, name) in names.iter().enumerate() {
        let pair = Pair {
            name,
            before: (&before, &source),
            after: (&after, &target),
            old: old.as_ref().map(|(read, program)| (*read, program)),
            question,
        };
        let mut goes_on = || {
            watch(Progress {
                function: name,
                done,
                all: names.len(),
            })
        };
        match pair.judge(&mut goes_on) {
            Some(judged) => answer.functions.push(judged),
            None => {
                answer.is_complete = false;
                break;
            }
        }
    }
    Ok(answer)
}

/// Describes a difference that was found elsewhere. None if the texts cannot be read.
pub fn describe(
    (before, after): (&str, &str),
    function: &str,
    input: &Input,
    finding: &Finding,
) -> Option<RefineFinding> {
    let question = Question {
        before,
        after,
        old: None,
        function: Some(function),
        inputs: 0,
        seed: 0,
    };
    let mut before = Read::new(before).ok()?;
    let mut after = Read::new(after).ok()?;
    share_layout(&mut before, &mut after).ok()?;
    let [source, target] = [&before, &after].map(Read::program);
    let pair = Pair {
        name: function,
        before: (&before, &source),
        after: (&after, &target),
        old: None,
        question: &question,
    };
    Some(pair.finding(input, finding))
}

/// A behaviour in one line: its result or stop, its events and memory.
pub fn line(behaviour: &RefineBehaviour) -> String {
    let end = behaviour.result.as_ref().or(behaviour.stopped.as_ref());
    let mut parts = vec![end.cloned().unwrap_or_default()];
    parts.extend(behaviour.events.iter().cloned());
    let memory = behaviour.memory.iter();
    parts.extend(memory.filter_map(|it| Some(format!("{}: {}", it.name, it.bytes.as_ref()?))));
    parts.join("; ")
}

fn syntax(error: NotRun) -> String {
    match error {
        NotRun::Syntax(why) => why,
        NotRun::Option(why) => why.to_string(),
        NotRun::Target(why) => why.to_string(),
        NotRun::Explanation(why) => why.to_string(),
    }
}

/// A module without a data layout gets that of the other one. An optimiser writes the one of the target.
fn share_layout(before: &mut Read<'_>, after: &mut Read<'_>) -> Result<(), String> {
    match (before.module.data_layout(), after.module.data_layout()) {
        (None, Some(_)) => before.layout = after.layout.clone(),
        (Some(_), None) => after.layout = before.layout.clone(),
        (Some(one), Some(other)) if one != other => {
            return Err(format!(
                "1:1: the data layout is `{other}`, and that before the transformation is `{one}`: programs for different targets \
                 cannot be compared"
            ));
        }
        _ => {}
    }
    Ok(())
}

/// The names of the functions that are judged, and the functions that are left out.
fn chosen(
    wanted: Option<&str>,
    before: &Read<'_>,
    after: &Read<'_>,
) -> Result<(Vec<String>, Vec<LeftOut>), NotJudged> {
    let (mut names, mut left_out) = (Vec::new(), Vec::new());
    let wanted = wanted.map(|it| it.strip_prefix('@').unwrap_or(it));
    for (name, function) in bodies(&before.module) {
        let is_there = bodies(&after.module).any(|(other, _)| other == name);
        let why = match function.properties.linkage {
            _ if wanted.is_some_and(|wanted| wanted != name) => continue,
            _ if name.is_empty() => "it has no name",
            _ if !is_there => "it has no body after the transformation",
            Some(Linkage::Internal | Linkage::Private) if wanted.is_none() => {
                "it is local to the module; --function judges it"
            }
            _ => {
                names.push(name.to_owned());
                continue;
            }
        };
        left_out.push(LeftOut {
            function: name.to_owned(),
            why: why.to_owned(),
        });
    }
    if !names.is_empty() {
        return Ok((names, left_out));
    }
    let present: Vec<String> = bodies(&before.module)
        .filter(|(name, _)| bodies(&after.module).any(|(other, _)| other == *name))
        .map(|(name, _)| format!("@{name}"))
        .take(20)
        .collect();
    let present = match present.is_empty() {
        true => "there is none with a body in both".to_owned(),
        false => format!("there are {}", present.join(", ")),
    };
    let left = left_out
        .first()
        .map(|it| format!("@{}: {}", it.function, it.why));
    Err(NotJudged::Nothing(match (wanted, left) {
        (Some(_), Some(left)) => left,
        (Some(wanted), None) => {
            format!("no function with a body is called `{wanted}`; {present}")
        }
        (None, Some(_)) => format!("no function can be compared by its name; {present}"),
        (None, None) => "the module has no function with a body".to_owned(),
    }))
}

/// The functions with a body, by their names.
fn bodies(module: &Module) -> impl Iterator<Item = (&str, &Function)> {
    module.items.iter().filter_map(|item| match item {
        Item::Function(function) if function.body.is_some() => {
            Some((module.names.get(function.name), &**function))
        }
        _ => None,
    })
}
