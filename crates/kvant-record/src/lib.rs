//! Types of everything that Kvant keeps or sends: requests to compilers, verdicts, findings, events.
//!
//! All of them are serde types. The store keeps them as JSON, `--json` prints them, and workers exchange them. Text for people is
//! rendered from these types and never read back.
//!
//! **What is absent:** input and output, compilers, languages. A record names a compiler family or a language by a string that
//! some driver or language plug-in knows.

mod dialect;
mod level;
mod request;
mod source;

pub use dialect::Dialect;
pub use level::{OptLevel, UnknownLevel};
pub use request::{BUILD, Request};
pub use source::Source;
