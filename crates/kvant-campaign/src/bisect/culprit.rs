//! The culprit: a pass and its function.
//!
//! Compilers such as rustc and clang number their passes, and a flag limits how many of them run. If the program agrees with
//! none and the symptom shows with all, binary search finds the first number with which it shows: that pass is the culprit.

use kvant_toolchain::{
    Backend, CodeForm, Counted, Dumps, FunctionText, Gives, Part, PassChange, PassRun, Search,
    ToolError, function_name,
};

use super::probe::Prober;
use super::{Bisector, Stage};
use crate::Verdict;

/// The role of one part of a compiler in a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blame {
    /// The symptom shows once this pass runs on this function, and not before.
    Culprit(Box<Culprit>),
    /// Not involved: the level is zero, or no optional pass is needed.
    NotNeeded,
    /// A level above zero is needed, but no optional pass: the cause is a mandatory pass or code generation.
    CodeGeneration,
    /// Unknown, for this reason.
    Unknown(String),
}

/// The first pass with which the symptom shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Culprit {
    /// The pass, as the compiler spells it.
    pub pass: String,
    /// The name in the source of the function that it works on; or the module, in the compiler's words.
    pub on: String,
    /// The way in which it was found.
    pub how: Found,
    /// True if each repetition confirmed it: the program agrees without the pass, and shows the symptom with it.
    pub firm: bool,
    /// The change of code by the pass, if that could be seen.
    pub code: Option<Changed>,
}

/// The way in which a pass was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// By letting fewer passes run.
    ByLimit {
        /// The number of the pass.
        number: u64,
        /// The number of passes.
        of: u64,
    },
    /// By disabling passes one at a time. It is the last one without which the program agrees.
    ByAbsence {
        /// The others without which the program agrees, each disabled alone.
        others: Vec<String>,
    },
}

/// A function before a pass and after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The function. If the one that the pass worked on was inlined, this is its caller.
    pub function: String,
    /// The form of the code.
    pub form: CodeForm,
    /// The code before the pass.
    pub before: String,
    /// The code after it; `None` if the compiler failed before.
    pub after: Option<String>,
}

/// Maximum length of a function's text.
const LONGEST: usize = 64 << 10;

/// The outcome of letting fewer passes run.
enum Limited {
    /// The first pass with which the symptom shows.
    Found { run: PassRun, of: u64, firm: bool },
    /// The symptom shows without any pass.
    ShowsWithNone,
    /// This method does not apply, for this reason.
    Cannot(&'static str),
}

impl Blame {
    /// The pass, if one was found.
    pub fn culprit(&self) -> Option<&Culprit> {
        match self {
            Blame::Culprit(culprit) => Some(culprit),
            _ => None,
        }
    }
}

impl Prober<'_> {
    /// The role of each part of the compiler.
    pub(super) fn blame(
        &mut self,
        bisector: &Bisector<'_>,
        needed: &Backend,
    ) -> Result<Vec<(&'static Part, Blame)>, ToolError> {
        let parts = needed.family().parts;
        let mut blames: Vec<(&Part, Blame)> = Vec::new();
        for (n, part) in parts.iter().enumerate() {
            let is_last = n + 1 == parts.len();
            let blame = match &part.search {
                _ if !(part.runs)(&needed.request) => {
                    // At least one part must be involved.
                    let mut earlier = blames.iter();
                    match is_last && earlier.all(|(_, blame)| *blame == Blame::NotNeeded) {
                        true => Blame::Unknown("the symptom shows without any pass".to_owned()),
                        false => Blame::NotNeeded,
                    }
                }
                Search::Counted(counted) => {
                    match self.blame_counted(bisector, needed, part, counted)? {
                        // After the last part there is only code generation, if there is any.
                        Blame::NotNeeded if is_last && needed.gives() == Gives::Text => {
                            let request = &needed.request;
                            Blame::Unknown(format!(
                                "the cause is a pass of `{request}` that cannot be left out"
                            ))
                        }
                        Blame::NotNeeded if is_last => Blame::CodeGeneration,
                        blame => blame,
                    }
                }
                Search::Named(named) => self.blame_named(needed, part, named)?,
            };
            blames.push((part, blame));
        }
        Ok(blames)
    }

