//! Configurations of generators: settings, weights and features, each with a name and a text form.
//!
//! Names and values here are those of files, records and the command line. They are written out in tables, so that renaming
//! a field in Rust changes nothing that is kept on disk.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::feature::NamedFeature;

/// The setting that every configuration has: the number of statements of a program.
pub const STATEMENTS: &str = "statements";

/// The prefix of weights in the names of settings.
pub const WEIGHTS: &str = "weights.";

/// The largest weight.
pub const MAX_WEIGHT: u64 = 1_000;

/// A size that has a name, such as `small`.
pub type NamedSize = (&'static str, RangeInclusive<usize>);

/// The configuration of a generator. Everything not fixed in it is drawn anew for each seed.
///
/// The required methods say which settings and features there are; the provided ones read and write them as text.
pub trait Config: Any + Send + Sync {
    /// The sizes that have a name, from small to large.
    fn sizes(&self) -> &'static [NamedSize];

    /// Every setting: [`STATEMENTS`] first, then numbers, then weights.
    fn slots(&mut self) -> Vec<Slot<'_>>;

    /// Every feature.
    fn features(&self) -> Vec<Switch>;

    /// Fixes the feature called `name`, or lets it be drawn; `false` if there is none.
    fn fix(&mut self, name: &str, on: Option<bool>) -> bool;

    /// Inputs beside the settings, each with a name and a text that differs if they do. They are no part of the text form
    /// that can be read back.
    fn inputs(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// A copy.
    fn duplicate(&self) -> Box<dyn Config>;

    /// The default configuration of this generator.
    fn usual(&self) -> Box<dyn Config>;

    /// Every setting with its value and its default.
    fn settings(&self) -> Vec<Setting> {
        let (mut config, mut usual) = (self.duplicate(), self.usual());
        let slots = config.slots().into_iter().zip(usual.slots());
        slots
            .map(|(slot, usual)| Setting {
                name: slot.name,
                about: slot.about,
                value: slot.value(),
                usual: usual.value(),
            })
            .collect()
    }

    /// Sets one setting, or one feature as `features.NAME`, to the value of a text.
    fn set(&mut self, name: &str, text: &str) -> Result<(), ConfigError> {
        let sizes = self.sizes();
        let wrong = |problem| ConfigError {
            name: name.to_owned(),
            problem,
        };
        if let Some(feature) = name.strip_prefix(FEATURES) {
            let on = match text {
                "true" => Some(true),
                "false" => Some(false),
                "drawn" => None,
                _ => return Err(wrong(Problem::NotASwitch)),
            };
            return match self.fix(feature, on) {
                true => Ok(()),
                false => Err(wrong(self.no_feature(feature))),
            };
        }
        let mut slots = self.slots();
        let Some(slot) = slots.iter_mut().find(|slot| slot.name == name) else {
            let known = slots.iter().map(|slot| slot.name.to_owned()).collect();
            return Err(wrong(Problem::Unknown("", name.to_owned(), known)));
        };
        let size = sizes.iter().find(|(name, _)| *name == text);
        let value = match size.filter(|_| slot.name == STATEMENTS) {
            Some((_, size)) => Value::Range(*size.start() as u64, *size.end() as u64),
            None => text.parse().map_err(|_| {
                wrong(match slot.name {
                    STATEMENTS => Problem::NotASize(sizes.iter().map(|size| size.0).collect()),
                    _ => slot.not_a_number(),
                })
            })?,
        };
        slot.set(value).map_err(wrong)
    }

    /// The problem of a feature that does not exist.
    fn no_feature(&self, name: &str) -> Problem {
        let known = self.features().into_iter().map(|it| it.name.to_owned());
        Problem::Unknown("feature ", name.to_owned(), known.collect())
    }

    /// The differences from the default in a few words each, without the size: features, settings, inputs.
    fn differences(&self) -> Vec<String> {
        let features = self.features();
        let fixed = features.iter().filter_map(|it| {
            let sign = if it.fixed? { '+' } else { '-' };
            Some(format!("{sign}{}", it.name))
        });
        let fixed = fixed.collect::<Vec<_>>().join(",");
        let mut different = Vec::new();
        if !fixed.is_empty() {
            different.push(format!("features {fixed}"));
        }
        for it in self.settings() {
            if it.value != it.usual && it.name != STATEMENTS {
                let name = it.name.strip_prefix(WEIGHTS).unwrap_or(it.name);
                different.push(format!("{name} {}", it.value));
            }
        }
        let inputs = self.inputs().into_iter();
        different.extend(inputs.map(|(name, value)| format!("{name} {value}")));
        different
    }
}

/// A configuration that is only a size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnlySize {
    /// The number of statements of a program.
    pub statements: RangeInclusive<usize>,
    /// The default.
    pub usual: RangeInclusive<usize>,
}

impl Config for OnlySize {
    fn sizes(&self) -> &'static [NamedSize] {
        &[]
    }

    fn slots(&mut self) -> Vec<Slot<'_>> {
        vec![Slot::statements(&mut self.statements, 1..=100_000)]
    }

    fn features(&self) -> Vec<Switch> {
        Vec::new()
    }

    fn fix(&mut self, _name: &str, _on: Option<bool>) -> bool {
        false
    }

    fn duplicate(&self) -> Box<dyn Config> {
        Box::new(self.clone())
    }

    fn usual(&self) -> Box<dyn Config> {
        Box::new(OnlySize {
            statements: self.usual.clone(),
            usual: self.usual.clone(),
        })
    }
}

