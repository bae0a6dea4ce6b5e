//! The toy language: a dozen operators on one number.

use std::any::Any;

use kvant_campaign::*;
use kvant_generate::Rng;
use kvant_generate::config::{Config, OnlySize};
use kvant_record::{Generated, ProgramRef};
use kvant_toolchain::{Dialect, Request, Source, host};

pub(crate) const TOY: Source = Source {
    name: "Toy",
    extension: "toy",
};

const OPERATORS: &str = "add sub mul xor and or shl shr mod neg not swap";

/// The machine: one operation, such as `add 3`.
fn step(value: u32, line: &str) -> Option<u32> {
    let (operator, x) = line.split_once(' ')?;
    let x: u32 = x.parse().ok()?;
    Some(match operator {
        "add" => value.wrapping_add(x),
        "sub" => value.wrapping_sub(x),
        "mul" => value.wrapping_mul(x),
        "xor" => value ^ x,
        "and" => value & x,
        "or" => value | x,
        "shl" => value << (x & 7),
        "shr" => value >> (x & 7),
        "mod" => value % (x + 1),
        "neg" => value.wrapping_neg(),
        "not" => !value,
        "swap" => value.rotate_left(16),
        _ => return None,
    })
}

#[derive(Clone)]
struct Program {
    origin: ProgramRef,
    /// One operation each.
    lines: Vec<String>,
}

impl Program {
    fn parsed(&self, text: &str) -> Program {
        let lines = text.lines().filter(|line| !line.starts_with("//"));
        Program {
            origin: self.origin.reduced(),
            lines: lines.map(str::to_owned).collect(),
        }
    }

    fn values(&self) -> Option<Vec<u32>> {
        let mut value = 1;
        let mut next = |line: &String| {
            value = step(value, line)?;
            Some(value)
        };
        self.lines.iter().map(&mut next).collect()
    }
}

impl Subject for Program {
    fn name(&self) -> String {
        self.origin.to_string()
    }

    fn language(&self) -> Source {
        TOY
    }

    /// The first version of the compiler lacks `swap` and `not`. Programs are the same without `not`, but not the same ones.
    fn in_dialect(&self, dialect: &Dialect) -> Result<InDialect, Beyond> {
        let (old, has) = (dialect.major == 1, self.lines.concat());
        if old && has.contains("swap") {
            let (feature, family) = ("swap".to_owned(), dialect.family.clone());
            return Err(Beyond { feature, family });
        }
        let mut other = self.clone();
        other.lines.retain(|line| !line.starts_with("not"));
        Ok(match old && has.contains("not") {
            true => InDialect::Other(Box::new(other)),
            false => InDialect::Same,
        })
    }

    fn text(&self, _: Form, _: Option<&Dialect>) -> String {
        format!("// {}\n{}\n", self.origin.head(), self.lines.join("\n"))
    }

    fn summary(&self) -> String {
        let values = self.values().unwrap_or_default();
        format!("toy {}", values.last().unwrap_or(&1))
    }

    fn trace(&self) -> Vec<TraceLine> {
        let values = self.values().unwrap_or_default().into_iter().enumerate();
        let line = |(n, value)| TraceLine {
            text: format!("{n} {value}"),
            origin: format!("operation {n}: {}", self.lines[n]),
        };
        values.map(line).collect()
    }

    fn part(&self, n: usize, _: Option<&Dialect>) -> Option<String> {
        Some(format!("program {n}\n{}\n", self.lines.join("\n")))
    }

    fn batch<'a>(&self, programs: &[&'a dyn Subject]) -> Box<dyn Batch + 'a> {
        Box::new(Programs(programs.to_vec()))
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }

    fn size(&self) -> Size {
        let (statements, functions) = (self.lines.len(), 1);
        Size {
            statements,
            functions,
        }
    }

    fn shrink_further(&self, best: &str, token: &str) -> Option<Box<dyn Shrink>> {
        let (best, next) = (self.parsed(best), token.parse().ok()?);
        Some(Box::new(Smaller(best, next, 0)))
    }

    fn shrink(&self) -> Option<Box<dyn Shrink>> {
        self.shrink_further(&self.lines.join("\n"), "0")
    }
}

/// Programs of one text. Transformed text is run on the machine.
struct Programs<'a>(Vec<&'a dyn Subject>);

