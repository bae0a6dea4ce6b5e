//! Canaries: compilers with planted bugs, which show that Kvant finds bugs at all, and campaigns against them.
//!
//! A canary stands in front of a real rustc. [`Canary::install`] makes a toolchain folder in which `bin/rustc` is a script that
//! starts `kvant canary`. [`Invocation::run`] passes everything on to the real compiler, except where the program contains a certain
//! construct: there it compiles another text, in which one observation is changed, or misbehaves itself. In a batch only programs
//! with the construct are wrong, as with a real bug.
//!
//! A canary is a compiler in every other respect. It says in `-vV` that it is a canary, so no report can quote it as the real
//! compiler. A canary that cannot misbehave as it should fails with [`Canary::complaint`]; it is never silently correct.
//!
//! [`Selftest`] runs campaigns against canaries and compares their findings with [`Canary::expected`].
//!
//! Not here: arguments of the command line and display, which are in `kvant`, and rules of the machine that are wrong on purpose,
//! which are in `kvant_mir_machine::planted`.

mod act;
mod bisect;
mod call;
mod canary;
mod flow;
mod install;
mod misdeed;
mod selftest;
mod text;

use kvant_toolchain::Source;

pub use canary::Canary;
pub use install::Invocation;
pub use selftest::{Selftest, Told};
pub use text::Unreadable;

/// The language of the compilers behind canaries, and of the programs in self-tests.
pub const LANGUAGE: Source = kvant_toolchain::drivers::RUST;

/// A message for the user.
pub type Error = Box<dyn std::error::Error + Send + Sync>;
