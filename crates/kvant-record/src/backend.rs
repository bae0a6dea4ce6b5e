//! Compilers and backends.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Request;

/// The description of a compiler that was used. It need not be installed any more.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Toolchain {
    /// Its short name: `stable`, `gcc-12`.
    pub name: String,
    /// The name of its driver: `rustc`, `gcc`. Empty if unknown.
    pub family: String,
    /// The release, such as `1.95.0`. Empty if unknown.
    pub release: String,
    /// The target that it compiles for. Empty if unknown.
    pub target: String,
    /// Everything that it prints about its version. Empty if unknown.
    pub verbose: String,
}

/// A compiler together with a request.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Backend {
    /// The compiler.
    pub toolchain: Toolchain,
    /// The request.
    pub request: Request,
}

impl Backend {
    /// A name for people, such as `stable-O3`, `nightly-const` or `gcc-12-O3 -march=native`.
    pub fn name(&self) -> String {
        self.to_string()
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.toolchain.name, self.request)
    }
}
