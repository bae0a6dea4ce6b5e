//! Migration of the texts in stores of version 1 to 4 to records.
//!
//! Until version 5, a finding was the files `verdicts.txt` and `accused.txt`, and an analysis some columns, its `verdicts.txt`
//! and `bisection.json`. They are parsed only here, when such a store is migrated.

use std::io;
use std::time::Duration;

use kvant_record::command::Bisection;
use kvant_record::{
    Analysis, Backend, Culprit, Difference, Exit, Finding, Kind, OnVersion, Outcome, Record, Size,
    Symptom, Toolchain, Verdict, VerdictKind,
};
use kvant_toolchain::drivers::rustc::as_asked_with;
use kvant_toolchain::{Source, driver_named, source_of_file};
use rusqlite::{Connection, Row, params};

use super::error::Problem;
use super::objects::Objects;
use super::report::{kind, verdict};
use crate::record::request_named;

/// Creates the records of all findings, analyses and requests.
pub(super) fn make_records(database: &Connection, objects: &Objects) -> Result<(), Problem> {
    let sql = "SELECT occurrence.id, signature, kind FROM occurrence JOIN finding ON finding.id = finding";
    let mut occurrences = database.prepare(sql)?;
    let mut occurrences = occurrences.query([])?;
    while let Some(row) = occurrences.next()? {
        let occurrence: i64 = row.get(0)?;
        let sql = "SELECT name, object FROM file WHERE occurrence = ?1";
        let texts = Texts::read(database, sql, occurrence, objects)?;
        if texts.verdicts.is_empty() {
            continue;
        }
        let record = texts.finding(row.get(1)?, kind(row, 2)?);
        let json = serde_json::to_string(&Record::new(record))?;
        let sql = "INSERT INTO record (occurrence, json) VALUES (?1, ?2)";
        database.execute(sql, params![occurrence, json])?;
    }
    let mut analyses = database.prepare(
        "SELECT original_statements, original_functions, statements, functions, is_smallest, backend, culprit, shape,
         is_lifted, calls, spent, symptom, is_firm, has_strayed, finding, kind FROM dossier
         JOIN finding ON finding.id = finding",
    )?;
    let mut analyses = analyses.query([])?;
    while let Some(row) = analyses.next()? {
        let finding: i64 = row.get(14)?;
        let sql = "SELECT name, object FROM analysis_file WHERE finding = ?1";
        let texts = Texts::read(database, sql, finding, objects)?;
        let mut record = analysis(row)?;
        let backend: String = row.get(5)?;
        record.verdict = texts.shown(&backend, kind(row, 15)?);
        record.backend = (!backend.is_empty()).then(|| texts.backend(&backend));
        record.versions = versions(database, finding)?;
        let json = serde_json::to_string(&Record::new(record))?;
        let sql = "UPDATE analysis SET json = ?2 WHERE finding = ?1";
        database.execute(sql, params![finding, json])?;
    }
    drop(analyses);
    let mut backends = database.prepare("SELECT id, name FROM backend")?;
    let mut backends = backends.query([])?;
    while let Some(row) = backends.next()? {
        let (id, name): (i64, String) = (row.get(0)?, row.get(1)?);
        let (_, request) = request_named(&name);
        let json = serde_json::to_string(&Record::new(request))?;
        let sql = "UPDATE backend SET request = ?2 WHERE id = ?1";
        database.execute(sql, params![id, json])?;
    }
    Ok(())
}

/// Drops the tables that records replace.
pub(super) const DROP: &str = "DROP TABLE dossier_version; DROP TABLE dossier;";

/// The columns of an analysis.
fn analysis(row: &Row<'_>) -> rusqlite::Result<Analysis> {
    let size = |first: usize| -> rusqlite::Result<Size> {
        Ok(Size {
            statements: row.get(first)?,
            functions: row.get(first + 1)?,
        })
    };
    let (culprit, shape, symptom): (String, String, String) =
        (row.get(6)?, row.get(7)?, row.get(11)?);
    Ok(Analysis {
        original: size(0)?,
        size: size(2)?,
        is_smallest: row.get(4)?,
        culprit: self::culprit(&culprit),
        shape: shape.lines().map(str::to_owned).collect(),
        is_lifted: row.get(8)?,
        calls: row.get(9)?,
        spent: Duration::from_micros(row.get(10)?),
        symptom: self::symptom(&symptom),
        is_firm: row.get(12)?,
        has_strayed: row.get(13)?,
        ..Analysis::default()
    })
}

