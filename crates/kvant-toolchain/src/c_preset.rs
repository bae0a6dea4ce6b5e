//! Which backends programs in C go through, and who is asked for a second opinion on them.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::backend::{Backend, BackendKind};
use crate::build_flags::{BuildFlags, OptLevel};
use crate::discover::Toolchains;
use crate::error::ToolError;
use crate::family::{Family, host};
use crate::preset::{Matrix, Preset, with};
use crate::sanitizer::Sanitizer;
use crate::toolchain::Toolchain;

impl Toolchain {
    /// Whether it has a level for size above all.
    pub(crate) fn has_size_level(&self) -> bool {
        match self.family {
            Family::Gcc => self.version.major >= 12,
            Family::Rustc | Family::Clang => true,
            Family::Tcc => false,
        }
    }
}

/// What is asked of a compiler of C, if it knows everything.
fn builds(preset: Preset, toolchain: &Toolchain) -> Vec<BuildFlags> {
    let at = BuildFlags::at;
    let mut builds = BuildFlags::usual(toolchain.family);
    // tcc has no levels and no flags that matter.
    if preset == Preset::Quick || toolchain.family == Family::Tcc {
        return builds;
    }
    builds.extend([at(OptLevel::Os), at(OptLevel::O1)]);
    let is_native = toolchain.emulator.is_none();
    if is_native {
        builds.push(with(OptLevel::O3, &["-march=native"]));
    }
    if preset == Preset::Standard {
        return builds;
    }
    builds.push(at(OptLevel::O0));
    if toolchain.has_size_level() {
        builds.push(at(OptLevel::Oz));
    }
    for flag in ["-fno-strict-aliasing", "-fwrapv", "-flto", "-fno-inline"] {
        builds.push(with(OptLevel::O2, &[flag]));
    }
    for level in processor_levels().into_iter().filter(|_| is_native) {
        builds.push(with(OptLevel::O3, &[&format!("-march={level}")]));
    }
    let sanitizers = Sanitizer::ALL.into_iter();
    let sanitizers = sanitizers.filter(|sanitizer| sanitizer.may_be_in(toolchain));
    builds.extend(sanitizers.map(Sanitizer::build));
    builds
}

/// The levels of x86-64 that this processor has, above the first.
fn processor_levels() -> Vec<&'static str> {
    #[cfg(target_arch = "x86_64")]
    if host() == "x86_64" {
        use std::is_x86_feature_detected as has;
        let second = has!("sse4.2") && has!("popcnt") && has!("ssse3");
        let third = second && has!("avx2") && has!("bmi2") && has!("fma") && has!("lzcnt");
        let fourth = third && has!("avx512bw") && has!("avx512dq") && has!("avx512vl");
        let levels = [
            (second, "x86-64-v2"),
            (third, "x86-64-v3"),
            (fourth, "x86-64-v4"),
        ];
        return levels
            .into_iter()
            .filter_map(|(has, level)| has.then_some(level))
            .collect();
    }
    Vec::new()
}

impl Toolchains {
    /// Adds the backends of one compiler. What a preset asks for that the compiler does not know is left out as a whole: what
    /// would be left of it is there in any case.
    pub(crate) fn add_c(
        &self,
        matrix: &mut Matrix,
        preset: Option<Preset>,
        toolchain: &Arc<Toolchain>,
        more: &[(Arc<Toolchain>, BuildFlags)],
    ) -> Result<(), ToolError> {
        let mut unknown = BTreeSet::new();
        let preset = preset.map(|preset| builds(preset, toolchain));
        let preset = preset.into_iter().flatten().map(|build| (build, false));
        let own = more.iter().filter(|(whose, _)| whose == toolchain);
        let own = own.map(|(_, build)| (build.clone(), true));
        for (mut build, is_wanted) in preset.chain(own) {
            let mut taken = Vec::new();
            for flag in &build.extra {
                match self.takes(toolchain, flag)? {
                    true => taken.push(flag.clone()),
                    false => _ = unknown.insert(flag.clone()),
                }
            }
            if taken.len() < build.extra.len() && !is_wanted {
                continue;
            }
            build.extra = taken;
            let backend = Backend {
                toolchain: Arc::clone(toolchain),
                kind: BackendKind::Build(build),
            };
            if !matrix.backends.contains(&backend) {
                matrix.backends.push(backend);
            }
        }
        matrix.note(toolchain, &unknown);
        self.cache.save();
        Ok(())
    }

    /// The builds of a compiler that watch themselves for undefined behaviour, where that works here.
    pub fn sanitizers(&self, toolchain: &Arc<Toolchain>) -> Result<Vec<Backend>, ToolError> {
        let mut backends = Vec::new();
        for sanitizer in Sanitizer::ALL {
            if sanitizer.may_be_in(toolchain)
                && self.tried_with(toolchain, sanitizer.flags())?.is_ok()
            {
                backends.push(Backend {
                    toolchain: Arc::clone(toolchain),
                    kind: BackendKind::Build(sanitizer.build()),
                });
            }
        }
        self.cache.save();
        Ok(backends)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toolchain::Version;

    fn names(preset: Preset, family: Family, release: &str) -> Vec<String> {
        let verbose = format!("host: x86_64-linux-gnu\nrelease: {release}\n");
        let toolchain = Toolchain {
            name: "x".to_owned(),
            family,
            version: Version::parse(release).unwrap(),
            ..Toolchain::from_verbose("x".as_ref(), verbose).unwrap()
        };
        let toolchain = Arc::new(toolchain);
        let named = |build| {
            let toolchain = Arc::clone(&toolchain);
            let kind = BackendKind::Build(build);
            let name = Backend { toolchain, kind }.name();
            name.trim_start_matches("x-").to_owned()
        };
        let builds = builds(preset, &toolchain).into_iter();
        builds.map(named).collect()
    }

    #[test]
    fn presets_of_c() {
        assert_eq!(names(Preset::Quick, Family::Gcc, "12.2.0"), ["O2", "O3"]);
        let standard = ["O2", "O3", "Os", "O1", "O3 -march=native"];
        assert_eq!(names(Preset::Standard, Family::Clang, "14.0.6"), standard);
        for preset in Preset::ALL {
            assert_eq!(names(preset, Family::Tcc, "0.9.27"), ["O0"]);
        }
        let has = |family, release, name: &str| {
            let names = names(Preset::Full, family, release);
            names.iter().any(|known| known == name)
        };
        assert!(has(Family::Gcc, "12.2.0", "Oz") && !has(Family::Gcc, "11.3.0", "Oz"));
        let memory = "O0 -fsanitize=memory -fno-sanitize-recover=all";
        assert!(has(Family::Clang, "19.1.7", memory) && !has(Family::Gcc, "14.1.0", memory));
        let types = "O0 -fsanitize=type -fno-sanitize-recover=all";
        assert!(has(Family::Clang, "20.1.0", types) && !has(Family::Clang, "19.1.7", types));
    }
}
