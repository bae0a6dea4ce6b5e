//! Attributes in an older version's words.

use super::degrade::{Degrader, Said};
use super::table::{Construct, Lack, reason};
use crate::names::Names;
use crate::syntax::{Attribute, Attributes, Type, is_known};

/// A group of attributes, and everything that was left out of it. It is an error to use one that cannot be said.
pub(super) struct Group {
    pub(super) attributes: Attributes,
    dropped: Vec<(String, bool)>,
    said: Said,
}

impl Degrader {
    pub(super) fn group(&mut self, attributes: &Attributes) -> Group {
        let mut group = Group {
            attributes: attributes.clone(),
            dropped: Vec::new(),
            said: Ok(()),
        };
        group.said = self.rewrite(None, &mut group.attributes, &mut group.dropped);
        group
    }

    /// Attributes of something of this type.
    pub(super) fn attributes(&mut self, ty: Type, attributes: &mut Attributes) -> Said {
        if attributes.is_empty() {
            return Ok(());
        }
        let mut dropped = Vec::new();
        let mut said = self.rewrite(Some(ty), attributes, &mut dropped);
        let mut has_empty = false;
        let group_of = |attribute: &Attribute| match attribute {
            Attribute::Group(number) => self.groups.get(number),
            _ => None,
        };
        for group in attributes.iter().filter_map(group_of) {
            dropped.extend(group.dropped.iter().cloned());
            said = said.and(group.said.clone());
            has_empty |= group.attributes.is_empty();
        }
        if has_empty {
            // No version reads a group without attributes.
            let is_empty = |it: &Attribute| group_of(it).is_some_and(|it| it.attributes.is_empty());
            let others = attributes.iter().filter(|it| !is_empty(it));
            *attributes = others.copied().collect();
        }
        for (what, has_meaning) in dropped {
            self.drop(what, has_meaning);
        }
        said
    }

    fn rewrite(
        &mut self,
        ty: Option<Type>,
        attributes: &mut Attributes,
        dropped: &mut Vec<(String, bool)>,
    ) -> Said {
        let mut kept = Vec::with_capacity(attributes.len());
        for attribute in &*attributes {
            let (name, text) = match attribute {
                Attribute::Word(name) | Attribute::Int(name, _) | Attribute::Type(name, _) => {
                    (*name, None)
                }
                Attribute::Text(name, text) => (*name, Some(*text)),
                Attribute::String(name, _) => (*name, None),
                Attribute::Group(_) => {
                    kept.push(*attribute);
                    continue;
                }
            };
            let names = &self.module.names;
            let (word, text) = (names.get(name), text.map_or("", |text| names.get(text)));
            if !is_known(word) && !matches!(attribute, Attribute::String(..)) {
                return Err(format!("unknown attribute {word}"));
            }
            let is_struct = ty.is_some_and(|ty| self.is_struct(ty));
            let special = match word {
                "memory" if text.contains("target_mem:") => "memory(target_mem)",
                "memory" if text.contains("target_mem") => "memory(target_mem0)",
                "memory" if text.contains("errnomem") => "memory(errnomem)",
                "nofpclass" if is_struct => "nofpclass of a struct",
                "dead_on_return" if !text.is_empty() => "dead_on_return(n)",
                _ => "",
            };
            let whole = Construct::Attribute(word);
            let special = Construct::Other(special);
            let lack = match self.missing.lack(whole) {
                Some(lack) => Some((whole, lack)),
                None => self.missing.lack(special).map(|lack| (special, lack)),
            };
            let Some((what, lack)) = lack else {
                kept.push(*attribute);
                continue;
            };
            let what = reason(what);
            let (word, text) = (word.to_owned(), text.to_owned());
            let is_exact = match (lack, word.as_str()) {
                (Lack::Rewrite, "captures") => {
                    let is_none = text == "none";
                    if is_none {
                        kept.push(Attribute::Word(self.module.names.intern("nocapture")));
                    }
                    is_none
                }
                (Lack::Rewrite, "memory") => {
                    let effects = Effects::parse(&text).ok_or(format!("memory({text})"))?;
                    let (effects, is_exact) = effects.folded(self.missing.version.number());
                    match self.missing.version.number() < 16 {
                        true => effects.words(&mut self.module.names, &mut kept) && is_exact,
                        false => {
                            let text = self
                                .module
                                .names
                                .intern(&effects.text(self.missing.version.number()));
                            kept.push(Attribute::Text(name, text));
                            is_exact
                        }
                    }
                }
                (Lack::Rewrite, "denormal_fpenv") => {
                    denormal(&text, &mut self.module.names, &mut kept)?;
                    true
                }
                (Lack::Ignore, _) => {
                    dropped.push((what, false));
                    continue;
                }
                _ => false,
            };
            if !is_exact {
                dropped.push((what, true));
            }
        }
        *attributes = kept.into();
        Ok(())
    }
}

