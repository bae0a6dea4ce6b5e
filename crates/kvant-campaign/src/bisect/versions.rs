//! The versions of a compiler that show a symptom.

use std::sync::Arc;

use kvant_toolchain::{Backend, Request, ToolError, Toolchain, Toolchains};

use super::probe::Prober;
use super::{Bisector, Stage};
use crate::VerdictKind;

/// The result of one compiler with the needed flags.
#[derive(Clone, Debug)]
pub struct OnVersion {
    /// The compiler.
    pub toolchain: Arc<Toolchain>,
    /// True if it shows the symptom.
    pub shows: bool,
    /// Its verdict.
    pub verdict: VerdictKind,
    /// Flags that it does not know, which are left out. Agreement without them is weak evidence.
    pub left_out: Vec<String>,
}

/// The versions that show a symptom, as far as compilers are available.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Since {
    /// All versions show it.
    Always,
    /// This is the first version that shows it, and all newer ones do too: its name.
    First(String),
    /// The first and the last version that show it. Newer ones do not.
    Between(String, String),
    /// The versions that show it are not consecutive, or there are none.
    Mixed,
}

impl Since {
    /// The summary of compilers from the oldest to the newest: each with its name, and true if it shows the symptom.
    fn of(row: &[(&str, bool)]) -> Since {
        let first = row.iter().position(|(_, shows)| *shows);
        let last = row.iter().rposition(|(_, shows)| *shows);
        let (Some(first), Some(last)) = (first, last) else {
            return Since::Mixed;
        };
        let name = |n: usize| row[n].0.to_owned();
        let together = row[first..=last].iter().all(|(_, shows)| *shows);
        match (first, last + 1 == row.len()) {
            _ if !together => Since::Mixed,
            (0, true) => Since::Always,
            (_, true) => Since::First(name(first)),
            (_, false) => Since::Between(name(first), name(last)),
        }
    }

    /// The summary of results in order.
    pub(super) fn summary(versions: &[OnVersion]) -> Since {
        let row: Vec<(&str, bool)> = versions
            .iter()
            .map(|each| (each.toolchain.name.as_str(), each.shows))
            .collect();
        Since::of(&row)
    }
}

/// The request for another compiler, without the flags that it does not know, and those flags.
pub fn asked_of(
    known: &Toolchains,
    toolchain: &Arc<Toolchain>,
    request: &Request,
) -> Result<(Backend, Vec<String>), ToolError> {
    known.without_unknown(Backend {
        toolchain: Arc::clone(toolchain),
        request: toolchain.driver.translated(request, toolchain),
    })
}

/// The verdict of a compiler as evidence: agreement without flags that were left out is none.
pub fn as_evidence(verdict: VerdictKind, left_out: &[String]) -> VerdictKind {
    match verdict == VerdictKind::Agrees && !left_out.is_empty() {
        true => VerdictKind::CannotSay,
        false => verdict,
    }
}

impl Prober<'_> {
    /// Tests all compilers of the family with the needed flags, from the oldest to the newest.
    pub(super) fn versions(
        &mut self,
        bisector: &Bisector<'_>,
        needed: &Backend,
    ) -> Result<Vec<OnVersion>, ToolError> {
        let akin = |other: &&Arc<Toolchain>| other.is_akin(&needed.toolchain);
        let mut row: Vec<Arc<Toolchain>> = bisector.versions.iter().filter(akin).cloned().collect();
        if !row.contains(&needed.toolchain) {
            row.push(Arc::clone(&needed.toolchain));
        }
        row.sort_by_key(|toolchain| (toolchain.version, toolchain.date.clone()));
        let mut versions = Vec::new();
        for toolchain in row {
            let (backend, left_out) = match toolchain == needed.toolchain {
                true => (needed.clone(), Vec::new()),
                false => asked_of(bisector.known, &toolchain, &needed.request)?,
            };
            let verdict = self.ask(Stage::Versions, &backend)?;
            versions.push(OnVersion {
                toolchain,
                shows: self.symptom.shows(&verdict),
                verdict: verdict.kind(),
                left_out,
            });
        }
        Ok(versions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreement_without_a_flag_is_no_evidence() {
        use VerdictKind::{Agrees, CannotSay, WrongValue};
        let flags = ["-Zx".to_owned()];
        assert_eq!(as_evidence(Agrees, &[]), Agrees);
        assert_eq!(as_evidence(Agrees, &flags), CannotSay);
        assert_eq!(as_evidence(WrongValue, &flags), WrongValue);
    }

    #[test]
    fn versions_are_summarised() {
        for (bad, since) in [
            (&[1, 2, 3][..], Since::Always),
            (&[2, 3], Since::First("2".into())),
            (&[3], Since::First("3".into())),
            (&[1, 2], Since::Between("1".into(), "2".into())),
            (&[1, 3], Since::Mixed),
            (&[], Since::Mixed),
        ] {
            let row = [("1", 1), ("2", 2), ("3", 3)].map(|(name, n)| (name, bad.contains(&n)));
            assert_eq!(Since::of(&row), since, "{bad:?}");
        }
    }
}
