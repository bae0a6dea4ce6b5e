//! `docs/JSON.md` describes every type that is printed, with every field. It is generated from the types' doc comments;
//! `BLESS=1` rewrites it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// The files with types that are printed, each with a title.
const FILES: [(&str, &str); 18] = [
    ("command", "Commands"),
    ("store", "Stores"),
    ("event", "Campaigns"),
    ("campaign", "Identities of campaigns"),
    ("program", "Origins of programs"),
    ("listing", "Programs"),
    ("refine", "Refinement"),
    ("bench", "Benchmarks"),
    ("finding", "Findings and outcomes"),
    ("verdict", "Verdicts"),
    ("exit", "Ends of processes"),
    ("kind", "Kinds"),
    ("analysis", "Analyses"),
    ("reduction", "Reductions"),
    ("backend", "Backends"),
    ("request", "Requests"),
    ("level", "Levels"),
    ("results", "Results"),
];

const HEAD: &str = "# JSON

`kvant --json COMMAND` and `kvant COMMAND --json` print one JSON object in a line. `fuzz` prints one [Told](#told) in each line, and
`gen --count` without `--out` one [GeneratedProgram](#generatedprogram).
Objects that are printed by themselves have a further field `schema`, the version of their form. It is raised when a
field changes its meaning or goes; further fields are no reason. Times are texts such as `2026-11-15T12:26:51.017Z`.

This page is generated from the types of `kvant-record` (`BLESS=1 cargo test -p kvant-record --test it`).
";

#[test]
fn every_field_is_described() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut page = HEAD.to_owned();
    for (file, title) in FILES {
        let source = fs::read_to_string(root.join(format!("src/{file}.rs"))).unwrap();
        let source = source.split("#[cfg(test)]").next().unwrap();
        let _ = write!(page, "\n## {title}\n");
        page.push_str(&described(source));
    }
    let path = root.join("../../docs/JSON.md");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        there == page,
        "docs/JSON.md is not up to date: run this with BLESS=1"
    );
    // Every type that a field names is described too.
    for link in page.split("](#").skip(1) {
        let name = link.split(')').next().unwrap();
        let headings = page.lines().filter_map(|line| line.strip_prefix("### "));
        let mut names = headings.map(str::to_lowercase);
        assert!(names.any(|known| known == name), "{name} is not described");
    }
}

/// The comments and attributes before a type, field or variant.
#[derive(Default)]
struct Item {
    about: Vec<String>,
    attributes: String,
}

impl Item {
    fn about(&self) -> String {
        let text = self.about.join(" ");
        // The page has no targets for links of rustdoc.
        text.replace("[`", "`")
            .replace("`]", "`")
            .replace('|', "\\|")
    }

    /// The value of an option of serde: `rename = "x"`.
    fn option(&self, name: &str) -> Option<&str> {
        let (_, rest) = self.attributes.split_once(&format!("{name} = \""))?;
        rest.split('"').next()
    }

    fn is(&self, word: &str) -> bool {
        self.attributes.contains(word)
    }
}

/// The tables of the public types of a file.
fn described(source: &str) -> String {
    let (mut text, mut item) = (String::new(), Item::default());
    let mut lines = source.lines().map(str::trim);
    while let Some(line) = lines.next() {
        let Some(line) = attribute(line, &mut lines, &mut item) else {
            continue;
        };
        let found = std::mem::take(&mut item);
        let is_struct = line.starts_with("pub struct ") && line.ends_with('{');
        let is_enum = line.starts_with("pub enum ");
        if line == "words! {" {
            // The macro implements `Serialize` for the type that follows.
            item.attributes.push_str("Serialize");
        }
        if !(is_struct || is_enum) {
            continue;
        }
        let name = line.split(' ').nth(2).unwrap();
        let by_hand = source.contains(&format!("impl Serialize for {name} "));
        if !by_hand && !found.is("Serialize") {
            continue;
        }
        let _ = write!(text, "\n### {name}\n\n{}", found.about());
        if source.contains(&format!("impl Schema for {name} {{")) {
            text.push_str(" It has a `schema`.");
        }
        text.push('\n');
        match is_struct {
            true => {
                text.push_str("\n| field | type | meaning |\n|---|---|---|\n");
                text.push_str(&fields(&mut lines));
            }
            false => text.push_str(&variants(&found, &mut lines)),
        }
    }
    text
}

/// Adds a comment or an attribute to `item`; returns any other line.
fn attribute<'a>(
    line: &'a str,
    lines: &mut impl Iterator<Item = &'a str>,
    item: &mut Item,
) -> Option<&'a str> {
    if let Some(comment) = line.strip_prefix("///") {
        item.about.push(comment.trim().to_owned());
        return None;
    }
    if line.starts_with("#[") {
        item.attributes.push_str(line);
        let mut last = line.split(" //").next().unwrap();
        while !last.ends_with(']') {
            last = lines.next().unwrap();
            item.attributes.push_str(last);
        }
        return None;
    }
    Some(line)
}

