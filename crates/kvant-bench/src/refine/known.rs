//! The list of known findings.

use std::ops::RangeInclusive;
use std::path::Path;

use crate::Error;

/// A finding of the list.
#[derive(Debug)]
pub(super) struct Known {
    /// Its line.
    pub(super) text: String,
    file: String,
    function: String,
    options: Option<String>,
    versions: RangeInclusive<u32>,
    /// The reason.
    pub(super) reason: String,
}

/// The form of a finding. Options may be `*` for any; versions are `22`, `15-19` or `19-`.
const FORM: &str = "`file | @function | options | versions`";

/// Reads the list.
pub(super) fn read(path: &Path) -> Result<Vec<Known>, Error> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    all(&text).map_err(|(line, why)| format!("{}:{line}: {why}", path.display()).into())
}

/// The findings of a text, or the number of a wrong line and its fault. A line at the margin is the reason of the findings below it,
/// which are indented.
fn all(text: &str) -> Result<Vec<Known>, (usize, String)> {
    let (mut found, mut reason) = (Vec::new(), None);
    for (n, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let is_indented = line.starts_with([' ', '\t']);
        match (is_indented, reason) {
            (false, _) if line.contains(" | ") => {
                return Err((n, "a finding is indented, below its reason".to_owned()));
            }
            (false, _) => reason = Some(line.trim_end()),
            (true, None) => return Err((n, "there is no reason above this finding".to_owned())),
            (true, Some(reason)) => {
                let known = known(line.trim(), reason);
                found.push(known.ok_or_else(|| (n, format!("expected {FORM}")))?);
            }
        }
    }
    Ok(found)
}

fn known(line: &str, reason: &str) -> Option<Known> {
    let parts: Vec<&str> = line.split(" | ").map(str::trim).collect();
    let [file, function, options, versions] = parts[..] else {
        return None;
    };
    let (first, last) = versions.split_once('-').unwrap_or((versions, versions));
    let last = match last {
        "" => u32::MAX,
        last => last.parse().ok()?,
    };
    Some(Known {
        text: line.to_owned(),
        file: file.to_owned(),
        function: function.strip_prefix('@')?.to_owned(),
        options: Some(options.to_owned()).filter(|it| it != "*"),
        versions: first.parse().ok()?..=last,
        reason: reason.to_owned(),
    })
}

impl Known {
    /// True if the finding is about this test.
    pub(super) fn is_about(&self, file: &str, function: &str, options: &str, version: u32) -> bool {
        self.file == file
            && self.function == function
            && self.options.as_deref().is_none_or(|it| it == options)
            && self.versions.contains(&version)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_name_tests() {
        let text = "# A comment.\na bug\n    a/b.ll | @f | -passes=gvn | 19-\n\n\
            another | of them\n";
        assert_eq!(all(text).unwrap_err().0, 5);
        let text = text.replace(" | of them", "\n    b.ll | @f | * | 15-17");
        let found = all(&text).unwrap();
        let [one, other] = &found[..] else {
            panic!("{found:?}");
        };
        assert_eq!((&*one.reason, &*other.reason), ("a bug", "another"));
        assert!(one.is_about("a/b.ll", "f", "-passes=gvn", 23));
        assert!(!one.is_about("a/b.ll", "f", "-passes=gvn", 18));
        assert!(!one.is_about("a/b.ll", "g", "-passes=gvn", 23));
        assert!(!one.is_about("a/b.ll", "f", "-passes=licm", 23));
        assert!(other.is_about("b.ll", "f", "-O3", 17) && !other.is_about("b.ll", "f", "-O3", 18));
    }

    #[test]
    fn wrong_lines_are_told() {
        for (wrong, says) in [
            ("a.ll | @f | * | 15", "indented"),
            ("    a.ll | @f | * | 15", "no reason"),
            ("a bug\n    a.ll | @f | *", "expected `file |"),
            ("a bug\n    a.ll | @f | * | 15 | x", "expected `file |"),
            ("a bug\n    a.ll | f | * | 15", "expected `file |"),
            ("a bug\n    a.ll | @f | * | x", "expected `file |"),
        ] {
            let (line, why) = all(wrong).unwrap_err();
            assert_eq!(line, wrong.lines().count(), "{wrong}");
            assert!(why.contains(says), "{wrong}: {why}");
        }
    }

    /// The list for LLVM's own tests.
    #[test]
    fn the_list_of_the_project_is_read() {
        let found = all(include_str!("../../../../tests/llvm-findings.txt")).unwrap();
        assert!(found.len() > 100);
        for (n, known) in found.iter().enumerate() {
            let is_again = found[..n].iter().any(|it| it.text == known.text);
            assert!(!is_again, "{known:?}");
        }
    }
}
