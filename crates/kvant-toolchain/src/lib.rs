//! Finds, describes and runs real compilers and the programs they make.
//!
//! The way through this crate: [`Toolchains::discover`] lists the compilers of this machine, a
//! [`Backend`] is one of them together with what to ask of it, [`Backend::compile`] asks, and
//! [`run`] executes the program that came out of it. Everything that happens in between is told
//! with two kinds of types that are never mixed. [`Compilation`], [`ConstVerdict`] and [`Run`] are
//! answers about the compiler or its program. [`ToolError`] says that this machine kept us from
//! getting an answer, and it is never evidence against anybody.
//!
//! **What is absent:** any knowledge of what a program means. Source is text, output is bytes, and
//! nobody here compares them with what they should be. There is no scheduling and no store
//! either; what is kept between two runs is only what compilers said about themselves. This is the only crate of the workspace that starts processes, and what it starts
//! goes through its `process` module; [`hand_over()`] is for those who stand in front of a compiler themselves.
//!
//! **For users of this crate:** from the first compiler or program on, this process takes in orphans that
//! descend from it (`PR_SET_CHILD_SUBREAPER`) and has a shell beside it that ends its children if it is
//! killed.

mod ability;
mod backend;
mod build_flags;
mod c_compiler;
mod c_line;
mod c_preset;
mod cache;
mod census;
mod command_line;
mod compile;
mod const_verdict;
mod diagnostics;
mod discover;
mod environment;
mod error;
mod excerpt;
mod excuses;
mod family;
mod gate;
mod gcc_passes;
mod guard;
mod hand_over;
mod installed;
mod limits;
mod listing;
mod miri;
mod network;
mod passes;
mod preset;
mod process;
mod program;
mod rustc_line;
mod sanitizer;
mod scratch;
mod signal;
mod toolchain;
mod trial;

pub use ability::{Abilities, Ability, KnownFlags};
pub use backend::{Backend, BackendKind, IrStage};
pub use build_flags::{BuildFlags, OptLevel};
pub use c_compiler::CCompilers;
pub use command_line::CommandLine;
pub use compile::{Answer, Compilation, CompileFailure, Compiled};
pub use const_verdict::ConstVerdict;
pub use discover::{NamedCompiler, Selection, SkippedToolchain, Surroundings, Toolchains};
pub use error::ToolError;
pub use excerpt::{CodeForm, FunctionText, MirChange};
pub use family::{Family, Language, architecture, host};
pub use gcc_passes::gcc_switch;
pub use hand_over::{Crowd, hand_over, pass_through};
pub use installed::Installed;
pub use limits::{Cancel, Limits};
pub use listing::{Counted, PassRun, function_name};
pub use passes::{Change, PassReport, Remark};
pub use preset::{Matrix, Preset};
pub use process::{Exit, Run};
pub use program::{run, run_script};
pub use sanitizer::Sanitizer;
pub use scratch::Scratch;
pub use signal::Signal;
pub use toolchain::{Channel, Toolchain, Version};
