//! Optimisations that find something to do in programs: a pass that changes nothing shows no bug.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use kvant_campaign::{Form, Subject as _};
use kvant_record::bench::{PassCount, Passes, RemarkCount};
use kvant_toolchain::drivers::rustc::{self, PassReport, all_mir_passes};
use kvant_toolchain::{Backend, Cancel, Limits, Scratch, Toolchain};

use crate::symbol::is_own;
use crate::{Error, Programs, Tell};

/// Counts the passes of `toolchain` that change functions of the programs.
pub fn passes(
    toolchain: Arc<Toolchain>,
    programs: &Programs,
    cancel: &Cancel,
    tell: &mut Tell<'_>,
) -> Result<Passes, Error> {
    // More passes than the ordinary pipeline has: the question is which of them change anything.
    let backend = Backend {
        toolchain,
        request: all_mir_passes(),
    };
    let scratch = Scratch::new()?;
    let limits = Limits::for_compiler().cancelled_by(cancel);
    let mut seen = Seen::default();
    for n in 0..programs.count {
        tell(format_args!("{n} of {} programs", programs.count));
        let subject = programs.grow(n)?;
        let text = subject.text(Form::Fast, Some(&backend.toolchain.dialect()));
        let names = subject.program.functions.iter().map(|f| f.name.as_str());
        let names: Vec<&str> = names.collect();
        let report = rustc::passes(&backend, &text, &names, scratch.path(), &limits)?
            .map_err(|failure| format!("{}: {failure:?}", subject.name))?;
        seen.add(&report, &names.into_iter().collect());
    }
    let remark = |(name, tally): (&String, &Tally)| RemarkCount {
        name: name.clone(),
        programs: tally.programs,
        remarks: tally.times,
    };
    Ok(Passes {
        backend: backend.name(),
        programs: programs.count,
        mir_passes: seen.mir.record(),
        llvm_passes: seen.llvm.record(),
        codegen_passes: seen.codegen.record(),
        llvm_remarks: seen.remarks.sorted().into_iter().map(remark).collect(),
    })
}

/// Changes and remarks in all programs.
#[derive(Default)]
struct Seen {
    mir: Tallies,
    llvm: Tallies,
    codegen: Tallies,
    remarks: Tallies,
}

impl Seen {
    /// Counts changes of the functions of one program, whose names are `names`.
    fn add(&mut self, report: &PassReport, names: &HashSet<&str>) {
        let mir = report.mir.iter();
        let mir = mir.filter(|change| names.contains(change.function.as_str()));
        self.mir.add(mir.map(|change| change.pass.clone()));
        for (changes, tallies) in [
            (&report.llvm, &mut self.llvm),
            (&report.codegen, &mut self.codegen),
        ] {
            let own = changes.iter();
            let own = own.filter(|change| is_own(&change.function, names));
            tallies.add(own.map(|change| change.pass.clone()));
        }
        let remarks = report.remarks.iter();
        let remarks = remarks.filter(|remark| remark.passed && is_own(&remark.function, names));
        self.remarks
            .add(remarks.map(|remark| format!("{}: {}", remark.pass, remark.name)));
    }
}

/// Counts by name.
#[derive(Default)]
struct Tallies(BTreeMap<String, Tally>);

#[derive(Default)]
struct Tally {
    programs: u64,
    times: u64,
}

impl Tallies {
    /// Counts the changes in one more program.
    fn add(&mut self, done: impl Iterator<Item = String>) {
        let mut here: BTreeMap<String, u64> = BTreeMap::new();
        for name in done {
            *here.entry(name).or_default() += 1;
        }
        for (name, times) in here {
            let tally = self.0.entry(name).or_default();
            tally.programs += 1;
            tally.times += times;
        }
    }

    /// The most frequent first.
    fn sorted(&self) -> Vec<(&String, &Tally)> {
        let mut all: Vec<_> = self.0.iter().collect();
        all.sort_by_key(|(name, tally)| (u64::MAX - tally.programs, u64::MAX - tally.times, *name));
        all
    }

    fn record(&self) -> Vec<PassCount> {
        let each = |(name, tally): (&String, &Tally)| PassCount {
            name: name.clone(),
            programs: tally.programs,
            changed_functions: tally.times,
        };
        self.sorted().into_iter().map(each).collect()
    }
}

#[cfg(test)]
mod tests {
    use kvant_toolchain::Change;

    use super::*;

    #[test]
    fn changes_of_the_programs_own_functions_are_counted() {
        let change = |pass: &str, function: &str| Change {
            pass: pass.into(),
            function: function.into(),
        };
        let report = PassReport {
            mir: vec![
                change("GVN", "f1"),
                change("GVN", "f2"),
                change("GVN", "kvant-run"),
            ],
            llvm: vec![
                change("SROA", "_ZN7program2f117h0123456789abcdefE"),
                change("SROA", "_ZN7program5kvant3run17h0123456789abcdefE"),
            ],
            ..PassReport::default()
        };
        let mut seen = Seen::default();
        let names = HashSet::from(["f1", "f2"]);
        seen.add(&report, &names);
        seen.add(&report, &names);
        let count = |name: &str, changed_functions| PassCount {
            name: name.into(),
            programs: 2,
            changed_functions,
        };
        assert_eq!(seen.mir.record(), [count("GVN", 4)]);
        assert_eq!(seen.llvm.record(), [count("SROA", 2)]);
    }
}
