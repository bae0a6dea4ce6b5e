//! The text form of configurations: what files and records keep of them.

use std::fmt::Debug;

use kvant_generate::config::Config;

/// Fails unless the settings and the fixed features of a configuration are these lines `name=value`, sorted by name, and the
/// lines make the same configuration of the default.
///
/// # Panics
///
/// With the lines that differ.
#[track_caller]
pub fn assert_text<C: Config + Default + PartialEq + Debug>(config: &C, expected: &str) {
    let settings = config.settings().into_iter();
    let settings = settings.map(|it| (it.name.to_owned(), it.value.to_string()));
    let features = config.features().into_iter();
    let fixed =
        features.filter_map(|it| Some((format!("features.{}", it.name), it.fixed?.to_string())));
    let mut pairs: Vec<(String, String)> = settings.chain(fixed).collect();
    pairs.sort();
    let lines = pairs
        .iter()
        .map(|(name, value)| format!("{name}={value}\n"));
    assert_eq!(lines.collect::<String>(), expected);
    let mut read = C::default();
    for (name, value) in &pairs {
        read.set(name, value).unwrap();
    }
    assert_eq!(read, *config);
}
