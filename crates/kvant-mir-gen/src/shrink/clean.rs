//! What is taken out of every candidate without asking.

use kvant_mir::Program;

use super::record::Record;
use super::{control, mend, statements, tidy};

/// How often what was taken out is followed by what it leaves behind.
const MOST_ROUNDS: usize = 6;

/// How careful one must be with what looks superfluous. Most bugs do not need it, and then each candidate is much
/// smaller than the edit alone makes it; but some are about just that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Care {
    /// Only what nobody names is taken out.
    Bare,
    /// Blocks are joined too, and arguments that nobody uses dropped.
    Tidy,
    /// Values that nobody needs are taken out too.
    Lean,
    /// Blocks that are not executed are taken out too.
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

/// Cleans a program up, if it is one that can be run.
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