    /// The culprit of a part that numbers its passes.
    fn blame_counted(
        &mut self,
        bisector: &Bisector<'_>,
        needed: &Backend,
        part: &'static Part,
        counted: &Counted,
    ) -> Result<Blame, ToolError> {
        if let Some(dumps) = counted.dumps
            && !bisector
                .known
                .takes(&needed.toolchain, &(counted.limit)(0))?
        {
            return self.by_absence(needed, part, dumps);
        }
        let base = needed.with(in_one_row(bisector, needed, counted)?);
        match (self.by_limit(part, counted, &base)?, counted.dumps) {
            (Limited::Found { run, of, firm }, dumps) => {
                let (on, code) = match dumps {
                    Some(dumps) => {
                        let stopped = base.with([(counted.limit)(run.number)]);
                        let on = function_name(run.function().unwrap_or(&run.on));
                        let changes = self.dumped(dumps, &stopped, Some((&run.pass, &on)))?;
                        (on, changes.into_iter().next_back().map(Changed::from))
                    }
                    None => self.code_change(counted, &base, &run)?,
                };
                let number = run.number;
                Ok(Blame::Culprit(Box::new(Culprit {
                    pass: run.pass,
                    on,
                    how: Found::ByLimit { number, of },
                    firm,
                    code,
                })))
            }
            (Limited::ShowsWithNone, _) => Ok(Blame::NotNeeded),
            (Limited::Cannot(_), Some(dumps)) => self.by_absence(needed, part, dumps),
            (Limited::Cannot(why), None) => Ok(Blame::Unknown(why.to_owned())),
        }
    }

    /// Finds the smallest number of passes with which the symptom shows.
    fn by_limit(
        &mut self,
        part: &'static Part,
        counted: &Counted,
        base: &Backend,
    ) -> Result<Limited, ToolError> {
        let stage = Stage::Passes(part);
        let at = |limit: u64| base.with([(counted.limit)(limit)]);
        let text = self.text(base);
        let listing = base.listing(counted, &text, self.scratch.path(), &self.compiler)?;
        let Some(of) = listing.iter().map(|run| run.number).max() else {
            return Ok(Limited::Cannot("the compiler lists no passes"));
        };
        if !self.shows(stage, &at(Counted::ALL))? {
            return Ok(Limited::Cannot(
                "the symptom does not show with sequential passes: one codegen unit, no LTO, one thread",
            ));
        }
        if self.shows(stage, &at(0))? {
            return Ok(Limited::ShowsWithNone);
        }
        let (mut good, mut bad) = (0, of);
        // The list of a compiler that fails ends with the pass that it fails in, or soon after.
        let mut next = match self.symptom.is_of_the_compiler() {
            true => of.saturating_sub(1),
            false => of / 2,
        };
        while bad - good > 1 {
            let middle = next.clamp(good + 1, bad - 1);
            match self.shows(stage, &at(middle))? {
                true => bad = middle,
                false => good = middle,
            }
            next = good.midpoint(bad);
        }
        let firm = self.confirm(stage, &at(good), false)? && self.confirm(stage, &at(bad), true)?;
        // Up to the limit the compiler behaves as without one, so the pass has the same number in the whole list.
        let run = listing.into_iter().find(|run| run.number == bad);
        Ok(match run {
            Some(run) => Limited::Found { run, of, firm },
            None => Limited::Cannot("the pass is not in the compiler's list"),
        })
    }

