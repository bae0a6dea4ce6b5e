//! `kvant gen`: random programs, and what they may be like.

use kvant_campaign::{Form, Subject as _};
use kvant_mir_gen::{Feature, GenConfig};
use serde_json::{Value, json};

use super::{batch, stats};
use crate::cli::{Gen, TextForm};
use crate::config_file;
use crate::mir::from_seed;
use crate::report::{DIM, Ended, Found, line, table, text};

pub(super) fn execute(arguments: &Gen) -> Ended {
    let config = arguments.taste.mir()?;
    if arguments.list_features {
        features(&config, arguments.json);
        return Ok(Found::Fine);
    }
    if arguments.show_config && !arguments.json {
        text(&config_file::write(&config));
        return Ok(Found::Fine);
    }
    if arguments.json && !arguments.stats {
        return Err("--json goes with --features and with --stats".into());
    }
    if arguments.stats {
        return stats::execute(arguments, &config);
    }
    if let Some(count) = arguments.count {
        return batch::execute(arguments, &config, count);
    }
    let subject = from_seed(arguments.first_seed(), &config)?;
    let program = subject.text(arguments.text_form(), arguments.version());
    match &arguments.out {
        Some(path) => std::fs::write(path, program)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?,
        None => text(&program),
    }
    Ok(Found::Fine)
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

    /// The second number of the version that programs are for, if one was named.
    pub(super) fn version(&self) -> Option<u32> {
        self.rustc.map(|version| version.0)
    }
}

/// Lists what programs may have, and how often they do.
fn features(config: &GenConfig, as_json: bool) {
    if as_json {
        let each = |feature: &Feature| {
            json!({
                "name": feature.name(),
                "about": feature.about(),
                "percent": config.percent(*feature),
                "beyond_const_eval": feature.is_beyond_const_eval(),
            })
        };
        line(Feature::ALL.iter().map(each).collect::<Value>());
        return;
    }
    let rows: Vec<Vec<String>> = Feature::ALL
        .iter()
        .map(|feature| {
            let percent = format!("{:>3} %", config.percent(*feature));
            let about = feature.about().to_owned();
            vec![feature.name().to_owned(), percent, about]
        })
        .collect();
    line(table(&rows).trim_end());
    line(format_args!(
        "\n{DIM}Of 100 programs, so many have the feature. --feature +NAME,-NAME fixes some.{DIM:#}"
    ));
}
