//! Removal of text that a candidate does not need.

use kvant_c::{CTarget, Expr, Place, Program, Stmt};
use kvant_c_machine::Outcome;

use super::lean::lean;
use super::run;
use super::tidy::{bare, tidy};

/// The amount of text that is removed from a candidate without a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Care {
    /// Functions, global variables and types that are not mentioned.
    Bare,
    /// Other text without effect, too.
    Tidy,
    /// Statements that do not change the observations, too.
    Lean,
}

impl kvant_generate::shrink::Care for Care {
    const ALL: &'static [Care] = &[Care::Bare, Care::Tidy, Care::Lean];
    const POLISHING: Care = Care::Tidy;
    const REPLACING: Care = Care::Bare;

    fn name(self) -> &'static str {
        match self {
            Care::Bare => "bare",
            Care::Tidy => "tidy",
            Care::Lean => "lean",
        }
    }

    fn doubted(self) -> Care {
        self.less().unwrap_or(Care::Bare)
    }
}

/// Maximal number of statements of a candidate that are removed because they became undefined.
const MOST_MENDED: usize = 60;

/// Removes the text that `care` allows to remove. `None` if the program is not defined.
pub(super) fn clean(program: Program, target: &CTarget, care: Care, steps: u64) -> Option<Program> {
    match care {
        Care::Bare => Some(bare(program)),
        Care::Tidy => Some(tidy(program)),
        Care::Lean => lean(tidy(program), target, steps),
    }
}

/// Removes undefined statements until the machine reaches the end of the program.
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
