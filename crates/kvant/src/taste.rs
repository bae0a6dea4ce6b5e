//! What programs are to be like, as it is said on the command line.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use kvant_mir_gen::{Feature, GenConfig};

use crate::config_file;
use crate::donors;
use crate::report::Failure;

/// The sizes that have a name.
pub(crate) const SIZES: [(&str, RangeInclusive<usize>); 4] = [
    ("tiny", 100..=200),
    ("small", 200..=500),
    ("medium", 600..=1500),
    ("large", 5_000..=10_000),
];

/// What is generated.
#[derive(Args, Clone)]
pub(crate) struct Taste {
    /// How many statements a program has: tiny (100..200), small (200..500), medium (600..1500), large
    /// (5000..10000), a number, or a range such as `300..400` [default: medium]
    #[arg(long, value_name = "NAME|N|A..B", value_parser = size)]
    pub(crate) size: Option<RangeInclusive<usize>>,
    /// Features to switch on or off, such as `+loops,-division`; the others are drawn by the seed.
    /// `kvant gen --features` lists them
    #[arg(
        long = "feature",
        value_name = "±NAME",
        value_delimiter = ',',
        allow_hyphen_values = true,
        value_parser = feature
    )]
    pub(crate) features: Vec<(Feature, bool)>,
    /// A file that says what programs are like; options win over it. `kvant gen --show-config`
    /// prints one to begin with
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Splice functions of the programs in this folder in: regression tests, earlier findings. A program
    /// depends on what is in the folder then, and bugs that those programs show are found again
    #[arg(long, value_name = "DIR")]
    pub(crate) splice: Option<PathBuf>,
}

impl Taste {
    /// The configuration: what the options say, then what the file says, then what is usual. Reads the programs
    /// that are to be spliced in.
    pub(crate) fn config(&self) -> Result<GenConfig, Failure> {
        let mut config = match &self.config {
            None => GenConfig::default(),
            Some(path) => {
                let text = std::fs::read_to_string(path)
                    .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
                config_file::read(&text).map_err(|error| format!("{}:{error}", path.display()))?
            }
        };
        if let Some(size) = &self.size {
            config.statements = size.clone();
        }
        config.fixed.extend(self.features.iter().copied());
        if let Some(folder) = &self.splice {
            config.splices = donors::read(folder)?;
        } else if config.fixed.get(&Feature::Splices) == Some(&true) {
            return Err("splices come from a folder: say which with --splice DIR".into());
        }
        Ok(config)
    }
}

/// Reads `small`, `300` or `200..500`.
pub(crate) fn size(text: &str) -> Result<RangeInclusive<usize>, String> {
    if let Some((_, range)) = SIZES.iter().find(|(name, _)| *name == text) {
        return Ok(range.clone());
    }
    let number = |text: &str| {
        text.trim().parse::<usize>().map_err(|_| {
            let names = SIZES.map(|(name, _)| name).join(", ");
            format!("a size is {names}, a number such as 300, or a range such as 200..500")
        })
    };
    let (low, high) = match text.split_once("..") {
        Some((low, high)) => (number(low)?, number(high.trim_start_matches('='))?),
        None => (number(text)?, number(text)?),
    };
    possible_size(low, high)
}

/// The range from `low` to `high`, if programs of that size can be made.
pub(crate) fn possible_size(low: usize, high: usize) -> Result<RangeInclusive<usize>, String> {
    let possible = GenConfig::MIN_STATEMENTS..=GenConfig::MAX_STATEMENTS;
    if low > high || !possible.contains(&low) || !possible.contains(&high) {
        return Err(format!(
            "a program has between {} and {} statements, the smaller number first",
            possible.start(),
            possible.end()
        ));
    }
    Ok(low..=high)
}

/// Reads `+loops` or `-loops`.
fn feature(text: &str) -> Result<(Feature, bool), String> {
    let (on, name) = match text.split_at_checked(1) {
        Some(("+", name)) => (true, name),
        Some(("-", name)) => (false, name),
        _ => return Err("write +NAME to switch a feature on, -NAME to switch it off".into()),
    };
    Ok((named_feature(name)?, on))
}

/// The feature called `name`.
pub(crate) fn named_feature(name: &str) -> Result<Feature, String> {
    Feature::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = Feature::ALL.iter().map(|feature| feature.name()).collect();
        format!(
            "there is no feature `{name}`; there are {}",
            names.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(size("300"), Ok(300..=300));
        assert_eq!(size("200..500"), Ok(200..=500));
        assert_eq!(size("200..=500"), Ok(200..=500));
        for (name, range) in SIZES {
            assert_eq!(size(name), Ok(range));
        }
        assert_eq!(size("medium"), Ok(GenConfig::default().statements));
        for bad in ["", "x", "5", "500..200", "1..300", "100..1000000000", "-5"] {
            assert!(size(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn features() {
        assert_eq!(feature("+loops"), Ok((Feature::Loops, true)));
        assert_eq!(
            feature("-sibling-copies"),
            Ok((Feature::SiblingCopies, false))
        );
        for bad in ["", "loops", "+", "+nothing", "ä"] {
            assert!(feature(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn options_win_over_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kvant.toml");
        let text = "size = \"large\"\nsteps = 1000\n[features]\nloops = true\nunions = true\n";
        std::fs::write(&path, text).unwrap();
        let mut taste = Taste {
            size: None,
            features: vec![(Feature::Unions, false)],
            config: Some(path),
            splice: None,
        };
        let config = taste.config().unwrap();
        assert_eq!(config.statements, 5_000..=10_000);
        assert_eq!(config.steps, 1000);
        assert_eq!(config.fixed.get(&Feature::Loops), Some(&true));
        assert_eq!(config.fixed.get(&Feature::Unions), Some(&false));
        taste.size = Some(100..=100);
        assert_eq!(taste.config().unwrap().statements, 100..=100);
    }
}
