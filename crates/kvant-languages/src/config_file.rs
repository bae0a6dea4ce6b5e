//! The file that says what programs are like: `--config FILE`.
//!
//! It is TOML, and everything in it may be left out. What it does not know is an error that names the line,
//! because a misspelt wish that is silently ignored wastes days.

use std::fmt::Write as _;
use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::config::{possible_size, size};
use crate::tunable::{MAX_WEIGHT, Number, Tunable, no_feature};

/// What says how large programs are.
const STATEMENTS: &str = "statements";

/// What stands instead of `statements` for people.
const SIZE: &str = "size";

/// A value and where it stands.
type Value<'a> = Spanned<DeValue<'a>>;

/// What is wrong, and where.
type Wrong = (Range<usize>, String);

/// Reads a file. An error begins with the number of the line.
pub(crate) fn read<C: Tunable>(text: &str) -> Result<C, String> {
    let at = |span: Range<usize>, message: &str| {
        let before = text.get(..span.start).unwrap_or(text);
        let line = 1 + before.matches('\n').count();
        format!("{line}: {message}")
    };
    let table = DeTable::parse(text)
        .map_err(|error| at(error.span().unwrap_or_default(), error.message()))?;
    config(table.get_ref()).map_err(|(span, message)| at(span, &message))
}

fn config<C: Tunable>(table: &DeTable<'_>) -> Result<C, Wrong> {
    let mut config = C::default();
    let mut sized: Option<&str> = None;
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        let wrong = |message: String| (value.span(), format!("{name}: {message}"));
        if let Some(number) = config.number(name) {
            set(number, value).map_err(wrong)?;
            continue;
        }
        match name {
            SIZE | STATEMENTS => {
                if let Some(other) = sized.replace(name) {
                    return Err(wrong(format!(
                        "`{other}` says that already; keep one of them"
                    )));
                }
                *config.statements() = statements::<C>(value).map_err(wrong)?;
            }
            "features" => features(&mut config, members(value).map_err(wrong)?)?,
            "weights" => weights(&mut config, members(value).map_err(wrong)?)?,
            unknown => {
                let known: Vec<&str> = C::KEYS.iter().map(|(name, _)| *name).collect();
                let known = known.join(", ");
                let message = format!(
                    "there is no `{unknown}`; there are {SIZE}, {STATEMENTS}, {known}, features, weights"
                );
                return Err((key.span(), message));
            }
        }
    }
    Ok(config)
}

fn set(to: Number<'_>, value: &Value<'_>) -> Result<(), String> {
    match to {
        Number::Count(to) => *to = number(value, 1..=u64::MAX)?,
        Number::Percent(to) => *to = number(value, 0..=100)? as u32,
        Number::Range(to, possible) => *to = range(value, possible)?,
    }
    Ok(())
}

fn features<C: Tunable>(config: &mut C, table: &DeTable<'_>) -> Result<(), Wrong> {
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        let on = value.get_ref().as_bool();
        if !config.fix(name, on.unwrap_or_default()) {
            return Err((key.span(), no_feature::<C>(name)));
        }
        if on.is_none() {
            let message = format!("{name}: a feature is true, false, or left out");
            return Err((value.span(), message));
        }
    }
    Ok(())
}

fn weights<C: Tunable>(config: &mut C, table: &DeTable<'_>) -> Result<(), Wrong> {
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        let least = u64::from(name == C::ALWAYS);
        let Some(weight) = config.weight(name) else {
            let weights = config.weights();
            let names: Vec<&str> = weights.iter().map(|(name, ..)| *name).collect();
            let message = format!(
                "there is no weight `{name}`; there are {}",
                names.join(", ")
            );
            return Err((key.span(), message));
        };
        *weight = range(value, least..=MAX_WEIGHT)
            .map_err(|message| (value.span(), format!("{name}: {message}")))?;
    }
    Ok(())
}

