//! House rules that a compiler does not check, for all crates and documents.

use std::fs;
use std::path::{Path, PathBuf};

use kvant_c_machine as c;
use kvant_campaign::Subject as _;
use kvant_llvm_machine as llvm;
use kvant_mir_gen::GenConfig;
use kvant_mir_machine as mir;

const LONGEST_FILE: usize = 700;
const LONGEST_DOCUMENT: usize = 500;

/// Crates without any knowledge of a language, a compiler or a file.
const GROUND: [&str; 5] = [
    "kvant-borrows",
    "kvant-generate",
    "kvant-memory",
    "kvant-record",
    "kvant-text",
];

/// Text that must not be in some crates.
struct Banned {
    rule: &'static str,
    text: &'static [&'static str],
    /// True if tests at the end of a file keep to it too.
    in_tests: bool,
    /// True if the rule holds for a file, by its crate and its path in there.
    holds: fn(&str, &str) -> bool,
}

const BANNED: [Banned; 5] = [
    Banned {
        rule: "only kvant-toolchain starts processes",
        text: &["process::Command", "Command::new("],
        in_tests: false,
        holds: |name, file| name != "kvant-toolchain" && file.starts_with("src/"),
    },
    Banned {
        rule: "only kvant prints: the lints against it stay on",
        text: &["clippy::print_st"],
        in_tests: true,
        holds: |name, file| !["kvant", "kvant-testing"].contains(&name) && file.starts_with("src/"),
    },
    Banned {
        rule: "ground and languages know no files",
        text: &["fs::", "use std::env", "use std::io"],
        in_tests: false,
        holds: |name, file| {
            (GROUND.contains(&name) || language(name).is_some()) && file.starts_with("src/")
        },
    },
    Banned {
        rule: "tests run, and fail by what they assert",
        text: &["#[ignore", "#[should_panic"],
        in_tests: true,
        holds: |_, file| file != "tests/it/tidy.rs",
    },
    Banned {
        rule: "what is left to do is written down elsewhere",
        text: &["TODO", "FIXME", "XXX"],
        in_tests: true,
        holds: |_, file| file != "tests/it/tidy.rs",
    },
];

/// Files of generic crates that may name languages and families: the drivers, benchmarks of one language each, and the reader of
/// stores that older versions wrote.
const MAY_NAME_LANGUAGES: [&str; 4] = [
    "src/cli/bench.rs",
    "src/command/bench",
    "src/drivers/",
    "src/store/legacy.rs",
];

/// Names of languages and of families of compilers, in lower case.
const LANGUAGES_AND_FAMILIES: [&str; 9] = [
    "clang", "creduce", "cvise", "gcc", "mir", "rust", "rustc", "rustup", "tcc",
];

/// Names that say nothing about what a file holds.
const EMPTY_NAMES: [&str; 7] = [
    "common", "helper", "helpers", "manager", "misc", "util", "utils",
];

/// Beginnings of doc comments that paraphrase instead of naming what a thing is.
const PARAPHRASES: [&str; 5] = ["What ", "Who ", "Whether ", "Those ", "How "];

/// A file below `crates`.
struct Source {
    /// The crate.
    name: String,
    /// The path in the crate, such as `src/lib.rs`.
    file: String,
    text: String,
}

impl Source {
    fn path(&self) -> String {
        format!("crates/{}/{}", self.name, self.file)
    }

    /// The text without the tests at its end.
    fn own(&self) -> &str {
        self.text.split("#[cfg(test)]").next().unwrap_or_default()
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files below a folder of the project, by their path in the project, sorted.
fn files(folder: &str) -> Vec<String> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            match entry.file_type().unwrap().is_dir() {
                true => folders.push(path),
                false => files.push(path),
            }
        }
    }
    files.sort();
    files
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

fn has_extension(path: &str, wanted: &str) -> bool {
    Path::new(path).extension().is_some_and(|it| it == wanted)
}