fn versions(database: &Connection, finding: i64) -> Result<Vec<OnVersion>, Problem> {
    let mut versions = database.prepare_cached(
        "SELECT toolchain, release, verdict, shows FROM dossier_version WHERE finding = ?1 ORDER BY position",
    )?;
    let versions = versions.query_map([finding], |row| {
        Ok(OnVersion {
            toolchain: row.get(0)?,
            release: row.get(1)?,
            verdict: verdict(row, 2)?,
            shows: row.get(3)?,
        })
    })?;
    Ok(versions.collect::<Result<_, _>>()?)
}

/// `MIR GVN, then LLVM sroa (unsure)`.
fn culprit(text: &str) -> Option<Culprit> {
    let (passes, unsure) = match text.strip_suffix(" (unsure)") {
        Some(passes) => (passes, true),
        None => (text, false),
    };
    (!passes.is_empty()).then(|| Culprit {
        passes: passes.split(", then ").map(str::to_owned).collect(),
        unsure,
    })
}

/// `compiler crash: here`.
fn symptom(text: &str) -> Option<Symptom> {
    let (name, message) = text.split_once(": ").unwrap_or((text, ""));
    Some(Symptom {
        verdict: VerdictKind::named(name)?,
        message: message.to_owned(),
        exact: String::new(),
        varies: false,
    })
}

/// The texts of a finding or of an analysis. A missing or damaged one is empty.
#[derive(Default)]
struct Texts {
    verdicts: String,
    accused: String,
    bisection: String,
    /// The language of the program.
    source: Option<Source>,
}

/// The part of a `verdicts.txt` about one backend.
struct Said<'a> {
    backend: &'a str,
    command: &'a str,
    /// `None` for a verdict in a batch alone, whose details are not known.
    verdict: Option<Verdict>,
    again: Vec<Verdict>,
}

impl Texts {
    fn read(
        database: &Connection,
        sql: &str,
        of: i64,
        objects: &Objects,
    ) -> Result<Texts, Problem> {
        let mut files = database.prepare_cached(sql)?;
        let mut files = files.query([of])?;
        let mut texts = Texts::default();
        while let Some(row) = files.next()? {
            let (name, object): (String, String) = (row.get(0)?, row.get(1)?);
            let read = || match objects.read(&object) {
                Err(Problem::Damaged(_)) => Ok(String::new()),
                Err(Problem::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
                    Ok(String::new())
                }
                // The next try to open the store may succeed.
                other => other,
            };
            match name.as_str() {
                "verdicts.txt" => texts.verdicts = read()?,
                "accused.txt" => texts.accused = read()?,
                "bisection.json" => texts.bisection = read()?,
                name if name.starts_with("program.") => texts.source = source_of_file(name),
                _ => {}
            }
        }
        Ok(texts)
    }

    /// The record of the finding.
    fn finding(&self, signature: String, kind: Kind) -> Finding {
        let head = self.verdicts.lines().next().unwrap_or_default();
        let (name, _) = head.split_once(": ").unwrap_or((head, ""));
        let said = said(&self.verdicts);
        let known: Vec<(&str, Outcome)> = said
            .into_iter()
            .filter_map(|said| {
                let outcome = Outcome {
                    backend: self.backend_asked_with(said.backend, said.command),
                    verdict: said.verdict?,
                    again: said.again,
                };
                Some((said.backend, outcome))
            })
            .collect();
        let among = |wanted: &dyn Fn(&str, &Outcome) -> bool| -> Vec<usize> {
            let bad = known
                .iter()
                .enumerate()
                .filter(|(_, (_, it))| it.verdict.is_bad());
            let wanted = bad.filter(|(_, (name, it))| wanted(name, it));
            wanted.map(|(n, _)| n).collect()
        };
        let mut failing = among(&|name, _| self.accused.lines().any(|accused| accused == name));
        // The first stores had no list of failing backends.
        if failing.is_empty() {
            failing = among(&|_, it| it.verdict.name() == kind.name());
        }
        if failing.is_empty() {
            failing = among(&|_, _| true);
        }
        let outcomes = known.into_iter().map(|(_, outcome)| outcome).collect();
        let suspects = self.verdicts.lines().find_map(|line| {
            let suspects = line.strip_prefix("It is not there without ")?;
            suspects.strip_suffix(" (each alone).")
        });
        let suspects = suspects.map(|names| names.split(", ").map(str::to_owned).collect());
        Finding {
            name: name.to_owned(),
            kind,
            signature,
            failing,
            outcomes,
            suspects: suspects.unwrap_or_default(),
        }
    }

