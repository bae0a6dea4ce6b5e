//! The configuration file of a generator: `--config FILE`.
//!
//! It is TOML, and everything in it may be left out. An unknown key is an error that names the line: if a misspelt setting were
//! ignored, the campaign would run for days without it.

use std::fmt::Write as _;
use std::ops::Range;

use kvant_generate::config::{Config, Problem, STATEMENTS, Slot, Value, WEIGHTS};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Another name of `statements` in the file.
const SIZE: &str = "size";

/// A value of the file and its position.
type Item<'a> = Spanned<DeValue<'a>>;

/// The position of an error, and the message.
type Wrong = (Range<usize>, String);

/// Applies a file to a configuration. An error begins with the number of the line.
pub(crate) fn read(text: &str, config: &mut dyn Config) -> Result<(), String> {
    let at = |span: Range<usize>, message: &str| {
        let before = text.get(..span.start).unwrap_or(text);
        let line = 1 + before.matches('\n').count();
        format!("{line}: {message}")
    };
    let table = DeTable::parse(text)
        .map_err(|error| at(error.span().unwrap_or_default(), error.message()))?;
    fill(config, table.get_ref()).map_err(|(span, message)| at(span, &message))
}

fn fill(config: &mut dyn Config, table: &DeTable<'_>) -> Result<(), Wrong> {
    let mut sized: Option<&str> = None;
    for (key, item) in table {
        let name = key.get_ref().as_ref();
        let wrong = |message: String| (item.span(), format!("{name}: {message}"));
        match name {
            SIZE | STATEMENTS => {
                if let Some(other) = sized.replace(name) {
                    let message =
                        format!("`{name}` and `{other}` both set the size; keep one of them");
                    return Err((item.span(), message));
                }
                match item.get_ref().as_str() {
                    Some(text) => config
                        .set(STATEMENTS, text)
                        .map_err(|error| wrong(error.problem.to_string()))?,
                    None => {
                        set(config, STATEMENTS, item).map_err(wrong)?;
                    }
                }
            }
            "features" => features(config, members(item).map_err(wrong)?)?,
            "weights" => weights(config, members(item).map_err(wrong)?)?,
            _ if set(config, name, item).map_err(wrong)? => {}
            unknown => {
                let known: Vec<&str> = names(config, false).collect();
                let message = format!(
                    "there is no `{unknown}`; there are {SIZE}, {}, features, weights",
                    known.join(", ")
                );
                return Err((key.span(), message));
            }
        }
    }
    Ok(())
}

/// The names of the weights, or of the other settings.
fn names(config: &dyn Config, weights: bool) -> impl Iterator<Item = &'static str> {
    let settings = config.settings().into_iter();
    settings.filter_map(move |it| match it.name.strip_prefix(WEIGHTS) {
        None => (!weights).then_some(it.name),
        weight => weight.filter(|_| weights),
    })
}

/// Sets a number or a range; `false` if there is no such setting.
fn set(config: &mut dyn Config, name: &str, item: &Item<'_>) -> Result<bool, String> {
    let slots = config.slots().into_iter();
    let Some(mut slot) = slots.into_iter().find(|slot| slot.name() == name) else {
        return Ok(false);
    };
    let value = value(&slot, item)?;
    let set = slot.set(value).map(|()| true);
    set.map_err(|problem| problem.to_string())
}

/// A number, or a pair of numbers that are the ends of a range.
fn value(slot: &Slot<'_>, item: &Item<'_>) -> Result<Value, String> {
    let said = |problem: Problem| problem.to_string();
    let Some(array) = item.get_ref().as_array() else {
        let number = number(item).ok_or_else(|| said(slot.not_a_number()))?;
        return Ok(Value::Number(number));
    };
    match array.iter().collect::<Vec<_>>()[..] {
        [low, high] => match (number(low), number(high)) {
            (Some(low), Some(high)) => Ok(Value::Range(low, high)),
            _ => Err(said(slot.not_an_end())),
        },
        _ => Err("a range is two numbers, such as [4, 14]".into()),
    }
}

