//! How long to wait for a compiler: not much longer than it takes when all is well.

use std::time::Duration;

use kvant_toolchain::Limits;

/// What takes so many times as long as usual does not end.
const PATIENCE: u32 = 10;

/// The least that anything gets: a busy machine is slow at starting things.
const LEAST: Duration = Duration::from_secs(3);

/// Bounds that follow what a program takes.
pub(super) struct Pace {
    full: Limits,
    usual: Duration,
}

impl Pace {
    pub(super) fn new(full: Limits) -> Pace {
        let usual = full.cpu;
        Pace { full, usual }
    }

    /// Takes note of how long it took for the smallest program so far, with somebody who ends.
    pub(super) fn took(&mut self, time: Duration) {
        self.usual = time;
    }

    /// The bounds for so many programs that are smaller. What waits instead of working is given up after a few times as
    /// long.
    pub(super) fn limits(&self, programs: u32) -> Limits {
        let cpu = self.usual.saturating_mul(PATIENCE * programs);
        let cpu = cpu.max(LEAST).min(self.full.cpu);
        Limits {
            cpu,
            wall: (2 * cpu).min(self.full.wall),
            ..self.full.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bounds_follow_the_program_and_stay_within_the_full_ones() {
        let mut pace = Pace::new(Limits::for_compiler());
        let seconds = |pace: &Pace| (pace.limits(1).cpu.as_secs(), pace.limits(1).wall.as_secs());
        assert_eq!(seconds(&pace), (60, 120));
        pace.took(Duration::from_secs(1));
        assert_eq!(seconds(&pace), (10, 20));
        pace.took(Duration::from_millis(50));
        assert_eq!(seconds(&pace), (3, 6));
        pace.took(Duration::from_secs(100));
        assert_eq!(seconds(&pace), (60, 120));
    }
}
