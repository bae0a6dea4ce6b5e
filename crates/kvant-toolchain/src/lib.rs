//! Finds, describes and runs real compilers and the programs they make.
//!
//! The order of use: [`Toolchains::discover`] lists the compilers of this machine, a
//! [`Backend`] is one of them together with a [`Request`], [`Backend::compile`] asks, and
//! [`run`] executes the resulting program. Everything that depends on the family of a compiler is in its
//! [`Driver`]; [`drivers`](mod@drivers) contains the known ones. Results have two kinds of types that are never mixed:
//! [`Compilation`], [`ConstVerdict`] and [`Run`] are results of the compiler or its program; [`ToolError`] is a failure
//! of the host, never evidence against a compiler.
//!
//! **Not in here:** any knowledge of what a program means. Source is text, output is bytes, and
//! neither is compared with any expectation. There is no scheduling and no store
//! either; only answers of compilers about themselves are kept between two runs. This is the only crate of the workspace that
//! starts processes, and all of them go through its `process` module; [`hand_over()`] is for programs that wrap a compiler themselves.
//!
//! **For users of this crate:** from the first compiler or program on, this process takes in orphans that
//! descend from it (`PR_SET_CHILD_SUBREAPER`) and has a shell beside it that ends its children if it is
//! killed.

mod ability;
mod backend;
mod cache;
mod census;
mod command_line;
mod compile;
mod diagnostics;
mod discover;
mod driver;
pub mod drivers;
mod environment;
mod error;
mod gate;
mod guard;
mod hand_over;
mod installed;
mod limits;
mod network;
mod part;
mod preset;
mod process;
mod program;
mod scratch;
mod signal;
mod target;
mod toolchain;

pub use ability::{Abilities, Ability};
pub use backend::{Backend, named_request};
pub use cache::{Cache, query};
pub use command_line::CommandLine;
pub use compile::{Answer, Asked, Compilation, CompileFailure, Compiled, ConstVerdict};
pub use discover::{
    Discovery, NamedCompiler, Selection, SkippedToolchain, Surroundings, Toolchains,
};
pub use driver::{
    ByHand, Driver, Family, Gives, Mode, Relaxation, Rule, Suspect, Watched, lower_level,
};
pub use drivers::complaint::{Complaint, SOURCE_FOLDERS, complaint, informative_parts};
pub use drivers::excerpt::{Change, CodeForm, FunctionText, PassChange};
pub use drivers::listing::{PassRun, function_name};
pub use drivers::{driver_named, drivers, register_drivers, source_of_file, sources};
pub use error::{FlagError, Lacking, ToolError};
pub use hand_over::{Crowd, hand_over, pass_through};
pub use installed::Installed;
pub use kvant_record::{Dialect, OptLevel, Request, Source};
pub use limits::{Cancel, Limits};
pub use part::{Counted, Dumps, Lister, Named, Part, Search, parts};
pub use preset::{Matrix, Preset, UnknownPreset};
pub use process::{Exit, Run};
pub use program::{run, run_script};
pub use scratch::Scratch;
pub use signal::Signal;
pub use target::{architecture, host};
pub use toolchain::{Channel, Toolchain, Version};
