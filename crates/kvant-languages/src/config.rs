//! Configurations of generators: from options and files, and in the origin of a program.

use std::ops::RangeInclusive;

use kvant_campaign::{BadOption, GeneratorOptions};
use kvant_record::{Generated, ProgramRef};

use crate::config_file;
use crate::tunable::{Tunable, no_feature};

/// The configuration that options describe: they win over the file, and the file over the default.
pub(crate) fn configured<C: Tunable>(options: &GeneratorOptions) -> Result<C, BadOption> {
    let bad = |option: String, problem| BadOption { option, problem };
    let mut config: C = match &options.config {
        None => C::default(),
        Some(path) => {
            let name = path.display();
            let text = std::fs::read_to_string(path)
                .map_err(|error| bad(format!("cannot read {name}: "), error.to_string()))?;
            config_file::read(&text).map_err(|problem| bad(format!("{name}:"), problem))?
        }
    };
    if let Some(text) = &options.size {
        let size = size::<C>(text).map_err(|problem| bad(format!("--size {text}: "), problem))?;
        *config.statements() = size;
    }
    for (name, on) in &options.features {
        if !config.fix(name, *on) {
            return Err(bad(format!("--feature {name}: "), no_feature::<C>(name)));
        }
    }
    Ok(config)
}

/// The origin of a generated program.
pub(crate) fn origin<C: Tunable>(
    language: &str,
    generator: u32,
    seed: u64,
    config: &C,
    target: &str,
) -> ProgramRef {
    let size = config.clone().statements().clone();
    let mut pairs = vec![(
        "statements".to_owned(),
        format!("{}..{}", size.start(), size.end()),
    )];
    pairs.extend(config_file::differences(config));
    ProgramRef {
        generated: Some(Generated {
            generator,
            seed,
            config: pairs,
            donors: config.donors(),
        }),
        ..ProgramRef::written(language, target)
    }
}

/// The settings that differ from the default, beside the number of statements, for people.
pub(crate) fn differences<C: Tunable>(config: &C) -> Vec<String> {
    let pairs = config_file::differences(config).into_iter();
    let pairs = pairs.chain(config.donors().map(|donors| ("splices".to_owned(), donors)));
    pairs
        .map(|(name, value)| format!("{name} {value}"))
        .collect()
}

/// Reads `small`, `300` or `200..500`.
pub(crate) fn size<C: Tunable>(text: &str) -> Result<RangeInclusive<usize>, String> {
    if let Some((_, range)) = C::SIZES.iter().find(|(name, _)| *name == text) {
        return Ok(range.clone());
    }
    let number = |text: &str| {
        text.trim().parse::<usize>().map_err(|_| {
            let names = C::SIZES.map(|(name, _)| name).join(", ");
            format!("a size is {names}, a number such as 300, or a range such as 200..500")
        })
    };
    let (low, high) = match text.split_once("..") {
        Some((low, high)) => (number(low)?, number(high.trim_start_matches('='))?),
        None => (number(text)?, number(text)?),
    };
    possible_size::<C>(low, high)
}

/// The range from `low` to `high`, if programs of that size can be made.
pub(crate) fn possible_size<C: Tunable>(
    low: usize,
    high: usize,
) -> Result<RangeInclusive<usize>, String> {
    let possible = C::POSSIBLE;
    if low > high || !possible.contains(&low) || !possible.contains(&high) {
        return Err(format!(
            "a program has between {} and {} statements, the smaller number first",
            possible.start(),
            possible.end()
        ));
    }
    Ok(low..=high)
}

#[cfg(test)]
mod tests {
    use kvant_mir_gen::{Feature, GenConfig};

    use super::*;

    #[test]
    fn sizes() {
        let size = size::<GenConfig>;
        assert_eq!(size("300"), Ok(300..=300));
        assert_eq!(size("200..500"), Ok(200..=500));
        assert_eq!(size("200..=500"), Ok(200..=500));
        for (name, range) in GenConfig::SIZES {
            assert_eq!(size(name), Ok(range));
        }
        assert_eq!(size("medium"), Ok(GenConfig::default().statements));
        for bad in ["", "x", "5", "500..200", "1..300", "100..1000000000", "-5"] {
            assert!(size(bad).is_err(), "{bad}");
        }
        let medium = super::size::<kvant_c_gen::GenConfig>("medium");
        assert_eq!(medium, Ok(kvant_c_gen::GenConfig::default().statements));
    }

    #[test]
    fn options_win_over_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kvant.toml");
        let text = "size = \"large\"\nsteps = 1000\n[features]\nloops = true\nunions = true\n";
        std::fs::write(&path, text).unwrap();
        let mir = configured::<GenConfig>;
        let c = configured::<kvant_c_gen::GenConfig>;
        let mut options = GeneratorOptions {
            size: None,
            features: vec![("unions".to_owned(), false)],
            config: Some(path),
            splice: None,
        };
        let config = mir(&options).unwrap();
        assert_eq!(config.statements, 5_000..=10_000);
        assert_eq!(config.steps, 1000);
        assert_eq!(config.fixed.get(&Feature::Loops), Some(&true));
        assert_eq!(config.fixed.get(&Feature::Unions), Some(&false));
        options.size = Some("100".to_owned());
        assert_eq!(mir(&options).unwrap().statements, 100..=100);
        // The languages have features of their own.
        assert!(c(&options).is_err());
        options.config = None;
        assert_eq!(c(&options).unwrap().statements, 100..=100);
        options.features = vec![("moves".to_owned(), true)];
        assert!(c(&options).is_err());
    }
}
