//! The interface between a family of compilers and the rest of Kvant: the trait [`Driver`] and its tables.
//!
//! A driver is one file or folder below `drivers`, and one line in the registry there. Nothing outside of `drivers` asks which
//! family a compiler belongs to: it reads the tables of the compiler's driver.
//!
//! **Not in here:** starting processes (`compile`), the names and files of compilers (`toolchain`), algorithms over passes and
//! findings (`kvant-campaign`).

use std::ffi::OsString;
use std::fmt;
use std::path::Path;

use kvant_record::{OptLevel, Request, Source, command};

use crate::ability::Ability;
use crate::backend::Backend;
use crate::cache::Cache;
use crate::command_line::CommandLine;
use crate::compile::{Answer, Asked};
use crate::discover::{Discovery, Surroundings};
use crate::drivers::excerpt::CodeForm;
use crate::error::{FlagError, Lacking, ToolError};
use crate::part::Part;
use crate::preset::Preset;
use crate::toolchain::Toolchain;

/// A family of compilers: finding, starting and understanding them.
///
/// Most of it is data ([`Family`]). The methods depend on one compiler or start one.
pub trait Driver: fmt::Debug + Send + Sync {
    /// Everything about the family that is a table.
    fn family(&self) -> &'static Family;

    /// Describes the compiler at `path` just as it is started with these variables.
    ///
    /// Drivers of one [`Source`] share this method: the result may have another driver of the same source, because a file
    /// that is called `gcc` may be clang.
    fn probe(
        &self,
        path: &Path,
        env: &[(String, String)],
        cache: &Cache,
    ) -> Result<Toolchain, ToolError>;

    /// The output of the version query of a compiler, queried now. [`Toolchain::verbose`] must be made of the same output.
    fn version_output(&self, toolchain: &Toolchain) -> Result<String, ToolError>;

    /// Describes the compiler behind a path that a user gave, if the file is a shim that would choose one.
    fn probe_behind(&self, path: &Path, cache: &Cache) -> Result<Toolchain, ToolError> {
        self.probe(path, &[], cache)
    }

    /// True for a file that starts one compiler or another, depending on settings and on the folder.
    fn is_shim(&self, _path: &Path) -> bool {
        false
    }

    /// Adds the compilers of this family that are installed here. Compilers that the user named are there already.
    fn discover(&self, _surroundings: &Surroundings, _discovery: &mut Discovery) {}

    /// The build that these flags ask for. Flags for levels of optimisation are understood, and the last one counts; the
    /// rest is handed on. Without one, the level is O3. By default, there are no flags about levels.
    fn request(&self, flags: &[String]) -> Result<Request, FlagError> {
        Ok(Request::build(OptLevel::O3).with_flags(flags))
    }

    /// The builds that are tested by default; the ordinary pipeline comes first. A family that does not optimise has one build.
    fn usual(&self) -> Vec<Request>;

    /// The requests of a preset, as if the compiler knew all flags. Those of [`Preset::Quick`] are the usual ones. Notes tell of
    /// requests that are left out because they do not work here.
    fn preset(
        &self,
        _preset: Preset,
        _toolchain: &Toolchain,
        _notes: &mut Vec<String>,
    ) -> Result<Vec<Request>, ToolError> {
        Ok(self.usual())
    }

    /// Requests that do not optimise: second references beside the abstract machine. Those with flags, such as sanitizers, are used
    /// if the compiler [takes](Driver::takes) them.
    fn references(&self, _toolchain: &Toolchain) -> Vec<Request> {
        vec![Request::build(OptLevel::O0)]
    }

    /// A request to another compiler of the family, in the spelling of this one. By default, all have the same.
    fn translated(&self, request: &Request, _toolchain: &Toolchain) -> Request {
        request.clone()
    }

    /// Finds out whether a compiler takes these flags together. By default, it takes none.
    fn takes(
        &self,
        _toolchain: &Toolchain,
        _flags: &[&str],
        _cache: &Cache,
    ) -> Result<Result<(), Lacking>, ToolError> {
        Ok(Err(Lacking("flag not known".to_owned())))
    }

    /// Finds out whether a compiler has one of the [abilities](Family::abilities) of its family.
    fn has(
        &self,
        _toolchain: &Toolchain,
        _ability: &Ability,
        _cache: &Cache,
    ) -> Result<Result<(), Lacking>, ToolError> {
        Ok(Err(Lacking(format!("not of {}", self.family().name))))
    }

    /// The command line of a backend for the program in the file `source`, with these flags before its own.
    fn command_line(
        &self,
        backend: &Backend,
        first: &[&str],
        source: &Path,
        output: &Path,
    ) -> CommandLine;

