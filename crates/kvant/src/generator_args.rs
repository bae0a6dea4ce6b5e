//! Options of generators.

use std::path::PathBuf;

use clap::Args;
use kvant_generate::config::{Config, STATEMENTS};

use crate::cli::help;
use crate::config_file;
use crate::report::Failure;

/// The options that configure a generator.
#[derive(Args, Clone)]
pub(crate) struct GeneratorArgs {
    #[arg(long, value_name = "NAME|N|A..B", help = help::sizes())]
    pub(crate) size: Option<String>,
    /// Features to switch on or off, such as `+loops,-division`; the others are drawn for each program. `kvant gen --features`
    /// lists them
    #[arg(
        long = "feature",
        value_name = "±NAME",
        value_delimiter = ',',
        allow_hyphen_values = true,
        value_parser = feature
    )]
    pub(crate) features: Vec<(String, bool)>,
    /// The configuration file of the generator; options take precedence. `kvant gen --show-config` prints one to begin with
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Splice in functions of the programs in this folder, such as regression tests. Generated programs then depend on the
    /// contents of the folder, and bugs that those programs show are found again
    #[arg(long, value_name = "DIR")]
    pub(crate) splice: Option<PathBuf>,
}

impl GeneratorArgs {
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

    /// Applies the file and then the options to a configuration.
    pub(crate) fn configure(&self, config: &mut dyn Config) -> Result<(), Failure> {
        if let Some(path) = &self.config {
            let text = std::fs::read_to_string(path)
                .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
            config_file::read(&text, config)
                .map_err(|error| format!("{}:{error}", path.display()))?;
        }
        if let Some(text) = &self.size {
            let set = config.set(STATEMENTS, text);
            set.map_err(|error| format!("--size {text}: {}", error.problem))?;
        }
        for (name, on) in &self.features {
            if !config.fix(name, Some(*on)) {
                return Err(format!("--feature {name}: {}", config.no_feature(name)).into());
            }
        }
        Ok(())
    }
}

/// Reads `+loops` or `-loops`. The language decides later if it has the feature.
fn feature(text: &str) -> Result<(String, bool), String> {
    match text.split_at_checked(1) {
        Some(("+", name)) if !name.is_empty() => Ok((name.to_owned(), true)),
        Some(("-", name)) if !name.is_empty() => Ok((name.to_owned(), false)),
        _ => Err("write +NAME to switch a feature on, -NAME to switch it off".into()),
    }
}

#[cfg(test)]
mod tests {
    use kvant_mir_gen::{Feature, GenConfig};

    use super::*;

    #[test]
    fn sizes() {
        let size = |text: &str| {
            let mut config = GenConfig::default();
            config.set(STATEMENTS, text).map(|()| config.statements)
        };
        assert_eq!(size("300"), Ok(300..=300));
        assert_eq!(size("200..500"), Ok(200..=500));
        assert_eq!(size("200..=500"), Ok(200..=500));
        for (name, range) in GenConfig::default().sizes() {
            assert_eq!(size(name), Ok(range.clone()));
        }
        assert_eq!(size("medium"), Ok(GenConfig::default().statements));
        for bad in ["", "x", "5", "500..200", "1..300", "100..1000000000", "-5"] {
            assert!(size(bad).is_err(), "{bad}");
        }
        let mut of_c = kvant_c_gen::GenConfig::default();
        assert_eq!(of_c.set(STATEMENTS, "medium"), Ok(()));
        assert_eq!(of_c, kvant_c_gen::GenConfig::default());
    }

    #[test]
    fn features() {
        assert_eq!(feature("+loops"), Ok(("loops".to_owned(), true)));
        assert_eq!(feature("-unions"), Ok(("unions".to_owned(), false)));
        for bad in ["", "loops", "+", "ä"] {
            assert!(feature(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn options_win_over_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kvant.toml");
        let text = "size = \"large\"\nsteps = 1000\n[features]\nloops = true\nunions = true\n";
        std::fs::write(&path, text).unwrap();
        let mut arguments = GeneratorArgs {
            size: None,
            features: vec![("unions".to_owned(), false)],
            config: Some(path),
            splice: None,
        };
        let mir = |arguments: &GeneratorArgs| {
            let mut config = GenConfig::default();
            arguments.configure(&mut config).map(|()| config)
        };
        let c = |arguments: &GeneratorArgs| {
            let mut config = kvant_c_gen::GenConfig::default();
            arguments.configure(&mut config).map(|()| config)
        };
        let config = mir(&arguments).unwrap();
        assert_eq!(config.statements, 5_000..=10_000);
        assert_eq!(config.steps, 1000);
        assert_eq!(config.fixed.get(&Feature::Loops), Some(&true));
        assert_eq!(config.fixed.get(&Feature::Unions), Some(&false));
        arguments.size = Some("100".to_owned());
        assert_eq!(mir(&arguments).unwrap().statements, 100..=100);
        // The languages have features of their own.
        assert!(c(&arguments).is_err());
        arguments.config = None;
        assert_eq!(c(&arguments).unwrap().statements, 100..=100);
        arguments.features = vec![("moves".to_owned(), true)];
        assert!(c(&arguments).is_err());
    }
}
