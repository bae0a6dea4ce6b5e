//! Which of the compilers at hand show it.

use std::sync::Arc;

use kvant_toolchain::{Backend, Request, ToolError, Toolchain, Toolchains};

use super::probe::Prober;
use super::{Bisector, Stage};
use crate::VerdictKind;

/// What one compiler makes of the program, with the flags that are needed.
#[derive(Clone, Debug)]
pub struct OnVersion {
    /// The compiler.
    pub toolchain: Arc<Toolchain>,
    /// Whether it shows the symptom.
    pub shows: bool,
    /// What it said.
    pub verdict: VerdictKind,
    /// Flags that it does not know. Without them, that all is well says little.
    pub left_out: Vec<String>,
}

/// Since when it is there, as far as the compilers at hand can tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Since {
    /// All show it.
    Always,
    /// This is the first that does, and all that are newer do too: its name.
    First(String),
    /// These do, from the first to the last, and those that are newer do not any more.
    Between(String, String),
    /// Those who show it are not in one row.
    Mixed,
}

impl Since {
    /// What a row of compilers amounts to, from the oldest to the newest: each with its name and whether it shows it.
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

    /// What the compilers say, in order.
    pub(super) fn told_by(versions: &[OnVersion]) -> Since {
        let row: Vec<(&str, bool)> = versions
            .iter()
            .map(|each| (each.toolchain.name.as_str(), each.shows))
            .collect();
        Since::of(&row)
    }
}

/// The same asked of another compiler, and the flags that it does not know, which are left out.
pub fn asked_of(
    known: &Toolchains,
    toolchain: &Arc<Toolchain>,
    request: &Request,
) -> Result<(Backend, Vec<String>), ToolError> {
    known.without_unknown(Backend {
        toolchain: Arc::clone(toolchain),
        request: request.clone(),
    })
}

/// The verdict of a compiler, as far as that is evidence. That all is well without flags that were left out says nothing.
pub fn as_evidence(verdict: VerdictKind, left_out: &[String]) -> VerdictKind {
    match verdict == VerdictKind::Agrees && !left_out.is_empty() {
        true => VerdictKind::CannotSay,
        false => verdict,
    }
}

impl Prober<'_> {
    /// Asks all compilers of the same family with the same flags, from the oldest to the newest.
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
    fn that_all_is_well_without_a_flag_says_nothing() {
        use VerdictKind::{Agrees, CannotSay, WrongValue};
        let flags = ["-Zx".to_owned()];
        assert_eq!(as_evidence(Agrees, &[]), Agrees);
        assert_eq!(as_evidence(Agrees, &flags), CannotSay);
        assert_eq!(as_evidence(WrongValue, &flags), WrongValue);
    }

    #[test]
    fn a_row_of_compilers_says_since_when() {
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