impl Batch for Programs<'_> {
    fn text(&self, form: Form, dialect: &Dialect) -> Option<String> {
        Printing::new(&self.0).text(form, dialect)
    }

    fn judge(&self, request: &Request, answered: &Answered<'_>) -> Vec<Judgement> {
        let Answered::Transformed(text) = answered else {
            return Printing::new(&self.0).judge(request, answered);
        };
        let texts: Vec<&str> = match self.0.len() {
            1 => vec![text],
            _ => text.split("program ").skip(1).collect(),
        };
        let judged = |(subject, text): (&&dyn Subject, &str)| {
            let own: &Program = subject.as_any().unwrap().downcast_ref().unwrap();
            let text = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '\n');
            let (new, old) = (own.parsed(text).summary(), own.summary());
            Judgement::Judged(match new == old {
                true => Verdict::Agrees,
                false => Verdict::WrongValue(Difference {
                    index: Some(0),
                    place: Some("the result".to_owned()),
                    expected: Some(old),
                    actual: Some(new),
                    varies: false,
                    class: None,
                }),
            })
        };
        self.0.iter().zip(texts).map(judged).collect()
    }
}

/// Removes one operation at a time: the best program, the next operation, the number of proposals.
struct Smaller(Program, usize, usize);

impl Shrink for Smaller {
    fn best(&self) -> &dyn Subject {
        &self.0
    }

    fn token(&self) -> String {
        self.1.to_string()
    }

    fn propose(&mut self, most: usize) -> Vec<Proposal> {
        let Smaller(best, next, open) = self;
        *open = most.min(best.lines.len() - *next);
        let proposal = |n| {
            let mut smaller = best.clone();
            smaller.lines.remove(n);
            let weight = (smaller.lines.len() as u64, n as u64);
            let subject = Box::new(smaller);
            let pass = "remove";
            Proposal {
                subject,
                pass,
                weight,
            }
        };
        (*next..*next + *open).map(proposal).collect()
    }

    fn learn(&mut self, interesting: &[bool]) {
        let Smaller(best, next, open) = self;
        *next += interesting.iter().position(|it| *it).unwrap_or(*open);
        if interesting.contains(&true) {
            best.lines.remove(*next);
        }
    }
}

struct ToyGenerator(OnlySize);

impl Generator for ToyGenerator {
    fn config(&self) -> &dyn Config {
        &self.0
    }

    fn grow(&self, seed: u64) -> Result<Grown, Unsound> {
        let mut rng = Rng::new(seed);
        let operators: Vec<&str> = OPERATORS.split(' ').collect();
        let mut line = || format!("{} {}", operators[rng.below(12)], rng.below(64));
        let mut origin = ProgramRef::written("toy", host());
        let (generator, config, donors) = (1, Vec::new(), None);
        origin.generated = Some(Generated {
            generator,
            seed,
            config,
            donors,
        });
        let lines = (0..*self.0.statements.end()).map(|_| line()).collect();
        let (subject, features) = (Box::new(Program { origin, lines }), Vec::new());
        Ok(Grown { subject, features })
    }
}

pub(crate) struct ToyLanguage;

impl Machine for ToyLanguage {
    fn name(&self) -> &'static str {
        "toy"
    }

    fn source(&self) -> Source {
        TOY
    }

    fn run(&self, text: &str, options: &RunOptions<'_>) -> Result<Ran, NotRun> {
        run_by_reading(self, text, options)
    }
}

impl Language for ToyLanguage {
    fn generator_version(&self) -> u32 {
        1
    }

    fn config(&self) -> Box<dyn Config> {
        let (statements, usual) = (8..=8, 8..=8);
        Box::new(OnlySize { statements, usual })
    }

    fn generator(
        &self,
        config: Box<dyn Config>,
        _: Splice<'_>,
        _: &str,
        _: &mut dyn FnMut(String),
    ) -> Result<Box<dyn Generator>, BadOption> {
        let config: Box<dyn Any> = config;
        Ok(Box::new(ToyGenerator(*config.downcast().unwrap())))
    }

    fn read(&self, text: &str, _: &str, _: &str) -> Result<Box<dyn Subject>, NotRead> {
        let origin = ProgramRef::of_text(text).unwrap();
        let origin = origin.unwrap_or_else(|| ProgramRef::written("toy", host()));
        let lines = Vec::new();
        let read = Program { origin, lines }.parsed(text);
        let values = read.values().map(|_| Box::new(read) as Box<dyn Subject>);
        values.ok_or(NotRead::Syntax("1: no operation".to_owned()))
    }
}
