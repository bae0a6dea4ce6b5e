//! Names of targets.

/// The architecture of a target, in any spelling: `i686` for `i686-linux-gnu`, `i386-pc-linux-gnu` and `x86`.
pub fn architecture(target: &str) -> &str {
    let word = target.split(['-', ' ']).next().unwrap_or(target);
    match word {
        "x86" | "i386" | "i486" | "i586" | "i686" => "i686",
        "amd64" | "x86_64" => "x86_64",
        // Which instructions it has beside the usual ones is told in flags.
        "riscv64gc" => "riscv64",
        "powerpc64le" | "ppc64le" => "powerpc64le",
        arm if arm.starts_with("arm") => "arm",
        other => other,
    }
}

/// The architecture of this machine.
pub fn host() -> &'static str {
    architecture(std::env::consts::ARCH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_architecture_has_many_names() {
        for (target, name) in [
            ("x86_64-unknown-linux-gnu", "x86_64"),
            ("x86_64-pc-linux-gnu", "x86_64"),
            ("x86_64 Linux", "x86_64"),
            ("i386-pc-linux-gnu", "i686"),
            ("x86", "i686"),
            ("aarch64-linux-gnu", "aarch64"),
            ("riscv64gc", "riscv64"),
            ("riscv64-linux-gnu", "riscv64"),
            ("armv7", "arm"),
            ("arm-linux-gnueabihf", "arm"),
            ("s390x-linux-gnu", "s390x"),
            ("", ""),
        ] {
            assert_eq!(architecture(target), name, "{target}");
        }
    }
}