    /// The command with which a person compiles a program, for the head of its text. By default, none is known.
    fn by_hand(&self, _program: &ByHand<'_>) -> Option<CommandLine> {
        None
    }

    /// Adds a compiler to the list that `kvant toolchains --json` prints. `not_used` is the reason why campaigns do without it.
    fn list(
        &self,
        toolchain: &Toolchain,
        _not_used: Option<String>,
        abilities: command::Abilities,
        list: &mut command::Toolchains,
    ) {
        list.other_compilers.push(toolchain.record(abilities));
    }

    /// Sorts the answer of a compiler that has ended. By default, it made an executable, or a text in a mode that gives one, or
    /// failed.
    fn answer(&self, asked: Asked<'_>) -> Result<Answer, ToolError> {
        match asked.failure()? {
            None if asked.backend.gives() == Gives::Text => asked.transformed(),
            None => Ok(asked.executable()),
            Some(failure) => Ok(Answer::Failed(failure)),
        }
    }
}

/// The tables of a family of compilers. [`Family::plain`] has the usual value of each.
#[derive(Debug)]
pub struct Family {
    /// The name of the usual command: `rustc`, `gcc`. It is the family's name everywhere.
    pub name: &'static str,
    /// The language that its compilers take. A tool that takes several has a driver for each.
    pub source: Source,
    /// The key in a toolchain of `kvant.toml` before the path of a compiler. Drivers of one source have the same.
    pub setting: &'static str,
    /// True if people call a compiler of this family by a channel or by its version alone: `nightly`, `1.95.0`.
    pub goes_by_version: bool,
    /// True for a file name that no other driver's compilers have.
    pub is_command: fn(name: &str) -> bool,
    /// The kind of answer that builds give. Tools that transform texts give [`Gives::Text`].
    pub builds: Gives,
    /// Modes of requests beside [`kvant_record::BUILD`].
    pub modes: &'static [Mode],
    /// Switches of requests that are levels of optimisation of their own.
    pub levels: &'static [&'static str],
    /// The other switches of requests, with the flag of each.
    pub switches: &'static [(&'static str, &'static str)],
    /// True if a word behind a flag in the name of a backend is a part of that flag: `-mllvm -opt-bisect-limit=3`.
    pub continues: fn(flag: &str, word: &str) -> bool,
    /// True for builds that are optimised by anything.
    pub optimises: fn(&Request) -> bool,
    /// The builds of each preset in words, in the order of [`Preset::ALL`]. Drivers of one source have the same.
    pub presets: [&'static str; 3],
    /// True if a preset's request is used without the flags that a compiler does not know. Otherwise it is left out.
    pub drops_unknown_flags: bool,
    /// True for lines of a compiler that report a fault of its own, whatever its exit code is.
    pub is_crash: fn(line: &str) -> bool,
    /// Builds that watch themselves.
    pub watched: Option<Watched>,
    /// Flags that make a compiler write code in some form instead of an executable.
    pub code: &'static [(CodeForm, &'static [&'static str])],
    /// Everything that is found out about a compiler before it is relied on, in the order of tables.
    pub abilities: &'static [Ability],
    /// Rules of the language that a compiler can be told not to rely on.
    pub relaxations: &'static [Relaxation],
    /// Passes, or groups of them, that were wrong before or rely on disputed rules.
    pub suspects: &'static [Suspect],
    /// Parts with passes of their own, in the order in which they work.
    pub parts: &'static [Part],
    /// Steps of the minimisation of a request: each gives requests that optimise less, from the least on.
    pub lower: &'static [fn(&Request) -> Vec<Request>],
    /// All ways to leave one part of a flag out, such as one of the passes that it lists. The last parts go first.
    pub shorter: fn(flag: &str) -> Vec<String>,
}

impl Family {
    /// A family with no tables: one mode, no switches, nothing known about its passes. Its setting is its name.
    pub const fn plain(name: &'static str, source: Source) -> Family {
        Family {
            name,
            source,
            setting: name,
            goes_by_version: false,
            is_command: |_| false,
            builds: Gives::Executable,
            modes: &[],
            levels: &[],
            switches: &[],
            continues: |_, _| false,
            optimises: |request| request.level != OptLevel::O0,
            presets: [""; 3],
            drops_unknown_flags: false,
            is_crash: |_| false,
            watched: None,
            code: &[],
            abilities: &[],
            relaxations: &[],
            suspects: &[],
            parts: &[],
            lower: &[lower_level],
            shorter: |_| Vec::new(),
        }
    }

    /// The flag of a switch, unless it is a level.
    pub(crate) fn flag_of(&self, switch: &str) -> Option<&'static str> {
        let mut switches = self.switches.iter();
        switches.find_map(|(known, flag)| (*known == switch).then_some(*flag))
    }

    pub(crate) fn has_switch(&self, switch: &str) -> bool {
        self.levels.contains(&switch) || self.flag_of(switch).is_some()
    }
}