/// Kinds of memory: those of arguments, inaccessible, errno, two of targets, and the rest.
const LOCATIONS: [&str; 6] = [
    "argmem",
    "inaccessiblemem",
    "errnomem",
    "target_mem0",
    "target_mem1",
    "",
];

/// The accesses by kinds of access: bit 0 for reads, bit 1 for writes.
const ACCESSES: [&str; 4] = ["none", "read", "write", "readwrite"];

/// The effects that `memory(…)` allows, for each of [`LOCATIONS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Effects([usize; 6]);

impl Effects {
    fn parse(text: &str) -> Option<Effects> {
        let mut effects = Effects([0; 6]);
        for part in text.split(',') {
            let (location, access) = match part.split_once(':') {
                Some((location, access)) => (location.trim(), access.trim()),
                None => ("", part.trim()),
            };
            let access = ACCESSES.iter().position(|it| *it == access)?;
            match location {
                "" => effects.0 = [access; 6],
                "target_mem" => effects.0[3..5].fill(access),
                _ => {
                    let at = LOCATIONS.iter().position(|it| *it == location)?;
                    effects.0[at] = access;
                }
            }
        }
        Some(effects)
    }

    /// Effects that allow at least as much, and do not tell kinds of memory apart that a version does not know. True if they allow
    /// no more.
    fn folded(self, version: u8) -> (Effects, bool) {
        let mut all = self.0;
        if version < 22 {
            // The memory of targets was inaccessible memory before.
            let inaccessible = all[1] | all[3] | all[4];
            (all[1], all[3], all[4]) = (inaccessible, inaccessible, inaccessible);
        }
        if version < 21 {
            let other = all[2] | all[5];
            (all[2], all[5]) = (other, other);
        }
        // A version that does not know the memory of targets allows that wherever inaccessible memory is.
        let is_exact = all[..3] == self.0[..3] && all[5] == self.0[5];
        (Effects(all), is_exact)
    }

    fn text(self, version: u8) -> String {
        let other = self.0[5];
        let mut parts = Vec::new();
        for at in 0..5 {
            let is_known = version >= [0, 0, 21, 22, 22][at];
            if self.0[at] != other && is_known {
                parts.push(format!("{}: {}", LOCATIONS[at], ACCESSES[self.0[at]]));
            }
        }
        if other != 0 || parts.is_empty() {
            parts.insert(0, ACCESSES[other].to_owned());
        }
        parts.join(", ")
    }

    /// Appends the words of LLVM 15. Returns true if they allow no more.
    fn words(self, names: &mut Names, kept: &mut Vec<Attribute>) -> bool {
        let [arguments, inaccessible, .., other] = self.0;
        let access = arguments | inaccessible | other;
        let place = match (arguments != 0, inaccessible != 0, other != 0) {
            (_, _, true) | (false, false, false) => None,
            (true, false, false) => Some("argmemonly"),
            (false, true, false) => Some("inaccessiblememonly"),
            (true, true, false) => Some("inaccessiblemem_or_argmemonly"),
        };
        let access_word = [Some("readnone"), Some("readonly"), Some("writeonly"), None][access];
        for word in [place, access_word].into_iter().flatten() {
            kept.push(Attribute::Word(names.intern(word)));
        }
        let allowed = match place {
            None => [access; 3],
            Some("argmemonly") => [access, 0, 0],
            Some("inaccessiblememonly") => [0, access, 0],
            Some(_) => [access, access, 0],
        };
        allowed == [arguments, inaccessible, other]
    }
}

