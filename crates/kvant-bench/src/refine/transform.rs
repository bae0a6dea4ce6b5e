//! Functions through `opt`, many in one call.

use std::time::Duration;

use kvant_llvm::combine::{Combiner, Naming, Source};
use kvant_llvm::layout::DataLayout;
use kvant_llvm::parse;
use kvant_llvm::syntax::Module;
use kvant_toolchain::drivers::llvm::{NotTransformed, Opt};
use kvant_toolchain::{Limits, ToolError};

use crate::Error;

/// A function in the text that a version reads.
pub(super) struct Variant {
    pub(super) text: String,
    pub(super) module: Module,
}

/// The results of one pipeline.
#[derive(Default)]
pub(super) struct Transformed {
    /// Modules, with the numbers of the functions that they were made of.
    pub(super) outputs: Vec<(Vec<usize>, Target)>,
    /// Functions that were not transformed.
    pub(super) failures: Vec<(usize, String)>,
    /// Functions whose options are refused.
    pub(super) refused: Vec<usize>,
}

/// A module that `opt` made.
pub(super) struct Target {
    pub(super) module: Module,
    pub(super) layout: DataLayout,
}

/// Processor time of `opt`: at the start and for each function. Most take a hundredth of it; some tests of later versions let an older
/// one run for ever, and are found by halving.
const START: Duration = Duration::from_secs(2);
const EACH: Duration = Duration::from_millis(60);

/// One way through `opt`.
pub(super) struct Pass<'p> {
    pub(super) opt: &'p Opt,
    pub(super) options: &'p [String],
    pub(super) limits: &'p Limits,
    /// The beginning of every module: data layout and triple.
    pub(super) head: &'p str,
}

impl Pass<'_> {
    /// Transforms functions. They are put together as far as they fit.
    pub(super) fn transform(&self, all: &[(usize, &Variant)]) -> Result<Transformed, Error> {
        let mut done = Transformed::default();
        let mut merged: Vec<(Combiner, Vec<(usize, &Variant)>)> = Vec::new();
        for (n, variant) in all {
            let source = Source::new(&variant.module);
            let fits = |(combiner, members): &mut (Combiner, Vec<_>)| {
                let is_added = combiner.add_all(&source, Naming::SAME).is_ok();
                if is_added {
                    members.push((*n, *variant));
                }
                is_added
            };
            if merged.iter_mut().any(fits) {
                continue;
            }
            let mut combiner = Combiner::default();
            match combiner.add_all(&source, Naming::SAME) {
                Ok(_) => merged.push((combiner, vec![(*n, *variant)])),
                Err(misfit) => done.failures.push((*n, misfit.to_string())),
            }
        }
        for (combiner, members) in merged {
            let text = kvant_llvm::print::module(&combiner.finish());
            match self.run(&text, members.len())? {
                Ok(target) => {
                    let members = members.iter().map(|it| it.0).collect();
                    done.outputs.push((members, target));
                }
                Err(_) if self.run(self.head, 0)?.is_err() => {
                    done.refused.extend(members.iter().map(|it| it.0));
                }
                Err(failure) => self.halve(&members, failure, &mut done)?,
            }
        }
        Ok(done)
    }

    /// Transforms the halves of what failed together, until the culprits are alone.
    fn halve(
        &self,
        members: &[(usize, &Variant)],
        failure: String,
        done: &mut Transformed,
    ) -> Result<(), Error> {
        if let [(n, _)] = members {
            done.failures.push((*n, failure));
            return Ok(());
        }
        let (first, second) = members.split_at(members.len() / 2);
        for half in [first, second] {
            let mut combiner = Combiner::default();
            for (n, variant) in half {
                let added = combiner.add_all(&Source::new(&variant.module), Naming::SAME);
                if let Err(misfit) = added {
                    done.failures.push((*n, misfit.to_string()));
                }
            }
            let text = kvant_llvm::print::module(&combiner.finish());
            match self.run(&text, half.len())? {
                Ok(target) => {
                    let members = half.iter().map(|it| it.0).collect();
                    done.outputs.push((members, target));
                }
                Err(failure) => self.halve(half, failure, done)?,
            }
        }
        Ok(())
    }

    /// Runs `opt` on a text of so many functions and reads the result. The inner error is a message about this text.
    fn run(&self, text: &str, functions: usize) -> Result<Result<Target, String>, Error> {
        let limits = Limits {
            cpu: START + EACH * functions as u32,
            ..self.limits.clone()
        };
        let text = match self.opt.run(text, self.options, &limits) {
            Ok(text) => text,
            Err(NotTransformed::Tool(error @ ToolError::Cancelled)) => return Err(error.into()),
            Err(NotTransformed::Crashed(crash)) => return Ok(Err(crash.signature())),
            Err(failure) => return Ok(Err(failure.to_string())),
        };
        let module = match parse::module(&text) {
            Ok(module) => module,
            Err(error) => return Ok(Err(format!("its text is not read: {error}"))),
        };
        let layout = DataLayout::parse(module.data_layout().unwrap_or_default());
        Ok(layout.map(|layout| Target { module, layout }))
    }
}

/// The data layout that `opt` takes for a triple; empty if it takes none.
pub(super) fn layout_of(opt: &Opt, triple: &str, limits: &Limits) -> Result<String, Error> {
    let text = format!("target triple = \"{triple}\"\n");
    let options = ["-passes=verify".to_owned()];
    let text = match opt.run(&text, &options, limits) {
        Ok(text) => text,
        Err(NotTransformed::Tool(error)) => return Err(error.into()),
        Err(_) => return Ok(String::new()),
    };
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("target datalayout = \""));
    Ok(line.map_or("", |it| it.trim_end_matches('"')).to_owned())
}