/// Every Rust file of the workspace's crates.
fn sources() -> Vec<Source> {
    let mut paths = files("crates");
    // Programs that tests read are no part of the workspace.
    paths.retain(|path| has_extension(path, "rs") && !path.contains("/golden/"));
    assert!(paths.len() > 50, "the crates are there");
    let source = |path: &String| {
        let (name, file) = path["crates/".len()..].split_once('/').unwrap();
        Source {
            name: name.to_owned(),
            file: file.to_owned(),
            text: read(path),
        }
    };
    paths.iter().map(source).collect()
}

/// The names of all crates.
fn crates() -> Vec<String> {
    let folders = fs::read_dir(root().join("crates")).unwrap();
    let names = folders.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// Every document, by its path in the project.
fn documents() -> Vec<String> {
    let mut documents = files("docs");
    documents.extend(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(str::to_owned));
    documents.retain(|path| has_extension(path, "md"));
    documents
}

/// The language that a crate belongs to.
fn language(name: &str) -> Option<&str> {
    let language = name.strip_prefix("kvant-")?.split('-').next()?;
    ["c", "llvm", "mir"].contains(&language).then_some(language)
}

/// Fails with all complaints at once.
fn assert_none(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn files_hold_one_idea_and_say_which() {
    let mut complaints = Vec::new();
    for source in sources() {
        let (path, lines) = (source.path(), source.text.lines().count());
        if lines > LONGEST_FILE {
            complaints.push(format!("{path}: {lines} lines"));
        }
        let is_program = path.ends_with("_loop.rs");
        if !is_program && !source.text.starts_with("//! ") {
            complaints.push(format!("{path} does not say what it is"));
        }
        let mut names = source.file.split(['/', '.']);
        if let Some(name) = names.find(|name| EMPTY_NAMES.contains(name)) {
            complaints.push(format!("{path}: `{name}` says nothing"));
        }
    }
    for path in documents() {
        let text = read(&path);
        let lines = text.lines().count();
        // Generated, and to be searched.
        if lines > LONGEST_DOCUMENT && path != "docs/JSON.md" {
            complaints.push(format!("{path}: {lines} lines"));
        }
        if !text.starts_with("# ") {
            complaints.push(format!("{path} has no title"));
        }
    }
    assert_none(&complaints);
}

#[test]
fn crates_keep_to_their_side_of_the_line() {
    let mut complaints = Vec::new();
    for source in sources() {
        for banned in &BANNED {
            let searched = match banned.in_tests {
                true => &*source.text,
                false => source.own(),
            };
            let found = banned.text.iter().find(|text| searched.contains(**text));
            if let (Some(found), true) = (found, (banned.holds)(&source.name, &source.file)) {
                let (path, rule) = (source.path(), banned.rule);
                complaints.push(format!("{path}: `{found}`, but {rule}"));
            }
        }
    }
    assert_none(&complaints);
}

/// Campaigns and the command line ask the registries of languages and drivers, and name none of them: neither in code nor in
/// messages, nor in the comments that are help texts.
#[test]
fn languages_and_families_are_named_in_plug_ins_and_drivers_only() {
    let mut complaints = Vec::new();
    for source in sources() {
        let is_generic = ["kvant", "kvant-campaign", "kvant-toolchain"].contains(&&*source.name);
        let is_exempt = MAY_NAME_LANGUAGES
            .iter()
            .any(|it| source.file.starts_with(it));
        let is_test = !source.file.starts_with("src/") || source.file.contains("/tests");
        if !is_generic || is_exempt || is_test {
            continue;
        }
        let holds_help = source.name == "kvant" && source.file.starts_with("src/cli");
        for (n, line) in (1..).zip(source.own().lines()) {
            if let Some(found) = language_or_family(line, holds_help) {
                complaints.push(format!("{}:{n}: `{found}`", source.path()));
            }
        }
    }
    assert_none(&complaints);
}

/// The first language or family that a line of code names: a crate, a constant, or a word in a text.
fn language_or_family(line: &str, holds_help: bool) -> Option<String> {
    let line = line.trim_start();
    let is_help = holds_help && line.starts_with("/// ");
    if line.starts_with("//") && !is_help {
        return None;
    }
    let crates = [
        "kvant_mir",
        "kvant_c::",
        "kvant_c_",
        "kvant_llvm",
        "languages::mir",
        "languages::c:",
        "languages::llvm",
        "drivers::rustc",
    ];
    if let Some(found) = crates.iter().find(|it| line.contains(**it)) {
        return Some((*found).to_owned());
    }
    // `drivers::RUST`, `drivers::{C, GCC}`.
    let of_drivers = line.split_once("drivers::").map_or("", |it| it.1);
    let is_constant = |word: &&str| word.starts_with(|c: char| c.is_ascii_uppercase());
    let mut names = of_drivers.split(|c: char| !c.is_alphanumeric());
    let constant = match of_drivers.starts_with('{') {
        true => names.find(is_constant),
        false => names.next().filter(is_constant),
    };
    if let Some(found) = constant {
        return Some(found.to_owned());
    }
    let texts: Vec<&str> = match is_help {
        true => vec![line],
        false => line.split('"').skip(1).step_by(2).collect(),
    };
    let is_whole = |text: &&&str| ["c", "C", "cc", "rs"].contains(*text);
    if let Some(found) = texts.iter().find(is_whole) {
        return Some((*found).to_owned());
    }
    let words = texts
        .iter()
        .flat_map(|it| it.split(|c: char| !c.is_alphanumeric() && c != '_'));
    let mut words = words.map(str::to_lowercase);
    words.find(|word| LANGUAGES_AND_FAMILIES.contains(&&**word))
}

#[test]
fn names_of_languages_and_families_are_recognised() {
    for line in [
        "use kvant_toolchain::drivers::{C, GCC};",
        "use kvant_mir::print::Version;",
        "    \"mir\" => 1,",
        "    if name == \"c\" {",
        "    error(\"no rustc found\");",
        "    /// The version of rustc",
    ] {
        assert!(language_or_family(line, true).is_some(), "{line}");
    }
    for line in [
        "use kvant_toolchain::{Driver, drivers};",
        "use crate::drivers::excerpt::{Change, CodeForm};",
        "// As rustc does.",
        "line(\"a mirror\");",
    ] {
        assert_eq!(language_or_family(line, true), None, "{line}");
    }
}

/// Crates on the ground depend on such crates only, and languages on the ground and themselves. Compilers know neither.
#[test]
fn dependencies_go_downward() {
    let mut complaints = Vec::new();
    for name in crates() {
        let manifest = read(&format!("crates/{name}/Cargo.toml"));
        let own = manifest
            .split_once("\n[dependencies]\n")
            .map_or("", |it| it.1);
        let own = own.split("\n[").next().unwrap_or_default();
        let lines = own.lines().filter(|line| line.starts_with("kvant-"));
        for other in lines.filter_map(|line| line.split(['.', ' ', '=']).next()) {
            let is_ground = GROUND.contains(&other);
            let allowed = match (&*name, language(&name)) {
                ("kvant-toolchain", _) => other == "kvant-record",
                ("kvant-campaign", _) => language(other).is_none(),
                (name, None) if GROUND.contains(&name) => is_ground,
                (_, None) => true,
                (_, own) => is_ground || language(other) == own,
            };
            if !allowed {
                complaints.push(format!("{name} depends on {other}"));
            }
        }
    }
    assert_none(&complaints);
}

/// Each binary of integration tests is linked with all that it tests. A file that no `mod` names is not compiled at all.
#[test]
fn integration_tests_are_one_binary() {
    let mut complaints = Vec::new();
    for source in sources() {
        let Some(file) = source.file.strip_prefix("tests/") else {
            continue;
        };
        let path = source.path();
        if file.starts_with("toy/") {
            // It registers plug-ins in its process, and starts itself.
            continue;
        }
        if !file.starts_with("it/") {
            complaints.push(format!("{path} is not below tests/it"));
            continue;
        }
        let mut module = source.file.trim_end_matches(".rs").trim_end_matches("/mod");
        if module == "tests/it/main" {
            continue;
        }
        let folder;
        (folder, module) = module.rsplit_once('/').unwrap();
        let mut parents = ["/main.rs", "/mod.rs", ".rs"]
            .map(|end| format!("{folder}{end}"))
            .into_iter();
        let is_named = parents.any(|parent| {
            let text = fs::read_to_string(root().join("crates").join(&source.name).join(parent));
            text.is_ok_and(|text| text.contains(&format!("mod {module};")))
        });
        if !is_named {
            complaints.push(format!("{path} is a module of nothing"));
        }
    }
    assert_none(&complaints);
}

#[test]
fn doc_comments_name_what_a_thing_is() {
    let mut complaints = Vec::new();
    for source in sources() {
        let mut before = "";
        for (n, line) in (1..).zip(source.text.lines()) {
            let line = line.trim_start();
            let comment = ["/// ", "//! "].iter().find_map(|it| line.strip_prefix(it));
            let is_first = !before.starts_with(&line[..line.len().min(3)]);
            let begins = |comment: &str| PARAPHRASES.iter().any(|it| comment.starts_with(it));
            if is_first && comment.is_some_and(begins) {
                complaints.push(format!("{}:{n}: {line}", source.path()));
            }
            before = line;
        }
    }
    assert_none(&complaints);
}

#[test]
fn documents_lead_somewhere() {
    let mut complaints = Vec::new();
    let documents = documents();
    let texts: Vec<String> = documents.iter().map(|path| read(path)).collect();
    for (document, text) in documents.iter().zip(&texts) {
        let folder = root().join(document);
        let folder = folder.parent().unwrap();
        for link in text.split("](").skip(1) {
            let target = link.split([')', '#']).next().unwrap_or_default();
            if !target.starts_with("http") && !folder.join(target).exists() {
                complaints.push(format!("{document}: there is no {target}"));
            }
        }
        // Paths in code are those of the project.
        for word in text.split('`').skip(1).step_by(2) {
            let is_path = ["crates/", "docs/", "tests/", "scripts/", ".ci/"]
                .iter()
                .any(|folder| word.starts_with(folder))
                && !word.contains([' ', '*', '{', '\n', '<', '…']);
            if is_path && !root().join(word).exists() {
                complaints.push(format!("{document}: there is no {word}"));
            }
        }
        let name = document.rsplit('/').next().unwrap_or_default();
        let is_named = |(other, text): (&String, &String)| other != document && text.contains(name);
        if name != "README.md" && !documents.iter().zip(&texts).any(is_named) {
            complaints.push(format!("no document leads to {document}"));
        }
    }
    assert_none(&complaints);
}

#[test]
fn the_map_has_every_crate() {
    let map = read("ARCHITECTURE.md");
    let mut crates = crates();
    crates.retain(|name| !map.contains(&format!("`{name}`")));
    assert_eq!(crates, [""; 0], "ARCHITECTURE.md lacks them");
}

/// Every rule by which a machine stops stands in the documents about its language.
#[test]
fn every_rule_is_documented() {
    let mut complaints = Vec::new();
    let mir = [mir::Ub::RULES, mir::Unspecified::RULES].concat();
    let c = [c::Ub::RULES, c::Unspecified::RULES].concat();
    let llvm = [llvm::Ub::RULES, llvm::Unspecified::RULES].concat();
    for (rules, documents) in [
        (mir, &["docs/SEMANTICS.md"][..]),
        (c, &["docs/C.md", "docs/C-UB.md"]),
        (llvm, &["docs/LLVM.md"]),
    ] {
        let texts: String = documents.iter().map(|path| read(path)).collect();
        for rule in rules {
            if !texts.contains(&format!("[`{rule}`]")) {
                complaints.push(format!("{documents:?} lack {rule}"));
            }
        }
    }
    assert_none(&complaints);
}

#[test]
fn the_readme_shows_what_is_printed() {
    let readme = read("README.md");
    let subject = kvant_languages::mir::from_seed(4, &GenConfig::default()).unwrap();
    let head = format!(
        "seed-4, {} statements, {} observations\nmachine          {}\n",
        subject.program.statement_count(),
        subject.trace.observations.len(),
        subject.summary()
    );
    assert!(readme.contains(&head), "the README should show\n{head}");
}
