//! The arguments of a compiler, as far as canaries depend on them.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// The arguments of a compiler.
pub(crate) struct Call {
    args: Vec<OsString>,
    /// The index of the source file.
    source: Option<usize>,
}

impl Call {
    /// Joins `-C x` to `-Cx`, so that a flag is always one argument.
    pub(crate) fn new(given: &[OsString]) -> Call {
        let mut args: Vec<OsString> = Vec::with_capacity(given.len());
        let mut given = given.iter();
        while let Some(arg) = given.next() {
            let mut arg = arg.clone();
            if arg == "-C" || arg == "-Z" {
                arg.push(given.next().map_or(OsStr::new(""), OsString::as_os_str));
            }
            args.push(arg);
        }
        let is_source = |n: &usize| {
            let is_value = *n > 0 && args[n - 1] == "-o";
            !is_value && Path::new(&args[*n]).extension() == Some(OsStr::new("rs"))
        };
        Call {
            source: (0..args.len()).find(is_source),
            args,
        }
    }

    /// The arguments.
    pub(crate) fn args(&self) -> &[OsString] {
        &self.args
    }

    /// The file to compile; `None` for a question about the compiler, such as `-vV`.
    pub(crate) fn source(&self) -> Option<&Path> {
        Some(Path::new(&self.args[self.source?]))
    }

    /// The folder that the output goes to.
    pub(crate) fn folder(&self) -> PathBuf {
        let mut args = self.args.iter();
        let output = args.find(|arg| *arg == "-o").and_then(|_| args.next());
        let folder = output.and_then(|output| Path::new(output).parent());
        let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
        folder.unwrap_or(Path::new(".")).to_owned()
    }

    /// Returns true if this flag is given.
    pub(crate) fn has(&self, flag: &str) -> bool {
        self.args.iter().any(|arg| arg == flag)
    }

    /// The rest of the last flag that begins like this.
    pub(crate) fn value(&self, flag: &str) -> Option<&str> {
        let mut values = self.args.iter().rev().filter_map(|arg| arg.to_str());
        values.find_map(|arg| arg.strip_prefix(flag))
    }

    /// Returns true at `-Copt-level=3`.
    pub(crate) fn is_o3(&self) -> bool {
        self.value("-Copt-level=") == Some("3")
    }

    /// Returns true if anything optimises: LLVM or MIR passes.
    pub(crate) fn optimises(&self) -> bool {
        let level = |flag: &str| self.value(flag).unwrap_or("0");
        self.has("-O") || level("-Copt-level=") != "0" || level("-Zmir-opt-level=") != "0"
    }

    /// The same call for another source file.
    pub(crate) fn with_source(&self, path: &Path) -> Vec<OsString> {
        let mut args = self.args.clone();
        if let Some(n) = self.source {
            args[n] = path.into();
        }
        args
    }

    /// Removes every flag that begins like this, also from `-Cllvm-args`. Returns the rest of the last one.
    pub(crate) fn take(&mut self, flag: &str) -> Option<String> {
        let mut taken = None;
        let mut kept = Vec::with_capacity(self.args.len());
        for arg in std::mem::take(&mut self.args) {
            let text = arg.to_str().unwrap_or_default();
            if let Some(value) = text.strip_prefix(flag) {
                taken = Some(value.to_owned());
            } else if let Some(words) = text.strip_prefix(LLVM_ARGS) {
                let (ours, others): (Vec<&str>, Vec<&str>) =
                    words.split(' ').partition(|word| word.starts_with(flag));
                if let Some(value) = ours.last() {
                    taken = Some(value[flag.len()..].to_owned());
                }
                if ours.is_empty() || !others.is_empty() {
                    kept.push(format!("{LLVM_ARGS}{}", others.join(" ")).into());
                }
            } else {
                kept.push(arg);
            }
        }
        *self = Call::new(&kept);
        taken
    }
}

const LLVM_ARGS: &str = "-Cllvm-args=";

#[cfg(test)]
mod tests {
    use super::*;

    fn call(args: &str) -> Call {
        let args: Vec<OsString> = args.split(' ').map(OsString::from).collect();
        Call::new(&args)
    }

    #[test]
    fn the_last_flag_counts() {
        let levels = call("-Copt-level=3 -C opt-level=0 -Zmir-opt-level=0 a/program.rs -o b/x.rs");
        assert!(!levels.is_o3() && !levels.optimises());
        assert_eq!(levels.source(), Some(Path::new("a/program.rs")));
        assert_eq!(levels.folder(), Path::new("b"));
        let other = levels.with_source(Path::new("c/program.rs"));
        assert_eq!(other.last(), levels.args().last());
        assert!(other.contains(&"c/program.rs".into()));
        assert!(call("-C opt-level=3").is_o3());
        assert!(call("-Copt-level=0 -Zmir-opt-level=4").optimises());
        assert!(call("-O x.rs").optimises());
        assert_eq!(call("-O x.rs").folder(), Path::new("."));
        assert_eq!(call("-vV").source(), None);
    }

    #[test]
    fn flags_are_removed() {
        let mut mir = call("-Z mir-opt-bisect-limit=7 -Copt-level=3 x.rs");
        assert_eq!(mir.take("-Zmir-opt-bisect-limit="), Some("7".into()));
        assert_eq!(mir.args(), ["-Copt-level=3", "x.rs"]);
        assert_eq!(mir.take("-Zmir-opt-bisect-limit="), None);

        let limit = "-opt-bisect-limit=";
        let mut llvm = call("-Cllvm-args=-opt-bisect-limit=-1 x.rs");
        assert_eq!(llvm.take(limit), Some("-1".into()));
        assert_eq!(llvm.args(), ["x.rs"]);
        let mut llvm = Call::new(&["-Cllvm-args=-a -opt-bisect-limit=3 -b".into()]);
        assert_eq!(llvm.take(limit), Some("3".into()));
        assert_eq!(llvm.args(), ["-Cllvm-args=-a -b"]);
        assert_eq!(llvm.take(limit), None);
        assert_eq!(llvm.args(), ["-Cllvm-args=-a -b"]);
    }
}