/// The rows of the fields until the next closing brace.
fn fields<'a>(lines: &mut impl Iterator<Item = &'a str>) -> String {
    let (mut rows, mut item) = (String::new(), Item::default());
    while let Some(line) = lines.next() {
        let Some(line) = attribute(line, lines, &mut item) else {
            continue;
        };
        if line.starts_with('}') {
            break;
        }
        let field = std::mem::take(&mut item);
        let line = line.strip_prefix("pub ").unwrap_or(line);
        let Some((name, kind)) = line.trim_end_matches(',').split_once(": ") else {
            continue;
        };
        let name = field.option("rename").unwrap_or(name);
        let (about, kind) = (field.about(), shown(kind));
        assert!(!about.is_empty(), "{name} has no comment");
        let _ = match (field.is("(flatten)"), field.is("(skip)")) {
            (_, true) => Ok(()),
            (true, _) => writeln!(rows, "| … | the fields of {kind} | {about} |"),
            _ => writeln!(rows, "| `{name}` | {kind} | {about} |"),
        };
    }
    rows
}

/// The table of the variants of an enumeration.
fn variants<'a>(of: &Item, lines: &mut impl Iterator<Item = &'a str>) -> String {
    let tag = of.option("tag");
    let mut text = match tag {
        Some(tag) => format!("\n| `{tag}` | further fields | meaning |\n|---|---|---|\n"),
        None => "\n| value | with | meaning |\n|---|---|---|\n".to_owned(),
    };
    let mut item = Item::default();
    while let Some(line) = lines.next() {
        let Some(line) = attribute(line, lines, &mut item) else {
            continue;
        };
        if line.starts_with('}') {
            break;
        }
        let variant = std::mem::take(&mut item);
        let (name, word) = match line.trim_end_matches(',').split_once(" = ") {
            Some((name, word)) => (name, Some(word.trim_matches('"'))),
            None => (
                line.trim_end_matches([',', '{', ' ']),
                variant.option("rename"),
            ),
        };
        let (name, with) = name.split_once('(').unwrap_or((name, ""));
        let word = match (word, of.option("rename_all")) {
            (Some(word), _) => word.to_owned(),
            (None, Some("snake_case")) => snake(name),
            (None, Some("lowercase")) => name.to_lowercase(),
            (None, _) => name.to_owned(),
        };
        let with = match with.trim_end_matches(')') {
            "" if line.ends_with('{') => {
                let rows = fields(lines);
                let rows = rows.lines().filter_map(|row| {
                    let mut cells = row.split(" | ");
                    let name = cells.next()?.trim_start_matches("| ");
                    Some(format!("{name} ({})", cells.next()?))
                });
                rows.collect::<Vec<_>>().join(", ")
            }
            "" => String::new(),
            kind if tag.is_some() => format!("the fields of {}", shown(kind)),
            kind => shown(kind),
        };
        let _ = writeln!(text, "| `{word}` | {with} | {} |", variant.about());
    }
    text
}

/// The type of a field in terms of JSON.
fn shown(kind: &str) -> String {
    let inside = |start: &str| kind.strip_prefix(start)?.strip_suffix('>');
    if let Some(kind) = inside("Option<") {
        return format!("{} or null", shown(kind));
    }
    if let Some(kind) = inside("Vec<") {
        return format!("list of {}", shown(kind));
    }
    if let Some(kind) = inside("Box<") {
        return shown(kind);
    }
    if let Some(kinds) = inside("BTreeMap<") {
        let (key, value) = kinds.split_once(", ").unwrap();
        return format!("object of {} by {}", shown(value), shown(key));
    }
    match kind {
        "String" => "text".to_owned(),
        "bool" => "boolean".to_owned(),
        "Moment" => "time".to_owned(),
        "Seeds" | "[u64; 2]" | "[usize; 2]" => "two numbers".to_owned(),
        "(u64, String)" | "(String, String)" => "pair".to_owned(),
        "Duration" => "seconds".to_owned(),
        "u8" | "u32" | "u64" | "usize" | "i32" | "i64" | "f64" => "number".to_owned(),
        kind => format!("[{kind}](#{})", kind.to_lowercase()),
    }
}

fn snake(name: &str) -> String {
    let mut text = String::new();
    for (n, c) in name.chars().enumerate() {
        if c.is_uppercase() && n > 0 {
            text.push('_');
        }
        text.extend(c.to_lowercase());
    }
    text
}
