//! Presets: named sets of backends.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use kvant_record::Request;

use crate::backend::Backend;
use crate::discover::Toolchains;
use crate::error::ToolError;
use crate::toolchain::Toolchain;

/// A named set of backends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Preset {
    /// Of rustc O3 as in a release build, and O3 with the MIR passes that are off by default; of compilers of C O2 and O3.
    Quick,
    /// The builds that differ most. Of rustc: the builds of `Quick`, O2, and MIR passes alone. Of compilers of C: O1, O2, O3, Os,
    /// and O3 with `-march=native`.
    ///
    /// O2 has other thresholds. Without LLVM, the fault of a MIR pass is not optimised away again.
    Standard,
    /// Every axis. Of rustc: levels, MIR levels, single MIR passes off, other code generation flags, compile-time
    /// evaluation, and Cranelift and Miri where they are installed. Of compilers of C: levels, language rules that flags
    /// relax, LTO, the x86-64 levels of the processor, and sanitizers where they work.
    Full,
}

impl Preset {
    /// All presets, from few to many.
    pub const ALL: [Preset; 3] = [Preset::Quick, Preset::Standard, Preset::Full];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Preset::Quick => "quick",
            Preset::Standard => "standard",
            Preset::Full => "full",
        }
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error of a text that names no preset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPreset(String);

impl fmt::Display for UnknownPreset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.0;
        write!(
            f,
            "there is no preset `{text}`; there are quick, standard and full"
        )
    }
}

impl std::error::Error for UnknownPreset {}

impl FromStr for Preset {
    type Err = UnknownPreset;

    fn from_str(text: &str) -> Result<Preset, UnknownPreset> {
        let named = Preset::ALL.into_iter().find(|preset| preset.name() == text);
        named.ok_or_else(|| UnknownPreset(text.to_owned()))
    }
}

/// Backends, and notes about those that were left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matrix {
    /// The backends, each of them once.
    pub backends: Vec<Backend>,
    /// One sentence for each compiler that does not support a flag.
    pub notes: Vec<String>,
}

impl Toolchains {
    /// The backends of a preset on these compilers, and those of `more`, one compiler after the other.
    ///
    /// Compilers are only queried about flags that not all of them support; levels are supported by all.
    pub fn matrix(
        &self,
        preset: Option<Preset>,
        chosen: &[Arc<Toolchain>],
        more: &[(Arc<Toolchain>, Request)],
    ) -> Result<Matrix, ToolError> {
        let mut matrix = Matrix::default();
        for toolchain in chosen {
            let driver = toolchain.driver;
            let requests = match preset {
                Some(preset) => driver.preset(preset, toolchain, &mut matrix.notes)?,
                None => Vec::new(),
            };
            let own = more.iter().filter(|(whose, _)| whose == toolchain);
            let own = own.map(|(_, request)| (request.clone(), true));
            let requests = requests.into_iter().map(|request| (request, false));
            let mut unknown = BTreeSet::new();
            for (request, is_wanted) in requests.chain(own) {
                let backend = Backend {
                    toolchain: Arc::clone(toolchain),
                    request,
                };
                let (backend, left_out) = self.without_unknown(backend)?;
                let is_whole = left_out.is_empty();
                unknown.extend(left_out);
                // A preset's request without its unknown flags is either a duplicate or useful on its own.
                let keeps = is_whole || is_wanted || driver.family().drops_unknown_flags;
                if keeps && !matrix.backends.contains(&backend) {
                    matrix.backends.push(backend);
                }
            }
            if !unknown.is_empty() {
                let unknown: Vec<String> = unknown.into_iter().collect();
                let unknown = unknown.join(", ");
                matrix
                    .notes
                    .push(format!("{toolchain} does not know {unknown}: left out"));
            }
        }
        self.cache.save();
        Ok(matrix)
    }

    /// A backend without the switches and flags that its compiler does not know, and the flags that were left out.
    pub fn without_unknown(
        &self,
        mut backend: Backend,
    ) -> Result<(Backend, Vec<String>), ToolError> {
        let mut unknown = Vec::new();
        let family = backend.family();
        let mut keep = |flag: &str| -> Result<bool, ToolError> {
            let takes = self.takes(&backend.toolchain, flag)?;
            if !takes {
                unknown.push(flag.to_owned());
            }
            Ok(takes)
        };
        let Request {
            switches, flags, ..
        } = &mut backend.request;
        for switch in std::mem::take(switches) {
            let is_known = match family.flag_of(&switch) {
                Some(flag) => keep(flag)?,
                None => true,
            };
            if is_known {
                switches.push(switch);
            }
        }
        for flag in std::mem::take(flags) {
            if keep(&flag)? {
                flags.push(flag);
            }
        }
        Ok((backend, unknown))
    }

    /// The sanitizer builds of a compiler that work here.
    pub fn sanitizers(&self, toolchain: &Arc<Toolchain>) -> Result<Vec<Backend>, ToolError> {
        let mut working = Vec::new();
        let driver = toolchain.driver;
        for request in driver.references(toolchain) {
            let flags: Vec<&str> = request.flags.iter().map(String::as_str).collect();
            if !flags.is_empty() && driver.takes(toolchain, &flags, &self.cache)?.is_ok() {
                working.push(request);
            }
        }
        self.cache.save();
        Ok(toolchain.backends(working))
    }
}
