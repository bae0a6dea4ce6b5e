//! Functions that tests are made of.

mod run_line;
mod specimen;
mod unit;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use kvant_generate::Rng;

pub use run_line::{RunLine, is_pipeline, run_lines};
use specimen::HEAD;
pub use specimen::{LAYOUT, NotUsed, Specimen, TRIPLE, Target, specimens};
pub use unit::{Unit, calls_target, functions, kept_names, nameless};

/// Functions, in groups of those that are meant for the same passes on the same target.
#[derive(Clone, Debug)]
pub struct Corpus {
    text: Arc<str>,
    /// The groups of each folder, with its name.
    folders: Vec<(String, Vec<Group>)>,
}

/// Functions that are meant for the same passes on the same target.
#[derive(Clone, Debug)]
pub struct Group {
    /// The target.
    pub target: Target,
    /// The options of `opt`.
    pub options: Vec<String>,
    /// The texts of the functions.
    specimens: Vec<Range<usize>>,
}

impl Corpus {
    /// Reads a corpus.
    pub fn read(text: &str) -> Corpus {
        let text: Arc<str> = text.into();
        let mut starts: Vec<usize> = Vec::new();
        let mut at = 0;
        while let Some(found) = text[at..].find(HEAD) {
            let start = at + found;
            if start == 0 || text.as_bytes()[start - 1] == b'\n' {
                starts.push(start);
            }
            at = start + HEAD.len();
        }
        let ends = starts.iter().copied().skip(1).chain([text.len()]);
        let mut groups: BTreeMap<(String, Target, Vec<String>), Vec<Range<usize>>> =
            BTreeMap::new();
        for (start, end) in starts.iter().copied().zip(ends) {
            let Some(specimen) = Specimen::read(&text[start..end]) else {
                continue;
            };
            let folder = specimen.file.split('/').next().unwrap_or_default();
            let key = (folder.to_owned(), specimen.target, specimen.options);
            groups.entry(key).or_default().push(start..end);
        }
        let mut folders: Vec<(String, Vec<Group>)> = Vec::new();
        for ((folder, target, options), specimens) in groups {
            let group = Group {
                target,
                options,
                specimens,
            };
            match folders.last_mut() {
                Some((last, groups)) if *last == folder => groups.push(group),
                _ => folders.push((folder, vec![group])),
            }
        }
        Corpus { text, folders }
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A digest of its text, by which campaigns know it.
    pub fn digest(&self) -> u64 {
        // FNV-1a.
        let mix = |state: u64, byte: &u8| (state ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        self.text.as_bytes().iter().fold(0xcbf2_9ce4_8422_2325, mix)
    }

    /// The number of functions.
    pub fn len(&self) -> usize {
        let groups = self.folders.iter().flat_map(|it| &it.1);
        groups.map(|it| it.specimens.len()).sum()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.folders.is_empty()
    }

    /// The folders with the number of functions in each.
    pub fn folders(&self) -> impl Iterator<Item = (&str, usize)> {
        self.folders.iter().map(|(name, groups)| {
            let count = groups.iter().map(|it| it.specimens.len()).sum();
            (name.as_str(), count)
        })
    }

    /// Draws a group: each folder is as likely as others, and large groups of a folder more likely than small ones.
    pub(crate) fn group(&self, rng: &mut Rng) -> Option<&Group> {
        let (_, groups) = rng.pick(&self.folders)?;
        // The square root, so that small groups get their share.
        let weight = |it: &Group| it.specimens.len().isqrt() as u32;
        let weighted: Vec<(u32, &Group)> = groups.iter().map(|it| (weight(it), it)).collect();
        Some(rng.weighted(&weighted))
    }

    /// Draws a function of a group.
    pub(crate) fn specimen(&self, group: &Group, rng: &mut Rng) -> Option<Specimen> {
        let range = rng.pick(&group.specimens)?.clone();
        Specimen::read(&self.text[range])
    }
}
