//! A worker that has only the store generates the programs of a campaign.

use std::fs;
use std::path::Path;

use kvant_campaign::store::Store;
use kvant_campaign::{Form, Splice};
use kvant_languages::{Part, Recipe, languages, named};
use tempfile::TempDir;

/// A recipe of all languages, with settings other than the default.
fn recipe(donors: &Path) -> Recipe {
    let part = |language: &&'static dyn kvant_campaign::Language| {
        let mut config = language.config();
        config.set("statements", "small").unwrap();
        config.set("steps", "9000").unwrap();
        for (feature, on) in config.features().iter().zip([true, false]) {
            config.fix(feature.name, Some(on));
        }
        let weight = config.slots().into_iter().map(|slot| slot.name());
        let weight = weight.filter(|name| name.starts_with("weights.")).last();
        config.set(weight.unwrap(), "7").unwrap();
        let splice = match config.set("features.splices", "true") {
            Ok(()) => Splice::Folder(donors),
            Err(_) => Splice::Nothing,
        };
        let target = *language.targets().last().unwrap();
        let generator = language.generator(config, splice, target, &mut |_| {});
        Part {
            language: *language,
            weight: 2,
            generator: generator.unwrap(),
        }
    };
    Recipe::new(languages().iter().map(part).collect())
}

fn text(recipe: &Recipe, seed: u64) -> String {
    let grown = recipe.grow(seed).unwrap();
    grown.subject.text(Form::Readable, None)
}

#[test]
fn programs_are_generated_from_the_store_alone() {
    let folder = TempDir::new().unwrap();
    let donors = folder.path().join("donors");
    fs::create_dir(&donors).unwrap();
    let mir = named("mir").unwrap();
    for seed in 0..3 {
        let mut config = mir.config();
        let smallest = config.sizes()[0].0;
        config.set("statements", smallest).unwrap();
        let generator = mir.generator(config, Splice::Nothing, mir.targets()[0], &mut |_| {});
        let grown = generator.unwrap().grow(seed).unwrap();
        let text = grown.subject.text(Form::Readable, None);
        fs::write(donors.join(format!("{seed}.rs")), text).unwrap();
    }
    let recipe = recipe(&donors);
    let store = folder.path().join("store");
    let mut begun = Store::open(&store).unwrap();
    let mut record = recipe.record();
    begun.keep_donors(&mut record, &recipe.donors()).unwrap();
    let session = begun.begin(&record, &[], 0).unwrap();
    begun.end(session).unwrap();
    fs::remove_dir_all(donors).unwrap();

    let store = Store::read_only(&store).unwrap();
    let kept = store.campaigns().unwrap().swap_remove(0).record;
    assert_eq!(kept, record);
    assert_eq!(kept.languages[0].donors.as_ref().unwrap().objects.len(), 3);
    let object = |name: &str| store.file(name).map_err(|error| error.to_string());
    let again = Recipe::rebuild(&kept, &object).unwrap();
    assert_eq!(again.record().key(), kept.key());
    for seed in 0..12 {
        assert!(text(&recipe, seed) == text(&again, seed), "seed {seed}");
    }
}
