//! Which flags are needed.

use kvant_toolchain::{Backend, OptLevel, Request, ToolError};

use super::Stage;
use super::probe::Prober;

impl Prober<'_> {
    /// The fewest flags that show it, and the lowest levels: first flags go, one by one as long as one can, then the levels of each
    /// part of the compiler, as its driver lists them. So a level that is left above zero says whose passes it takes.
    pub(super) fn minimal(&mut self, begun: &Backend) -> Result<Backend, ToolError> {
        let mut needed = begun.clone();
        while let Some(fewer) = self.first_that_shows(&needed, with_one_less(&needed))? {
            needed = fewer;
        }
        for lower in needed.family().lower {
            let lower = lower(&needed.request);
            if let Some(lower) = self.first_that_shows(&needed, lower)? {
                needed = lower;
            }
        }
        Ok(needed)
    }

    /// The lowest of the usual levels that shows it, with the other flags that it takes.
    pub(super) fn first_level(&mut self, needed: &Backend) -> Result<Option<OptLevel>, ToolError> {
        for level in [OptLevel::O0, OptLevel::O1, OptLevel::O2, OptLevel::O3] {
            if self.shows(Stage::Level, &needed.at_level(level))? {
                return Ok(Some(level));
            }
        }
        Ok(None)
    }

    /// The first of these requests to the compiler that shows it.
    fn first_that_shows(
        &mut self,
        backend: &Backend,
        requests: Vec<Request>,
    ) -> Result<Option<Backend>, ToolError> {
        for request in requests {
            let other = backend.asked(request);
            if self.shows(Stage::Flags, &other)? {
                return Ok(Some(other));
            }
        }
        Ok(None)
    }
}

/// All ways to leave one flag or switch out; the last flags go first. Levels stay.
fn with_one_less(backend: &Backend) -> Vec<Request> {
    let request = &backend.request;
    let mut all = Vec::new();
    for n in (0..request.flags.len()).rev() {
        let mut fewer = request.clone();
        fewer.flags.remove(n);
        all.push(fewer);
    }
    for (n, switch) in request.switches.iter().enumerate() {
        if !backend.family().levels.contains(&switch.as_str()) {
            let mut fewer = request.clone();
            fewer.switches.remove(n);
            all.push(fewer);
        }
    }
    all
}
