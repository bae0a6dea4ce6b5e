//! The clean-up of every candidate, without a test of its own.

use kvant_mir::Program;

use super::record::Record;
use super::{control, mend, statements, tidy};

/// Maximum number of rounds: a removal may make more text superfluous.
const MOST_ROUNDS: usize = 6;

/// The caution with superfluous text. Most bugs do not depend on it, and then each candidate becomes much smaller
/// than the edit alone makes it; but some do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Care {
    /// Only declarations and blocks that are not referenced are removed.
    Bare,
    /// Blocks are joined too, and unused arguments are dropped.
    Tidy,
    /// Dead values are removed too.
    Lean,
    /// Blocks that are not executed are removed too.
    Clean,
}

impl kvant_generate::shrink::Care for Care {
    const ALL: &'static [Care] = &[Care::Bare, Care::Tidy, Care::Lean, Care::Clean];
    const POLISHING: Care = Care::Tidy;
    const REPLACING: Care = Care::Lean;

    fn name(self) -> &'static str {
        match self {
            Care::Bare => "bare",
            Care::Tidy => "tidy",
            Care::Lean => "lean",
            Care::Clean => "clean",
        }
    }

    fn doubted(self) -> Care {
        self.min(Care::Tidy)
    }
}

/// Cleans a program up; `None` if it cannot be run.
pub(super) fn clean(mut program: Program, care: Care, steps: u64) -> Option<Program> {
    for function in &mut program.functions {
        function.find_marked();
    }
    let mut program = mend::end_storage(program, steps)?;
    if let Care::Bare | Care::Tidy = care {
        return Some(tidy::tidy(program, care == Care::Tidy));
    }
    for _ in 0..MOST_ROUNDS {
        let before = program.statement_count();
        if care == Care::Clean {
            let record = Record::of_paths(&program, steps);
            control::without_unexecuted(&mut program, &record);
        }
        program = tidy::tidy(program, true);
        program = statements::without_dead(program, steps);
        program = tidy::tidy(program, true);
        if program.statement_count() == before {
            break;
        }
    }
    Some(program)
}
