//! Candidates without what they do not need, found by running them.

use kvant_c::{CTarget, Expr, Place, Program, Stmt};
use kvant_c_machine::Outcome;

use super::lean::lean;
use super::run;
use super::tidy::{bare, tidy};

/// How much is taken out of a candidate without asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Care {
    /// Functions, variables of the program and types that nothing mentions.
    Bare,
    /// What else says nothing, too.
    Tidy,
    /// Statements without which the same is observed, too.
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

/// How many statements a candidate may lose because they are not defined any more.
const MOST_MENDED: usize = 60;

/// The program without what `care` allows to take out. `None` if it is not defined.
pub(super) fn clean(program: Program, target: &CTarget, care: Care, steps: u64) -> Option<Program> {
    match care {
        Care::Bare => Some(bare(program)),
        Care::Tidy => Some(tidy(program)),
        Care::Lean => lean(tidy(program), target, steps),
    }
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
