//! `kvant gen`: random programs, and what they may be like.

use std::path::Path;

use kvant_campaign::{Form, Generator};
use kvant_generate::config::Switch;
use kvant_mir::print::Version;
use kvant_record::listing::Feature;
use kvant_toolchain::drivers::RUST;

use super::compiler_of_texts::CompilerOfTexts;
use super::{batch, stats};
use crate::cli::{Gen, TextForm};
use crate::config_file;
use crate::lang::Recipe;
use crate::report::{DIM, Ended, Failure, Found, line, table, text, wants_json};

pub(super) fn execute(arguments: &Gen, settings: Option<&Path>) -> Ended {
    let recipe = Recipe::new(&arguments.language, &arguments.taste)?;
    let about = arguments.list_features || arguments.show_config || arguments.stats;
    if wants_json() && !arguments.stats && !arguments.list_features {
        return Err("--json goes with --features and with --stats".into());
    }
    match recipe.only() {
        Some(generator) if arguments.list_features => features(generator),
        Some(generator) if arguments.show_config => text(&config_file::write(generator.config())),
        Some(generator) if arguments.stats => return stats::execute(arguments, generator),
        _ if about => return Err("that is of one language: say --lang mir or --lang c".into()),
        _ => return programs(arguments, &recipe, settings),
    }
    Ok(Found::Fine)
}

fn programs(arguments: &Gen, recipe: &Recipe, settings: Option<&Path>) -> Ended {
    if arguments.rehearse {
        return rehearse(arguments.first_seed(), recipe);
    }
    let compiler = compiler(arguments, recipe, settings)?;
    if let Some(count) = arguments.count {
        return batch::execute(arguments, recipe, &compiler, count);
    }
    let subject = recipe.made(arguments.first_seed())?.subject;
    let given = arguments.out.as_deref().and_then(Path::file_name);
    let file = given
        .and_then(|name| name.to_str())
        .filter(|name| !name.chars().any(char::is_control))
        .map_or_else(|| subject.language().file(&subject.name()), str::to_owned);
    let program = compiler.text(&*subject, arguments.text_form(), &file);
    match &arguments.out {
        Some(path) => std::fs::write(path, program)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?,
        None => text(&program),
    }
    Ok(Found::Fine)
}

/// The compiler that texts are for: one of the version that was named, or the one that is found. C is the same for all.
fn compiler(
    arguments: &Gen,
    recipe: &Recipe,
    settings: Option<&Path>,
) -> Result<CompilerOfTexts, Failure> {
    match arguments.rustc {
        Some(version) => Ok(CompilerOfTexts::of_version(version)),
        None if recipe.has(RUST) => CompilerOfTexts::found(settings),
        None => Ok(CompilerOfTexts::of_version(Version::NEWEST)),
    }
}

/// Does with a seed all that a campaign does in its own process before compilers are asked.
fn rehearse(seed: u64, recipe: &Recipe) -> Ended {
    std::thread::scope(|scope| {
        let made = scope.spawn(|| {
            let subject = recipe.made(seed)?.subject;
            for form in [Form::Readable, Form::Fast, Form::ConstEval] {
                subject.text(form, None);
            }
            subject.trace();
            subject
                .part(0, None)
                .map(|part| subject.joined(&[part]).len());
            Ok::<(), Failure>(())
        });
        match made.join() {
            Ok(made) => Ok(made.map(|()| Found::Fine)?),
            // The message of the panic has the reason.
            Err(_) => Ok(Found::Nothing),
        }
    })
}

impl Gen {
    /// The seed of the only or the first program.
    pub(super) fn first_seed(&self) -> u64 {
        self.seed.unwrap_or(0)
    }

    /// How many programs are looked at.
    pub(super) fn looks(&self) -> u64 {
        self.count.unwrap_or(1)
    }

    /// How programs are written.
    pub(super) fn text_form(&self) -> Form {
        match self.form {
            TextForm::Readable => Form::Readable,
            TextForm::Fast => Form::Fast,
            TextForm::Const => Form::ConstEval,
        }
    }
}

/// Lists what programs may have, and how often they do.
fn features(generator: &dyn Generator) {
    let features = generator.config().features();
    if wants_json() {
        let each = |feature: &Switch| Feature {
            name: feature.name.to_owned(),
            about: feature.about.to_owned(),
            percent: feature.percent,
            beyond: [generator.beyond(feature.name)]
                .map(|(name, is_beyond)| (name.to_owned(), is_beyond))
                .into(),
        };
        let features: Vec<Feature> = features.iter().map(each).collect();
        // There is nothing in them that JSON cannot express.
        return line(serde_json::to_string(&features).unwrap_or_default());
    }
    let row = |feature: &Switch| {
        let percent = format!("{:>3} %", feature.percent);
        let (name, about) = (feature.name.to_owned(), feature.about.to_owned());
        vec![name, percent, about]
    };
    let rows: Vec<Vec<String>> = features.iter().map(row).collect();
    line(table(&rows).trim_end());
    line(format_args!(
        "\n{DIM}Of 100 programs, so many have the feature. --feature +NAME,-NAME fixes some.{DIM:#}"
    ));
}
