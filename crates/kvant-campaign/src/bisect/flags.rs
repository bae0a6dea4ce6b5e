//! The flags and levels that a symptom needs.

use kvant_toolchain::{Backend, OptLevel, Request, ToolError};

use super::Stage;
use super::probe::Prober;

impl Prober<'_> {
    /// The backend with the fewest flags and the lowest levels that shows the symptom. Flags are removed one by one as long as
    /// possible; then the levels of each part of the compiler are lowered, as its driver lists them. A level above zero then
    /// names the part whose passes are needed.
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

    /// The lowest of O0 to O3 that shows the symptom with the needed flags. Only builds have levels.
    pub(super) fn first_level(&mut self, needed: &Backend) -> Result<Option<OptLevel>, ToolError> {
        if !needed.request.is_build() {
            return Ok(None);
        }
        for level in [OptLevel::O0, OptLevel::O1, OptLevel::O2, OptLevel::O3] {
            if self.shows(Stage::Level, &needed.at_level(level))? {
                return Ok(Some(level));
            }
        }
        Ok(None)
    }

    /// The first of these requests that shows the symptom.
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

/// All ways to leave one flag or switch out, or a part of a flag; the last flags go first. Levels stay.
fn with_one_less(backend: &Backend) -> Vec<Request> {
    let request = &backend.request;
    let mut all = Vec::new();
    for n in (0..request.flags.len()).rev() {
        let mut fewer = request.clone();
        fewer.flags.remove(n);
        all.push(fewer);
    }
    for (n, flag) in request.flags.iter().enumerate().rev() {
        for shorter in (backend.family().shorter)(flag) {
            let mut fewer = request.clone();
            fewer.flags[n] = shorter;
            all.push(fewer);
        }
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
