//! `kvant gen`: random programs, and the configuration and features of generators.

use std::path::Path;

use kvant_campaign::{Form, Generator, Subject};
use kvant_generate::config::{Switch, Value};
use kvant_languages::languages;
use kvant_record::ProgramRef;
use kvant_record::listing::{Feature, Features, GeneratedProgram, GeneratorConfig, Setting};

use super::text_compilers::TextCompilers;
use super::{batch, stats};
use crate::cli::{Gen, TextForm};
use crate::config_file;
use crate::recipe::Recipe;
use crate::report::{DIM, Ended, Failure, Found, json, line, table, text, wants_json};

pub(super) fn execute(arguments: &Gen, settings: Option<&Path>) -> Ended {
    let recipe = Recipe::new(&arguments.language, &arguments.generator)?;
    let about = arguments.list_features || arguments.show_config || arguments.stats;
    match recipe.only() {
        Some(generator) if arguments.list_features => features(&recipe, generator),
        Some(generator) if arguments.show_config => config(&recipe, generator),
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
    if let Some(path) = &arguments.out {
        std::fs::write(path, &program)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    match &arguments.out {
        out if wants_json() => json(generated(&*subject, program, out.as_deref())),
        Some(_) => {}
        None => text(&program),
    }
    Ok(Found::Fine)
}

/// The record of a program with its text.
pub(super) fn generated(
    subject: &dyn Subject,
    text: String,
    file: Option<&Path>,
) -> GeneratedProgram {
    GeneratedProgram {
        // It was written here, so it can be read.
        origin: ProgramRef::of_text(&text).unwrap_or_default(),
        expected: subject.summary(),
        file: file.map(|file| file.display().to_string()),
        text,
    }
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

/// Prints the configuration.
fn config(recipe: &Recipe, generator: &dyn Generator) {
    let config = generator.config();
    if !wants_json() {
        return text(&config_file::write(config));
    }
    let settings = config.settings().into_iter().map(|it| Setting {
        name: it.name.to_owned(),
        about: it.about.to_owned(),
        value: ends(it.value),
        default: ends(it.usual),
    });
    json(GeneratorConfig {
        language: recipe.mix().to_string(),
        settings: settings.collect(),
        features: all_features(generator),
    });
}

/// The minimum and the maximum of a setting.
pub(super) fn ends(value: Value) -> [u64; 2] {
    match value {
        Value::Number(n) => [n, n],
        Value::Range(low, high) => [low, high],
    }
}

fn all_features(generator: &dyn Generator) -> Vec<Feature> {
    let each = |feature: Switch| Feature {
        name: feature.name.to_owned(),
        about: feature.about.to_owned(),
        percent: feature.percent,
        fixed: feature.fixed,
        beyond: generator
            .beyond(feature.name)
            .iter()
            .map(ToString::to_string)
            .collect(),
    };
    generator
        .config()
        .features()
        .into_iter()
        .map(each)
        .collect()
}

/// Lists the features of programs, and how often each is on.
fn features(recipe: &Recipe, generator: &dyn Generator) {
    if wants_json() {
        return json(Features {
            language: recipe.mix().to_string(),
            features: all_features(generator),
        });
    }
    let features = generator.config().features();
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
