//! Which pass of gcc, and on which function.
//!
//! gcc does not count its passes, but each can be switched off by its name, on all functions or on some. So those behind a
//! certain one are, which does what a limit does in LLVM: several passes may make the same step, and it is the first that
//! counts. Where that does not help, there are flags, each of which stands for a few passes and for what is done between them.

use kvant_toolchain::{Backend, CodeForm, OptLevel, ToolError};

use super::Stage;
use super::culprit::{Blame, Changed, Culprit, Found, changed, short};
use super::flags::build;
use super::probe::Prober;
use crate::Verdict;

/// What is said of what is not about one function.
const EVERYTHING: &str = "the whole program";

impl Prober<'_> {
    /// The pass of gcc with which it begins, or else the last flag without which all is well.
    pub(super) fn blame_gcc(&mut self, needed: &Backend) -> Result<Blame, ToolError> {
        if build(needed).is_none_or(|flags| flags.opt == OptLevel::O0) {
            return Ok(Blame::Unknown("it shows without any pass".to_owned()));
        }
        let text = self.text(needed);
        let passes = needed.gcc_passes(&text, self.scratch.path(), &self.compiler)?;
        let passes: Vec<&str> = passes.iter().map(String::as_str).collect();
        let mut missable = Vec::new();
        self.missable_of_gcc(needed, &passes, &mut missable)?;
        if let Some(culprit) = self.first_of_gcc(needed, &missable)? {
            return Ok(Blame::Culprit(Box::new(culprit)));
        }
        let flags = needed.gcc_flags(&text, self.scratch.path(), &self.compiler)?;
        let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
        let off = |flags: &[&str]| needed.without_gcc(flags, &[]);
        let mut guilty = Vec::new();
        self.guilty_among(Stage::Gcc, &off, &flags, &mut guilty)?;
        let Some(flag) = guilty.pop() else {
            return Ok(Blame::Unknown(
                "it shows without any of the passes that can be missed, and no flag alone makes it right".to_owned(),
            ));
        };
        let without = off(&[&flag]);
        let firm =
            self.confirm(Stage::Gcc, needed, true)? && self.confirm(Stage::Gcc, &without, false)?;
        let code = self.change_of_gcc(&without, needed, None)?;
        Ok(Blame::Culprit(Box::new(Culprit {
            pass: flag,
            on: EVERYTHING.to_owned(),
            how: Found::ByAbsence { others: guilty },
            firm,
            code,
        })))
    }

    /// Adds those of the passes that can be missed together with those that are there: without them the compiler still makes a
    /// program that does as it should, or shows the symptom.
    fn missable_of_gcc<'p>(
        &mut self,
        needed: &Backend,
        passes: &[&'p str],
        missable: &mut Vec<&'p str>,
    ) -> Result<(), ToolError> {
        if passes.is_empty() {
            return Ok(());
        }
        let all = [missable, passes].concat();
        let verdict = self.ask(Stage::Gcc, &needed.without_gcc(&all, &[]))?;
        if verdict == Verdict::Agrees || self.symptom.shows_exactly(&verdict) {
            *missable = all;
        } else if passes.len() > 1 {
            let (first, second) = passes.split_at(passes.len() / 2);
            self.missable_of_gcc(needed, first, missable)?;
            self.missable_of_gcc(needed, second, missable)?;
        }
        Ok(())
    }

    /// The first of the passes with which it shows if those behind are switched off.
    fn first_of_gcc(
        &mut self,
        needed: &Backend,
        passes: &[&str],
    ) -> Result<Option<Culprit>, ToolError> {
        let up_to = |count: usize| needed.without_gcc(&passes[count..], &[]);
        if passes.is_empty() || self.ask(Stage::Gcc, &up_to(0))? != Verdict::Agrees {
            return Ok(None);
        }
        let (mut good, mut bad) = (0, passes.len());
        while bad - good > 1 {
            let middle = good.midpoint(bad);
            let verdict = self.ask(Stage::Gcc, &up_to(middle))?;
            match self.symptom.shows_exactly(&verdict) {
                true => bad = middle,
                false => good = middle,
            }
        }
        let (before, after) = (up_to(good), up_to(bad));
        let firm =
            self.confirm(Stage::Gcc, &before, false)? && self.confirm(Stage::Gcc, &after, true)?;
        let pass = passes[good];
        let function = self.function_of_gcc(&after, pass)?;
        let code = self.change_of_gcc(&before, &after, function.as_deref())?;
        Ok(Some(Culprit {
            pass: pass.to_owned(),
            on: function.unwrap_or_else(|| EVERYTHING.to_owned()),
            how: Found::ByLimit {
                number: bad as u64,
                of: passes.len() as u64,
            },
            firm,
            code,
        }))
    }

    /// The function on which the pass must not work for all to be well, if it is one.
    fn function_of_gcc(
        &mut self,
        needed: &Backend,
        pass: &str,
    ) -> Result<Option<String>, ToolError> {
        // Those that work on the whole program are on or off.
        if !pass.starts_with("tree-") && !pass.starts_with("rtl-") {
            return Ok(None);
        }
        let text = self.text(needed);
        let plain = Backend::build(needed.toolchain.clone(), OptLevel::O0);
        let (scratch, limits) = (self.scratch.path(), &self.compiler);
        let Ok(functions) = plain.functions(CodeForm::Assembly, &text, scratch, limits)? else {
            return Ok(None);
        };
        let functions: Vec<&str> = functions.iter().map(|each| each.symbol.as_str()).collect();
        let off = |functions: &[&str]| needed.without_gcc(&[pass], functions);
        let mut guilty = Vec::new();
        self.guilty_among(Stage::Gcc, &off, &functions, &mut guilty)?;
        Ok(guilty.pop())
    }

    /// How the code differs with the pass, if it can be seen.
    fn change_of_gcc(
        &mut self,
        before: &Backend,
        after: &Backend,
        function: Option<&str>,
    ) -> Result<Option<Changed>, ToolError> {
        let text = self.text(after);
        let form = CodeForm::Assembly;
        let code =
            |backend: &Backend| backend.functions(form, &text, self.scratch.path(), &self.compiler);
        let (Ok(before), Ok(after)) = (code(before)?, code(after)?) else {
            return Ok(None);
        };
        let changed = changed(function, &before, &after);
        Ok(changed.map(|(function, before, after)| Changed {
            function,
            form,
            before: short(before),
            after: Some(short(after)),
        }))
    }
}
