//! Recipes: the program of each seed.

use std::fmt;

use kvant_campaign::{Generator, Grown, Language, Splice, Unsound};
use kvant_record::{CampaignLanguage, CampaignRecord, Donors};

use crate::named;
use crate::origin::{donors, settings};

/// Languages with their generators. The share of a language's programs is proportional to its weight.
pub struct Recipe(Vec<Part>);

/// A language of a recipe.
pub struct Part {
    /// The language.
    pub language: &'static dyn Language,
    /// Its weight.
    pub weight: u32,
    /// The generator of its programs.
    pub generator: Box<dyn Generator>,
}

impl Recipe {
    /// A recipe with these languages, at least one.
    pub fn new(parts: Vec<Part>) -> Recipe {
        Recipe(parts)
    }

    /// The languages.
    pub fn parts(&self) -> &[Part] {
        &self.0
    }

    /// The program of a seed.
    pub fn grow(&self, seed: u64) -> Result<Grown, Unsound> {
        let weights: Vec<u32> = self.0.iter().map(|part| part.weight).collect();
        self.0[of_seed(&weights, seed)].generator.grow(seed)
    }

    /// The record of a campaign with these programs. The texts of donors are not in it.
    pub fn record(&self) -> CampaignRecord {
        let languages = self.0.iter().map(|part| {
            let config = part.generator.config();
            CampaignLanguage {
                language: part.language.name().to_owned(),
                target: part.generator.target().to_owned(),
                weight: part.weight,
                generator: part.language.generator_version(),
                config: settings(config),
                donors: donors(config).map(|digest| Donors {
                    digest,
                    objects: Vec::new(),
                }),
            }
        });
        CampaignRecord {
            languages: languages.collect(),
            old: None,
        }
    }

    /// The texts of the donors of each language.
    pub fn donors(&self) -> Vec<Vec<String>> {
        let parts = self.0.iter();
        parts.map(|part| part.generator.donors()).collect()
    }

    /// The recipe of a campaign: the same seed gives the same program. `object` reads an object of the campaign's store.
    pub fn rebuild(
        record: &CampaignRecord,
        object: &dyn Fn(&str) -> Result<String, String>,
    ) -> Result<Recipe, CannotRebuild> {
        if let Some(old) = &record.old {
            return Err(CannotRebuild::Old(old.clone()));
        }
        let parts = record.languages.iter().map(|record| part(record, object));
        parts.collect::<Result<_, _>>().map(Recipe)
    }
}

/// Rebuilds a language of a recipe.
fn part(
    record: &CampaignLanguage,
    object: &dyn Fn(&str) -> Result<String, String>,
) -> Result<Part, CannotRebuild> {
    let CampaignLanguage {
        language: name,
        target,
        generator: theirs,
        ..
    } = record;
    let unknown = |what: &dyn fmt::Display| CannotRebuild::Unknown(what.to_string());
    let language = named(name).ok_or_else(|| unknown(&format_args!("there is no `{name}`")))?;
    let ours = language.generator_version();
    if *theirs != ours {
        let other = format_args!("its {name} generator is {theirs}, and this one is {ours}");
        return Err(unknown(&other));
    }
    let target = language
        .target(target)
        .ok_or_else(|| unknown(&format_args!("{name} is not for {target}")))?;
    let mut config = language.config();
    for (name, value) in &record.config {
        let set = config.set(name, value);
        set.map_err(|error| unknown(&error))?;
    }
    let digest = record.donors.as_ref().map(|donors| &donors.digest);
    let objects = record.donors.iter().flat_map(|donors| &donors.objects);
    let texts = objects.map(|name| object(name).map_err(CannotRebuild::Object));
    let texts = texts.collect::<Result<Vec<_>, _>>()?;
    let splice = match (digest, &texts[..]) {
        (None, _) => Splice::Nothing,
        (Some(_), []) => return Err(CannotRebuild::Donors),
        (Some(_), texts) => Splice::Texts(texts),
    };
    let generator = language.generator(config, splice, target, &mut |_| {});
    let generator = generator.map_err(|error| unknown(&error))?;
    if donors(generator.config()).as_ref() != digest {
        return Err(CannotRebuild::Donors);
    }
    Ok(Part {
        language,
        weight: record.weight,
        generator,
    })
}

