//! The culprit in a compiler without numbered passes, such as gcc.
//!
//! Each pass can be disabled by its name, on all functions or on some. Disabling all passes after a certain one acts like a
//! limit on numbered passes: several passes may do the same step, and the first one is the culprit. Where that fails, flags are
//! searched, each of which enables a few passes and the code between them.

use kvant_toolchain::{Backend, CodeForm, Named, OptLevel, Part, ToolError};

use super::Stage;
use super::culprit::{Blame, Changed, Culprit, Found, changed, short};
use super::probe::Prober;
use crate::Verdict;

/// The name in the place of a function's if the culprit is not about one function.
const EVERYTHING: &str = "the whole program";

impl Prober<'_> {
    /// The first pass with which the symptom shows, or else the last flag without which the program agrees.
    pub(super) fn blame_named(
        &mut self,
        needed: &Backend,
        part: &'static Part,
        named: &Named,
    ) -> Result<Blame, ToolError> {
        let stage = Stage::Passes(part);
        let text = self.text(needed);
        let passes = (named.passes)(needed, &text, self.scratch.path(), &self.compiler)?;
        let passes: Vec<&str> = passes.iter().map(String::as_str).collect();
        let mut missable = Vec::new();
        self.missable(needed, part, &passes, &mut missable)?;
        if let Some(culprit) = self.first_of(needed, part, named, &missable)? {
            return Ok(Blame::Culprit(Box::new(culprit)));
        }
        let flags = (named.flags)(needed, &text, self.scratch.path(), &self.compiler)?;
        let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
        let off = |flags: &[&str]| needed.with((part.off)(flags, &[]));
        let mut guilty = Vec::new();
        self.guilty_among(part, &off, &flags, &mut guilty)?;
        let Some(flag) = guilty.pop() else {
            return Ok(Blame::Unknown(
                "the symptom shows without all passes that can be disabled, and disabling a single flag does not hide it"
                    .to_owned(),
            ));
        };
        let without = off(&[&flag]);
        let firm = self.confirm(stage, needed, true)? && self.confirm(stage, &without, false)?;
        let code = self.code_between(&without, needed, None)?;
        Ok(Blame::Culprit(Box::new(Culprit {
            pass: flag,
            on: EVERYTHING.to_owned(),
            how: Found::ByAbsence { others: guilty },
            firm,
            code,
        })))
    }

    /// Adds the passes that can be disabled together with those in `missable`: the program without them agrees or shows the
    /// symptom.
    fn missable<'p>(
        &mut self,
        needed: &Backend,
        part: &'static Part,
        passes: &[&'p str],
        missable: &mut Vec<&'p str>,
    ) -> Result<(), ToolError> {
        if passes.is_empty() {
            return Ok(());
        }
        let all = [missable, passes].concat();
        let verdict = self.ask(Stage::Passes(part), &needed.with((part.off)(&all, &[])))?;
        if verdict == Verdict::Agrees || self.symptom.shows_exactly(&verdict) {
            *missable = all;
        } else if passes.len() > 1 {
            let (first, second) = passes.split_at(passes.len() / 2);
            self.missable(needed, part, first, missable)?;
            self.missable(needed, part, second, missable)?;
        }
        Ok(())
    }

    /// The first pass with which the symptom shows while all later ones are disabled.
    fn first_of(
        &mut self,
        needed: &Backend,
        part: &'static Part,
        named: &Named,
        passes: &[&str],
    ) -> Result<Option<Culprit>, ToolError> {
        let stage = Stage::Passes(part);
        let up_to = |count: usize| needed.with((part.off)(&passes[count..], &[]));
        if passes.is_empty() || self.ask(stage, &up_to(0))? != Verdict::Agrees {
            return Ok(None);
        }
        let (mut good, mut bad) = (0, passes.len());
        while bad - good > 1 {
            let middle = good.midpoint(bad);
            let verdict = self.ask(stage, &up_to(middle))?;
            match self.symptom.shows_exactly(&verdict) {
                true => bad = middle,
                false => good = middle,
            }
        }
        let (before, after) = (up_to(good), up_to(bad));
        let firm = self.confirm(stage, &before, false)? && self.confirm(stage, &after, true)?;
        let pass = passes[good];
        let function = match (named.is_per_function)(pass) {
            true => self.function_of(&after, part, pass)?,
            false => None,
        };
        let code = self.code_between(&before, &after, function.as_deref())?;
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

    /// The function on which the pass has to be disabled for the program to agree, if it is a single one.
    fn function_of(
        &mut self,
        needed: &Backend,
        part: &'static Part,
        pass: &str,
    ) -> Result<Option<String>, ToolError> {
        let text = self.text(needed);
        let plain = Backend::build(needed.toolchain.clone(), OptLevel::O0);
        let (scratch, limits) = (self.scratch.path(), &self.compiler);
        let Ok(functions) = plain.functions(CodeForm::Assembly, &text, scratch, limits)? else {
            return Ok(None);
        };
        let functions: Vec<&str> = functions.iter().map(|each| each.symbol.as_str()).collect();
        let off = |functions: &[&str]| needed.with((part.off)(&[pass], functions));
        let mut guilty = Vec::new();
        self.guilty_among(part, &off, &functions, &mut guilty)?;
        Ok(guilty.pop())
    }

    /// The change of code by the pass, if there is one.
    fn code_between(
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
