//! Parsers of option values, with their error messages.

use std::num::NonZero;
use std::ops::Range;
use std::time::Duration;

use clap::builder::{
    PossibleValue, PossibleValuesParser, RangedI64ValueParser, RangedU64ValueParser,
    TypedValueParser,
};
use kvant_campaign::store::Store;
use kvant_campaign::{Kind, Machine};
use kvant_canary::Canary;
use kvant_memory::Target;

/// Reads the name of a language that programs are run in.
pub(super) fn machine_name(name: &str) -> Result<String, String> {
    let known: Vec<&str> = kvant_languages::machines().map(Machine::name).collect();
    match known.contains(&name) {
        true => Ok(name.to_owned()),
        false => Err(format!("there are {}", known.join(", "))),
    }
}

/// The kinds of findings, as they are typed.
const KINDS: [&str; 9] = [
    "machine-dispute",
    "compiler-crash",
    "compiler-hang",
    "wrong-value",
    "program-crash",
    "program-hang",
    "aliasing-dependent",
    "overflow-dependent",
    "flaky",
];

/// Reads a kind of findings.
pub(super) fn kinds() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(KINDS).try_map(|typed| {
        let mut kinds = Kind::ALL.iter().copied();
        let kind = kinds.find(|kind| kind.name().replace(' ', "-") == typed);
        kind.ok_or("there is no such kind")
    })
}

/// Reads the name of a canary.
pub(super) fn canary() -> impl TypedValueParser<Value = Canary> {
    let value = |canary: &Canary| PossibleValue::new(canary.name()).help(canary.about());
    PossibleValuesParser::new(Canary::ALL.iter().map(value))
        .try_map(|name| Canary::named(&name).ok_or("there is no such canary"))
}

/// Reads the name of a target, such as `i686`, or a triple that begins with one.
pub(super) fn target(text: &str) -> Result<Target, String> {
    let architecture = text.split('-').next().unwrap_or(text);
    Target::by_name(architecture).ok_or_else(|| {
        let names = Target::ALL.map(|target| target.name);
        format!("supported targets: {}", names.join(", "))
    })
}

/// Reads a seed.
pub(super) fn seed(text: &str) -> Result<u64, String> {
    let wrong = |_| format!("a seed is a whole number from 0 to {}", u64::MAX);
    text.parse().map_err(wrong)
}

/// Reads a seed of a campaign.
pub(super) fn campaign_seed(text: &str) -> Result<u64, String> {
    let seed = seed(text)?;
    let fits = seed < Store::SEEDS.end;
    fits.then_some(seed)
        .ok_or_else(|| format!("the seeds of campaigns are below {}", Store::SEEDS.end))
}

/// Reads `1000..2000` or `1000..`.
pub(super) fn seeds(text: &str) -> Result<Range<u64>, String> {
    let Some((first, end)) = text.split_once("..") else {
        return Err("seeds are a range such as 1000..2000 or 1000..".to_owned());
    };
    let first = campaign_seed(first)?;
    let end = match (end.strip_prefix('='), end) {
        (_, "") => Store::SEEDS.end,
        (Some(last), _) => campaign_seed(last)? + 1,
        (None, end) => campaign_seed(end)?,
    };
    match first < end {
        true => Ok(first..end),
        false => Err("there are no seeds in this range: the smaller number comes first".to_owned()),
    }
}

/// Reads `90s`, `15m`, `8h` or `2d12h`.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    match any_duration(text)? {
        Duration::ZERO => Err(no_duration()),
        duration => Ok(duration),
    }
}

fn no_duration() -> String {
    "a time is a number with s, m, h or d behind it, such as 90s or 1h30m".to_owned()
}

/// Reads a time such as `90s` or `1h30m`, or none: `0s`.
pub(super) fn any_duration(text: &str) -> Result<Duration, String> {
    let wrong = no_duration;
    let (mut seconds, mut rest) = (0_u64, text);
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit()).ok_or_else(wrong)?;
        let (number, unit) = rest.split_at(end);
        let number: u64 = number.parse().map_err(|_| wrong())?;
        let mut unit = unit.chars();
        let each = match unit.next() {
            Some('s') => 1,
            Some('m') => 60,
            Some('h') => 60 * 60,
            Some('d') => 24 * 60 * 60,
            _ => return Err(wrong()),
        };
        let more = number.checked_mul(each).ok_or_else(wrong)?;
        seconds = seconds.checked_add(more).ok_or_else(wrong)?;
        rest = unit.as_str();
    }
    match text.is_empty() {
        true => Err(wrong()),
        false => Ok(Duration::from_secs(seconds)),
    }
}

/// Reads a number of statements.
pub(super) fn statements() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(20..=100_000)
}

/// Reads a number that is at least 1.
pub(super) fn at_least_one() -> RangedU64ValueParser {
    RangedU64ValueParser::new().range(1..)
}

/// Reads the number of a finding.
pub(super) fn finding_number() -> RangedI64ValueParser {
    RangedI64ValueParser::new().range(1..)
}

/// Reads a number that is not 0.
pub(super) fn jobs(text: &str) -> Result<NonZero<usize>, String> {
    let wrong = |_| "at least one batch is tested at a time".to_owned();
    text.parse().map_err(wrong)
}

/// Reads a number that is not 0.
pub(super) fn sample(text: &str) -> Result<NonZero<usize>, String> {
    let wrong = |_| "at least one backend tests each batch".to_owned();
    text.parse().map_err(wrong)
}

/// Reads a number that is not 0.
pub(super) fn batch(text: &str) -> Result<NonZero<usize>, String> {
    let wrong = |_| "at least one program is compiled at a time".to_owned();
    text.parse().map_err(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_seeds_are_read() {
        for (text, seconds) in [
            ("90s", 90),
            ("15m", 900),
            ("1h30m", 5_400),
            ("2d12h", 216_000),
        ] {
            assert_eq!(duration(text), Ok(Duration::from_secs(seconds)));
        }
        for text in [
            "",
            "0s",
            "5",
            "m",
            "5x",
            "5h3",
            "99999999999999999999s",
            "9999999999999999d",
        ] {
            assert!(duration(text).is_err(), "{text}");
        }
        for (text, range) in [
            ("5..9", 5..9),
            ("5..=9", 5..10),
            ("5..", 5..Store::SEEDS.end),
        ] {
            assert_eq!(seeds(text), Ok(range));
        }
        for text in [
            "",
            "5",
            "9..5",
            "5..5",
            "..5",
            "-1..5",
            "5..99999999999999999999",
        ] {
            assert!(seeds(text).is_err(), "{text}");
        }
    }
}