    /// The verdict of the backend that an analysis names, as far as it was written down.
    fn shown(&self, backend: &str, kind: Kind) -> Option<Verdict> {
        let bad: Vec<(&str, Verdict)> = said(&self.verdicts)
            .into_iter()
            .filter_map(|said| Some((said.backend, said.verdict?)))
            .filter(|(_, verdict)| verdict.is_bad())
            .collect();
        let by = |wanted: &dyn Fn(&str, &Verdict) -> bool| {
            let mut bad = bad.iter();
            let found = bad.find(|(name, verdict)| wanted(name, verdict));
            found.map(|(_, verdict)| verdict.clone())
        };
        by(&|name, _| name == backend)
            .or_else(|| {
                let found = self.bisection()?;
                written(found.verdict.name(), &found.detail).filter(Verdict::is_bad)
            })
            .or_else(|| {
                let mut accused = self.accused.lines();
                accused.find_map(|accused| by(&|name, _| name == accused))
            })
            .or_else(|| by(&|_, verdict| verdict.name() == kind.name()))
            .or_else(|| by(&|_, _| true))
            .or_else(|| {
                // The behaviour of a program is certain without details. A crash of a compiler is not: there may be several.
                let verdict = written(kind.name(), "")?;
                let certain =
                    verdict.kind().is_of_the_program() || verdict == Verdict::CompilerHang;
                certain.then_some(verdict)
            })
    }

    fn bisection(&self) -> Option<Bisection> {
        let record = serde_json::from_str::<Record<Bisection>>(&self.bisection);
        record.ok().map(|record| record.value)
    }

    /// The backend of this name. `O3` of rustc once included all MIR passes, so the command line decides.
    fn backend(&self, name: &str) -> Backend {
        let bisected = self.bisection().map(|found| found.needed);
        let bisected = bisected.filter(|needed| needed.backend == name);
        let said = said(&self.verdicts);
        let said = said.iter().find(|said| said.backend == name);
        let command = bisected.map(|needed| needed.command);
        let command = command.or_else(|| said.map(|said| said.command.to_owned()));
        self.backend_asked_with(name, &command.unwrap_or_default())
    }

    fn backend_asked_with(&self, name: &str, command: &str) -> Backend {
        let (toolchain, request) = request_named(name);
        let driver = self
            .source
            .and_then(|source| driver_named(source, &toolchain));
        let family = driver.map(|driver| driver.family().name.to_owned());
        let request = as_asked_with(request, command);
        Backend {
            toolchain: Toolchain {
                name: toolchain,
                family: family.unwrap_or_default(),
                ..Toolchain::default()
            },
            request,
        }
    }
}

/// The parts of a `verdicts.txt`.
fn said(text: &str) -> Vec<Said<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    // Each begins with the backend's name, after a blank line and before the command.
    let begins = |n: &usize| {
        let before = n.checked_sub(1).and_then(|n| lines.get(n));
        let after = lines.get(n + 1);
        before.is_some_and(|line| line.is_empty())
            && after.is_some_and(|line| line.starts_with("$ "))
    };
    let starts: Vec<usize> = (0..lines.len()).filter(begins).collect();
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    let said = starts.iter().zip(ends).filter_map(|(start, end)| {
        let (backend, name) = lines[*start].rsplit_once(": ")?;
        let (mut detail, mut again) = (Vec::new(), Vec::new());
        for line in lines.get(start + 2..end).unwrap_or_default() {
            match line.strip_prefix("Asked again: ") {
                Some(names) => again.extend(names.trim_end_matches('.').split(", ")),
                None => detail.push(*line),
            }
        }
        Some(Said {
            backend,
            command: lines[start + 1],
            verdict: written(name, detail.join("\n").trim_end()),
            again: again.iter().filter_map(|name| written(name, "")).collect(),
        })
    });
    said.collect()
}

