//! The corpus that is part of the program: functions with the patterns that LLVM's passes look for.
//!
//! Each file begins with a RUN line that names the passes its functions are meant for. The folders have the names of those of LLVM's
//! own tests, in which the idioms were learnt; no function is copied from them.

/// The files of a list of paths below `corpus`, with these paths.
macro_rules! files {
    ($($path:literal,)*) => {
        &[$(($path, include_str!(concat!("../corpus/", $path)))),*]
    };
}

/// The files, with their paths: a folder and a name.
pub const FILES: &[(&str, &str)] = files![
    "ADCE/dead.ll",
    "AggressiveInstCombine/idioms.ll",
    "AlignmentFromAssumptions/bundles.ll",
    "ArgumentPromotion/loads.ll",
    "Atomics/locks.ll",
    "Attributor/deduced.ll",
    "BDCE/bits.ll",
    "CallSiteSplitting/arguments.ll",
    "CodeGenPrepare/sinking.ll",
    "ConstantHoisting/wide.ll",
    "ConstraintElimination/orders.ll",
    "CorrelatedValuePropagation/ranges.ll",
    "DCE/unused.ll",
    "DFAJumpThreading/states.ll",
    "DeadArgElim/unused.ll",
    "DeadStoreElimination/stores.ll",
    "DivRemPairs/pairs.ll",
    "EarlyCSE/repeats.ll",
    "ExpandMemCmp/sizes.ll",
    "FixIrreducible/entries.ll",
    "Float2Int/chains.ll",
    "FunctionAttrs/inferred.ll",
    "FunctionSpecialization/calls.ll",
    "GVN/calls.ll",
    "GVN/redundant.ll",
    "GVNHoist/both-ways.ll",
    "GVNSink/ends.ll",
    "GlobalOpt/variables.ll",
    "IPSCCP/functions.ll",
    "IRCE/checks.ll",
    "IndVarSimplify/nested.ll",
    "IndVarSimplify/widths.ll",
    "Inline/callees.ll",
    "InstCombine/add-sub.ll",
    "InstCombine/assumed.ll",
    "InstCombine/bits.ll",
    "InstCombine/casts.ll",
    "InstCombine/counting.ll",
    "InstCombine/fcmp.ll",
    "InstCombine/fp-arith.ll",
    "InstCombine/fp-rounding.ll",
    "InstCombine/icmp.ll",
    "InstCombine/library.ll",
    "InstCombine/memory.ll",
    "InstCombine/minmax-abs.ll",
    "InstCombine/mul-div.ll",
    "InstCombine/new-attributes.ll",
    "InstCombine/new-flags.ll",
    "InstCombine/overflow.ll",
    "InstCombine/phi.ll",
    "InstCombine/scalable.ll",
    "InstCombine/select.ll",
    "InstCombine/shifts.ll",
    "InstCombine/vector-intrinsics.ll",
    "InstCombine/vectors.ll",
    "InstSimplify/integers.ll",
    "InstSimplify/mixed.ll",
    "JumpThreading/threads.ll",
    "LICM/invariants.ll",
    "LoadStoreVectorizer/chains.ll",
    "LoopDeletion/unneeded.ll",
    "LoopDistribute/split.ll",
    "LoopFlatten/nests.ll",
    "LoopFusion/neighbours.ll",
    "LoopIdiom/blocks.ll",
    "LoopInterchange/order.ll",
    "LoopLoadElim/forward.ll",
    "LoopPeel/first-iterations.ll",
    "LoopRotate/headers.ll",
    "LoopSink/cold.ll",
    "LoopStrengthReduce/addresses.ll",
    "LoopUnroll/counts.ll",
    "LoopUnrollAndJam/nests.ll",
    "LoopVectorize/folded-tail.ll",
    "LoopVectorize/plain.ll",
    "LoopVectorize/scalable.ll",
    "LoopVectorize/shapes.ll",
    "LoopVersioning/checks.ll",
    "LowerExpectIntrinsic/hints.ll",
    "LowerMatrixIntrinsics/small.ll",
    "LowerSwitch/cases.ll",
    "MLoadStoreMotion/diamonds.ll",
    "Mem2Reg/slots.ll",
    "MemCpyOpt/copies.ll",
    "MergeFunc/equal.ll",
    "MergeICmps/fields.ll",
    "NaryReassociate/shared.ll",
    "NewGVN/congruence.ll",
    "PhaseOrdering/algorithms.ll",
    "PhaseOrdering/modules.ll",
    "Reassociate/trees.ll",
    "SCCP/constants.ll",
    "SLPVectorizer/groups.ll",
    "SROA/locals.ll",
    "Scalarizer/vectors.ll",
    "SeparateConstOffsetFromGEP/offsets.ll",
    "SimpleLoopUnswitch/conditions.ll",
    "SimplifyCFG/branches.ll",
    "Sink/uses.ll",
    "SpeculativeExecution/hoisted.ll",
    "StraightLineStrengthReduce/multiples.ll",
    "StructurizeCFG/regions.ll",
    "TailCallElim/recursion.ll",
    "VectorCombine/lanes.ll",
];

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::collections::BTreeSet;
    use std::path::Path;

    use kvant_llvm::syntax::Item;
    use kvant_llvm::{check, parse};

    use super::FILES;

    /// Every file in the folder is in the list, and the list is sorted.
    #[test]
    fn complete() {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
        let mut found = BTreeSet::new();
        for folder in std::fs::read_dir(&corpus).unwrap() {
            for file in std::fs::read_dir(folder.unwrap().path()).unwrap() {
                let path = file.unwrap().path();
                let path = path.strip_prefix(&corpus).unwrap();
                found.insert(path.to_str().unwrap().replace('\\', "/"));
            }
        }
        let listed: Vec<&str> = FILES.iter().map(|it| it.0).collect();
        assert_eq!(listed, found.iter().map(String::as_str).collect::<Vec<_>>());
    }

    /// Every file has a RUN line with passes and is well-formed. No function has the name of another one.
    #[test]
    fn well_formed() {
        let mut names = BTreeSet::new();
        for (path, text) in FILES {
            assert!(text.starts_with("; RUN: opt < %s -passes="), "{path}");
            let module = parse::module(text).unwrap_or_else(|it| panic!("{path}: {it}"));
            check::module(&module).unwrap_or_else(|it| panic!("{path}: {it}"));
            for item in &module.items {
                if let Item::Function(function) = item
                    && function.body.is_some()
                {
                    let name = module.names.get(function.name);
                    assert!(names.insert(name.to_owned()), "{path}: @{name}");
                }
            }
        }
    }
}
