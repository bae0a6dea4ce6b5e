//! What is known about a finding beyond that it is there.

use std::cmp::Ordering;
use std::time::Duration;

use crate::Size;

/// What was found out about a finding: the smallest program that shows it, where it comes from, and what it has in common
/// with others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // They have nothing to do with each other.
pub struct Analysis {
    /// How large the program was in which it was found.
    pub original: Size,
    /// How large the smallest one is that shows it.
    pub size: Size,
    /// Whether nothing smaller was left to try. Otherwise somebody ran out of time, and it can be gone on with.
    pub is_smallest: bool,
    /// What shows, as far as it is the same for one bug: the name of a verdict, how a program ends, what a compiler says.
    pub symptom: String,
    /// Whether it shows each time.
    pub is_firm: bool,
    /// Whether the program in which it was found goes wrong without the culprit too. Then this may be another fault than the
    /// one that was found.
    pub has_strayed: bool,
    /// Who shows it, with the fewest flags: the name of a backend.
    pub backend: String,
    /// Where it comes from, in a line: passes, or the phase of the compiler. Empty if unknown; with ` (unsure)` at the end if
    /// evidence contradicts it.
    pub culprit: String,
    /// What the smallest program does, in words; equal for programs that differ in nothing but names, numbers and types.
    pub shape: Vec<String>,
    /// What each version of the compiler makes of the smallest program, from the oldest to the newest.
    pub versions: Vec<Version>,
    /// Whether it shows in ordinary code too.
    pub is_lifted: bool,
    /// How often a compiler was called.
    pub calls: u64,
    /// The processor time of all that.
    pub spent: Duration,
    /// The files that say all of it, by name.
    pub files: Vec<(String, String)>,
}

impl Analysis {
    /// Whether two findings are one bug, as far as that can be seen: the same shows, it comes from the same pass, and what
    /// the one program does the other does too, and not much more.
    ///
    /// What is not as small as it can be, or may be another fault than the one that was found, is the same as nothing.
    pub fn is_same_bug(&self, other: &Analysis) -> bool {
        let settled = |analysis: &Analysis| analysis.is_smallest && !analysis.has_strayed;
        let culprit = self.certain_culprit();
        let same = self.symptom == other.symptom && culprit == other.certain_culprit();
        let more = match culprit.is_empty() {
            // The shape is all there is to go by.
            true => 0,
            false => MORE,
        };
        let known = !culprit.is_empty() || !self.shape.is_empty();
        let near = self
            .distance(other)
            .is_some_and(|distance| distance <= more);
        settled(self) && settled(other) && known && same && near
    }

    /// The culprit, or an empty text if it is unknown or unsure.
    fn certain_culprit(&self) -> &str {
        match self.culprit.ends_with(UNSURE) {
            true => "",
            false => &self.culprit,
        }
    }

    /// Whether this is worth more than what was known before.
    pub(crate) fn is_better_than(&self, other: &Analysis) -> bool {
        let bisected =
            |analysis: &Analysis| !analysis.culprit.is_empty() || !analysis.versions.is_empty();
        let rank = |analysis: &Analysis| {
            (
                analysis.is_smallest,
                !analysis.has_strayed && bisected(analysis),
                bisected(analysis),
            )
        };
        match rank(self).cmp(&rank(other)) {
            Ordering::Equal => self.size <= other.size,
            order => order == Ordering::Greater,
        }
    }

    /// How many things the one program does that the other does not, if it does all that the other does.
    fn distance(&self, other: &Analysis) -> Option<usize> {
        let (small, large) = match self.shape.len() <= other.shape.len() {
            true => (&self.shape, &other.shape),
            false => (&other.shape, &self.shape),
        };
        let within = small.iter().all(|word| large.contains(word));
        within.then(|| large.len() - small.len())
    }
}

/// Suffix of a culprit that evidence contradicts.
pub(crate) const UNSURE: &str = " (unsure)";

/// So many things more may a program do that shows the same bug as another. What is left in a small program has a reason, but
/// not always that one.
const MORE: usize = 2;

/// The one of several findings that is the same bug as this one: the nearest, and of those the first. Each is given with
/// its number and kind.
pub(crate) fn same_bug(
    kind: &str,
    analysis: &Analysis,
    others: &[(i64, String, Analysis)],
) -> Option<i64> {
    let same = others
        .iter()
        .filter(|(_, theirs, other)| theirs == kind && analysis.is_same_bug(other));
    let nearest = same.min_by_key(|(id, _, other)| (analysis.distance(other), *id));
    nearest.map(|(id, ..)| *id)
}

/// What one version of a compiler makes of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// The toolchain's name.
    pub toolchain: String,
    /// Its release, such as `1.95.0`.
    pub release: String,
    /// The name of what it says.
    pub verdict: String,
    /// Whether that is the same fault.
    pub shows: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn analysis(symptom: &str, culprit: &str, shape: &str) -> Analysis {
        Analysis {
            symptom: symptom.to_owned(),
            culprit: culprit.to_owned(),
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
            assert_eq!(it.is_same_bug(&other), same, "{other:?}");
            assert_eq!(other.is_same_bug(&it), same, "{other:?}");
        }
        // An unsure culprit counts like an unknown one.
        let unsure = |shape| wrong("MIR GVN (unsure)", shape);
        assert!(!unsure("Div").is_same_bug(&wrong("MIR GVN", "Div")));
        assert!(unsure("Div").is_same_bug(&wrong("LLVM gvn (unsure)", "Div")));
        assert!(!unsure("Div").is_same_bug(&unsure("Div loop")));
        // Where nothing is known, nothing is the same; where little is, all of it must be.
        assert!(!wrong("", "").is_same_bug(&wrong("", "")));
        assert!(wrong("", "Div").is_same_bug(&wrong("", "Div")));
        assert!(!wrong("", "Div").is_same_bug(&wrong("", "Div Rem")));
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
            assert!(!it.is_same_bug(&unsettled) && !unsettled.is_same_bug(&it));
            assert!(it.is_better_than(&unsettled) && !unsettled.is_better_than(&it));
        }
    }

    #[test]
    fn the_nearest_of_the_same_kind_is_taken() {
        let wrong = |shape| analysis("wrong value", "GVN", shape);
        let kind = || "wrong value".to_owned();
        let others = [
            (3, "flaky".to_owned(), wrong("Div Rem")),
            (4, kind(), wrong("Div")),
            (5, kind(), wrong("Div Rem")),
            (6, kind(), wrong("Div Rem")),
        ];
        assert_eq!(same_bug("wrong value", &wrong("Div Rem"), &others), Some(5));
        assert_eq!(same_bug("wrong value", &wrong("Add Div"), &others), Some(4));
        assert_eq!(same_bug("wrong value", &wrong("Add"), &others), None);
    }
}