/// The reason why the generators of a campaign cannot be rebuilt from its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CannotRebuild {
    /// It began before stores had records, and has only this description.
    Old(String),
    /// A part of it is not known to this version of Kvant.
    Unknown(String),
    /// An object of its store cannot be read.
    Object(String),
    /// The store does not have its donors.
    Donors,
}

impl fmt::Display for CannotRebuild {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the programs of this campaign cannot be generated: ")?;
        match self {
            CannotRebuild::Old(old) => write!(
                f,
                "an earlier kvant began it, and described it as {old}; resume it with the options of then"
            ),
            CannotRebuild::Unknown(what) | CannotRebuild::Object(what) => f.write_str(what),
            CannotRebuild::Donors => f.write_str(
                "the store does not have the programs from which parts are spliced in; resume it with --splice",
            ),
        }
    }
}

impl std::error::Error for CannotRebuild {}

/// The index of the language of a seed.
fn of_seed(weights: &[u32], seed: u64) -> usize {
    let all: u64 = weights.iter().map(|weight| u64::from(*weight)).sum();
    let mut rest = scattered(seed) % all.max(1);
    for (n, weight) in weights.iter().enumerate() {
        match rest.checked_sub(u64::from(*weight)) {
            Some(less) => rest = less,
            None => return n,
        }
    }
    0
}

/// A hash of the seed whose bits are all equally good: the last step of `SplitMix64`.
fn scattered(seed: u64) -> u64 {
    let seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let seed = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let seed = (seed ^ (seed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    seed ^ (seed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_mixed_by_weight() {
        let of_second = (0..4000).filter(|seed| of_seed(&[3, 1], *seed) == 1);
        let of_second = of_second.count();
        assert!((900..1100).contains(&of_second), "{of_second}");
    }

    type Change<'a> = &'a dyn Fn(&mut CampaignRecord);

    #[test]
    fn records_of_other_versions_are_refused() {
        let rebuilt = |change: Change<'_>| {
            let language = named("c").unwrap();
            let mut record = CampaignRecord {
                languages: vec![CampaignLanguage {
                    language: "c".to_owned(),
                    target: "i686".to_owned(),
                    weight: 1,
                    generator: language.generator_version(),
                    config: vec![("statements".to_owned(), "80..150".to_owned())],
                    donors: None,
                }],
                old: None,
            };
            change(&mut record);
            let rebuilt = Recipe::rebuild(&record, &|name| Err(format!("no {name}")));
            rebuilt.err().map(|error| error.to_string())
        };
        assert_eq!(rebuilt(&|_| ()), None);
        let donors = |objects: &[&str]| {
            Some(Donors {
                digest: "x".to_owned(),
                objects: objects.iter().map(|it| (*it).to_owned()).collect(),
            })
        };
        let cases: [(Change<'_>, &str); 7] = [
            (
                &|it| it.old = Some("size 1".into()),
                "described it as size 1",
            ),
            (&|it| it.languages[0].language = "ada".into(), "no `ada`"),
            (&|it| it.languages[0].generator += 1, "c generator is"),
            (&|it| it.languages[0].target = "vax".into(), "not for vax"),
            (&|it| it.languages[0].config[0].0 = "age".into(), "no `age`"),
            (&|it| it.languages[0].donors = donors(&[]), "--splice"),
            (&|it| it.languages[0].donors = donors(&["ab"]), "no ab"),
        ];
        for (change, says) in cases {
            let error = rebuilt(change).unwrap();
            assert!(error.contains(says), "{says}: {error}");
        }
    }
}
