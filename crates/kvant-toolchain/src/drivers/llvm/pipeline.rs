//! Pipelines of the new pass manager: the passes that are tested alone, and pipelines without one of their passes.

/// Passes that are tested alone, in the spelling of the oldest version that knows them: function, loop, vector and module passes.
/// Versions 15 to 24 know nearly all of them; the driver leaves out those that a version does not take.
pub const SINGLE_PASSES: [&str; 58] = [
    "adce",
    "aggressive-instcombine",
    "bdce",
    "callsite-splitting",
    "consthoist",
    "constraint-elimination",
    "correlated-propagation",
    "dfa-jump-threading",
    "div-rem-pairs",
    "dse",
    "early-cse<memssa>",
    "float2int",
    "gvn",
    "gvn-hoist",
    "gvn-sink",
    "infer-alignment",
    "instcombine",
    "instsimplify",
    "jump-threading",
    "memcpyopt",
    "mergeicmps",
    "mldst-motion",
    "nary-reassociate",
    "newgvn",
    "reassociate",
    "scalarizer",
    "sccp",
    "separate-const-offset-from-gep",
    "simplifycfg",
    "sink",
    "slsr",
    "speculative-execution",
    "sroa",
    "tailcallelim",
    "indvars",
    "irce",
    "licm",
    "loop-bound-split",
    "loop-deletion",
    "loop-distribute",
    "loop-flatten",
    "loop-fusion",
    "loop-idiom",
    "loop-interchange",
    "loop-load-elim",
    "loop-reduce",
    "loop-rotate",
    "loop-unroll",
    "simple-loop-unswitch<nontrivial>",
    "loop-vectorize",
    "slp-vectorizer",
    "vector-combine",
    "argpromotion",
    "attributor",
    "deadargelim",
    "function-attrs",
    "globalopt",
    "inline",
];

/// A pass of the table, or the pipeline of a test or of another version, as this version should get it. From 18 on, `instcombine`
/// without parameters ends with a fatal error where one iteration is not enough, which is no fault.
pub fn spelled(pipeline: &str, version: u32) -> String {
    let mut spelled = String::new();
    let mut rest = pipeline;
    while let Some(at) = rest.find(COMBINE) {
        let (before, after) = (&rest[..at], &rest[at + COMBINE.len()..]);
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let is_other = before.ends_with(is_part) || after.starts_with(is_part);
        spelled.push_str(&rest[..at + COMBINE.len()]);
        rest = after;
        if is_other {
            continue;
        }
        match after.strip_prefix(UNVERIFIED) {
            Some(after) if version < 18 => rest = after,
            None if version >= 18 && !after.starts_with('<') => spelled.push_str(UNVERIFIED),
            _ => {}
        }
    }
    spelled + rest
}

/// Options with pipelines as this version should get them.
pub fn spelled_options(options: &[String], version: u32) -> Vec<String> {
    let options = options
        .iter()
        .map(|option| match option.strip_prefix(PIPELINE) {
            Some(pipeline) => format!("{PIPELINE}{}", spelled(pipeline, version)),
            None => option.clone(),
        });
    options.collect()
}

/// The beginning of the option for a pipeline.
pub(super) const PIPELINE: &str = "-passes=";

const COMBINE: &str = "instcombine";

const UNVERIFIED: &str = "<no-verify-fixpoint>";

/// The items of a pipeline between its outermost commas.
fn items(pipeline: &str) -> Vec<&str> {
    let (mut items, mut depth, mut begin) = (Vec::new(), 0_u32, 0);
    for (at, c) in pipeline.char_indices() {
        match c {
            '(' | '<' => depth += 1,
            ')' | '>' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                items.push(&pipeline[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    items.push(&pipeline[begin..]);
    items
}

/// All pipelines with one item less, also in the lists of items such as `function(sroa,gvn)`. The last items go first, and none is
/// empty.
pub(super) fn with_one_less(pipeline: &str) -> Vec<String> {
    let items = items(pipeline);
    let mut shorter = Vec::new();
    for n in (0..items.len()).rev().filter(|_| items.len() > 1) {
        let (before, after) = (&items[..n], &items[n + 1..]);
        shorter.push([before, after].concat().join(","));
    }
    for (n, item) in items.iter().enumerate().rev() {
        let Some((head, inner)) = nested(item) else {
            continue;
        };
        for inner in with_one_less(inner) {
            let item = format!("{head}({inner})");
            let (before, after) = (&items[..n], &items[n + 1..]);
            shorter.push([before, &[&item], after].concat().join(","));
        }
    }
    shorter
}

/// The name and the list of an item such as `function<eager-inv>(sroa,gvn)`.
fn nested(item: &str) -> Option<(&str, &str)> {
    let mut depth = 0_u32;
    for (at, c) in item.char_indices() {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            '(' if depth == 0 => {
                let inner = item[at + 1..].strip_suffix(')')?;
                return Some((&item[..at], inner));
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pass_of_a_pipeline_can_be_left_out() {
        assert_eq!(with_one_less("gvn"), [""; 0]);
        assert_eq!(
            with_one_less("sroa,gvn<no-pre;no-load-pre>,licm"),
            [
                "sroa,gvn<no-pre;no-load-pre>",
                "sroa,licm",
                "gvn<no-pre;no-load-pre>,licm"
            ]
        );
        assert_eq!(
            with_one_less("a<x(1,2)>,cgscc(devirt<4>(inline,function<eager-inv>(b,c)))"),
            [
                "a<x(1,2)>",
                "cgscc(devirt<4>(inline,function<eager-inv>(b,c)))",
                "a<x(1,2)>,cgscc(devirt<4>(inline))",
                "a<x(1,2)>,cgscc(devirt<4>(function<eager-inv>(b,c)))",
                "a<x(1,2)>,cgscc(devirt<4>(inline,function<eager-inv>(b)))",
                "a<x(1,2)>,cgscc(devirt<4>(inline,function<eager-inv>(c)))",
            ]
        );
        // Whatever a user writes is no reason to stop.
        for odd in ["", ",", "a)(", "a(b", "a<,>,"] {
            with_one_less(odd);
        }
    }

    #[test]
    fn passes_are_spelled_for_their_version() {
        assert_eq!(spelled("instcombine", 17), "instcombine");
        assert_eq!(
            spelled("instcombine", 18),
            "instcombine<no-verify-fixpoint>"
        );
        assert_eq!(spelled("gvn", 24), "gvn");
        let old = "function(aggressive-instcombine,instcombine),instcombine<max-iterations=2>";
        let new = "function(aggressive-instcombine,instcombine<no-verify-fixpoint>),instcombine<max-iterations=2>";
        assert_eq!(spelled(old, 19), new);
        assert_eq!(spelled(new, 19), new);
        assert_eq!(spelled(new, 17), old);
        let options = [
            "-passes=function(instcombine,aggressive-instcombine),instcombine<x>,instcombine",
            "-instcombine",
        ];
        let options = spelled_options(&options.map(str::to_owned), 19);
        let new = "instcombine<no-verify-fixpoint>";
        let passes = format!("-passes=function({new},aggressive-instcombine),instcombine<x>,{new}");
        assert_eq!(options, [&passes, "-instcombine"]);
        let mut names = SINGLE_PASSES.to_vec();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), SINGLE_PASSES.len());
    }
}
