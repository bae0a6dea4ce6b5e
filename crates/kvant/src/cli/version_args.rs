//! Options for the versions of compilers that texts are for, one for each family that texts depend on.

use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};
use kvant_campaign::Versions;
use kvant_languages::languages;
use kvant_record::Dialect;

/// The versions that were given. Each family that texts depend on has an option of its name.
#[derive(Clone, Debug, Default)]
pub(crate) struct VersionArgs(Vec<Dialect>);

impl VersionArgs {
    /// The version that was given for a family.
    pub(crate) fn of(&self, family: &str) -> Option<&Dialect> {
        self.0.iter().find(|dialect| dialect.family == family)
    }
}

/// The families that texts of some language depend on.
fn families() -> impl Iterator<Item = Versions> {
    languages().iter().filter_map(|it| it.versions())
}

impl FromArgMatches for VersionArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<VersionArgs, Error> {
        let given = families().filter_map(|it| matches.get_one(it.family).cloned());
        Ok(VersionArgs(given.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = VersionArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for VersionArgs {
    fn augment_args(command: Command) -> Command {
        families().fold(command, |command, versions| command.arg(option(versions)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        VersionArgs::augment_args(command)
    }
}

fn option(versions: Versions) -> Arg {
    let Versions {
        family,
        major,
        oldest,
        ..
    } = versions;
    Arg::new(family)
        .long(family)
        .value_name("VERSION")
        .value_parser(move |text: &str| versions.read(text))
        .conflicts_with_all(["stats", "list_features", "rehearse", "show_config"])
        .help(format!(
            "The version of {family} that the text is for, such as `{major}.{oldest}`; without it, that of the first compiler that \
             `fuzz` would use"
        ))
}
