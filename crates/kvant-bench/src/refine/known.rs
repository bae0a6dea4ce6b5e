//! The list of known findings.

use std::ops::RangeInclusive;
use std::path::Path;

use crate::Error;

/// A line of the list: `file | @function | options | versions | class | reason`. Options may be `*`; versions are `22`, `15-19`
/// or `19-`.
#[derive(Debug)]
pub(super) struct Known {
    /// The line.
    pub(super) text: String,
    file: String,
    function: String,
    options: Option<String>,
    versions: RangeInclusive<u32>,
    class: String,
    /// The reason.
    pub(super) reason: String,
}

/// Reads the list.
pub(super) fn read(path: &Path) -> Result<Vec<Known>, Error> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let known = lines.map(|(n, line)| {
        known(line).ok_or_else(|| {
            let path = path.display();
            let form = "`file | @function | options | versions | class | reason`";
            format!("{path}:{}: expected {form}", n + 1).into()
        })
    });
    known.collect()
}

fn known(line: &str) -> Option<Known> {
    let parts: Vec<&str> = line.splitn(6, " | ").map(str::trim).collect();
    let [file, function, options, versions, class, reason] = parts[..] else {
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
        class: class.to_owned(),
        reason: reason.to_owned(),
    })
}

impl Known {
    /// True if the line is about this test.
    pub(super) fn is_about(&self, file: &str, function: &str, options: &str, version: u32) -> bool {
        self.file == file
            && self.function == function
            && self.options.as_deref().is_none_or(|it| it == options)
            && self.versions.contains(&version)
    }

    /// True if the line is about differences of this class.
    pub(super) fn has_class(&self, class: &str) -> bool {
        self.class == class
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_name_tests() {
        let line = known("a/b.ll | @f | -passes=gvn | 19- | value | a bug").unwrap();
        assert!(line.is_about("a/b.ll", "f", "-passes=gvn", 23) && line.has_class("value"));
        assert!(!line.is_about("a/b.ll", "f", "-passes=gvn", 18));
        assert!(!line.is_about("a/b.ll", "g", "-passes=gvn", 23));
        assert!(!line.is_about("a/b.ll", "f", "-passes=licm", 23));
        let line = known("b.ll | @f | * | 15-17 | memory | x").unwrap();
        assert!(line.is_about("b.ll", "f", "-O3", 17) && !line.is_about("b.ll", "f", "-O3", 18));
        for wrong in [
            "a | @f | * | 15 | value",
            "a | f | * | 15 | value | x",
            "a | @f | * | x | y | z",
        ] {
            assert!(known(wrong).is_none(), "{wrong}");
        }
    }
}