/// A size as on the command line, a number, or a pair.
fn statements<C: Tunable>(value: &Value<'_>) -> Result<RangeInclusive<usize>, String> {
    if let Some(text) = value.get_ref().as_str() {
        return size::<C>(text);
    }
    let (low, high) = bounds(value, &(0..=u64::MAX))?;
    possible_size::<C>(low as usize, high as usize)
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
pub(crate) fn write<C: Tunable>(config: &C) -> String {
    let mut config = config.clone();
    let mut text = String::from(
        "# What programs are like: for `--config FILE` of gen, diff, fuzz and most benchmarks.\n\
         # What is left out keeps its default. [a, b] is a range from which every program draws.\n\n\
         # How many statements a program has, about: a number, or a range to draw from.\n",
    );
    for (name, range) in C::SIZES {
        let line = format!("# {SIZE} = \"{name}\"");
        let _ = writeln!(text, "{line:<32}# {}", pair(&range));
    }
    let _ = writeln!(text, "{STATEMENTS} = {}", pair(config.statements()));
    for (key, about) in C::KEYS {
        let value = config.number(key).map(|number| said(&number));
        let value = value.unwrap_or_default();
        let _ = writeln!(text, "\n# {about}.\n{key} = {value}");
    }
    text.push_str("\n# How likely each construct is beside the others.\n[weights]\n");
    for (name, about, range) in config.weights() {
        let _ = writeln!(
            text,
            "{:<32}# {about}",
            format!("{name} = {}", pair(&range))
        );
    }
    text.push_str(
        "\n# true: every program may have it; false: none has. Those left out are drawn.\n[features]\n",
    );
    for (feature, about, fixed) in config.features() {
        let line = match fixed {
            Some(on) => format!("{feature} = {on}"),
            None => format!("# {feature} = true"),
        };
        let _ = writeln!(text, "{line:<32}# {about}");
    }
    text
}

fn said(number: &Number<'_>) -> String {
    match number {
        Number::Count(n) => n.to_string(),
        Number::Percent(n) => n.to_string(),
        Number::Range(range, _) => pair(range),
    }
}

fn pair<T: std::fmt::Display>(range: &RangeInclusive<T>) -> String {
    format!("[{}, {}]", range.start(), range.end())
}

/// What is not as usual, in one line: what a program's head says beside seed and size.
pub(crate) fn differences<C: Tunable>(config: &C) -> Vec<(String, String)> {
    let (mut config, mut usual) = (config.clone(), C::default());
    let mut different = Vec::new();
    let features = config.features();
    let fixed: Vec<String> = features
        .iter()
        .filter_map(|(name, _, fixed)| {
            let sign = if (*fixed)? { '+' } else { '-' };
            Some(format!("{sign}{name}"))
        })
        .collect();
    if !fixed.is_empty() {
        different.push(("features".to_owned(), fixed.join(",")));
    }
    for (key, _) in C::KEYS {
        let (Some(number), Some(usual)) = (config.number(key), usual.number(key)) else {
            continue;
        };
        if said(&number) != said(&usual) {
            different.push(match number {
                Number::Range(range, _) => of_range(key, range),
                number => ((*key).to_owned(), said(&number)),
            });
        }
    }
    for ((name, _, range), (_, _, usual)) in config.weights().iter().zip(usual.weights()) {
        if *range != usual {
            different.push(of_range(name, range));
        }
    }
    different
}

fn of_range(name: &str, range: &RangeInclusive<u32>) -> (String, String) {
    (
        name.to_owned(),
        format!("{}..{}", range.start(), range.end()),
    )
}

#[cfg(test)]
mod tests {
    use kvant_mir_gen::{Feature, GenConfig};

    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let mut config = GenConfig::default();
        assert_eq!(read(&write(&config)), Ok(config.clone()));
        assert_eq!(read(""), Ok(config.clone()));
        let of_c = kvant_c_gen::GenConfig::default().with(kvant_c_gen::Feature::Unions, false);
        assert_eq!(read(&write(&of_c)), Ok(of_c));
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
        let config: GenConfig = read(text).unwrap();
        assert_eq!(config.statements, 5_000..=10_000);
        assert_eq!((config.feature_percent, config.steps), (80, 90_000));
        assert_eq!(config.percent(Feature::Loops), 100);
        assert_eq!(config.percent(Feature::WideInts), 0);
        assert_eq!(config.percent(Feature::Unions), 80);
        assert_eq!(config.percent(Feature::RuntimeFloats), 20);
        assert_eq!(config.weights.switch, 4..=9);
        assert_eq!(config.weights.observe, 7..=7);
        assert_eq!(
            crate::config::differences(&config),
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
            let error = read::<GenConfig>(text).unwrap_err();
            assert!(error.starts_with(&format!("{line}: ")), "{text:?}: {error}");
            assert!(error.contains(says), "{text:?}: {error}");
        }
    }
}
