//! Which flags are needed.

use kvant_toolchain::{Backend, BackendKind, BuildFlags, Family, OptLevel, ToolError};

use super::Stage;
use super::probe::Prober;

impl Prober<'_> {
    /// The fewest flags that show it, and the lowest levels: first flags go, one by one as long as one can, then MIR is
    /// optimised less, then the rest. So a level that is left above zero says whose passes it takes.
    pub(super) fn minimal(&mut self, begun: &Backend) -> Result<Backend, ToolError> {
        let mut needed = begun.clone();
        while let Some(fewer) = self.without_one(&needed)? {
            needed = fewer;
        }
        for (opt, mir) in lower_mir(&needed) {
            let lower = at(&needed, opt, mir);
            if self.shows(Stage::Flags, &lower)? {
                needed = lower;
                break;
            }
        }
        for (opt, mir) in lower(&needed) {
            let lower = at(&needed, opt, mir);
            if self.shows(Stage::Flags, &lower)? {
                needed = lower;
                break;
            }
        }
        Ok(needed)
    }

    /// The lowest of the usual levels that shows it, with the other flags that it takes.
    pub(super) fn first_level(&mut self, needed: &Backend) -> Result<Option<OptLevel>, ToolError> {
        for level in [OptLevel::O0, OptLevel::O1, OptLevel::O2, OptLevel::O3] {
            if self.shows(Stage::Level, &at(needed, level, None))? {
                return Ok(Some(level));
            }
        }
        Ok(None)
    }

    /// The same backend without one of its flags, if one can go.
    fn without_one(&mut self, backend: &Backend) -> Result<Option<Backend>, ToolError> {
        for fewer in with_one_less(backend) {
            if self.shows(Stage::Flags, &fewer)? {
                return Ok(Some(fewer));
            }
        }
        Ok(None)
    }
}

/// How a backend builds, if it builds.
pub(super) fn build(backend: &Backend) -> Option<&BuildFlags> {
    match &backend.kind {
        BackendKind::Build(flags) => Some(flags),
        BackendKind::ConstEval | BackendKind::Miri { .. } => None,
    }
}

/// The level of MIR optimisation: the one that was said, or what rustc takes by itself.
pub(super) fn mir_level(flags: &BuildFlags) -> u8 {
    flags.mir.unwrap_or(usual_mir(flags.opt))
}

fn usual_mir(opt: OptLevel) -> u8 {
    match opt {
        OptLevel::O0 => 0,
        OptLevel::O1 | OptLevel::O2 | OptLevel::O3 | OptLevel::Os | OptLevel::Oz => 2,
    }
}

fn at(backend: &Backend, opt: OptLevel, mir: Option<u8>) -> Backend {
    let mut changed = backend.clone();
    if let BackendKind::Build(flags) = &mut changed.kind {
        flags.opt = opt;
        flags.mir = mir;
    }
    changed
}

fn lower_mir(backend: &Backend) -> Vec<(OptLevel, Option<u8>)> {
    let has_mir = |_: &&BuildFlags| backend.toolchain.family == Family::Rustc;
    let Some(flags) = build(backend).filter(has_mir) else {
        return Vec::new();
    };
    let levels = 0..mir_level(flags);
    // Level 2 is what rustc takes by itself.
    let said = |mir: u8| Some(mir).filter(|mir| *mir != usual_mir(flags.opt));
    levels.map(|mir| (flags.opt, said(mir))).collect()
}

fn lower(backend: &Backend) -> Vec<(OptLevel, Option<u8>)> {
    let Some(flags) = build(backend) else {
        return Vec::new();
    };
    let below: &[OptLevel] = match flags.opt {
        OptLevel::O0 => &[],
        OptLevel::O1 => &[OptLevel::O0],
        OptLevel::O2 => &[OptLevel::O0, OptLevel::O1],
        // Those for size are O2 with something else beside it.
        OptLevel::O3 | OptLevel::Os | OptLevel::Oz => &[OptLevel::O0, OptLevel::O1, OptLevel::O2],
    };
    // MIR stays as it is.
    let mir = match backend.toolchain.family {
        Family::Rustc => Some(mir_level(flags)),
        Family::Gcc | Family::Clang | Family::Tcc => None,
    };
    below.iter().map(|opt| (*opt, mir)).collect()
}

/// All ways to leave one flag out, those first that were said last.
fn with_one_less(backend: &Backend) -> Vec<Backend> {
    let mut all = Vec::new();
    let mut without = |change: &dyn Fn(&mut BuildFlags)| {
        let mut fewer = backend.clone();
        if let BackendKind::Build(flags) = &mut fewer.kind {
            change(flags);
        }
        if fewer != *backend {
            all.push(fewer);
        }
    };
    let extra = build(backend).map_or(0, |flags| flags.extra.len());
    for n in (0..extra).rev() {
        without(&|flags| _ = flags.extra.remove(n));
    }
    without(&|flags| flags.validate_mir = false);
    without(&|flags| flags.lint_mir = false);
    all
}
