//! The file that says what programs are like: `--config FILE`.
//!
//! It is TOML, and everything in it may be left out. What it does not know is an error that names the line,
//! because a misspelt wish that is silently ignored wastes days.

use std::fmt::Write as _;
use std::ops::{Range, RangeInclusive};

use kvant_mir_gen::{Feature, GenConfig};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::taste::{SIZES, named_feature, possible_size, size};

/// The keys outside of tables, and what they say.
const KEYS: [(&str, &str); 6] = [
    (
        "statements",
        "How many statements a program has, about: a number, or a range to draw from",
    ),
    (
        "steps",
        "How many statements a program executes at most; large programs may execute more",
    ),
    (
        "feature_percent",
        "In how many of 100 programs a feature is on; a quarter as many for those that compile-time\n\
         # evaluation cannot judge",
    ),
    (
        "literal_percent",
        "How many of 100 right operands are literals",
    ),
    (
        "new_local_percent",
        "How many of 100 assignments make a new local",
    ),
    (
        "function_size",
        "How many statements a function has at most, about",
    ),
];

/// What stands instead of `statements` for people.
const SIZE: &str = "size";

/// A value and where it stands.
type Value<'a> = Spanned<DeValue<'a>>;

/// What is wrong, and where.
type Wrong = (Range<usize>, String);

/// Reads a file. An error begins with the number of the line.
pub(crate) fn read(text: &str) -> Result<GenConfig, String> {
    let at = |span: Range<usize>, message: &str| {
        let before = text.get(..span.start).unwrap_or(text);
        let line = 1 + before.matches('\n').count();
        format!("{line}: {message}")
    };
    let table = DeTable::parse(text)
        .map_err(|error| at(error.span().unwrap_or_default(), error.message()))?;
    config(table.get_ref()).map_err(|(span, message)| at(span, &message))
}

fn config(table: &DeTable<'_>) -> Result<GenConfig, Wrong> {
    let mut config = GenConfig::default();
    let mut sized: Option<&str> = None;
    for (key, value) in table {
        let wrong = |message: String| (value.span(), format!("{}: {message}", key.get_ref()));
        match key.get_ref().as_ref() {
            name @ (SIZE | "statements") => {
                if let Some(other) = sized.replace(name) {
                    return Err(wrong(format!(
                        "`{other}` says that already; keep one of them"
                    )));
                }
                config.statements = statements(value).map_err(wrong)?;
            }
            "steps" => config.steps = number(value, 1..=u64::MAX).map_err(wrong)?,
            "feature_percent" => {
                config.feature_percent = number(value, PERCENT).map_err(wrong)? as u32;
            }
            "literal_percent" => config.literal_percent = range(value, PERCENT).map_err(wrong)?,
            "new_local_percent" => {
                config.new_local_percent = range(value, PERCENT).map_err(wrong)?;
            }
            "function_size" => {
                config.function_size = range(value, FUNCTION_SIZE).map_err(wrong)?;
            }
            "features" => features(&mut config, members(value).map_err(wrong)?)?,
            "weights" => weights(&mut config, members(value).map_err(wrong)?)?,
            unknown => {
                let known = KEYS.map(|(name, _)| name).join(", ");
                let message = format!(
                    "there is no `{unknown}`; there are {SIZE}, {known}, features, weights"
                );
                return Err((key.span(), message));
            }
        }
    }
    Ok(config)
}

fn features(config: &mut GenConfig, table: &DeTable<'_>) -> Result<(), Wrong> {
    for (key, value) in table {
        let feature = named_feature(key.get_ref()).map_err(|message| (key.span(), message))?;
        let on = value.get_ref().as_bool().ok_or_else(|| {
            let message = format!("{feature}: a feature is true, false, or left out");
            (value.span(), message)
        })?;
        config.fixed.insert(feature, on);
    }
    Ok(())
}

fn weights(config: &mut GenConfig, table: &DeTable<'_>) -> Result<(), Wrong> {
    for (key, value) in table {
        let name = key.get_ref();
        // Something must always be possible.
        let least = u64::from(name == "plain");
        let possible = least..=u64::from(GenConfig::MAX_WEIGHT);
        let Some(weight) = config.weights.get_mut(name) else {
            let names: Vec<&str> = config.weights.all().map(|(name, ..)| name).collect();
            let message = format!(
                "there is no weight `{name}`; there are {}",
                names.join(", ")
            );
            return Err((key.span(), message));
        };
        *weight = range(value, possible)
            .map_err(|message| (value.span(), format!("{name}: {message}")))?;
    }
    Ok(())
}