/// The verdict with this name and these details, complete enough for its symptom. `None` for an unknown verdict, and for one
/// only in a batch.
fn written(name: &str, detail: &str) -> Option<Verdict> {
    if detail.starts_with("only in a batch") {
        return None;
    }
    let message = detail.to_owned();
    Some(match VerdictKind::named(name)? {
        VerdictKind::Agrees => Verdict::Agrees,
        VerdictKind::WrongValue => Verdict::WrongValue(Difference {
            // Only the presence of an index matters, not its value.
            index: detail.starts_with("observation").then_some(0),
            varies: detail.ends_with("another value each time"),
            ..Difference::default()
        }),
        VerdictKind::ProgramCrash => Verdict::ProgramCrash {
            exit: exit(detail.split("; ").next().unwrap_or_default()),
            first: Difference::default(),
        },
        VerdictKind::ProgramHang => Verdict::ProgramHang,
        VerdictKind::CompilerCrash => {
            let (first, rest) = detail.split_once('\n').unwrap_or((detail, ""));
            let is_limit = LIMITS.iter().any(|limit| limit.to_string() == first);
            let is_signal = first.starts_with("SIG") || first.starts_with("signal ");
            match is_limit || is_signal {
                true => Verdict::CompilerCrash {
                    exit: Some(exit(first)),
                    message: rest.to_owned(),
                },
                false => Verdict::CompilerCrash {
                    exit: None,
                    message,
                },
            }
        }
        VerdictKind::CompilerHang => Verdict::CompilerHang,
        VerdictKind::Rejected => Verdict::Rejected { message },
        VerdictKind::Undefined => Verdict::Undefined { message },
        VerdictKind::CannotSay => Verdict::CannotSay { message },
    })
}

/// The limits that a process may exceed.
const LIMITS: [Exit; 5] = [
    Exit::TimedOut,
    Exit::OutputLimit,
    Exit::MemoryLimit,
    Exit::ProcessLimit,
    Exit::DiskLimit,
];