    /// The last pass that changes code and without which the program agrees.
    fn by_absence(
        &mut self,
        needed: &Backend,
        part: &'static Part,
        dumps: Dumps,
    ) -> Result<Blame, ToolError> {
        let stage = Stage::Passes(part);
        let mut changes = self.dumped(dumps, needed, None)?;
        if self.symptom.is_of_the_compiler() && changes.iter().any(|each| each.after.is_none()) {
            // The compiler failed in a pass that it did not finish.
            changes.retain(|each| each.after.is_none());
        }
        let mut guilty = Vec::new();
        let off = |passes: &[&str]| needed.with((part.off)(passes, &[]));
        self.guilty_among(part, &off, &in_order(&changes), &mut guilty)?;
        let Some(pass) = guilty.pop() else {
            return Ok(Blame::Unknown(format!(
                "disabling a single {} pass does not hide the symptom",
                part.name
            )));
        };
        let shows = self.confirm(stage, needed, true)?;
        let firm = shows && self.confirm(stage, &off(&[&pass]), false)?;
        let mut touched = changes
            .into_iter()
            .filter(|each| each.change.pass == pass)
            .peekable();
        let first = touched.next();
        let alone = touched.peek().is_none();
        let names = first.iter().map(|each| each.change.function.clone());
        let others = touched.map(|each| each.change.function);
        let mut on: Vec<String> = names.chain(others).collect();
        on.dedup();
        Ok(Blame::Culprit(Box::new(Culprit {
            pass,
            on: on.join(", "),
            how: Found::ByAbsence { others: guilty },
            firm,
            // Which of several functions is miscompiled is not known.
            code: first.filter(|_| alone).map(Changed::from),
        })))
    }

    /// Adds the passes that hide the symptom when they are disabled, in order; `off` disables some. If the symptom shows
    /// without all of them, it is taken to show without each, so most passes are never tested alone.
    pub(super) fn guilty_among(
        &mut self,
        part: &'static Part,
        off: &dyn Fn(&[&str]) -> Backend,
        passes: &[&str],
        guilty: &mut Vec<String>,
    ) -> Result<(), ToolError> {
        if passes.is_empty() {
            return Ok(());
        }
        let verdict = self.ask(Stage::Passes(part), &off(passes))?;
        let stays = match part.search {
            // Without a mandatory pass, a compiler such as gcc may generate a program that crashes.
            Search::Named(_) => self.symptom.shows_exactly(&verdict),
            Search::Counted(_) => self.symptom.shows(&verdict),
        };
        if stays {
            return Ok(());
        }
        if let [pass] = passes {
            // The result without a mandatory pass says nothing. But if a compiler failure changes without a pass, that pass is
            // involved.
            if verdict == Verdict::Agrees || self.symptom.is_of_the_compiler() {
                guilty.push((*pass).to_owned());
            }
            return Ok(());
        }
        let (first, second) = passes.split_at(passes.len() / 2);
        self.guilty_among(part, off, first, guilty)?;
        self.guilty_among(part, off, second, guilty)
    }

    fn dumped(
        &mut self,
        dumps: Dumps,
        backend: &Backend,
        filter: Option<(&str, &str)>,
    ) -> Result<Vec<PassChange>, ToolError> {
        let text = self.text(backend);
        dumps(backend, filter, &text, self.scratch.path(), &self.compiler)
    }

    /// The function that a numbered pass changes, and its code before and after.
    fn code_change(
        &mut self,
        counted: &Counted,
        base: &Backend,
        run: &PassRun,
    ) -> Result<(String, Option<Changed>), ToolError> {
        let text = self.text(base);
        let name = run.function().map_or_else(|| run.on.clone(), function_name);
        // Passes of code generation do not change the intermediate form.
        for form in counted.forms.iter().copied() {
            let at = |limit: u64| {
                let backend = base.with([(counted.limit)(limit)]);
                backend.functions(form, &text, self.scratch.path(), &self.compiler)
            };
            let Ok(before) = at(run.number - 1)? else {
                continue;
            };
            let Ok(after) = at(run.number)? else {
                // The compiler fails in this pass.
                let symbol = run.function();
                let before = before
                    .into_iter()
                    .find(|each| Some(&*each.symbol) == symbol);
                let code = before.map(|before| Changed {
                    function: before.name(),
                    form,
                    before: short(before.text),
                    after: None,
                });
                return Ok((name, code));
            };
            if let Some((function, before, after)) = changed(run.function(), &before, &after) {
                let name = run.function().map_or_else(|| function.clone(), |_| name);
                let code = Changed {
                    function,
                    form,
                    before: short(before),
                    after: Some(short(after)),
                };
                return Ok((name, Some(code)));
            }
        }
        Ok((name, None))
    }
}

impl From<PassChange> for Changed {
    fn from(change: PassChange) -> Changed {
        Changed {
            function: change.change.function,
            form: change.form,
            before: short(change.before),
            after: change.after.map(short),
        }
    }
}