const PERCENT: RangeInclusive<u64> = 0..=100;
const FUNCTION_SIZE: RangeInclusive<u64> = 10..=10_000;

/// A size as on the command line, a number, or a pair.
fn statements(value: &Value<'_>) -> Result<RangeInclusive<usize>, String> {
    if let Some(text) = value.get_ref().as_str() {
        return size(text);
    }
    let (low, high) = bounds(value, &(0..=u64::MAX))?;
    possible_size(low as usize, high as usize)
}

/// A number, or a pair of numbers that are the ends of a range.
fn range(value: &Value<'_>, possible: RangeInclusive<u64>) -> Result<RangeInclusive<u32>, String> {
    let (low, high) = bounds(value, &possible)?;
    Ok(low as u32..=high as u32)
}

fn bounds(value: &Value<'_>, possible: &RangeInclusive<u64>) -> Result<(u64, u64), String> {
    let one = |value: &Value<'_>| number(value, possible.clone());
    let Some(array) = value.get_ref().as_array() else {
        let number = one(value).map_err(|wrong| format!("{wrong}, or two of them as a range"))?;
        return Ok((number, number));
    };
    match array.iter().collect::<Vec<_>>()[..] {
        [low, high] => match (one(low)?, one(high)?) {
            (low, high) if low <= high => Ok((low, high)),
            _ => Err("the smaller number of a range comes first".into()),
        },
        _ => Err("a range is two numbers, such as [4, 14]".into()),
    }
}

fn number(value: &Value<'_>, possible: RangeInclusive<u64>) -> Result<u64, String> {
    let integer = value.get_ref().as_integer();
    let number = integer.and_then(|n| u64::from_str_radix(n.as_str(), n.radix()).ok());
    let number = number.filter(|number| possible.contains(number));
    number.ok_or_else(|| match (possible.start(), possible.end()) {
        (low, &u64::MAX) => format!("this takes a whole number from {low}"),
        (low, high) => format!("this takes a whole number from {low} to {high}"),
    })
}

fn members<'a, 'b>(value: &'a Value<'b>) -> Result<&'a DeTable<'b>, String> {
    let table = value.get_ref().as_table();
    table.ok_or_else(|| "this is a table: write its name in brackets above its lines".into())
}

/// Writes a configuration as a file that reads back to it.
pub(crate) fn write(config: &GenConfig) -> String {
    let mut text = String::from(
        "# What programs are like: for `--config FILE` of gen, diff, fuzz and most benchmarks.\n\
         # What is left out keeps its default. [a, b] is a range from which every program draws.\n",
    );
    for (key, about) in KEYS {
        let value = match key {
            "statements" => pair(&config.statements),
            "steps" => config.steps.to_string(),
            "feature_percent" => config.feature_percent.to_string(),
            "literal_percent" => pair(&config.literal_percent),
            "new_local_percent" => pair(&config.new_local_percent),
            _ => pair(&config.function_size),
        };
        let _ = writeln!(text, "\n# {about}.");
        if key == "statements" {
            for (name, range) in SIZES {
                let line = format!("# {SIZE} = \"{name}\"");
                let _ = writeln!(text, "{line:<32}# {}", pair(&range));
            }
        }
        let _ = writeln!(text, "{key} = {value}");
    }
    text.push_str("\n# How likely each construct is beside the others.\n[weights]\n");
    for (name, about, range) in config.weights.all() {
        let _ = writeln!(text, "{:<32}# {about}", format!("{name} = {}", pair(range)));
    }
    text.push_str(
        "\n# true: every program may have it; false: none has. Those left out are drawn.\n[features]\n",
    );
    for feature in Feature::ALL {
        let line = match config.fixed.get(feature) {
            Some(on) => format!("{feature} = {on}"),
            None => format!("# {feature} = true"),
        };
        let _ = writeln!(text, "{line:<32}# {}", feature.about());
    }
    text
}

fn pair<T: std::fmt::Display>(range: &RangeInclusive<T>) -> String {
    format!("[{}, {}]", range.start(), range.end())
}

