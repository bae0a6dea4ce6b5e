//! The first version of each intrinsic.
//!
//! A version takes an intrinsic that it does not know for an external function, without any message. So it must never see one. The
//! names come from the tables inside of LLVM 15, 19, 22 and 23; one that is new in 16 to 18 counts as one of 19, one of 20 or 21 as
//! one of 22. Intrinsics of targets are in the list only if 15 does not know them, or if their name begins with that of a newer one.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::Version;

/// The names without `llvm.`, below `=` and the first version. `a(b c)` is `a.b` and `a.c`.
const LIST: &str = include_str!("intrinsics.txt");

/// Targets that have intrinsics.
const TARGETS: [&str; 18] = [
    "aarch64",
    "amdgcn",
    "arm",
    "bpf",
    "dx",
    "hexagon",
    "loongarch",
    "mips",
    "nvvm",
    "ppc",
    "r600",
    "riscv",
    "s390",
    "spv",
    "ve",
    "wasm",
    "x86",
    "xcore",
];

fn table() -> &'static FxHashMap<String, Version> {
    static TABLE: OnceLock<FxHashMap<String, Version>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = FxHashMap::default();
        let mut version = Version::FIRST;
        let mut prefixes = vec![String::new()];
        for line in LIST.lines() {
            if let Some(number) = line.strip_prefix('=') {
                let number = number.parse().ok().and_then(Version::new);
                version = number.unwrap_or(Version::LAST);
                continue;
            }
            let mut rest = line;
            while let Some(at) = rest.find([' ', '(', ')']) {
                read(
                    &mut table,
                    &mut prefixes,
                    version,
                    &rest[..at],
                    &rest[at..=at],
                );
                rest = &rest[at + 1..];
            }
            read(&mut table, &mut prefixes, version, rest, " ");
        }
        table
    })
}

/// A word of the list and the character behind it.
fn read(
    table: &mut FxHashMap<String, Version>,
    prefixes: &mut Vec<String>,
    version: Version,
    word: &str,
    behind: &str,
) {
    let prefix = prefixes.last().map_or("", |prefix| prefix);
    let name = format!("{prefix}{word}");
    match behind {
        "(" => prefixes.push(name + "."),
        _ => {
            if !word.is_empty() {
                table.insert(name, version);
            }
            if behind == ")" {
                prefixes.pop();
            }
        }
    }
}

/// An intrinsic: its name without `llvm.` and without the types behind it, and its first version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Intrinsic<'a> {
    /// The name: `umin` for `llvm.umin.i32`.
    pub base: &'a str,
    /// The first version.
    pub since: Version,
}

/// True for the name of an intrinsic of a target, without `llvm.`.
pub fn is_of_target(base: &str) -> bool {
    let target = base.split('.').next().unwrap_or(base);
    TARGETS.contains(&target)
}

/// The intrinsic with the name of a function; none if no version is known to have it.
pub fn find(symbol: &str) -> Option<Intrinsic<'_>> {
    let name = symbol.strip_prefix("llvm.")?;
    let table = table();
    let mut base = name;
    loop {
        if let Some(since) = table.get(base) {
            return Some(Intrinsic {
                base,
                since: *since,
            });
        }
        match base.rsplit_once('.') {
            Some((shorter, _)) => base = shorter,
            None => break,
        }
    }
    is_of_target(base).then_some(Intrinsic {
        base: name,
        since: Version::FIRST,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_without_their_types() {
        let check = |symbol, base, since| {
            let since = Version::new(since).unwrap();
            assert_eq!(find(symbol), Some(Intrinsic { base, since }), "{symbol}");
        };
        check("llvm.umin.v4i32", "umin", 15);
        check("llvm.ucmp.i8.i32", "ucmp", 19);
        check("llvm.stepvector.nxv4i32", "stepvector", 22);
        check(
            "llvm.experimental.stepvector.v4i8",
            "experimental.stepvector",
            15,
        );
        check("llvm.vector.splice.v4i32", "vector.splice", 19);
        check("llvm.vector.splice.left.v4i32", "vector.splice.left", 22);
        check("llvm.coro.end", "coro.end", 15);
        check("llvm.coro.end.async", "coro.end.async", 15);
        check("llvm.coro.end.results", "coro.end.results", 19);
        check("llvm.pdep.i32", "pdep", 23);
        check("llvm.x86.sse2.pause", "x86.sse2.pause", 15);
        check("llvm.nvvm.fabs.f", "nvvm.fabs.f", 15);
        check("llvm.nvvm.fabs.f32", "nvvm.fabs", 22);
        check(
            "llvm.experimental.patchpoint.i64",
            "experimental.patchpoint.i64",
            15,
        );
        check(
            "llvm.experimental.patchpoint.double",
            "experimental.patchpoint",
            19,
        );
        assert_eq!(find("llvm.zzz.i32"), None);
        assert_eq!(find("umin"), None);
    }

    #[test]
    fn the_list_is_whole() {
        let count = |version| table().values().filter(|it| it.0 == version).count();
        assert_eq!([15, 19, 22, 23].map(count), COUNTS);
        assert_eq!(table().len(), COUNTS.iter().sum::<usize>());
    }

    const COUNTS: [usize; 4] = [421, 2989, 2314, 363];
}
