//! Which requests compilers of C get.

use kvant_record::{OptLevel, Request};

use super::{CDriver, Sanitizer};
use crate::preset::Preset;
use crate::target::host;
use crate::toolchain::Toolchain;

/// The builds that are tested by default. One without levels has only one build.
pub(super) fn usual(driver: &CDriver) -> Vec<Request> {
    match driver.has_levels {
        true => [OptLevel::O2, OptLevel::O3].map(Request::build).to_vec(),
        false => vec![Request::build(OptLevel::O0)],
    }
}

/// The requests of a preset, as if the compiler knew all flags.
pub(super) fn requests(driver: &CDriver, preset: Preset, toolchain: &Toolchain) -> Vec<Request> {
    let at = Request::build;
    let with = |level, flag: &str| at(level).with_flags([flag]);
    let mut requests = usual(driver);
    if preset == Preset::Quick || !driver.has_levels {
        return requests;
    }
    requests.extend([at(OptLevel::Os), at(OptLevel::O1)]);
    let is_native = toolchain.emulator.is_none();
    if is_native {
        requests.push(with(OptLevel::O3, "-march=native"));
    }
    if preset == Preset::Standard {
        return requests;
    }
    requests.push(at(OptLevel::O0));
    if driver.has_size_level(toolchain) {
        requests.push(at(OptLevel::Oz));
    }
    for flag in ["-fno-strict-aliasing", "-fwrapv", "-flto", "-fno-inline"] {
        requests.push(with(OptLevel::O2, flag));
    }
    for level in processor_levels().into_iter().filter(|_| is_native) {
        requests.push(with(OptLevel::O3, &format!("-march={level}")));
    }
    requests.extend(driver.sanitizers_of(toolchain).map(Sanitizer::build));
    requests
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::drivers::{CLANG, GCC, TCC};
    use crate::toolchain::Version;

    fn names(preset: Preset, driver: &'static CDriver, release: &str) -> Vec<String> {
        let version = Version::parse(release).unwrap();
        let toolchain = Toolchain::new(driver, Path::new("x"), release, version);
        let requests = requests(driver, preset, &toolchain).into_iter();
        requests.map(|request| request.to_string()).collect()
    }

    #[test]
    fn presets_of_c() {
        assert_eq!(names(Preset::Quick, &GCC, "12.2.0"), ["O2", "O3"]);
        let standard = ["O2", "O3", "Os", "O1", "O3 -march=native"];
        assert_eq!(names(Preset::Standard, &CLANG, "14.0.6"), standard);
        for preset in Preset::ALL {
            assert_eq!(names(preset, &TCC, "0.9.27"), ["O0"]);
        }
        let has = |driver, release, name: &str| {
            let names = names(Preset::Full, driver, release);
            names.iter().any(|known| known == name)
        };
        assert!(has(&GCC, "12.2.0", "Oz") && !has(&GCC, "11.3.0", "Oz"));
        let memory = "O0 -fsanitize=memory -fno-sanitize-recover=all";
        assert!(has(&CLANG, "19.1.7", memory) && !has(&GCC, "14.1.0", memory));
        let types = "O0 -fsanitize=type -fno-sanitize-recover=all";
        assert!(has(&CLANG, "20.1.0", types) && !has(&CLANG, "19.1.7", types));
    }
}