/// The exit of a process from its display form.
fn exit(text: &str) -> Exit {
    let code = text.strip_prefix("exit code ").map(str::parse);
    if let Some(Ok(code)) = code {
        return Exit::Code(code);
    }
    let limit = LIMITS.into_iter().find(|limit| limit.to_string() == text);
    limit.unwrap_or_else(|| Exit::Signal(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bisect::Symptom;

    fn crash(message: &str) -> Verdict {
        Verdict::CompilerCrash {
            exit: None,
            message: message.to_owned(),
        }
    }

    #[test]
    fn findings_are_read_from_their_texts() {
        let verdicts = "seed-1: compiler crash\nsignature: x\nIt is not there without GVN, sroa (each alone).\n\n\
                    stable-O3 -Clto=fat: agrees\n$ A=1 rustc -x\n\n\
                    nightly-O3: compiler crash\n$ rustc -Zmir-opt-level=4 x\nerror: here\n\nnote: there\nAsked again: compiler crash.\n\n\
                    old-O2: wrong value\n$ rustc\nobservation 3: expected nothing more, got `x`, another value each time\n\n\
                    b-O2: compiler crash\n$ rustc\nonly in a batch, where it is p1 of 2 programs; error\n\n\
                    l-O2: compiler crash\n$ rustc\ntoo much memory\nLLVM ERROR\n\n\
                    c-O2: no such thing\n$ rustc\n";
        let texts = Texts {
            verdicts: verdicts.into(),
            accused: "l-O2\nnightly-O3\n".into(),
            ..Texts::default()
        };
        let found = texts.finding("x".into(), Kind::CompilerCrash);
        let names: Vec<String> = found.outcomes.iter().map(|it| it.backend.name()).collect();
        assert_eq!(found.name, "seed-1");
        // `O3` once included all MIR passes.
        assert_eq!(
            names,
            ["stable-O3 -Clto=fat", "nightly-O3-mir4", "old-O2", "l-O2"]
        );
        assert_eq!(found.suspects, ["GVN", "sroa"]);
        assert_eq!(
            found.outcomes[1].verdict,
            crash("error: here\n\nnote: there")
        );
        assert_eq!(found.outcomes[1].again.len(), 1);
        let Verdict::WrongValue(wrong) = &found.outcomes[2].verdict else {
            panic!("{found:?}");
        };
        assert!(wrong.varies && wrong.index.is_some());
        let limit = Verdict::CompilerCrash {
            exit: Some(Exit::MemoryLimit),
            message: "LLVM ERROR".into(),
        };
        assert_eq!(found.outcomes[3].verdict, limit);
        assert!(said("").is_empty());
    }

    #[test]
    fn failing_backends_are_those_of_the_list_or_of_the_kind() {
        let verdicts = "x: flaky\ny\n\na-O3: wrong value\n$ rustc\n\nb-O3: compiler crash\n$ rustc\nerror: b\n\n\
                        c-O2: compiler crash\n$ rustc\nerror: c\n\nd-O2: agrees\n$ rustc\n";
        for (accused, kind, expected) in [
            ("", Kind::CompilerCrash, &["b-O3", "c-O2"][..]),
            ("x-O3\nc-O2\n", Kind::CompilerCrash, &["c-O2"]),
            ("", Kind::MachineDispute, &["a-O3", "b-O3", "c-O2"]),
        ] {
            let texts = Texts {
                verdicts: verdicts.into(),
                accused: accused.into(),
                ..Texts::default()
            };
            let found = texts.finding("x".into(), kind);
            let failing: Vec<String> = found.failing().iter().map(|it| it.backend.name()).collect();
            assert_eq!(failing, expected);
        }
    }

    #[test]
    fn an_analysis_has_the_verdict_of_its_backend() {
        let verdicts = "x: flaky\ny\n\na-O3: wrong value\n$ rustc\n\nb-O3: compiler crash\n$ rustc\nerror: b\n\n\
                        c-O2: compiler crash\n$ rustc\nerror: c\n\nd-O2: agrees\n$ rustc\n";
        let bisection = r#"{ "program": "x", "disagrees": "e-O1", "verdict": "compiler crash", "detail": "error: bisected",
            "needed": { "backend": "e-O3 -Clto=fat", "command": "rustc -Copt-level=3 -Zmir-opt-level=4 -Clto=fat a.rs" },
            "level": null, "since": "", "first_bad": null, "versions": [], "flaky": false, "probes": 3, "cpu_seconds": 1.5,
            "mir": { "culprit": null, "why": "not known" } }"#;
        let texts = |verdicts: &str, bisection: &str| Texts {
            verdicts: verdicts.into(),
            bisection: bisection.into(),
            ..Texts::default()
        };
        let (both, neither) = (texts(verdicts, bisection), texts("", ""));
        let shown = |texts: &Texts, backend| texts.shown(backend, Kind::CompilerCrash);
        assert_eq!(shown(&both, "c-O2"), Some(crash("error: c")));
        assert_eq!(shown(&both, "e-O1"), Some(crash("error: bisected")));
        assert_eq!(shown(&texts(verdicts, ""), "d-O2"), Some(crash("error: b")));
        // An unknown crash does not identify the bug.
        assert_eq!(shown(&neither, "e-O1"), None);
        assert!(neither.shown("e-O1", Kind::WrongValue).is_some());
        assert_eq!(both.backend("e-O3 -Clto=fat").name(), "e-O3-mir4 -Clto=fat");
        assert_eq!(neither.backend("e-O3 -Clto=fat").name(), "e-O3 -Clto=fat");
    }

    #[test]
    fn verdicts_keep_their_symptom() {
        let ice = "thread 'rustc' panicked at a.rs:7:9:\nboom\nerror: internal compiler error: x";
        let signal = Verdict::CompilerCrash {
            exit: Some(Exit::Signal("SIGSEGV".into())),
            message: "PLEASE submit a bug report".into(),
        };
        let killed = Verdict::ProgramCrash {
            exit: Exit::Signal("SIGILL".into()),
            first: Difference::default(),
        };
        let message = "error[E0308]: no".to_owned();
        for verdict in [
            crash(ice),
            signal,
            killed,
            Verdict::ProgramHang,
            Verdict::CompilerHang,
            Verdict::Rejected { message },
        ] {
            let again = written(verdict.name(), &verdict.detail()).unwrap();
            assert_eq!(again, verdict);
            assert!(Symptom::of(&again).unwrap().shows(&verdict));
        }
        let told = super::symptom("compiler crash: internal compiler error: x").unwrap();
        assert_eq!(
            told.to_string(),
            "compiler crash: internal compiler error: x"
        );
        let told = super::culprit("MIR GVN, then LLVM sroa (unsure)").unwrap();
        assert_eq!(told.passes, ["MIR GVN", "LLVM sroa"]);
        assert!(told.unsure && super::culprit("").is_none());
    }
}
