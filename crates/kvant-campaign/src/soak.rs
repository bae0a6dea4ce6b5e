//! The long run: many programs at the same time, and no stop at the first disagreement.

use std::collections::BTreeSet;
use std::num::NonZero;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use kvant_toolchain::ToolError;

use crate::{BatchSize, Event, Hunt, HuntError, Kept, Subject, Verdict};

/// What a soak works with.
pub struct Soak {
    /// Who is asked, and where findings are kept.
    pub hunt: Hunt,
    /// How many programs are tested at the same time.
    pub jobs: NonZero<usize>,
}

/// Makes the program of a seed. An error is a bug of whoever makes programs.
pub type Maker<'a> = dyn Fn(u64) -> Result<Box<dyn Subject>, String> + Sync + 'a;

/// What became of one program.
pub struct Tested {
    /// Its seed.
    pub seed: u64,
    /// How often a backend was asked about it.
    pub runs: u64,
    /// How many of them could not say anything.
    pub cannot_say: u64,
    /// The disagreement, if there is one, and where the program is kept, if it could be.
    pub finding: Option<Kept>,
    /// Why there is no program, which is a bug of whoever makes them.
    pub unmade: Option<String>,
}

/// How a soak ended. What was tested has been told one by one.
pub struct Soaked {
    /// The first seed that was not tested. Some after it may have been.
    pub next: u64,
    /// Why it ended early, if not because it was told to.
    pub stopped: Option<HuntError>,
}

impl Soak {
    /// Tests the programs of `seeds`, and tells what became of each, in whatever order they are done.
    pub fn run(
        &self,
        seeds: Range<u64>,
        maker: &Maker<'_>,
        tell: &mut dyn FnMut(Tested),
    ) -> Soaked {
        let work = Work {
            soak: self,
            maker,
            next: AtomicU64::new(seeds.start),
            end: seeds.end,
            over: AtomicBool::new(false),
            stopped: Mutex::new(None),
        };
        let mut missing = Missing {
            first: seeds.start,
            done: BTreeSet::new(),
        };
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..self.jobs.get() {
                let (work, sender) = (&work, sender.clone());
                scope.spawn(move || work.labour(&sender));
            }
            // The channel ends with the last worker.
            drop(sender);
            for tested in receiver {
                missing.remove(tested.seed);
                tell(tested);
            }
        });
        Soaked {
            next: missing.first,
            stopped: work.stopped.into_inner().unwrap_or_default(),
        }
    }
}

/// What the threads of a soak share.
struct Work<'a> {
    soak: &'a Soak,
    maker: &'a Maker<'a>,
    next: AtomicU64,
    end: u64,
    over: AtomicBool,
    stopped: Mutex<Option<HuntError>>,
}

