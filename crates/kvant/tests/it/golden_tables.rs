//! A store and compilers that are the same each time, for the golden tables.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::thread;
use std::time::Duration;

use kvant_campaign::store::{BackendKey, Rule, Store};
use kvant_campaign::{Analysis, Culprit, Kind, OnVersion, Size, Spent, VerdictKind};
use kvant_record::{
    Backend, BatchResults, CampaignLanguage, CampaignRecord, Finding, NewFinding, OptLevel,
    Request, TestCount, Toolchain,
};

/// Compilers as scripts: the file, and the output of its version query. They compile everything to nothing.
const COMPILERS: [(&str, &str); 5] = [
    (
        "rustc-1.80",
        "1.80.0\\ncommit-hash: 80\\ncommit-date: 2024-07-21\\nLLVM version: 18.1.7",
    ),
    (
        "rustc-1.95",
        "1.95.0\\ncommit-hash: 95\\ncommit-date: 2026-04-14\\nLLVM version: 22.1.2",
    ),
    (
        "bin/gcc-12",
        "Target: x86_64-linux-gnu\\ngcc version 12.2.0 (Debian 12.2.0-14)",
    ),
    (
        "bin/clang-19",
        "clang version 19.1.7\\nTarget: x86_64-pc-linux-gnu",
    ),
    (
        "bin/s390x-linux-gnu-gcc-12",
        "Target: s390x-linux-gnu\\ngcc version 12.2.0 (Debian 12.2.0-14)",
    ),
];

const SETTINGS: &str = r#"
[[toolchain]]
name = "old"
rustc = "rustc-1.80"

[[toolchain]]
name = "mine"
rustc = "rustc-1.95"

[[toolchain]]
name = "gone"
cc = "nowhere/gcc"
"#;

/// Writes compilers to a folder, with settings that name some of them. Those in `bin` are found along `$PATH`.
pub(crate) fn write_compilers(folder: &Path) {
    fs::create_dir_all(folder.join("bin")).unwrap();
    for (file, version) in COMPILERS {
        let query = match file.starts_with("rustc") {
            true => format!(
                "-vV) printf 'rustc X\\nbinary: rustc\\nhost: x86_64-unknown-linux-gnu\\nrelease: {version}\\n'; exit ;;\n\
                 --print) echo /nowhere; exit ;;\n\
                 -Zhelp) printf '    -Z validate-mir=val -- x\\n    -Z mir-opt-bisect-limit=val -- x\\n'; exit ;;\n\
                 -Chelp) printf '    -C opt-level=val -- x\\n'; exit ;;"
            ),
            false => format!("-v) printf '{version}\\n' >&2; exit ;;"),
        };
        let refused = "*-fsanitize=memory*) echo 'error: no such sanitizer' >&2; exit 1 ;;";
        let script = format!(
            "#!/bin/sh\ncase \"$1\" in\n{query}\nesac\ncase \"$*\" in\n{refused}\nesac\n\
             for last; do :; done\nprintf '#!/bin/sh\\n' >\"$last\"\n/bin/chmod +x \"$last\"\n"
        );
        write_script(&folder.join(file), &script);
    }
    write_script(&folder.join("bin/qemu-s390x"), "#!/bin/sh\nexec \"$@\"\n");
    fs::write(folder.join("kvant.toml"), SETTINGS).unwrap();
}

