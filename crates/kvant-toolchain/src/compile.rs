//! Asks a backend about a program and sorts its answer.
//!
//! Its command line, the crashes it reports and the answers of its other modes are those of the compiler's driver. This crate does
//! not decide if the answer is right.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::backend::Backend;
use crate::command_line::CommandLine;
use crate::diagnostics::own_lines;
use crate::drivers::excerpt::CodeForm;
use crate::drivers::excuses;
use crate::environment;
use crate::error::ToolError;
use crate::gate::Job;
use crate::limits::Limits;
use crate::process::{self, Exit, Run};
use crate::program;
use crate::scratch::Folder;
use crate::signal::Signal;

/// The answer of a backend about a program, and its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compilation {
    /// The answer.
    pub answer: Answer,
    /// Processor time of the compiler and of the linker.
    pub cpu: Duration,
}

/// Everything that a backend can answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It made a program, which is still to be run.
    Executable(Compiled),
    /// It evaluated the program itself.
    Evaluated(ConstVerdict),
    /// It ran the program itself, to the end.
    Interpreted {
        /// The output of the program.
        output: String,
    },
    /// It transformed the program, and this is the text that came of it.
    Transformed(String),
    /// It did nothing of this.
    Failed(CompileFailure),
}

/// The answer of constant evaluation to a program that checks its own observations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConstVerdict {
    /// The program ran to its end, and every observation was the expected one.
    Agrees,
    /// The program is defined, but does something else than was expected.
    Differs {
        /// The number of the first wrong observation, if the message tells it.
        observation: Option<u64>,
        /// The complaint.
        message: String,
    },
    /// The program has undefined behaviour.
    Undefined {
        /// The complaint.
        message: String,
    },
    /// The interpreter does not support an operation of the program, which says nothing about it.
    CannotSay {
        /// The complaint.
        message: String,
    },
    /// The interpreter stopped with a message that the table does not know.
    ///
    /// This is a gap in Kvant. It is kept apart so that new wordings are noticed and not taken for
    /// any of the answers above.
    Unrecognised {
        /// The complaint.
        message: String,
    },
}

/// A program made by a compiler. Its files are removed when this value and its clones are dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    executable: PathBuf,
    /// The command line that runs it.
    line: CommandLine,
    /// True if it takes a large part of the address space to watch itself or another machine's program.
    needs_space: bool,
    /// Holds the files.
    _folder: Arc<Folder>,
}

impl Compiled {
    /// Its path, as long as this value lives.
    pub fn executable(&self) -> &Path {
        &self.executable
    }

    /// Runs it with these arguments and with only the environment variables that it needs, in the folder it lies in.
    pub fn run(&self, args: &[&str], limits: &Limits) -> Result<Run, ToolError> {
        let mut line = self.line.clone();
        line.args.extend(args.iter().map(OsString::from));
        let folder = self.executable.parent();
        if !self.needs_space {
            return program::run_line(&line, folder, limits);
        }
        // The memory that is really used is limited all the same.
        let limits = Limits {
            memory: None,
            ..limits.clone()
        };
        program::run_line(&line, folder, &limits)
    }
}

/// The ways in which a compiler fails on a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompileFailure {
    /// It says that the program is not valid.
    Rejected {
        /// The compiler's standard error.
        stderr: String,
    },
    /// It refuses the request, for example because of an option that it does not know. That says nothing about the program.
    RefusedRequest {
        /// The compiler's standard error.
        stderr: String,
    },
    /// It failed on its own account.
    Crashed {
        /// The signal that ended it. If there is none, it noticed the failure itself and said so.
        signal: Option<Signal>,
        /// The compiler's standard error.
        stderr: String,
    },
    /// It did not come to an end within its limits.
    TimedOut {
        /// The compiler's standard error until then.
        stderr: String,
    },
    /// It wanted too much of something else than time.
    OverLimit {
        /// Of what.
        exit: Exit,
        /// The beginning of its output.
        stderr: String,
    },
}

