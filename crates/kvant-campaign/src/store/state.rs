//! States of bugs.

use std::collections::BTreeMap;

use kvant_record::{BugState, Mute, OnVersion, VerdictKind};
use kvant_toolchain::Version;

/// The state of a bug.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// It was found, and is not analysed.
    New,
    /// It is analysed.
    Known,
    /// It is muted.
    Muted {
        /// The reason, as a link.
        link: String,
    },
    /// Older compilers show it, and the newest does not.
    Fixed {
        /// The first release without it.
        release: String,
    },
}

impl State {
    /// The state of a bug with this mute, analysis and fix.
    pub(super) fn of(mute: Option<&Mute>, has_analysis: bool, fixed_in: Option<&str>) -> State {
        match (mute, fixed_in) {
            (Some(mute), _) => State::Muted {
                link: mute.link.clone(),
            },
            (None, Some(release)) => State::Fixed {
                release: release.to_owned(),
            },
            (None, None) if has_analysis => State::Known,
            (None, None) => State::New,
        }
    }

    /// The state without its details.
    pub fn kind(&self) -> BugState {
        match self {
            State::New => BugState::New,
            State::Known => BugState::Known,
            State::Muted { .. } => BugState::Muted,
            State::Fixed { .. } => BugState::Fixed,
        }
    }
}

/// The first release without a bug, if that is certain: an earlier one shows it, and all compilers of the newest release agree.
/// The last result of a compiler counts. Of two compilers with the same name and release, the one that was tested later is the
/// newer.
///
/// Any other verdict, such as a rejection or another crash, says nothing about this bug.
pub fn fixed_in(said: &[OnVersion]) -> Option<String> {
    let mut releases: BTreeMap<Version, Release<'_>> = BTreeMap::new();
    let mut bad: Option<Version> = None;
    for said in said {
        let Some(version) = Version::parse(&said.release) else {
            continue;
        };
        if said.shows {
            bad = bad.max(Some(version));
        }
        let release = releases.entry(version).or_default();
        release.name = &said.release;
        release.said.insert(&said.toolchain, said);
    }
    let (bad, (_, newest)) = (bad?, releases.last_key_value()?);
    if !newest.is_fine() {
        return None;
    }
    let good = releases
        .range(bad..)
        .find(|(_, release)| release.is_fine())?;
    Some(good.1.name.to_owned())
}

/// The last results of the compilers of one release.
#[derive(Default)]
struct Release<'a> {
    name: &'a str,
    said: BTreeMap<&'a str, &'a OnVersion>,
}

impl Release<'_> {
    fn is_fine(&self) -> bool {
        let mut said = self.said.values();
        said.all(|said| !said.shows && said.verdict == VerdictKind::Agrees)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first release without a bug by these results: `+` shows it, `-` agrees, `?` is another verdict; before it the
    /// release, and a name if it has one.
    fn fixed(row: &str) -> Option<String> {
        let said = row.split_whitespace().map(|word| {
            let (word, said) = word.split_at(word.len() - 1);
            let (toolchain, release) = word.split_once('=').unwrap_or((word, word));
            OnVersion {
                toolchain: toolchain.to_owned(),
                release: release.to_owned(),
                verdict: match said {
                    "+" => VerdictKind::WrongValue,
                    "-" => VerdictKind::Agrees,
                    _ => VerdictKind::Rejected,
                },
                shows: said == "+",
            }
        });
        fixed_in(&said.collect::<Vec<_>>())
    }

    #[test]
    fn a_bug_is_fixed_if_the_newest_does_not_show_it_and_an_older_one_does() {
        for (row, expected) in [
            ("1.85.0+ 1.86.0- 1.87.0-", "1.86.0"),
            ("1.85.0- 1.86.0+ 1.87.0-", "1.87.0"),
            ("1.85.0+ 1.86.0- 1.87.0+ 1.88.0-", "1.88.0"),
            // Neither the order of results nor that of their names is the order of releases.
            ("1.100.0- 1.9.0+", "1.100.0"),
            ("1.99.0+ 1.100.0-", "1.100.0"),
            ("1.96.0+ 1.97.0-nightly-", "1.97.0-nightly"),
            ("1.97.0-nightly+ 1.97.0-", "1.97.0"),
            // Another verdict does not determine the release.
            ("1.85.0+ 1.86.0? 1.87.0-", "1.87.0"),
            // Another compiler of the same name and release.
            ("n=1.97.0-nightly+ n=1.97.0-nightly-", "1.97.0-nightly"),
            ("1.85.0+ gcc=dev? 1.86.0-", "1.86.0"),
        ] {
            assert_eq!(fixed(row).as_deref(), Some(expected), "{row}");
        }
    }

    #[test]
    fn a_bug_that_may_exist_is_not_fixed() {
        for row in [
            "",
            "1.85.0-",
            "1.85.0+",
            "1.85.0+ 1.86.0+",
            "1.85.0- 1.86.0- 1.97.0-nightly+",
            "1.85.0+ 1.86.0- 1.97.0-nightly+",
            "1.85.0+ 1.86.0?",
            "1.85.0+ 1.86.0- 1.87.0?",
            "1.85.0? 1.86.0-",
            "1.9.0- 1.10.0+",
            "1.97.0- 1.98.0-nightly+",
            // Two compilers of one release do not agree.
            "1.85.0+ a=1.86.0- b=1.86.0+",
            "1.85.0+ a=1.86.0- b=1.86.0?",
            "a=1.86.0- b=1.86.0+",
            // It came back.
            "n=1.97.0-nightly+ n=1.97.0-nightly- n=1.97.0-nightly+",
        ] {
            assert_eq!(fixed(row), None, "{row}");
        }
    }

    #[test]
    fn muted_precedes_fixed_and_an_analysis_makes_it_known() {
        let mute = Mute {
            pattern: String::new(),
            link: "there".into(),
            since: kvant_record::Moment(0),
        };
        let fixed = Some("1.2.3");
        for (mute, analysis, fixed, expected) in [
            (Some(&mute), true, fixed, "muted"),
            (Some(&mute), false, None, "muted"),
            (None, true, fixed, "fixed"),
            (None, false, fixed, "fixed"),
            (None, true, None, "known"),
            (None, false, None, "new"),
        ] {
            assert_eq!(State::of(mute, analysis, fixed).kind().name(), expected);
        }
    }
}
