//! The origin of generated programs.

use kvant_generate::config::{Config, STATEMENTS};
use kvant_record::{Generated, ProgramRef};

/// The origin of the program of a seed.
pub(crate) fn origin(
    language: &str,
    generator: u32,
    seed: u64,
    config: &dyn Config,
    target: &str,
) -> ProgramRef {
    ProgramRef {
        generated: Some(Generated {
            generator,
            seed,
            config: settings(config),
            donors: donors(config),
        }),
        ..ProgramRef::written(language, target)
    }
}

/// The settings of a configuration that differ from the default, and the number of statements. They can be set again.
pub(crate) fn settings(config: &dyn Config) -> Vec<(String, String)> {
    let settings = config.settings().into_iter();
    let settings = settings.filter(|it| it.name == STATEMENTS || it.value != it.usual);
    let settings = settings.map(|it| (it.name.to_owned(), it.value.to_string()));
    let features = config.features().into_iter();
    let fixed = features.filter_map(|it| {
        let name = format!("features.{}", it.name);
        Some((name, it.fixed?.to_string()))
    });
    settings.chain(fixed).collect()
}

/// A digest of the programs from which parts are spliced in.
pub(crate) fn donors(config: &dyn Config) -> Option<String> {
    config.inputs().into_iter().map(|(_, digest)| digest).next()
}