impl Backend {
    /// Asks this backend about a program.
    ///
    /// Everything is put into a new folder below `dir`, so one `dir` serves any number of calls, also
    /// at the same time. The folder goes with the [`Compiled`], and at once where there is none. Paths in
    /// the compiler's messages are relative to that folder, so that equal failures have equal texts.
    pub fn compile(
        &self,
        source: &str,
        dir: &Path,
        limits: &Limits,
    ) -> Result<Compilation, ToolError> {
        self.toolchain.check()?;
        let file = self.source_file();
        let line = self.command_line(Path::new(&file), Path::new(OUTPUT));
        let mut folder = self.folder_with(source, dir)?;
        let mut run = start(&line, folder.path(), limits)?;
        let mut cpu = run.cpu;
        if !folder.path().join(&file).exists() {
            // Temporary files may have been cleaned up from outside. That does not happen twice in a row.
            folder = self.folder_with(source, dir)?;
            run = start(&line, folder.path(), limits)?;
            cpu += run.cpu;
            if !folder.path().join(&file).exists() {
                let answer =
                    Answer::Failed(crashed("it removed the folder that it worked in", &run));
                return Ok(Compilation { answer, cpu });
            }
        }
        // A compiler that was replaced meanwhile may have worked on it in part.
        self.toolchain.check()?;
        let asked = Asked {
            backend: self,
            run: &run,
            line: &line,
            folder,
        };
        let answer = self.toolchain.driver.answer(asked)?;
        Ok(Compilation { answer, cpu })
    }

    /// The code of a program in one form, as the compiler writes it.
    ///
    /// Everything is put into a folder below `dir` that is removed before this returns.
    pub fn code(
        &self,
        form: CodeForm,
        source: &str,
        dir: &Path,
        limits: &Limits,
    ) -> Result<Result<String, CompileFailure>, ToolError> {
        let line = self
            .code_command_line(form, Path::new(&self.source_file()), Path::new(OUTPUT))
            .ok_or_else(|| ToolError::NoCode {
                backend: self.name(),
            })?;
        let folder = self.folder_with(source, dir)?;
        let run = start(&line, folder.path(), limits)?;
        if let Some(failure) = self.failure_of(&line, folder.path(), &run)? {
            return Ok(Err(failure));
        }
        Ok(Ok(read(&folder.path().join(OUTPUT))?))
    }

    /// The name of the file with the program.
    pub(crate) fn source_file(&self) -> String {
        self.toolchain.source().file("program")
    }

    /// Makes a folder below `dir` with nothing but the program in it.
    pub(crate) fn folder_with(&self, source: &str, dir: &Path) -> Result<Folder, ToolError> {
        let folder = Folder::below(dir)?;
        let path = folder.path().join(self.source_file());
        fs::write(&path, source).map_err(|error| ToolError::File {
            action: "write the program to",
            path,
            error,
        })?;
        Ok(folder)
    }

    /// Sorts the end of the compiler: success, a failure of its own, or a failure of the machine.
    pub(crate) fn failure_of(
        &self,
        line: &CommandLine,
        folder: &Path,
        run: &Run,
    ) -> Result<Option<CompileFailure>, ToolError> {
        if run.exit == Exit::Code(0) {
            return Ok(None);
        }
        check_existence(
            "find the program any more at",
            &folder.join(self.source_file()),
        )?;
        let stderr = String::from_utf8_lossy(&run.stderr).into_owned();
        if let Some((excuse, complaint)) = excuses::find(&stderr) {
            return Err(ToolError::Environment {
                program: line.program.clone(),
                complaint: complaint.to_owned(),
                way_out: excuse.way_out,
            });
        }
        Ok(Some(match run.exit {
            // A compiler that finds a fault in itself may go on and end with the code for faulty programs.
            Exit::Code(1) if !own_lines(&stderr).any(self.family().is_crash) => {
                CompileFailure::Rejected { stderr }
            }
            Exit::Code(_) => CompileFailure::Crashed {
                signal: None,
                stderr,
            },
            Exit::Signal(signal) => CompileFailure::Crashed {
                signal: Some(signal),
                stderr,
            },
            Exit::TimedOut => CompileFailure::TimedOut { stderr },
            exit @ (Exit::OutputLimit
            | Exit::MemoryLimit
            | Exit::ProcessLimit
            | Exit::DiskLimit) => CompileFailure::OverLimit { exit, stderr },
        }))
    }
}