/// Appends the string attributes that `denormal_fpenv(…)` was before LLVM 23.
fn denormal(text: &str, names: &mut Names, kept: &mut Vec<Attribute>) -> Said {
    for part in text.split(',') {
        let (key, modes) = match part.trim().strip_prefix("float:") {
            Some(modes) => ("denormal-fp-math-f32", modes),
            None => ("denormal-fp-math", part),
        };
        let mode = |word: &str| match word.trim() {
            "ieee" => Ok("ieee"),
            "preservesign" => Ok("preserve-sign"),
            "positivezero" => Ok("positive-zero"),
            "dynamic" => Ok("dynamic"),
            _ => Err(format!("denormal_fpenv({text})")),
        };
        let (output, input) = modes.split_once('|').unwrap_or((modes, modes));
        let value = format!("{},{}", mode(output)?, mode(input)?);
        kept.push(Attribute::String(
            names.intern(key),
            Some(names.intern(&value)),
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_are_said_in_older_words() {
        let check = |text: &str, version: u8, expected: &str, is_exact: bool| {
            let effects = Effects::parse(text).unwrap();
            let (effects, mut exact) = effects.folded(version);
            let said = match version {
                15 => {
                    let (mut names, mut words) = (Names::default(), Vec::new());
                    exact &= effects.words(&mut names, &mut words);
                    let word = |it: &Attribute| match it {
                        Attribute::Word(name) => names.get(*name).to_owned(),
                        _ => unreachable!("{it:?}"),
                    };
                    words.iter().map(word).collect::<Vec<_>>().join(" ")
                }
                _ => effects.text(version),
            };
            assert_eq!((said.as_str(), exact), (expected, is_exact), "{text}");
        };
        check("none", 15, "readnone", true);
        check("read", 15, "readonly", true);
        check("write", 15, "writeonly", true);
        check("readwrite", 15, "", true);
        check("argmem: readwrite", 15, "argmemonly", true);
        check("argmem: read", 15, "argmemonly readonly", true);
        check(
            "inaccessiblemem: write",
            15,
            "inaccessiblememonly writeonly",
            true,
        );
        check(
            "argmem: read, inaccessiblemem: read",
            15,
            "inaccessiblemem_or_argmemonly readonly",
            true,
        );
        check(
            "argmem: read, inaccessiblemem: write",
            15,
            "inaccessiblemem_or_argmemonly",
            false,
        );
        check("read, argmem: none", 15, "readonly", false);
        check("read, argmem: readwrite", 15, "", false);
        check("errnomem: write", 15, "writeonly", false);
        check("argmem: read", 19, "argmem: read", true);
        check(
            "errnomem: write",
            19,
            "write, argmem: none, inaccessiblemem: none",
            false,
        );
        check("readwrite, errnomem: none", 19, "readwrite", false);
        check("errnomem: write", 21, "errnomem: write", true);
        check(
            "none, target_mem: read",
            22,
            "target_mem0: read, target_mem1: read",
            true,
        );
        check(
            "inaccessiblemem: read, target_mem0: read",
            22,
            "inaccessiblemem: read, target_mem0: read",
            true,
        );
        check("target_mem0: read", 21, "inaccessiblemem: read", false);
        check("none, target_mem: read", 21, "inaccessiblemem: read", false);
        check(
            "inaccessiblemem: read, target_mem0: read, target_mem1: read",
            21,
            "inaccessiblemem: read",
            true,
        );
        assert_eq!(Effects::parse("nothing"), None);
    }

    #[test]
    fn denormal_modes_are_said_as_strings() {
        let check = |text: &str, expected: &[(&str, &str)]| {
            let (mut names, mut kept) = (Names::default(), Vec::new());
            denormal(text, &mut names, &mut kept).unwrap();
            let said = kept.iter().map(|it| match it {
                Attribute::String(key, Some(value)) => (names.get(*key), names.get(*value)),
                _ => unreachable!("{it:?}"),
            });
            assert_eq!(said.collect::<Vec<_>>(), expected);
        };
        check(
            "preservesign",
            &[("denormal-fp-math", "preserve-sign,preserve-sign")],
        );
        check(
            "float: positivezero|ieee",
            &[("denormal-fp-math-f32", "positive-zero,ieee")],
        );
        check(
            "dynamic, float: ieee|dynamic",
            &[
                ("denormal-fp-math", "dynamic,dynamic"),
                ("denormal-fp-math-f32", "ieee,dynamic"),
            ],
        );
    }
}
