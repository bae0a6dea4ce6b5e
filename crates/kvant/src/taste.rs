//! What programs are to be like, as it is said on the command line.

use std::path::PathBuf;

use clap::Args;
use kvant_campaign::GeneratorOptions;

/// What is generated.
#[derive(Args, Clone)]
pub(crate) struct GeneratorArgs {
    /// How many statements a program has: tiny (100..200), small (200..500), medium (600..1500), large
    /// (5000..10000), a number, or a range such as `300..400` [default: medium]. C programs are smaller, with the
    /// same names
    #[arg(long, value_name = "NAME|N|A..B")]
    pub(crate) size: Option<String>,
    /// Features to switch on or off, such as `+loops,-division`; the others are drawn by the seed.
    /// `kvant gen --features` lists them
    #[arg(
        long = "feature",
        value_name = "±NAME",
        value_delimiter = ',',
        allow_hyphen_values = true,
        value_parser = feature
    )]
    pub(crate) features: Vec<(String, bool)>,
    /// A file that says what programs are like; options win over it. `kvant gen --show-config`
    /// prints one to begin with
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Splice functions of the programs in this folder in: regression tests, earlier findings. A program
    /// depends on what is in the folder then, and bugs that those programs show are found again
    #[arg(long, value_name = "DIR")]
    pub(crate) splice: Option<PathBuf>,
}

impl GeneratorArgs {
    /// The options of a generator.
    pub(crate) fn options(&self) -> GeneratorOptions {
        GeneratorOptions {
            size: self.size.clone(),
            features: self.features.clone(),
            config: self.config.clone(),
            splice: self.splice.clone(),
        }
    }

    /// The same as arguments of a command, which may run in another folder.
    pub(crate) fn arguments(&self) -> Vec<String> {
        let path = |path: &PathBuf| {
            let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
            path.display().to_string()
        };
        let mut said = Vec::new();
        said.extend(self.size.iter().map(|size| format!("--size={size}")));
        said.extend(self.features.iter().map(|(name, on)| {
            let sign = if *on { '+' } else { '-' };
            format!("--feature={sign}{name}")
        }));
        let config = self.config.iter();
        said.extend(config.map(|file| format!("--config={}", path(file))));
        let splice = self.splice.iter();
        said.extend(splice.map(|folder| format!("--splice={}", path(folder))));
        said
    }
}

/// Reads `+loops` or `-loops`. Whether there is such a feature depends on the language.
fn feature(text: &str) -> Result<(String, bool), String> {
    match text.split_at_checked(1) {
        Some(("+", name)) if !name.is_empty() => Ok((name.to_owned(), true)),
        Some(("-", name)) if !name.is_empty() => Ok((name.to_owned(), false)),
        _ => Err("write +NAME to switch a feature on, -NAME to switch it off".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features() {
        assert_eq!(feature("+loops"), Ok(("loops".to_owned(), true)));
        assert_eq!(feature("-unions"), Ok(("unions".to_owned(), false)));
        for bad in ["", "loops", "+", "ä"] {
            assert!(feature(bad).is_err(), "{bad}");
        }
    }
}