fn write_script(path: &Path, script: &str) {
    fs::write(path, script).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Fills a store with a campaign that found each sort of finding. Findings 2 and 7 are one bug, and 4 is fixed.
pub(crate) fn fill_store(folder: &Path) {
    let mut store = Store::open(&folder.join("kvant-store")).unwrap();
    let record = CampaignRecord {
        languages: vec![CampaignLanguage {
            language: "mir".into(),
            target: "x86_64".into(),
            weight: 1,
            generator: 7,
            config: vec![
                ("statements".into(), "600..1500".into()),
                ("features.loops".into(), "true".into()),
            ],
            donors: None,
        }],
        old: None,
    };
    let backends = ["stable-O3", "nightly-O3-mir4"].map(|name| BackendKey {
        name: name.into(),
        identity: format!("exactly {name}"),
        request: Request::build(OptLevel::O3),
    });
    let session = store.begin(&record, &backends, 50).unwrap();
    let lease = store.claim(&session, &(50..1050), 1000, Rule::Fresh);
    let lease = lease.unwrap().unwrap();
    // The speed of the campaign is the number of programs by this time.
    thread::sleep(Duration::from_millis(5));
    let results = store.finish(&session, &lease, &lease.seeds, &results());
    results.unwrap();
    store
        .suspect(&session, 1060, "stable-O3", VerdictKind::CompilerHang)
        .unwrap();
    store.end(session).unwrap();
    store.keep_analysis(2, &analysis(true), None).unwrap();
    store.keep_analysis(7, &analysis(true), Some(2)).unwrap();
    store.keep_analysis(4, &analysis(false), None).unwrap();
    store
        .mute("compiler hang; *", "https://example.org/bug/6")
        .unwrap();
}

fn results() -> BatchResults {
    let count = |backend: &str, verdict, count| TestCount {
        backend: backend.into(),
        verdict,
        count,
    };
    BatchResults {
        programs: 990,
        unmade: 1,
        left_out: 9,
        own: Duration::from_secs(20),
        spent: Spent {
            compilers: Duration::from_secs(75),
            programs: Duration::from_secs(5),
            calls: 9,
        },
        tests: vec![
            count("stable-O3", VerdictKind::Agrees, 990),
            count("nightly-O3-mir4", VerdictKind::Agrees, 980),
            count("nightly-O3-mir4", VerdictKind::CannotSay, 3),
            count("nightly-O3-mir4", VerdictKind::WrongValue, 7),
        ],
        findings: vec![
            finding(Kind::Flaky, "nightly-O3-mir4: observation 3", 51),
            finding(
                Kind::WrongValue,
                "nightly-O3-mir4: observation 12 is 7, must be 8",
                52,
            ),
            finding(
                Kind::MachineDispute,
                "stable-O0: observation 1 is 0, must be 1",
                53,
            ),
            finding(
                Kind::CompilerCrash,
                "nightly-O3-mir4: index out of bounds",
                54,
            ),
            finding(
                Kind::AliasingDependent,
                "nightly-O3-mir4: observation 2",
                55,
            ),
            finding(Kind::CompilerHang, "nightly-O3-mir4: more than 10 s", 56),
            finding(
                Kind::WrongValue,
                "nightly-O3-mir4: observation 4 is 1, must be 0",
                57,
            ),
        ],
        backends: None,
    }
}

fn finding(kind: Kind, headline: &str, seed: u64) -> NewFinding {
    let file = |name: &str, text: String| (name.to_owned(), text);
    let verdicts = format!("seed-{seed}: {kind}\n\nstable-O3: agrees\nnightly-O3-mir4: {kind}\n");
    let files = vec![
        file("program.rs", "fn main() {}\n".to_owned()),
        file("verdicts.txt", verdicts),
        file("reproduce.sh", "#!/bin/sh\n".to_owned()),
    ];
    NewFinding {
        finding: Finding {
            name: format!("seed-{seed}"),
            kind,
            signature: format!("{kind}; signature of seed {seed}"),
            outcomes: Vec::new(),
            failing: Vec::new(),
            suspects: Vec::new(),
        },
        fingerprint: String::new(),
        seed,
        headline: headline.to_owned(),
        // Only the first few occurrences have files.
        files: if kind == Kind::Flaky {
            Vec::new()
        } else {
            files
        },
    }
}

/// The analysis of a bug, which all versions show or only an older one.
fn analysis(all_show: bool) -> Analysis {
    let size = |statements, functions| Size {
        statements,
        functions,
    };
    let version = |release: &str, shows| OnVersion {
        toolchain: release.to_owned(),
        release: release.to_owned(),
        verdict: match shows {
            true => VerdictKind::WrongValue,
            false => VerdictKind::Agrees,
        },
        shows,
    };
    let passes = ["GVN on f1"].map(str::to_owned);
    Analysis {
        original: size(1234, 12),
        size: size(5, 1),
        is_smallest: all_show,
        is_firm: true,
        has_strayed: false,
        symptom: None,
        backend: Some(Backend {
            toolchain: Toolchain {
                name: "nightly".to_owned(),
                family: "rustc".to_owned(),
                ..Toolchain::default()
            },
            request: Request::build(OptLevel::O3).with_switch("mir4"),
        }),
        verdict: None,
        culprit: all_show.then(|| Culprit {
            passes: passes.to_vec(),
            unsure: false,
        }),
        shape: vec!["add".to_owned()],
        versions: vec![version("1.94.0", true), version("1.95.0", all_show)],
        is_lifted: all_show,
        calls: 77,
        spent: Duration::from_secs(3),
        files: Vec::new(),
    }
}
