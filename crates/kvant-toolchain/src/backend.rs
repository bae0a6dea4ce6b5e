//! A compiler together with a request.
//!
//! Nothing is started here: `compile` does that. Command lines are those of the compiler's driver.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use kvant_record::{OptLevel, Request};

use crate::command_line::CommandLine;
use crate::driver::{Family, Gives, Mode, Watched};
use crate::drivers::drivers;
use crate::drivers::excerpt::CodeForm;
use crate::process::Run;
use crate::toolchain::Toolchain;

/// One way to get an answer about a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backend {
    /// The compiler.
    pub toolchain: Arc<Toolchain>,
    /// The request to it.
    pub request: Request,
}

impl Backend {
    /// A backend that builds at this level with no switches and no flags.
    pub fn build(toolchain: Arc<Toolchain>, level: OptLevel) -> Backend {
        let request = Request::build(level);
        Backend { toolchain, request }
    }

    /// A backend in a mode of the compiler's driver.
    pub fn in_mode(toolchain: Arc<Toolchain>, mode: &str) -> Backend {
        let request = Request::in_mode(mode);
        Backend { toolchain, request }
    }

    /// The same compiler with another request.
    #[must_use]
    pub fn asked(&self, request: Request) -> Backend {
        let toolchain = Arc::clone(&self.toolchain);
        Backend { toolchain, request }
    }

    /// The same backend with more flags behind its own. One that makes no code stays as it is.
    #[must_use]
    pub fn with(&self, flags: impl IntoIterator<Item: Into<String>>) -> Backend {
        let request = self.request.clone();
        match self.makes_code() {
            true => self.asked(request.with_flags(flags)),
            false => self.clone(),
        }
    }

    /// The same backend at another level, which is that of all parts of the compiler.
    #[must_use]
    pub fn at_level(&self, level: OptLevel) -> Backend {
        let mut request = Request {
            level,
            ..self.request.clone()
        };
        let levels = self.family().levels;
        request
            .switches
            .retain(|switch| !levels.contains(&switch.as_str()));
        self.asked(request)
    }

    /// The tables of the compiler's family.
    pub fn family(&self) -> &'static Family {
        self.toolchain.family()
    }

    /// A name for people, such as `stable-O3`, `nightly-const` or `gcc-12-O3 -march=native`.
    ///
    /// It shows everything that makes this backend different from others, so that equal names mean
    /// equal behaviour on one machine.
    pub fn name(&self) -> String {
        format!("{}-{}", self.toolchain.name, self.request)
    }

    /// The backend of one of these compilers that has this [name](Backend::name), which was written down earlier.
    ///
    /// Compilers are found by all names that they answer to.
    pub fn named(name: &str, toolchains: &[Arc<Toolchain>]) -> Option<Backend> {
        let (whose, request) = named_request(name)?;
        let toolchain = toolchains.iter().find(|known| known.answers_to(whose))?;
        let toolchain = Arc::clone(toolchain);
        Some(Backend { toolchain, request })
    }

    /// True if it optimises. Other backends are second references beside the abstract machine.
    pub fn optimises(&self) -> bool {
        self.makes_code() && (self.family().optimises)(&self.request)
    }

    /// The kind of answer that it gives if nothing fails.
    pub fn gives(&self) -> Gives {
        let family = self.family();
        self.mode().map_or(family.builds, |mode| mode.gives)
    }

    /// True if it makes an executable or another text of a program. Other backends evaluate the program themselves.
    pub fn makes_code(&self) -> bool {
        matches!(self.gives(), Gives::Executable | Gives::Text)
    }

    /// True if a program must [complete](Mode::is_open) its request.
    pub fn is_open(&self) -> bool {
        self.mode().is_some_and(|mode| mode.is_open)
    }

    fn mode(&self) -> Option<&'static Mode> {
        let mut modes = self.family().modes.iter();
        modes.find(|mode| mode.name == self.request.mode)
    }

    /// The command line for the program in the file `source`, for a shell.
    ///
    /// [`Backend::compile`] uses the same. `output` is the executable, or a file of
    /// metadata that is not needed.
    pub fn command_line(&self, source: &Path, output: &Path) -> CommandLine {
        self.command_line_with(&[], source, output)
    }

    /// The same with these flags before its own.
    pub(crate) fn command_line_with(
        &self,
        first: &[&str],
        source: &Path,
        output: &Path,
    ) -> CommandLine {
        let driver = self.toolchain.driver;
        driver.command_line(self, first, source, output)
    }

    /// The command line for the code of a program in one form, if this backend makes any.
    pub(crate) fn code_command_line(
        &self,
        form: CodeForm,
        source: &Path,
        output: &Path,
    ) -> Option<CommandLine> {
        let mut forms = self.family().code.iter();
        let (_, flags) = forms.find(|(known, _)| *known == form && self.makes_code())?;
        Some(self.command_line_with(flags, source, output))
    }

    /// The command line that runs a program of this backend; arguments follow.
    pub fn run_line(&self, executable: &Path) -> CommandLine {
        let env = self.watched().map_or(&[][..], |watched| watched.env);
        let env = env.iter();
        let env = env.map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let (program, args) = match &self.toolchain.emulator {
            None => (executable.to_owned(), Vec::new()),
            Some(emulator) => (emulator.clone(), vec![executable.into()]),
        };
        CommandLine {
            env: env.collect(),
            program,
            args,
        }
    }

    /// True if the programs that it makes watch themselves for undefined behaviour.
    pub fn is_sanitized(&self) -> bool {
        self.watched().is_some()
    }

    /// The report of a program that watches itself, in a line, if this backend makes such and it has found something.
    pub fn report(&self, run: &Run) -> Option<String> {
        let stderr = String::from_utf8_lossy(&run.stderr);
        (self.watched()?.report)(&stderr)
    }

    fn watched(&self) -> Option<&'static Watched> {
        let watched = self.family().watched.as_ref()?;
        let mut flags = self.request.flags.iter();
        flags
            .any(|flag| flag.starts_with(watched.flag))
            .then_some(watched)
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// The [name](crate::Backend::name) of a backend taken apart: the name of the compiler, and the request. The compiler need not be
/// there any more.
pub fn named_request(name: &str) -> Option<(&str, Request)> {
    let mut parts = name
        .match_indices('-')
        .map(|(n, _)| (&name[..n], &name[n + 1..]));
    parts.find_map(|(toolchain, rest)| Some((toolchain, request(rest)?)))
}

