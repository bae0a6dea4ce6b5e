//! Comparison of analyses: which findings are one bug, and which of two results is worth more.

use std::cmp::Ordering;

use kvant_record::{Analysis, Kind};

/// True if two findings are known to be one bug: they have the same symptom and culprit, and the operations of one program
/// include those of the other, with few more.
///
/// An analysis whose program is not the smallest, or which may be about another fault, is the same as no other.
fn is_same_bug(one: &Analysis, other: &Analysis) -> bool {
    let settled = |analysis: &Analysis| analysis.is_smallest && !analysis.has_strayed;
    let culprit = certain_culprit(one);
    let same_symptom = match (&one.symptom, &other.symptom) {
        (Some(one), Some(other)) => one.is_same(other),
        (one, other) => one.is_none() && other.is_none(),
    };
    let same = same_symptom && culprit == certain_culprit(other);
    let more = match culprit.is_empty() {
        // Only the shape is known, so it must be equal.
        true => 0,
        false => MORE,
    };
    let known = !culprit.is_empty() || !one.shape.is_empty();
    let near = distance(one, other).is_some_and(|distance| distance <= more);
    settled(one) && settled(other) && known && same && near
}

/// The passes, or nothing if they are unknown or unsure.
fn certain_culprit(analysis: &Analysis) -> &[String] {
    let culprit = analysis.culprit.as_ref();
    let certain = culprit.filter(|culprit| !culprit.unsure);
    certain.map_or(&[], |culprit| &culprit.passes)
}

/// True if an analysis replaces the previous one.
pub(crate) fn is_better(new: &Analysis, before: &Analysis) -> bool {
    let bisected =
        |analysis: &Analysis| analysis.culprit.is_some() || !analysis.versions.is_empty();
    let rank = |analysis: &Analysis| {
        (
            analysis.is_smallest,
            !analysis.has_strayed && bisected(analysis),
            bisected(analysis),
        )
    };
    match rank(new).cmp(&rank(before)) {
        Ordering::Equal => new.size <= before.size,
        order => order == Ordering::Greater,
    }
}

/// Number of operations of the one program that the other does not have, if it has all of the other's.
fn distance(one: &Analysis, other: &Analysis) -> Option<usize> {
    let (small, large) = match one.shape.len() <= other.shape.len() {
        true => (&one.shape, &other.shape),
        false => (&other.shape, &one.shape),
    };
    let within = small.iter().all(|word| large.contains(word));
    within.then(|| large.len() - small.len())
}

/// Maximum number of additional operations in a program that shows the same bug as another. Some operations of a small program
/// have nothing to do with the bug.
const MORE: usize = 2;

/// The finding that is the same bug as this one: the nearest, and of several the first. Each is given with its number and kind.
pub(crate) fn same_bug(
    kind: Kind,
    analysis: &Analysis,
    others: &[(i64, Kind, Analysis)],
) -> Option<i64> {
    let same = others
        .iter()
        .filter(|(_, theirs, other)| *theirs == kind && is_same_bug(analysis, other));
    let nearest = same.min_by_key(|(id, _, other)| (distance(analysis, other), *id));
    nearest.map(|(id, ..)| *id)
}

#[cfg(test)]
mod tests {
    use kvant_record::{Culprit, Symptom, VerdictKind};

    use super::*;

    fn analysis(symptom: &str, culprit: &str, shape: &str) -> Analysis {
        let (pass, unsure) = match culprit.strip_suffix('?') {
            Some(pass) => (pass, true),
            None => (culprit, false),
        };
        let passes = vec![pass.to_owned()];
        Analysis {
            symptom: Some(Symptom {
                verdict: VerdictKind::named(symptom).unwrap(),
                message: String::new(),
                exact: String::new(),
                varies: false,
            }),
            culprit: (!pass.is_empty()).then_some(Culprit { passes, unsure }),
            shape: shape.split_whitespace().map(str::to_owned).collect(),
            is_smallest: true,
            ..Analysis::default()
        }
    }

    #[test]
    fn one_bug_has_one_symptom_one_culprit_and_much_of_one_shape() {
        let wrong = |culprit, shape| analysis("wrong value", culprit, shape);
        let it = wrong("MIR GVN", "Div loop");
        for (other, same) in [
            (wrong("MIR GVN", "Div loop"), true),
            (wrong("MIR GVN", "Div"), true),
            (wrong("MIR GVN", "Add Div Sub loop"), true),
            (wrong("MIR GVN", "Add Div Mul Sub loop"), false),
            (wrong("MIR GVN", "Add Div"), false),
            (wrong("LLVM gvn", "Div loop"), false),
            (wrong("", "Div loop"), false),
            (analysis("program hang", "MIR GVN", "Div loop"), false),
        ] {
            assert_eq!(is_same_bug(&it, &other), same, "{other:?}");
            assert_eq!(is_same_bug(&other, &it), same, "{other:?}");
        }
        // An unsure culprit counts like an unknown one.
        let unsure = |shape| wrong("MIR GVN?", shape);
        assert!(!is_same_bug(&unsure("Div"), &wrong("MIR GVN", "Div")));
        assert!(is_same_bug(&unsure("Div"), &wrong("LLVM gvn?", "Div")));
        assert!(!is_same_bug(&unsure("Div"), &unsure("Div loop")));
        // Without any knowledge, no two are the same; without a culprit, the shapes must be equal.
        assert!(!is_same_bug(&wrong("", ""), &wrong("", "")));
        assert!(is_same_bug(&wrong("", "Div"), &wrong("", "Div")));
        assert!(!is_same_bug(&wrong("", "Div"), &wrong("", "Div Rem")));
        for unsettled in [
            Analysis {
                is_smallest: false,
                ..it.clone()
            },
            Analysis {
                has_strayed: true,
                ..it.clone()
            },
        ] {
            assert!(!is_same_bug(&it, &unsettled) && !is_same_bug(&unsettled, &it));
            assert!(is_better(&it, &unsettled) && !is_better(&unsettled, &it));
        }
    }

    #[test]
    fn the_nearest_of_the_same_kind_is_taken() {
        let wrong = |shape| analysis("wrong value", "GVN", shape);
        let others = [
            (3, Kind::Flaky, wrong("Div Rem")),
            (4, Kind::WrongValue, wrong("Div")),
            (5, Kind::WrongValue, wrong("Div Rem")),
            (6, Kind::WrongValue, wrong("Div Rem")),
        ];
        assert_eq!(
            same_bug(Kind::WrongValue, &wrong("Div Rem"), &others),
            Some(5)
        );
        assert_eq!(
            same_bug(Kind::WrongValue, &wrong("Add Div"), &others),
            Some(4)
        );
        assert_eq!(same_bug(Kind::WrongValue, &wrong("Add"), &others), None);
    }
}