fn number(item: &Item<'_>) -> Option<u64> {
    let number = item.get_ref().as_integer()?;
    u64::from_str_radix(number.as_str(), number.radix()).ok()
}

fn features(config: &mut dyn Config, table: &DeTable<'_>) -> Result<(), Wrong> {
    for (key, item) in table {
        let name = key.get_ref().as_ref();
        let on = item.get_ref().as_bool();
        if !config.fix(name, on) {
            return Err((key.span(), config.no_feature(name).to_string()));
        }
        if on.is_none() {
            return Err((item.span(), format!("{name}: {}", Problem::NotASwitch)));
        }
    }
    Ok(())
}

fn weights(config: &mut dyn Config, table: &DeTable<'_>) -> Result<(), Wrong> {
    for (key, item) in table {
        let name = key.get_ref().as_ref();
        let wrong = |message: String| (item.span(), format!("{name}: {message}"));
        if !set(config, &format!("{WEIGHTS}{name}"), item).map_err(wrong)? {
            let known = names(config, true).map(str::to_owned).collect();
            let unknown = Problem::Unknown("weight ", name.to_owned(), known);
            return Err((key.span(), unknown.to_string()));
        }
    }
    Ok(())
}

fn members<'a, 'b>(item: &'a Item<'b>) -> Result<&'a DeTable<'b>, String> {
    let table = item.get_ref().as_table();
    table.ok_or_else(|| "this is a table: write its name in brackets above its lines".into())
}

/// Writes a configuration as a file that reads back to it.
pub(crate) fn write(config: &dyn Config) -> String {
    let mut text = String::from(
        "# Configuration of the generator, for `--config FILE` of gen, diff, bisect, fuzz and bench (survival, machine, passes).\n\
         # Settings that are left out keep their default. [a, b] is a range: each program draws a number from it.\n",
    );
    let settings = config.settings();
    let (weights, numbers): (Vec<_>, Vec<_>) =
        settings.iter().partition(|it| it.name.starts_with(WEIGHTS));
    for it in numbers {
        let _ = writeln!(text, "\n# {}.", it.about);
        if it.name == STATEMENTS {
            for (name, range) in config.sizes() {
                let line = format!("# {SIZE} = \"{name}\"");
                let _ = writeln!(text, "{line:<32}# [{}, {}]", range.start(), range.end());
            }
        }
        let _ = writeln!(text, "{} = {}", it.name, written(it.value));
    }
    text.push_str("\n# Relative weight of each construct.\n[weights]\n");
    for it in weights {
        let name = it.name.trim_start_matches(WEIGHTS);
        let line = format!("{name} = {}", written(it.value));
        let _ = writeln!(text, "{line:<32}# {}", it.about);
    }
    text.push_str(
        "\n# true: on in every program; false: off in every program. Features that are left out are drawn for each program.\n[features]\n",
    );
    for it in config.features() {
        let line = match it.fixed {
            Some(on) => format!("{} = {on}", it.name),
            None => format!("# {} = true", it.name),
        };
        let _ = writeln!(text, "{line:<32}# {}", it.about);
    }
    text
}

fn written(value: Value) -> String {
    match value {
        Value::Number(n) => n.to_string(),
        Value::Range(low, high) => format!("[{low}, {high}]"),
    }
}

#[cfg(test)]
mod tests {
    use kvant_mir_gen::{Feature, GenConfig};

    use super::*;

    fn read<C: Config + Default>(text: &str) -> Result<C, String> {
        let mut config = C::default();
        super::read(text, &mut config).map(|()| config)
    }

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
        let weights = config.slots().into_iter();
        let weights = weights.filter(|slot| slot.name().starts_with(WEIGHTS));
        for (n, mut slot) in (1..).zip(weights) {
            slot.set(Value::Range(n, n * 10)).unwrap();
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
            config.differences(),
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
