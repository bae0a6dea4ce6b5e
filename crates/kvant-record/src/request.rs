//! Requests to compilers.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{OptLevel, Schema};

/// The mode of a request for an executable. Drivers have further modes of their own, such as `const` and `miri`.
pub const BUILD: &str = "build";

/// The task of a compiler: mode, level and flags. A backend is a compiler together with a request.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Request {
    /// [`BUILD`], or a mode that the driver defines.
    pub mode: String,
    /// Level of optimisation. Other modes than [`BUILD`] do not use it.
    #[serde(default)]
    pub level: OptLevel,
    /// Words that the driver defines, in the order in which they are part of a backend's name: `mir4`, `validate`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub switches: Vec<String>,
    /// Further arguments of the compiler, after all others. An argument and its value that belong together are one flag with
    /// a blank in it: `-mllvm -opt-bisect-limit=3`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<String>,
}

impl Schema for Request {}

impl Request {
    /// A build at this level.
    pub fn build(level: OptLevel) -> Request {
        Request {
            mode: BUILD.to_owned(),
            level,
            switches: Vec::new(),
            flags: Vec::new(),
        }
    }

    /// A request in a mode of the driver's own.
    pub fn in_mode(mode: &str) -> Request {
        Request {
            mode: mode.to_owned(),
            ..Request::build(OptLevel::O0)
        }
    }

    /// The same request with another switch.
    #[must_use]
    pub fn with_switch(mut self, switch: &str) -> Request {
        self.switches.push(switch.to_owned());
        self
    }

    /// The same request with further flags.
    #[must_use]
    pub fn with_flags(mut self, flags: impl IntoIterator<Item: Into<String>>) -> Request {
        self.flags.extend(flags.into_iter().map(Into::into));
        self
    }

    /// True for builds of executables.
    pub fn is_build(&self) -> bool {
        self.mode == BUILD
    }
}

impl fmt::Display for Request {
    /// The part of a backend's name after that of the compiler: `O3-mir4 -Clto=fat`, `const`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_build() {
            true => self.level.fmt(f)?,
            false => f.write_str(&self.mode)?,
        }
        for switch in &self.switches {
            write!(f, "-{switch}")?;
        }
        for flag in &self.flags {
            write!(f, " {flag}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_survives_json() {
        let request = Request::build(OptLevel::O3)
            .with_switch("mir4")
            .with_flags(["-Clto=fat"]);
        assert_eq!(request.to_string(), "O3-mir4 -Clto=fat");
        let json = serde_json::to_string(&request).unwrap();
        assert_eq!(
            json,
            r#"{"mode":"build","level":"O3","switches":["mir4"],"flags":["-Clto=fat"]}"#
        );
        assert_eq!(serde_json::from_str::<Request>(&json).unwrap(), request);
        let plain: Request = serde_json::from_str(r#"{"mode":"const"}"#).unwrap();
        assert_eq!(plain, Request::in_mode("const"));
        assert_eq!(plain.to_string(), "const");
    }
}
