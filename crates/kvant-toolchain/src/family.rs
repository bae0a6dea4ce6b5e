//! Whose compiler it is, what it compiles and what for: the few facts on which everything that depends on a compiler
//! turns.

/// A language that compilers take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Language {
    /// Rust.
    Rust,
    /// C.
    C,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 2] = [Language::Rust, Language::C];

    /// The name, for people.
    pub fn name(self) -> &'static str {
        match self {
            Language::Rust => "Rust",
            Language::C => "C",
        }
    }

    /// How the names of files with source end.
    pub fn extension(self) -> &'static str {
        match self {
            Language::Rust => "rs",
            Language::C => "c",
        }
    }

    /// The language of a file of this name, by how it ends.
    pub fn of_file(name: &str) -> Option<Language> {
        let (_, extension) = name.rsplit_once('.')?;
        let mut all = Language::ALL.into_iter();
        all.find(|language| language.extension() == extension)
    }

    /// The file with this name that holds source: `program.rs`, `program.c`.
    pub fn file(self, stem: &str) -> String {
        format!("{stem}.{}", self.extension())
    }
}

/// Whose compiler it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// The one of Rust.
    Rustc,
    /// Of the GNU Compiler Collection.
    Gcc,
    /// Of LLVM.
    Clang,
    /// The Tiny C Compiler.
    Tcc,
}

impl Family {
    /// Those that compile C.
    pub const OF_C: [Family; 3] = [Family::Gcc, Family::Clang, Family::Tcc];

    /// The name of its command.
    pub fn name(self) -> &'static str {
        match self {
            Family::Rustc => "rustc",
            Family::Gcc => "gcc",
            Family::Clang => "clang",
            Family::Tcc => "tcc",
        }
    }

    /// The family of a compiler of C with this name, if the name tells: `gcc-12`, `s390x-linux-gnu-gcc`.
    pub fn of_c(name: &str) -> Option<Family> {
        let mut words = name.split('-');
        words.find_map(|word| {
            Family::OF_C
                .into_iter()
                .find(|family| family.name() == word)
        })
    }

    /// What it compiles.
    pub fn language(self) -> Language {
        match self {
            Family::Rustc => Language::Rust,
            Family::Gcc | Family::Clang | Family::Tcc => Language::C,
        }
    }
}

/// The architecture that is meant by a target, whoever names it: `i686` for `i686-linux-gnu`, `i386-pc-linux-gnu` and `x86`.
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

    #[test]
    fn files_tell_their_language() {
        for language in Language::ALL {
            assert_eq!(Language::of_file(&language.file("a.b")), Some(language));
        }
        assert_eq!(Language::of_file("program"), None);
        assert_eq!(Language::of_file("program.rsc"), None);
    }
}