/// What is not as usual, in one line: what a program's head says beside seed and size.
pub(crate) fn differences(config: &GenConfig) -> Vec<String> {
    let usual = GenConfig::default();
    let mut said = Vec::new();
    if !config.fixed.is_empty() {
        let sign = |on: bool| if on { '+' } else { '-' };
        let fixed = config.fixed.iter();
        let fixed: Vec<String> = fixed.map(|(f, on)| format!("{}{f}", sign(*on))).collect();
        said.push(format!("features {}", fixed.join(",")));
    }
    if config.steps != usual.steps {
        said.push(format!("steps {}", config.steps));
    }
    if config.feature_percent != usual.feature_percent {
        said.push(format!("feature_percent {}", config.feature_percent));
    }
    let mut ranges = |name: &str, range: &RangeInclusive<u32>, usual: &RangeInclusive<u32>| {
        if range != usual {
            said.push(format!("{name} {}..{}", range.start(), range.end()));
        }
    };
    ranges(
        "literal_percent",
        &config.literal_percent,
        &usual.literal_percent,
    );
    ranges(
        "new_local_percent",
        &config.new_local_percent,
        &usual.new_local_percent,
    );
    ranges("function_size", &config.function_size, &usual.function_size);
    for ((name, _, range), (_, _, usual)) in config.weights.all().zip(usual.weights.all()) {
        ranges(name, range, usual);
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let mut config = GenConfig::default();
        assert_eq!(read(&write(&config)), Ok(config.clone()));
        assert_eq!(read(""), Ok(config.clone()));
        config.statements = 100..=100;
        config.steps = 77;
        config.feature_percent = 0;
        config.literal_percent = 0..=100;
        config.new_local_percent = 50..=50;
        config.function_size = 10..=60;
        for (n, feature) in Feature::ALL.iter().enumerate() {
            if n % 3 < 2 {
                config.fixed.insert(*feature, n % 3 == 0);
            }
        }
        let names: Vec<&str> = config.weights.all().map(|(name, ..)| name).collect();
        for (n, name) in (1..).zip(names) {
            *config.weights.get_mut(name).unwrap() = n..=n * 10;
        }
        assert_eq!(read(&write(&config)), Ok(config));
    }

    #[test]
    fn the_example_is_understood() {
        let text = "size = \"large\"\nfeature_percent = 80\nsteps = 90_000\n\
            [features]\nloops = true\nwide-ints = false\n[weights]\nswitch = [4, 9]\nobserve = 0x7\n";
        let config = read(text).unwrap();
        assert_eq!(config.statements, 5_000..=10_000);
        assert_eq!((config.feature_percent, config.steps), (80, 90_000));
        assert_eq!(config.percent(Feature::Loops), 100);
        assert_eq!(config.percent(Feature::WideInts), 0);
        assert_eq!(config.percent(Feature::Unions), 80);
        assert_eq!(config.percent(Feature::RuntimeFloats), 20);
        assert_eq!(config.weights.switch, 4..=9);
        assert_eq!(config.weights.observe, 7..=7);
        assert_eq!(
            differences(&config),
            [
                "features -wide-ints,+loops",
                "steps 90000",
                "feature_percent 80",
                "switch 4..9",
                "observe 7..7"
            ]
        );
    }

    #[test]
    fn errors_name_the_line_and_what_exists() {
        for (text, line, says) in [
            (
                "\nsizes = 3",
                2,
                "there is no `sizes`; there are size, statements",
            ),
            ("size = 3", 1, "between 100 and 200000"),
            ("size = \"huge\"", 1, "tiny, small, medium, large"),
            ("size = 100\nstatements = 100", 2, "keep one of them"),
            ("statements = [300, 200]", 1, "the smaller number"),
            ("statements = [300]", 1, "two numbers"),
            ("steps = 0", 1, "steps: this takes a whole number from 1"),
            ("steps = -1", 1, "whole number"),
            ("feature_percent = 101", 1, "from 0 to 100"),
            ("features = 3", 1, "features: this is a table"),
            (
                "[features]\nloop = true",
                2,
                "no feature `loop`; there are wide-ints",
            ),
            ("[features]\nloops = 1", 2, "true, false"),
            (
                "[weights]\n\nswich = 1",
                3,
                "no weight `swich`; there are plain, switch",
            ),
            (
                "[weights]\nplain = 0",
                2,
                "plain: this takes a whole number from 1 to 1000",
            ),
            ("[weights]\nswitch = 5000", 2, "from 0 to 1000"),
            ("a = = 3", 1, ""),
            ("steps = 1\nsteps = 2", 2, "duplicate"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.starts_with(&format!("{line}: ")), "{text:?}: {error}");
            assert!(error.contains(says), "{text:?}: {error}");
        }
    }
}
