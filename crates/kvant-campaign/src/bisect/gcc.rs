//! Which pass of gcc, and on which function.
//!
//! gcc does not count its passes, but each can be switched off by its name, on all functions or on some. Where that does not
//! help, there are flags, each of which stands for a few passes and for what is done between them.

use kvant_toolchain::{Backend, CodeForm, OptLevel, ToolError};

use super::Stage;
use super::culprit::{Blame, Changed, Culprit, Found, changed, short};
use super::flags::build;
use super::probe::Prober;

/// What is said of what is not about one function.
const EVERYTHING: &str = "the whole program";

impl Prober<'_> {
    /// The last pass of gcc without which all is well, or else the last flag.
    pub(super) fn blame_gcc(&mut self, needed: &Backend) -> Result<Blame, ToolError> {
        if build(needed).is_none_or(|flags| flags.opt == OptLevel::O0) {
            return Ok(Blame::Unknown("it shows without any pass".to_owned()));
        }
        let text = self.text(needed);
        let passes = needed.gcc_passes(&text, self.scratch.path(), &self.compiler)?;
        let mut guilty = self.guilty_of_gcc(needed, &passes)?;
        if guilty.is_empty() {
            let flags = needed.gcc_flags(&text, self.scratch.path(), &self.compiler)?;
            guilty = self.guilty_of_gcc(needed, &flags)?;
        }
        let Some(pass) = guilty.pop() else {
            return Ok(Blame::Unknown(
                "no pass and no flag makes it right by its absence alone".to_owned(),
            ));
        };
        let without = needed.without_gcc(&[&pass], &[]);
        let firm =
            self.confirm(Stage::Gcc, needed, true)? && self.confirm(Stage::Gcc, &without, false)?;
        let function = self.function_of_gcc(needed, &pass)?;
        let code = self.change_of_gcc(needed, &without, function.as_deref())?;
        Ok(Blame::Culprit(Box::new(Culprit {
            pass,
            on: function.unwrap_or_else(|| EVERYTHING.to_owned()),
            how: Found::ByAbsence { others: guilty },
            firm,
            code,
        })))
    }

    fn guilty_of_gcc(
        &mut self,
        needed: &Backend,
        what: &[String],
    ) -> Result<Vec<String>, ToolError> {
        let what: Vec<&str> = what.iter().map(String::as_str).collect();
        let off = |what: &[&str]| needed.without_gcc(what, &[]);
        let mut guilty = Vec::new();
        self.guilty_among(Stage::Gcc, &off, &what, &mut guilty)?;
        Ok(guilty)
    }

    /// The function on which the pass must not work for all to be well, if it is one.
    fn function_of_gcc(
        &mut self,
        needed: &Backend,
        pass: &str,
    ) -> Result<Option<String>, ToolError> {
        // Those that work on the whole program, and flags, are on or off.
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
        needed: &Backend,
        without: &Backend,
        function: Option<&str>,
    ) -> Result<Option<Changed>, ToolError> {
        let text = self.text(needed);
        let form = CodeForm::Assembly;
        let code =
            |backend: &Backend| backend.functions(form, &text, self.scratch.path(), &self.compiler);
        let (Ok(before), Ok(after)) = (code(without)?, code(needed)?) else {
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