/// The prefix of features in names of settings.
const FEATURES: &str = "features.";

/// A setting of a configuration, by value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The name: `steps`, `weights.switch`.
    pub name: &'static str,
    /// A description in a few words.
    pub about: &'static str,
    /// The value.
    pub value: Value,
    /// The default value.
    pub usual: Value,
}

/// A feature of a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    /// The name.
    pub name: &'static str,
    /// A description in a few words.
    pub about: &'static str,
    /// `None`: the feature is drawn for each program.
    pub fixed: Option<bool>,
    /// The number of programs in 100 that have it.
    pub percent: u32,
}

/// Describes all features, given the fixed ones and the frequency of each.
pub fn switches<F: NamedFeature>(
    fixed: &BTreeMap<F, bool>,
    percent: impl Fn(F) -> u32,
) -> Vec<Switch> {
    let all = F::ALL.iter();
    all.map(|feature| Switch {
        name: feature.name(),
        about: feature.about(),
        fixed: fixed.get(feature).copied(),
        percent: percent(*feature),
    })
    .collect()
}

/// Fixes the feature called `name`, or lets it be drawn; `false` if there is none.
pub fn fix<F: NamedFeature>(fixed: &mut BTreeMap<F, bool>, name: &str, on: Option<bool>) -> bool {
    let feature = F::ALL.iter().find(|feature| feature.name() == name);
    if let Some(feature) = feature {
        match on {
            Some(on) => fixed.insert(*feature, on),
            None => fixed.remove(feature),
        };
    }
    feature.is_some()
}

/// The value of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Number(u64),
    /// The ends of a range from which every program draws, both included.
    Range(u64, u64),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(n) => write!(f, "{n}"),
            Value::Range(low, high) => write!(f, "{low}..{high}"),
        }
    }
}

impl FromStr for Value {
    type Err = std::num::ParseIntError;

    /// Reads `7`, `4..14` or `4..=14`.
    fn from_str(text: &str) -> Result<Value, Self::Err> {
        let number = |text: &str| text.trim().parse();
        Ok(match text.split_once("..") {
            Some((low, high)) => Value::Range(number(low)?, number(high.trim_start_matches('='))?),
            None => Value::Number(number(text)?),
        })
    }
}

/// A setting of a configuration, to be read or written.
#[derive(Debug)]
pub struct Slot<'a> {
    name: &'static str,
    about: &'static str,
    possible: RangeInclusive<u64>,
    field: Field<'a>,
}

