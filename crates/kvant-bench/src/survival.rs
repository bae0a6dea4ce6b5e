//! The share of programs that survives optimisation: code that is folded away finds no bugs.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use kvant_campaign::{Form, Subject as _};
use kvant_languages::mir::MirSubject;
use kvant_record::bench::Survival;
use kvant_toolchain::drivers::rustc::all_mir_passes;
use kvant_toolchain::{Backend, Cancel, CodeForm, Limits, OptLevel, Request, Scratch, Toolchain};

use crate::lines_left::lines_left;
use crate::symbol::is_own;
use crate::{Error, Programs, Tell, median};

/// Positions tell which statement an instruction comes from.
const POSITIONS: &str = "-Cdebuginfo=line-tables-only";

/// Counts LLVM instructions and statements of programs before optimisation and after O3 with all MIR passes.
pub fn survival(
    toolchain: Arc<Toolchain>,
    programs: &Programs,
    cancel: &Cancel,
    tell: &mut Tell<'_>,
) -> Result<Survival, Error> {
    // The strictest measure: MIR passes that are off by default fold more.
    let backend = Backend {
        toolchain,
        request: all_mir_passes().with_flags([POSITIONS]),
    };
    // MIR on which no optional pass has worked.
    let plain = Request::build(OptLevel::O3).with_switch("mir0");
    let plain = backend.asked(plain.with_flags([POSITIONS]));
    let scratch = Scratch::new()?;
    let limits = Limits::for_compiler().cancelled_by(cancel);
    let (mut before, mut after) = (Count::default(), Count::default());
    let mut shares = Vec::new();
    let (mut statements, mut statements_left) = (0, 0);
    for n in 0..programs.count {
        tell(format_args!("{n} of {} programs", programs.count));
        let subject = programs.grow(n)?;
        let unoptimised = count(&subject, &plain, &scratch, &limits, CodeForm::RawLlvmIr)?;
        let optimised = count(&subject, &backend, &scratch, &limits, CodeForm::LlvmIr)?;
        shares.push(optimised.instructions as f64 / unoptimised.instructions.max(1) as f64);
        statements += unoptimised.lines.len();
        statements_left += optimised.lines.intersection(&unoptimised.lines).count();
        before.add(&unoptimised);
        after.add(&optimised);
    }
    Ok(Survival {
        backend: backend.name(),
        programs: programs.count,
        instructions_before: before.instructions,
        instructions_after: after.instructions,
        share: after.instructions as f64 / before.instructions.max(1) as f64,
        median_share: median(shares),
        statements_before: statements,
        statements_after: statements_left,
        statement_share: statements_left as f64 / statements.max(1) as f64,
        observations_after: after.observations,
        constant_observations_share: after.constant_observations as f64
            / after.observations.max(1) as f64,
    })
}

/// Contents of the functions of a program.
#[derive(Default)]
struct Count {
    instructions: u64,
    /// The lines with instructions; each statement is on a line of its own.
    lines: BTreeSet<u32>,
    observations: u64,
    constant_observations: u64,
}

impl Count {
    fn add(&mut self, other: &Count) {
        self.instructions += other.instructions;
        self.observations += other.observations;
        self.constant_observations += other.constant_observations;
    }
}

fn count(
    subject: &MirSubject,
    backend: &Backend,
    scratch: &Scratch,
    limits: &Limits,
    form: CodeForm,
) -> Result<Count, Error> {
    let text = subject.text(Form::Fast, Some(&backend.toolchain.dialect()));
    let ir = backend
        .code(form, &text, scratch.path(), limits)?
        .map_err(|failure| format!("{}: {failure:?}", subject.name))?;
    let names = subject.program.functions.iter().map(|f| f.name.as_str());
    Ok(count_in(&ir, &names.collect()))
}

/// Counts the instructions of the functions at the root of the crate with one of `names`: the program's own, and not the
/// prelude's.
fn count_in(ir: &str, names: &HashSet<&str>) -> Count {
    let mut count = Count::default();
    let mut inside = false;
    let mut own = Vec::new();
    for line in ir.lines() {
        if let Some(definition) = line.strip_prefix("define ") {
            inside = symbol(definition).is_some_and(|symbol| is_own(symbol, names));
        } else if line == "}" {
            inside = false;
        } else if inside && is_instruction(line) {
            count.instructions += 1;
            own.push(line);
            if let Some(value) = observed(line) {
                count.observations += 1;
                let constant = !value.starts_with('%');
                count.constant_observations += u64::from(constant);
            }
        }
    }
    count.lines = lines_left(ir, own.into_iter());
    count
}

/// The symbol in a line that has one.
fn symbol(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once('@')?;
    let rest = rest.strip_prefix('"').unwrap_or(rest);
    rest.split(['(', '"']).next()
}

/// Returns true for an indented line that is no comment, case of a switch or debug record.
fn is_instruction(line: &str) -> bool {
    line.starts_with("  ")
        && !line.starts_with("   ")
        && !line.starts_with("  ]")
        && !line.trim_start().starts_with([';', '#'])
}

/// The observed value in a call of an observer: its last argument.
fn observed(line: &str) -> Option<&str> {
    let (_, call) = line.split_once("call ")?;
    let name = symbol(call)?;
    if !format!("{:#}", rustc_demangle::demangle(name)).contains("kvant::observe_") {
        return None;
    }
    let (arguments, _) = call.rsplit_once(')')?;
    arguments.rsplit([' ', ',']).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_the_programs_own_functions_only() {
        let ir = "\
define internal void @_ZN7program2f117h0123456789abcdefE(i32 noundef %x) unnamed_addr #0 {
start:
  %y = add i32 %x, 1
  switch i32 %y, label %bb1 [
    i32 0, label %bb2
  ]

bb1:                                              ; preds = %start
  call void @_ZN7program5kvant11observe_u3217h0123456789abcdefE(i32 noundef 0, i32 noundef %y)
  call void @_ZN7program5kvant11observe_u3217h0123456789abcdefE(i32 noundef 1, i32 noundef 7)
  ret void
}

define void @_ZN7program5kvant3run17h0123456789abcdefE() {
  ret void
}
";
        let count = count_in(ir, &HashSet::from(["f1"]));
        assert_eq!(count.instructions, 5);
        assert_eq!(count.observations, 2);
        assert_eq!(count.constant_observations, 1);
        assert_eq!(count_in(ir, &HashSet::from(["f2"])).instructions, 0);
    }
}