/// A program that a person compiles.
#[derive(Debug)]
pub struct ByHand<'a> {
    /// The compiler, if it is not the usual command.
    pub compiler: Option<&'a Path>,
    /// Variables that the compiler is started with.
    pub env: &'a [(String, String)],
    /// The [mode](Family::modes) in which the text is compiled, or [`kvant_record::BUILD`].
    pub mode: &'a str,
    /// The target of the program.
    pub target: &'a str,
    /// The name of the program's file, in the current folder.
    pub file: &'a str,
}

impl ByHand<'_> {
    /// The name of the executable.
    pub fn executable(&self) -> OsString {
        let path = Path::new(self.file);
        match path.extension() {
            Some(_) => path.file_stem().unwrap_or(path.as_os_str()).into(),
            None => format!("{}.out", self.file).into(),
        }
    }
}

/// A mode of requests that are no builds.
#[derive(Debug)]
pub struct Mode {
    /// The name in requests.
    pub name: &'static str,
    /// The kind of answer.
    pub gives: Gives,
    /// True if a backend in this mode can be told from its name. Findings are not followed up with one that cannot.
    pub has_name: bool,
    /// True if each program completes requests in this mode with options of its own, which makes them requests in another mode.
    /// No compiler is asked before that.
    pub is_open: bool,
}

impl Mode {
    /// A mode with this kind of answer that has a name and is not open.
    pub const fn new(name: &'static str, gives: Gives) -> Mode {
        Mode {
            name,
            gives,
            has_name: true,
            is_open: false,
        }
    }

    /// The same mode, which programs complete.
    #[must_use]
    pub const fn open(self) -> Mode {
        Mode {
            is_open: true,
            ..self
        }
    }

    /// The same mode, which cannot be told from the name of a backend.
    #[must_use]
    pub const fn nameless(self) -> Mode {
        Mode {
            has_name: false,
            ..self
        }
    }
}

/// The kind of answer that a backend gives if nothing fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// An executable.
    Executable,
    /// A verdict of the compiler's own evaluation.
    Evaluation,
    /// The output of a program that it has interpreted.
    Output,
    /// The program after some transformation.
    Text,
}

/// Builds that watch themselves for undefined behaviour.
#[derive(Debug)]
pub struct Watched {
    /// The beginning of a flag that asks for it.
    pub flag: &'static str,
    /// Variables that such programs are run with.
    pub env: &'static [(&'static str, &'static str)],
    /// Reads the report of such a program, in a line, from its standard error.
    pub report: fn(stderr: &str) -> Option<String>,
}

/// A rule of the language that a compiler relies on, with the flags that turn it off.
#[derive(Debug)]
pub struct Relaxation {
    /// The rule.
    pub rule: Rule,
    /// True if the machine checks it in every operation. A fault that depends on it is then in quarantine only if a sanitizer or
    /// another compiler family contradicts the machine.
    pub is_settled: bool,
    /// The flags that turn it off.
    pub off: &'static [&'static str],
}

/// A rule of a language that some compilers can be told not to rely on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Memory is accessed only through pointers that may alias it.
    Aliasing,
    /// Signed arithmetic does not overflow.
    Overflow,
}

/// A pass, or some, that may be the cause of a finding.
#[derive(Debug)]
pub struct Suspect {
    /// Its name.
    pub name: &'static str,
    /// The flag that leaves it out.
    pub off: &'static str,
}

impl Suspect {
    pub(crate) const fn new(name: &'static str, off: &'static str) -> Suspect {
        Suspect { name, off }
    }
}

/// The same build at lower levels. The levels for size count as O2 with something else beside it.
pub fn lower_level(request: &Request) -> Vec<Request> {
    let below: &[OptLevel] = match request.level {
        OptLevel::O0 => &[],
        OptLevel::O1 => &[OptLevel::O0],
        OptLevel::O2 => &[OptLevel::O0, OptLevel::O1],
        OptLevel::O3 | OptLevel::Os | OptLevel::Oz => &[OptLevel::O0, OptLevel::O1, OptLevel::O2],
    };
    let at = |level: &OptLevel| Request {
        level: *level,
        ..request.clone()
    };
    below.iter().map(at).collect()
}

impl PartialEq for dyn Driver {
    /// Drivers are equal if they have the same name.
    fn eq(&self, other: &dyn Driver) -> bool {
        self.family().name == other.family().name
    }
}

impl Eq for dyn Driver {}