/// A backend that was asked about a program, and the end of its compiler. [`Driver::answer`](crate::Driver::answer) makes an answer
/// of it.
pub struct Asked<'a> {
    /// The backend.
    pub backend: &'a Backend,
    /// The end of the compiler, and its output.
    pub run: &'a Run,
    line: &'a CommandLine,
    folder: Folder,
}

impl Asked<'_> {
    /// Sorts the end of the compiler: success, a failure of its own, or a failure of the machine, which is an error.
    pub fn failure(&self) -> Result<Option<CompileFailure>, ToolError> {
        let folder = self.folder.path();
        self.backend.failure_of(self.line, folder, self.run)
    }

    /// The executable that it made.
    pub fn executable(self) -> Answer {
        let executable = self.folder.path().join(OUTPUT);
        if !executable.exists() {
            return Answer::Failed(crashed(NO_OUTPUT, self.run));
        }
        let backend = self.backend;
        Answer::Executable(Compiled {
            line: backend.run_line(&executable),
            executable,
            needs_space: backend.is_sanitized() || backend.toolchain.emulator.is_some(),
            _folder: Arc::new(self.folder),
        })
    }

    /// The text that it wrote to its output.
    pub fn transformed(self) -> Result<Answer, ToolError> {
        let output = self.folder.path().join(OUTPUT);
        Ok(match output.exists() {
            true => Answer::Transformed(read(&output)?),
            false => Answer::Failed(crashed(NO_OUTPUT, self.run)),
        })
    }
}

/// Reads a file that a compiler wrote. Bytes that are not UTF-8 are replaced.
pub(crate) fn read(path: &Path) -> Result<String, ToolError> {
    let bytes = fs::read(path).map_err(|error| ToolError::File {
        action: "read what the compiler wrote to",
        path: path.to_owned(),
        error,
    })?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

const OUTPUT: &str = "program";

pub(crate) fn start(line: &CommandLine, folder: &Path, limits: &Limits) -> Result<Run, ToolError> {
    let mut job = Job::new(&line.program);
    job.folder = Some(folder.to_owned());
    let command = &mut job.command;
    command.args(&line.args).current_dir(folder);
    environment::clear(command);
    command.envs(line.env.iter().map(|(name, value)| (name, value)));
    // A linker that is killed leaves its temporary files behind. Here they are removed with the rest.
    command.env("TMPDIR", folder);
    // `excuses` knows the system's messages in English only.
    command.env("LC_ALL", "POSIX");
    process::finish(&mut job, limits)
}

/// The compiler exited with 0 without an output file. This text is part of the signatures of findings in stores, so a change would
/// record them anew and make mutes miss them.
const NO_OUTPUT: &str = "it ended well and made nothing";

/// The failure of a compiler that behaves as no compiler does. `what` becomes part of the signature of the finding.
fn crashed(what: &str, run: &Run) -> CompileFailure {
    let stderr = String::from_utf8_lossy(&run.stderr);
    CompileFailure::Crashed {
        signal: None,
        stderr: format!("{what}\n{stderr}"),
    }
}

fn check_existence(action: &'static str, path: &Path) -> Result<(), ToolError> {
    match fs::metadata(path) {
        Ok(_) => Ok(()),
        Err(error) => Err(ToolError::File {
            action,
            path: path.to_owned(),
            error,
        }),
    }
}
