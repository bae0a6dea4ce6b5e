//! Work on the programs of many seeds, on all cores.

use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use kvant_campaign::Unsound;
use kvant_toolchain::Cancel;

/// Looks at the program of every seed. `add` gets the results in the order of the seeds; the failures are returned, in the same
/// order. A panic is a failure of its seed.
pub(crate) fn all_seeds<T: Send>(
    seeds: Range<u64>,
    cancel: &Cancel,
    progress: &mut dyn FnMut(usize),
    look: &(dyn Fn(u64) -> Result<T, Unsound> + Sync),
    add: &mut dyn FnMut(T),
) -> Vec<Unsound> {
    let (next, count) = (AtomicU64::new(seeds.start), seeds.end - seeds.start);
    let cores = thread::available_parallelism().map_or(1, usize::from) as u64;
    let mut looks = BTreeMap::new();
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..cores.min(count) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while !cancel.is_cancelled() {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end || sender.send((seed, caught(seed, look))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (seed, look) in receiver {
            looks.insert(seed, look);
            progress(looks.len());
        }
    });
    let mut failures = Vec::new();
    for look in looks.into_values() {
        match look {
            Ok(look) => add(look),
            Err(failure) => failures.push(failure),
        }
    }
    failures
}

fn caught<T>(seed: u64, look: &(dyn Fn(u64) -> Result<T, Unsound> + Sync)) -> Result<T, Unsound> {
    catch_unwind(AssertUnwindSafe(|| look(seed))).unwrap_or_else(|_| {
        let problem = "the generator panicked".to_owned();
        Err(Unsound { seed, problem })
    })
}
