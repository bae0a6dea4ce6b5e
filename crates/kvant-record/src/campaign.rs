//! The identity of campaigns.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Schema;

/// Everything that determines the program of each seed of a campaign. Languages and their generators are rebuilt from it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignRecord {
    /// The languages of the programs. Their order and weights decide which of them a seed is in.
    pub languages: Vec<CampaignLanguage>,
    /// The description of a campaign that began before stores had such records, and was not resumed since. Nothing else is known
    /// of it: it has no languages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old: Option<String>,
}

impl Schema for CampaignRecord {}

/// A language of a campaign, with the generator of its programs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignLanguage {
    /// The name of the language: `mir`, `c`.
    pub language: String,
    /// The target of the programs.
    pub target: String,
    /// The share of the language's programs is proportional to it.
    pub weight: u32,
    /// Version of the generator.
    pub generator: u32,
    /// Settings that differ from the default, by name. The number of statements is always among them.
    pub config: Vec<(String, String)>,
    /// Programs from which parts are spliced in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub donors: Option<Donors>,
}

/// Programs from which parts are spliced into others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Donors {
    /// A digest of the programs.
    pub digest: String,
    /// The objects of the store with their texts, in order. Texts of more than 64 MB in all are not kept: then there are none,
    /// and the programs of seeds cannot be generated from the store alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objects: Vec<String>,
}

impl CampaignRecord {
    /// The canonical form: campaigns are the same if their keys are equal. Settings are sorted. Those with the default value are
    /// absent, so that a new setting does not change the keys of old campaigns. Fields that are added to these types must
    /// be skipped in JSON if they have the default value, for the same reason.
    pub fn key(&self) -> String {
        let mut key = self.clone();
        if let [only] = &mut key.languages[..] {
            only.weight = 1;
        }
        for language in &mut key.languages {
            language.config.sort();
            if let Some(donors) = &mut language.donors {
                donors.objects.clear();
            }
        }
        serde_json::to_string(&key).unwrap_or_default()
    }
}

impl fmt::Display for CampaignRecord {
    /// For people: `mir:3 generator 7, statements 80..150, for x86_64, and c:1 generator 3, statements 100..400, for i686`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.old.as_deref().unwrap_or_default())?;
        let is_mix = self.languages.len() > 1;
        for (n, language) in self.languages.iter().enumerate() {
            let and = if n == 0 { "" } else { ", and " };
            write!(f, "{and}{}", language.language)?;
            if is_mix {
                write!(f, ":{}", language.weight)?;
            }
            write!(f, " generator {}", language.generator)?;
            for (name, value) in &language.config {
                write!(f, ", {name} {value}")?;
            }
            if let Some(donors) = &language.donors {
                write!(f, ", splices {}", donors.digest)?;
            }
            write!(f, ", for {}", language.target)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Record;

    fn language(name: &str, config: &[(&str, &str)]) -> CampaignLanguage {
        let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        CampaignLanguage {
            language: name.to_owned(),
            target: "x86_64".to_owned(),
            weight: 3,
            generator: 7,
            config: config.iter().map(own).collect(),
            donors: None,
        }
    }

    fn campaign(languages: &[CampaignLanguage]) -> CampaignRecord {
        CampaignRecord {
            languages: languages.to_vec(),
            old: None,
        }
    }

    /// The exact text of keys must not change, because stores contain their digests.
    #[test]
    fn keys_are_canonical() {
        let c = language("c", &[("statements", "1..2"), ("features.loops", "true")]);
        let record = campaign(std::slice::from_ref(&c));
        let key = r#"{"languages":[{"language":"c","target":"x86_64","weight":1,"generator":7,"config":[["features.loops","true"],["statements","1..2"]]}]}"#;
        assert_eq!(record.key(), key);
        let mut other = c.clone();
        other.config.reverse();
        other.weight = 1;
        assert_eq!(campaign(&[other.clone()]).key(), key);

        // The texts of donors may be kept or not. Their digest counts.
        let with = |digest: &str, objects: &[&str]| {
            let mut with = c.clone();
            with.donors = Some(Donors {
                digest: digest.to_owned(),
                objects: objects.iter().map(|it| (*it).to_owned()).collect(),
            });
            campaign(&[with]).key()
        };
        assert_eq!(with("1", &[]), with("1", &["ab"]));
        let keys = [
            key.to_owned(),
            with("1", &[]),
            with("2", &[]),
            campaign(&[c.clone(), language("mir", &[])]).key(),
            campaign(&[language("mir", &[]), c.clone()]).key(),
            campaign(&[other, language("mir", &[])]).key(),
        ];
        for (n, key) in keys.iter().enumerate() {
            assert!(!keys[..n].contains(key), "{key}");
        }
    }

    #[test]
    fn a_campaign_survives_json_and_is_rendered() {
        let mut mir = language("mir", &[("statements", "1..2")]);
        mir.donors = Some(Donors {
            digest: "from 2 (00ff)".to_owned(),
            objects: vec!["ab".to_owned()],
        });
        let both = campaign(&[mir, language("c", &[("weights.calls", "3")])]);
        let says = "mir:3 generator 7, statements 1..2, splices from 2 (00ff), for x86_64, \
                    and c:3 generator 7, weights.calls 3, for x86_64";
        assert_eq!(both.to_string(), says);
        let old = CampaignRecord {
            old: Some("c generator 3, size 1..2".to_owned()),
            ..CampaignRecord::default()
        };
        assert_eq!(old.to_string(), "c generator 3, size 1..2");
        for record in [both, old] {
            let json = serde_json::to_string(&Record::new(&record)).unwrap();
            let read: Record<CampaignRecord> = serde_json::from_str(&json).unwrap();
            assert_eq!(read.value, record);
        }
    }
}