impl Work<'_> {
    /// Tests one batch of programs after the other until there are no more.
    fn labour(&self, sender: &Sender<Tested>) {
        let cancel = &self.soak.hunt.cancel;
        let mut size = BatchSize::new(self.soak.hunt.batch);
        while !cancel.is_cancelled() && !self.over.load(Ordering::Relaxed) {
            let Some(seeds) = self.take(size.get() as u64) else {
                break;
            };
            match self.test(seeds, &mut size) {
                Ok(tested) => {
                    if tested
                        .into_iter()
                        .any(|tested| sender.send(tested).is_err())
                    {
                        break;
                    }
                }
                Err((_, ToolError::Cancelled)) => break,
                Err((name, error)) => {
                    // What keeps one from going on keeps the others too: a full disk, no linker.
                    self.over.store(true, Ordering::Relaxed);
                    if let Ok(mut stopped) = self.stopped.lock() {
                        *stopped = Some(HuntError::Tool(name, error));
                    }
                    break;
                }
            }
        }
    }

    /// The next so many seeds, or fewer where the end is near and others want some too.
    fn take(&self, most: u64) -> Option<Range<u64>> {
        let jobs = self.soak.jobs.get() as u64;
        let until = |seed: u64| {
            let left = self.end.saturating_sub(seed);
            seed + left.div_ceil(jobs).min(most)
        };
        let taken = self
            .next
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |seed| {
                (seed < self.end).then(|| until(seed))
            });
        taken.ok().map(|seed| seed..until(seed))
    }

    fn test(
        &self,
        seeds: Range<u64>,
        size: &mut BatchSize,
    ) -> Result<Vec<Tested>, (String, ToolError)> {
        let (mut all, mut made, mut subjects) = (Vec::new(), Vec::new(), Vec::new());
        for seed in seeds {
            if self.soak.hunt.cancel.is_cancelled() {
                return Err((seed.to_string(), ToolError::Cancelled));
            }
            let mut tested = Tested {
                seed,
                runs: 0,
                cannot_say: 0,
                finding: None,
                unmade: None,
            };
            match (self.maker)(seed) {
                Ok(subject) => {
                    made.push(tested);
                    subjects.push(subject);
                }
                Err(why) => {
                    tested.unmade = Some(why);
                    all.push(tested);
                }
            }
        }
        let Some(first) = subjects.first().map(|subject| subject.name()) else {
            return Ok(all);
        };
        let hunt = &self.soak.hunt;
        let mut current = 0;
        let findings = hunt.examine(&subjects, size, &mut |event| match event {
            Event::Begins(..) => {}
            Event::Tested(_, _, verdict) => {
                let tested = &mut made[current];
                tested.runs += 1;
                tested.cannot_say += u64::from(matches!(verdict, Verdict::CannotSay { .. }));
            }
            Event::Done => current += 1,
        });
        let findings = findings.map_err(|error| (first, error))?;
        for (n, finding) in findings.into_iter().enumerate() {
            made[n].finding = finding.map(|finding| {
                let kept = finding.keep(&*subjects[n], &hunt.folder);
                (finding, kept)
            });
        }
        all.extend(made);
        Ok(all)
    }
}

/// Which seed of those that are done in any order is the first that is missing.
struct Missing {
    first: u64,
    /// Those that are done after it.
    done: BTreeSet<u64>,
}

impl Missing {
    fn remove(&mut self, seed: u64) {
        self.done.insert(seed);
        while self.done.remove(&self.first) {
            self.first += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use kvant_toolchain::Cancel;

    use super::*;
    use crate::{Form, TraceLine};

    struct Nothing(u64);

    impl Subject for Nothing {
        fn name(&self) -> String {
            self.0.to_string()
        }

        fn text(&self, _: Form, _: Option<u32>) -> String {
            String::new()
        }

        fn summary(&self) -> String {
            String::new()
        }

        fn trace(&self) -> Vec<TraceLine> {
            Vec::new()
        }
    }

    fn soak(cancel: &Cancel) -> Soak {
        Soak {
            hunt: Hunt {
                backends: Vec::new(),
                opinions: Vec::new(),
                batch: None,
                folder: PathBuf::new(),
                cancel: cancel.clone(),
            },
            jobs: NonZero::new(3).unwrap(),
        }
    }

    #[test]
    fn every_seed_is_tested_once_and_bugs_of_the_maker_do_not_end_it() {
        let maker = |seed| match seed % 10 {
            7 => Err(format!("no program {seed}")),
            _ => Ok(Box::new(Nothing(seed)) as Box<dyn Subject>),
        };
        let (mut seeds, mut unmade) = (Vec::new(), 0);
        let soaked = soak(&Cancel::new()).run(20..120, &maker, &mut |tested| {
            seeds.push(tested.seed);
            unmade += u64::from(tested.unmade.is_some());
        });
        seeds.sort_unstable();
        assert_eq!(seeds, (20..120).collect::<Vec<_>>());
        assert_eq!((soaked.next, unmade), (120, 10));
        assert!(soaked.stopped.is_none());
    }

    #[test]
    fn it_ends_when_it_is_told_to_and_says_where_to_go_on() {
        let cancel = Cancel::new();
        let maker = |seed| {
            if seed == 30 {
                cancel.cancel();
            }
            Ok(Box::new(Nothing(seed)) as Box<dyn Subject>)
        };
        let mut seeds = BTreeSet::new();
        let soaked = soak(&cancel).run(0..1_000_000, &maker, &mut |tested| {
            seeds.insert(tested.seed);
        });
        assert!(soaked.next <= 1_000_000 && !seeds.contains(&soaked.next));
        assert!((0..soaked.next).all(|seed| seeds.contains(&seed)));
        assert!(seeds.len() < 1_000_000);
    }
}