/// Reads `O3-mir2-validate -Clto=fat`, `const` or `passes -passes=gvn`.
fn request(text: &str) -> Option<Request> {
    let (head, flags) = text.split_once(' ').unwrap_or((text, ""));
    let mut modes = families().flat_map(|family| family.modes);
    if modes.any(|mode| mode.has_name && mode.name == head) {
        return Some(Request::in_mode(head).with_flags(separated(flags)));
    }
    let mut words = head.split('-');
    let level = words.next()?;
    let level = OptLevel::ALL
        .into_iter()
        .find(|known| known.name() == level)?;
    let mut request = Request::build(level).with_flags(separated(flags));
    for word in words {
        if !families().any(|family| family.has_switch(word)) {
            return None;
        }
        request = request.with_switch(word);
    }
    Some(request)
}

/// Flags that were written in one line.
fn separated(line: &str) -> Vec<String> {
    let mut flags: Vec<String> = Vec::new();
    for word in line.split(' ').filter(|word| !word.is_empty()) {
        match flags.last_mut() {
            Some(last) if families().any(|family| (family.continues)(last, word)) => {
                last.push(' ');
                last.push_str(word);
            }
            _ => flags.push(word.to_owned()),
        }
    }
    flags
}

fn families() -> impl Iterator<Item = &'static Family> {
    drivers().iter().map(|driver| driver.family())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drivers::RUSTC;
    use crate::drivers::rustc::requests;
    use crate::preset::Preset;

    fn toolchain(name: &str, alias: &str) -> Arc<Toolchain> {
        let version = crate::Version::parse("1.90.0").unwrap();
        Arc::new(Toolchain {
            name: name.into(),
            aliases: vec![alias.into()],
            ..Toolchain::new(&RUSTC, Path::new(""), "1.90.0", version)
        })
    }

    #[test]
    fn a_backend_is_found_by_its_name() {
        let dated = toolchain("nightly-2026-01-01", "1.95.0-nightly");
        let toolchains = [
            toolchain("nightly", "main"),
            dated,
            toolchain("1.85.0", "x"),
        ];
        let mut all: Vec<Request> = Preset::ALL.into_iter().flat_map(requests).collect();
        let flags = ["-Cllvm-args=-opt-bisect-limit=3 -x", "-Clto=fat", "--cfg=a"];
        let request = Request::build(OptLevel::Oz).with_flags(flags);
        all.push(
            ["mir3", "validate", "lint"]
                .into_iter()
                .fold(request, Request::with_switch),
        );
        assert!(all.len() > 30);
        for toolchain in &toolchains {
            for request in &all {
                let backend = Backend {
                    toolchain: Arc::clone(toolchain),
                    request: request.clone(),
                };
                let again = Backend::named(&backend.name(), &toolchains);
                assert_eq!(again, Some(backend));
            }
        }
        for (name, again) in [
            ("x-O0 -fsanitize=memory -fno-sanitize-recover=all", 2),
            ("x-O3 -mllvm -opt-bisect-limit=7 -march=native", 2),
            ("gcc-12-O2 -flto", 1),
        ] {
            let (_, request) = named_request(name).unwrap();
            assert_eq!(request.flags.len(), again, "{name}");
        }
        let by_alias = Backend::named("main-O2", &toolchains);
        assert_eq!(
            by_alias.map(|found| found.name()),
            Some("nightly-O2".into())
        );
    }

    #[test]
    fn other_words_name_no_backend() {
        let toolchains = [toolchain("nightly", "main")];
        for name in [
            "",
            "nightly",
            "nightly-",
            "nightly-O4",
            "nightly-3",
            "nightly-O3-",
            "nightly-O3-mirx",
            "nightly-O3-wrong",
            "nightly-miri",
            "stable-O3",
            "nightlyO3",
        ] {
            assert_eq!(Backend::named(name, &toolchains), None, "{name}");
        }
    }
}
