//! Time limits of compilers that follow the usual compile time.

use std::time::Duration;

use kvant_toolchain::Limits;

/// Factor to the usual time after which a compilation counts as a hang.
const PATIENCE: u32 = 10;

/// Minimum limit: starting a process is slow on a busy machine.
const LEAST: Duration = Duration::from_secs(3);

/// Limits that follow the compile time of the current program.
pub(super) struct Pace {
    full: Limits,
    usual: Duration,
}

impl Pace {
    pub(super) fn new(full: Limits) -> Pace {
        let usual = full.cpu;
        Pace { full, usual }
    }

    /// Sets the compile time of the smallest program so far, by a backend that ends.
    pub(super) fn took(&mut self, time: Duration) {
        self.usual = time;
    }

    /// Limits for a batch of smaller programs. The limit of wall time is twice that of processor time, for processes that wait.
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
    fn limits_follow_the_program_within_the_full_ones() {
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
