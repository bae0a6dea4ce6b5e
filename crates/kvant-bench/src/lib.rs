//! Benchmarks: claims about programs, machines, reduction and campaigns, as functions that measure them.
//!
//! Each returns its record of [`kvant_record::bench`] and describes its progress in lines of text meanwhile. Processor time is
//! counted, never the time on the clock: machines are shared. A comparison runs both sides in one call.
//!
//! Not here: arguments of the command line and display, which are in `kvant`.

mod c;
mod edits;
mod fork;
mod generate;
mod lines_left;
mod llvm;
mod machine;
mod passes;
mod pipeline;
mod reduce;
mod refine;
mod survival;
mod symbol;
mod witness;

use std::fmt;
use std::path::Path;

use kvant_campaign::Unsound;
use kvant_languages::mir::{MirSubject, from_seed, splice_from};
use kvant_mir_gen::GenConfig;
use kvant_toolchain::Source;

pub use c::{C, c};
pub use edits::{EditSample, edits};
pub use generate::{generate, generate_size};
pub use llvm::{llvm, llvm_memory};
pub use machine::machine;
pub use passes::passes;
pub use pipeline::pipeline;
pub use reduce::{Reduce, Told, until_as_small};
pub use refine::{Refine, refine};
pub use survival::survival;
pub use witness::{Sample, witnesses};

/// The language of the compilers that benchmarks need, except [`c`] and [`llvm()`], which find their own tools.
pub const LANGUAGE: Source = kvant_toolchain::drivers::RUST;

/// A message for the user.
pub type Error = Box<dyn std::error::Error + Send + Sync>;

/// Receives lines about the progress of a benchmark.
pub type Tell<'a> = dyn FnMut(fmt::Arguments<'_>) + 'a;

/// The MIR programs of consecutive seeds.
pub struct Programs {
    /// Their configuration.
    pub config: GenConfig,
    /// The first seed.
    pub seed: u64,
    /// Number of programs.
    pub count: u64,
}

impl Programs {
    /// Programs with the default configuration.
    pub fn new(seed: u64, count: u64) -> Programs {
        Programs {
            config: GenConfig::default(),
            seed,
            count,
        }
    }

    /// Splices functions of the programs in a folder in. `note` receives remarks about programs that cannot be used.
    pub fn splice_from(
        &mut self,
        folder: Option<&Path>,
        note: &mut dyn FnMut(String),
    ) -> Result<(), Error> {
        Ok(splice_from(folder.into(), &mut self.config, note)?)
    }

    /// Grows the program of this number.
    fn grow(&self, n: u64) -> Result<MirSubject, Unsound> {
        from_seed(self.seed.wrapping_add(n), &self.config)
    }
}

/// Does something, and returns its processor time in seconds too.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let now = || {
        let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
    };
    let begin = now();
    let result = work();
    (result, now() - begin)
}

/// The upper median of `values`.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