/// Flags that make all passes run sequentially, so that they can be numbered.
fn in_one_row(
    bisector: &Bisector<'_>,
    needed: &Backend,
    counted: &Counted,
) -> Result<Vec<&'static str>, ToolError> {
    let mut flags = Vec::new();
    for (said, flag) in counted.in_one_row {
        let mut own = needed.request.flags.iter();
        let is_needed = match said.is_empty() {
            true => bisector.known.takes(&needed.toolchain, flag)?,
            false => own.any(|own| own.starts_with(said)),
        };
        flags.extend(is_needed.then_some(*flag));
    }
    Ok(flags)
}

/// The names of the passes in the order in which they run: the order of the first function, with the passes of later ones
/// inserted.
fn in_order(changes: &[PassChange]) -> Vec<&str> {
    let mut order: Vec<&str> = Vec::new();
    let mut at = 0;
    let mut function = "";
    for PassChange { change, .. } in changes {
        if change.function != function {
            function = &change.function;
            at = 0;
        }
        if let Some(known) = order.iter().position(|pass| *pass == change.pass) {
            at = at.max(known + 1);
        } else {
            order.insert(at, &change.pass);
            at += 1;
        }
    }
    order
}

/// Of the functions that differ, the one of this symbol, or the only one, or the first if there are several.
pub(super) fn changed(
    symbol: Option<&str>,
    before: &[FunctionText],
    after: &[FunctionText],
) -> Option<(String, String, String)> {
    let pairs = before.iter().filter_map(|old| {
        let new = after.iter().find(|new| new.symbol == old.symbol)?;
        (numberless(&old.text) != numberless(&new.text)).then_some((old, new))
    });
    let pairs: Vec<_> = pairs.collect();
    let named = pairs.iter().find(|(old, _)| Some(&*old.symbol) == symbol);
    let (old, new) = named.or(pairs.first())?;
    let name = match pairs.len() {
        more @ 2.. if named.is_none() => format!("{} and {} more", old.name(), more - 1),
        _ => old.name(),
    };
    Some((name, old.text.clone(), new.text.clone()))
}

/// The text without the numbers of attributes and metadata, which change with other functions.
fn numberless(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut reference = false;
    for c in text.chars() {
        reference = match c {
            '#' | '!' => true,
            '0'..='9' if reference => continue,
            _ => false,
        };
        plain.push(c);
    }
    plain
}

/// The beginning of a long text.
pub(super) fn short(mut text: String) -> String {
    if text.len() > LONGEST {
        let end = text[..text.floor_char_boundary(LONGEST)].rfind('\n');
        text.truncate(end.unwrap_or(0));
        text.push_str("\n…\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use kvant_toolchain::Change;

    use super::*;

    fn function(symbol: &str, text: &str) -> FunctionText {
        FunctionText {
            symbol: symbol.into(),
            text: text.into(),
        }
    }

    #[test]
    fn the_function_that_differs_is_found() {
        let before = [function("f", "call #12 !3\n"), function("g", "add\n")];
        let after = [function("f", "call #7 !4\n"), function("g", "sub\n")];
        let found = |symbol| changed(symbol, &before, &after);
        let g = ("g".to_owned(), "add\n".to_owned(), "sub\n".to_owned());
        assert_eq!(found(Some("g")), Some(g.clone()));
        assert_eq!(found(None), Some(g));
        assert_eq!(changed(None, &before, &before), None);
    }

    #[test]
    fn passes_are_in_the_order_of_all_functions() {
        let change = |function: &str, pass: &str| PassChange {
            change: Change {
                pass: pass.into(),
                function: function.into(),
            },
            form: CodeForm::Mir,
            before: String::new(),
            after: None,
        };
        let changes = [
            change("f", "Inline"),
            change("f", "CopyProp"),
            change("g", "RemoveZsts"),
            change("g", "Inline"),
            change("g", "GVN"),
            change("g", "CopyProp"),
        ];
        let order = in_order(&changes);
        assert_eq!(order, ["RemoveZsts", "Inline", "GVN", "CopyProp"]);
    }

    #[test]
    fn long_functions_are_cut_at_a_line() {
        let text = "é\n".repeat(LONGEST);
        let short = short(text);
        assert!(short.len() < LONGEST + 10 && short.ends_with("é\n…\n"));
    }
}
