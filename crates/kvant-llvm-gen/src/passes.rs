//! Passes of `opt` that are drawn.

use kvant_generate::Rng;

/// Passes of functions and loops that every version from 15 on knows by these names.
pub const FUNCTION: &[&str] = &[
    "adce",
    "aggressive-instcombine",
    "bdce",
    "consthoist",
    "constraint-elimination",
    "correlated-propagation",
    "dce",
    "div-rem-pairs",
    "dse",
    "early-cse",
    "early-cse<memssa>",
    "float2int",
    "gvn",
    "gvn-hoist",
    "gvn-sink",
    "instcombine",
    "instsimplify",
    "irce",
    "jump-threading",
    "loop-data-prefetch",
    "loop-distribute",
    "loop-fusion",
    "loop-load-elim",
    "loop-simplify",
    "loop-sink",
    "loop-unroll",
    "loop-vectorize",
    "lcssa",
    "lower-constant-intrinsics",
    "mem2reg",
    "memcpyopt",
    "mergeicmps",
    "mldst-motion",
    "nary-reassociate",
    "newgvn",
    "reassociate",
    "reg2mem",
    "scalarizer",
    "sccp",
    "separate-const-offset-from-gep",
    "simplifycfg",
    "simplifycfg<switch-to-lookup;sink-common-insts;hoist-common-insts>",
    "sink",
    "slp-vectorizer",
    "slsr",
    "speculative-execution",
    "sroa",
    "tailcallelim",
    "vector-combine",
    "loop(indvars)",
    "loop(loop-deletion)",
    "loop(loop-flatten)",
    "loop(loop-idiom)",
    "loop(loop-instsimplify)",
    "loop(loop-interchange)",
    "loop(loop-reduce)",
    "loop(loop-rotate)",
    "loop(loop-simplifycfg)",
    "loop(loop-unroll-full)",
    "loop-mssa(licm)",
    "loop-mssa(simple-loop-unswitch<nontrivial>)",
];

/// Passes of modules.
pub const MODULE: &[&str] = &[
    "argpromotion",
    "attributor",
    "called-value-propagation",
    "constmerge",
    "deadargelim",
    "function-attrs",
    "globaldce",
    "globalopt",
    "inline",
    "ipsccp",
    "mergefunc",
    "rpo-function-attrs",
];

/// Options that run some passes in a row.
pub(crate) fn drawn(rng: &mut Rng, count: usize) -> Vec<String> {
    // Most passes are of functions.
    let passes = (0..count).map(|_| match rng.one_in(6) {
        true => MODULE[rng.below(MODULE.len())].to_owned(),
        false => FUNCTION[rng.below(FUNCTION.len())].to_owned(),
    });
    let passes: Vec<String> = passes.collect();
    vec![format!("-passes={}", joined(&passes))]
}

/// A pipeline of passes of functions and modules. Those of functions are put into `function(…)` where passes of modules are beside
/// them.
fn joined(passes: &[String]) -> String {
    let is_module = |pass: &str| MODULE.contains(&pass);
    if !passes.iter().any(|it| is_module(it)) {
        return passes.join(",");
    }
    let is_of_graph = |pass: &str| matches!(pass, "argpromotion" | "function-attrs" | "inline");
    let passes = passes.iter().map(|pass| match pass.as_str() {
        pass if is_of_graph(pass) => format!("cgscc({pass})"),
        pass if is_module(pass) => pass.to_owned(),
        pass => format!("function({pass})"),
    });
    passes.collect::<Vec<_>>().join(",")
}
