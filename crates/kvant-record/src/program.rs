//! References to programs: the origin of a program, and the facts that a reader of its text needs.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The version of [`ProgramRef`] that is written.
pub const PROGRAM_SCHEMA: u32 = 1;

/// The origin of a program. It is the first line of the program's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramRef {
    /// Version of this type.
    pub schema: u32,
    /// The name of the language: `mir`, `c`.
    pub language: String,
    /// The target that it is for. On other targets its behaviour may differ.
    pub target: String,
    /// Version of Kvant that wrote the text.
    pub kvant: String,
    /// The seed and its generator. `None` for a program that was not generated.
    #[serde(flatten)]
    pub generated: Option<Generated>,
    /// True for a program that was derived from the original by reduction.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reduced: bool,
}

/// The generation of a program: the same values give the same bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Generated {
    /// Version of the generator.
    pub generator: u32,
    /// The seed.
    pub seed: u64,
    /// Settings that differ from the default, by name and in order. The number of statements is always among them.
    #[serde(default)]
    pub config: Vec<(String, String)>,
    /// A digest of the programs from which parts were spliced in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub donors: Option<String>,
}

/// The beginning of a head, after the slashes or the semicolon of the comment.
const MARK: &str = "kvant ";

impl ProgramRef {
    /// The reference of a program that was not generated.
    pub fn written(language: &str, target: &str) -> ProgramRef {
        ProgramRef {
            schema: PROGRAM_SCHEMA,
            language: language.to_owned(),
            target: target.to_owned(),
            kvant: env!("CARGO_PKG_VERSION").to_owned(),
            generated: None,
            reduced: false,
        }
    }

    /// The same origin, of a program that was derived by reduction.
    #[must_use]
    pub fn reduced(&self) -> ProgramRef {
        ProgramRef {
            reduced: true,
            ..self.clone()
        }
    }

    /// The first line of the program's text, without the slashes of the comment.
    pub fn head(&self) -> String {
        let json = serde_json::to_string(self).unwrap_or_default();
        format!("{MARK}{json}")
    }

    /// Reads the first line of a program's text. `None` if it is no reference: the text was written by hand, or by a version
    /// of Kvant whose heads were for people only.
    pub fn of_text(text: &str) -> Result<Option<ProgramRef>, UnknownHead> {
        let first = text.lines().next().unwrap_or_default();
        let comment = first.strip_prefix("// ").or(first.strip_prefix("; "));
        let json = comment.and_then(|it| it.strip_prefix(MARK));
        let Some(json) = json.filter(|json| json.starts_with('{')) else {
            return Ok(None);
        };
        let unknown = |problem: String| UnknownHead { problem };
        let read: Schema = serde_json::from_str(json).map_err(|it| unknown(it.to_string()))?;
        if read.schema > PROGRAM_SCHEMA {
            let schema = read.schema;
            return Err(unknown(format!("it has schema {schema}, of a later kvant")));
        }
        serde_json::from_str(json)
            .map(Some)
            .map_err(|it| unknown(it.to_string()))
    }

    /// The target in the first line of a text by a version of Kvant whose heads were for people only, such as
    /// `// kvant 0.1.0, C generator 3, seed 1, size 80..150, for i686`. `None` if the program is for the default target.
    pub fn old_target(text: &str) -> Option<&str> {
        let first = text.lines().next()?.strip_prefix("// ")?;
        let first = first.strip_prefix("made smaller, from: ").unwrap_or(first);
        let (_, settings) = first.strip_prefix(MARK)?.split_once(" generator ")?;
        let mut settings = settings.split(", ");
        settings.find_map(|setting| setting.strip_prefix("for "))
    }
}

/// The part of a reference that all versions of it have.
#[derive(Deserialize)]
struct Schema {
    schema: u32,
}

impl fmt::Display for ProgramRef {
    /// For people: `kvant 0.1.0, c generator 7, seed 1, statements 80..150, for i686`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "kvant {}, {}", self.kvant, self.language)?;
        if let Some(generated) = &self.generated {
            write!(
                f,
                " generator {}, seed {}",
                generated.generator, generated.seed
            )?;
            for (name, value) in &generated.config {
                write!(f, ", {name} {value}")?;
            }
            if let Some(donors) = &generated.donors {
                write!(f, ", splices {donors}")?;
            }
        }
        write!(f, ", for {}", self.target)?;
        match self.reduced {
            true => f.write_str(", reduced"),
            false => Ok(()),
        }
    }
}

/// The error of a first line that begins like a reference and cannot be read by this version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownHead {
    problem: String,
}

impl fmt::Display for UnknownHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problem = &self.problem;
        write!(
            f,
            "1: the first line says how to read the program, and cannot be read: {problem}. Remove it, and give the \
             language and the target as options"
        )
    }
}

impl std::error::Error for UnknownHead {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_reads_back() {
        let written = ProgramRef::written("c", "i686");
        let head = r#"kvant {"schema":1,"language":"c","target":"i686","kvant":"0.1.0"}"#;
        assert_eq!(written.head(), head);
        let generated = ProgramRef {
            generated: Some(Generated {
                generator: 7,
                seed: u64::MAX,
                config: vec![("statements".into(), "80..150".into())],
                donors: Some("from 2 (00ff)".into()),
            }),
            ..written.reduced()
        };
        let says = "kvant 0.1.0, c generator 7, seed 18446744073709551615, statements 80..150, splices from 2 (00ff), \
                    for i686, reduced";
        assert_eq!(generated.to_string(), says);
        for origin in [written, generated] {
            let text = format!("// {}\nint main(void) {{}}\n", origin.head());
            assert_eq!(ProgramRef::of_text(&text), Ok(Some(origin)));
        }
    }

    #[test]
    fn other_first_lines_are_no_references() {
        for text in [
            "",
            "int main(void) {}",
            "// kvant 0.1.0, generator 3, seed 1, size 200..500\n",
            "// mine",
        ] {
            assert_eq!(ProgramRef::of_text(text), Ok(None), "{text}");
        }
        for (text, says) in [
            ("// kvant {\"schema\":2}", "of a later kvant"),
            ("// kvant {\"schema\":1}", "missing field `language`"),
            ("// kvant {", "Remove it"),
        ] {
            let error = ProgramRef::of_text(text).unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
