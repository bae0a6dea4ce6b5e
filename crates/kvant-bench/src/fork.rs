//! The cost of a step that is tried and undone: a mark, an assignment, a rollback. It depends on the bytes that the step
//! writes, and not on the size of memory.

use kvant_languages::mir::TARGET;
use kvant_mir::{Program, parse};
use kvant_mir_machine::{Limits, Machine, Resolver};
use kvant_record::bench::Fork;

use crate::{Error, timed};

/// Number of trials of each step.
const TRIALS: u32 = 20_000;

/// Tries steps of two sizes in memories of three sizes.
pub(crate) fn measure() -> Result<Vec<Fork>, Error> {
    let mut forks = Vec::new();
    for touched in [8, 4096] {
        for live in [1 << 14, 1 << 18, 1 << 22] {
            let program = parse::program(&text(live, touched))?.program;
            let nanoseconds = trial(&program)?;
            forks.push(Fork {
                live_bytes: live,
                touched_bytes: touched,
                nanoseconds,
            });
        }
    }
    Ok(forks)
}

/// A program with an array of `live` bytes whose third statement writes `touched` bytes of it.
fn text(live: u64, touched: u64) -> String {
    let words = touched / 8;
    let rows = live / touched;
    format!(
        "fn start(x: u64, i: usize) {{
            mir! {{
                let row: [u64; {words}];
                let rows: [[u64; {words}]; {rows}];
                {{
                    row = [x; {words}];
                    rows = [row; {rows}];
                    rows[i] = row;
                    Return()
                }}
            }}
        }}
        fn main() {{ kvant::run(|| start(kvant::hide(7_u64), kvant::hide(1_usize))) }}"
    )
}

fn trial(program: &Program) -> Result<f64, Error> {
    let mut machine = Machine::new(TARGET, Resolver::default(), Limits::default());
    let refused = |stop| format!("a benchmark program {stop}");
    machine.start(program).map_err(refused)?;
    for _ in 0..2 {
        machine.step(program).map_err(refused)?;
    }
    let (ended, seconds) = timed(|| {
        for _ in 0..TRIALS {
            let mark = machine.mark();
            machine.step(program)?;
            machine.rollback(mark);
        }
        Ok(())
    });
    ended.map_err(refused)?;
    Ok(seconds * 1e9 / f64::from(TRIALS))
}
