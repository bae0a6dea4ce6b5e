//! `kvant gen`: random programs, and the configuration and features of generators.

use std::path::Path;

use kvant_campaign::{Form, Generator};
use kvant_generate::config::Switch;
use kvant_languages::languages;
use kvant_record::listing::Feature;

use super::text_compilers::TextCompilers;
use super::{batch, stats};
use crate::cli::{Gen, TextForm};
use crate::config_file;
use crate::recipe::Recipe;
use crate::report::{DIM, Ended, Failure, Found, line, table, text, wants_json};

pub(super) fn execute(arguments: &Gen, settings: Option<&Path>) -> Ended {
    let recipe = Recipe::new(&arguments.language, &arguments.generator)?;
    let about = arguments.list_features || arguments.show_config || arguments.stats;
    if wants_json() && !arguments.stats && !arguments.list_features {
        return Err("--json needs --features or --stats".into());
    }
    match recipe.only() {
        Some(generator) if arguments.list_features => features(generator),
        Some(generator) if arguments.show_config => text(&config_file::write(generator.config())),
        Some(generator) if arguments.stats => return stats::execute(arguments, generator),
        _ if about => {
            let options = languages().iter().map(|it| format!("--lang {}", it.name()));
            let options: Vec<String> = options.collect();
            return Err(format!(
                "this option is about one language: add {}",
                options.join(" or ")
            )
            .into());
        }
        _ => return programs(arguments, &recipe, settings),
    }
    Ok(Found::Fine)
}

fn programs(arguments: &Gen, recipe: &Recipe, settings: Option<&Path>) -> Ended {
    if arguments.rehearse {
        return rehearse(arguments.first_seed(), recipe);
    }
    let compilers = TextCompilers::new(recipe, &arguments.versions, settings)?;
    if let Some(count) = arguments.count {
        return batch::execute(arguments, recipe, &compilers, count);
    }
    let subject = recipe.made(arguments.first_seed())?.subject;
    let given = arguments.out.as_deref().and_then(Path::file_name);
    let file = given
        .and_then(|name| name.to_str())
        .filter(|name| !name.chars().any(char::is_control))
        .map_or_else(|| subject.language().file(&subject.name()), str::to_owned);
    let program = compilers.text(&*subject, arguments.text_form(), &file);
    match &arguments.out {
        Some(path) => std::fs::write(path, program)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?,
        None => text(&program),
    }
    Ok(Found::Fine)
}

/// Does everything with a seed that a campaign does in its own process before a compiler is started.
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

    /// Number of programs of which statistics are printed.
    pub(super) fn looks(&self) -> u64 {
        self.count.unwrap_or(1)
    }

    /// The form of the text.
    pub(super) fn text_form(&self) -> Form {
        match self.form {
            TextForm::Readable => Form::Readable,
            TextForm::Fast => Form::Fast,
            TextForm::Const => Form::ConstEval,
        }
    }
}

/// Lists the features of programs, and how often each is on.
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
        "\n{DIM}Percentage of programs in which the feature is on. --feature +NAME,-NAME switches features on or off.{DIM:#}"
    ));
}