/// The field of a configuration that holds a setting.
#[derive(Debug)]
pub enum Field<'a> {
    /// A large number.
    Count(&'a mut u64),
    /// A number.
    Number(&'a mut u32),
    /// A range to draw from.
    Range(&'a mut RangeInclusive<u32>),
    /// A range of sizes to draw from.
    Size(&'a mut RangeInclusive<usize>),
}

impl<'a> Slot<'a> {
    /// A setting, with the range in which numbers and the ends of ranges must be.
    pub fn new(
        name: &'static str,
        field: Field<'a>,
        possible: RangeInclusive<u64>,
        about: &'static str,
    ) -> Slot<'a> {
        Slot {
            name,
            about,
            possible,
            field,
        }
    }

    /// [`STATEMENTS`].
    pub fn statements(
        size: &'a mut RangeInclusive<usize>,
        possible: RangeInclusive<u64>,
    ) -> Slot<'a> {
        let about =
            "Approximate number of statements of a program: a number, or a range to draw from";
        Slot::new(STATEMENTS, Field::Size(size), possible, about)
    }

    /// The number of steps that a program may take.
    pub fn steps(steps: &'a mut u64) -> Slot<'a> {
        let about = "Maximum number of statements that a program executes; more for large programs";
        Slot::new("steps", Field::Count(steps), 1..=u64::MAX, about)
    }

    /// The size of functions.
    pub fn function_size(size: &'a mut RangeInclusive<u32>) -> Slot<'a> {
        let about = "Approximate maximum number of statements of a function";
        Slot::new("function_size", Field::Range(size), 10..=10_000, about)
    }

    /// The name: `steps`, `weights.switch`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The value.
    pub fn value(&self) -> Value {
        match &self.field {
            Field::Count(n) => Value::Number(**n),
            Field::Number(n) => Value::Number((**n).into()),
            Field::Range(range) => Value::Range((*range.start()).into(), (*range.end()).into()),
            Field::Size(range) => Value::Range(*range.start() as u64, *range.end() as u64),
        }
    }

    /// Sets the value, if it is possible. A number is a range of one for settings that are ranges.
    pub fn set(&mut self, value: Value) -> Result<(), Problem> {
        let (low, high) = match value {
            Value::Number(n) => (n, n),
            Value::Range(low, high) => (low, high),
        };
        let possible = self.possible.contains(&low) && self.possible.contains(&high);
        match (&mut self.field, value) {
            (Field::Size(size), _) if possible && low <= high => {
                **size = low as usize..=high as usize;
            }
            (Field::Size(_), _) => return Err(Problem::ImpossibleSize(self.possible.clone())),
            (_, Value::Number(_)) if !possible => return Err(self.not_a_number()),
            (_, Value::Range(..)) if !possible => return Err(self.not_an_end()),
            (Field::Count(to), Value::Number(n)) => **to = n,
            (Field::Number(to), Value::Number(n)) => **to = n as u32,
            (Field::Count(_) | Field::Number(_), Value::Range(..)) => {
                return Err(self.not_a_number());
            }
            (Field::Range(_), _) if low > high => return Err(Problem::EndBeforeStart),
            (Field::Range(range), _) => **range = low as u32..=high as u32,
        }
        Ok(())
    }

    /// The problem of a value that is no number, or not a possible one.
    pub fn not_a_number(&self) -> Problem {
        match self.field {
            Field::Count(_) | Field::Number(_) => self.not_an_end(),
            Field::Range(_) | Field::Size(_) => Problem::NotANumberOrRange(self.possible.clone()),
        }
    }

    /// The problem of an end of a range that is no number, or not a possible one.
    pub fn not_an_end(&self) -> Problem {
        Problem::NotANumber(self.possible.clone())
    }
}

/// A setting that could not be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// The name of the setting.
    pub name: String,
    /// The problem with it.
    pub problem: Problem,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ConfigError { name, problem } = self;
        match problem {
            Problem::Unknown(..) => write!(f, "{problem}"),
            _ => write!(f, "{name}: {problem}"),
        }
    }
}

impl std::error::Error for ConfigError {}

/// A problem with a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// There is none of this kind with this name; there are others.
    Unknown(&'static str, String, Vec<String>),
    /// It takes a number in this range.
    NotANumber(RangeInclusive<u64>),
    /// It takes a number in this range, or a range in it.
    NotANumberOrRange(RangeInclusive<u64>),
    /// The ends of a range are in the wrong order.
    EndBeforeStart,
    /// Programs of this size cannot be generated.
    ImpossibleSize(RangeInclusive<u64>),
    /// A size has one of these names, or is a number or a range.
    NotASize(Vec<&'static str>),
    /// A feature is on, off, or drawn.
    NotASwitch,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Unknown(kind, name, known) => {
                let known = known.join(", ");
                write!(f, "there is no {kind}`{name}`; there are {known}")
            }
            Problem::NotANumber(possible) => match (possible.start(), possible.end()) {
                (low, &u64::MAX) => write!(f, "this takes a whole number from {low}"),
                (low, high) => write!(f, "this takes a whole number from {low} to {high}"),
            },
            Problem::NotANumberOrRange(possible) => {
                let number = Problem::NotANumber(possible.clone());
                write!(f, "{number}, or two of them as a range")
            }
            Problem::EndBeforeStart => f.write_str("the smaller number of a range comes first"),
            Problem::ImpossibleSize(possible) => write!(
                f,
                "a program has between {} and {} statements, the smaller number first",
                possible.start(),
                possible.end()
            ),
            Problem::NotASize(names) => write!(
                f,
                "a size is {}, a number such as 300, or a range such as 200..500",
                names.join(", ")
            ),
            Problem::NotASwitch => f.write_str("a feature is true, false, or left out"),
        }
    }
}
