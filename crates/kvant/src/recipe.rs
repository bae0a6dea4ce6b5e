//! The generators of a command: the program of each seed.

use kvant_campaign::{Generator, Grown, Language};
use kvant_generate::config::{STATEMENTS, Value};
use kvant_languages::Part;
use kvant_toolchain::architecture;

use crate::command::Sort;
use crate::generator_args::GeneratorArgs;
use crate::language_args::{LanguageArgs, Mix};
use crate::report::{Failure, remark};

/// Everything that determines the program of a seed, from the command line.
pub(crate) struct Recipe {
    mix: Mix,
    programs: kvant_languages::Recipe,
}

impl Recipe {
    /// The recipe that the command line describes.
    pub(crate) fn new(
        language: &LanguageArgs,
        arguments: &GeneratorArgs,
    ) -> Result<Recipe, Failure> {
        let mix = language.mix();
        let wanted = language.target()?;
        let part = |(language, weight): (&'static dyn Language, u32)| {
            let target = wanted.and_then(|target| language.target(target));
            let target = target.or(language.targets().first().copied());
            let target = target.unwrap_or_default();
            let mut config = language.config();
            arguments.configure(&mut *config)?;
            let splice = arguments.splice.as_deref().into();
            Ok(Part {
                language,
                weight,
                generator: language.generator(config, splice, target, &mut remark)?,
            })
        };
        let parts = mix.weighed().map(part).collect::<Result<_, Failure>>()?;
        let programs = kvant_languages::Recipe::new(parts);
        Ok(Recipe { mix, programs })
    }

    /// The programs of seeds.
    pub(crate) fn programs(&self) -> &kvant_languages::Recipe {
        &self.programs
    }

    /// The program of a seed.
    pub(crate) fn made(&self, seed: u64) -> Result<Grown, Failure> {
        Ok(self.programs.grow(seed)?)
    }

    /// The generator, if there is one language only.
    pub(crate) fn only(&self) -> Option<&dyn Generator> {
        match self.programs.parts() {
            [only] => Some(&*only.generator),
            _ => None,
        }
    }

    /// The languages.
    pub(crate) fn mix(&self) -> &Mix {
        &self.mix
    }

    /// The sorts of programs, for each of which there must be compilers.
    pub(crate) fn sorts(&self) -> Vec<Sort> {
        let parts = self.programs.parts().iter();
        parts
            .map(|part| Sort {
                language: part.language.source(),
                target: architecture(part.generator.target()).to_owned(),
            })
            .collect()
    }

    /// The number of statements of programs, if that is the same in all languages.
    pub(crate) fn size(&self) -> Option<Value> {
        let mut sizes = self.sizes();
        let first = sizes.next()?;
        sizes.all(|size| size == first).then_some(first)
    }

    fn sizes(&self) -> impl Iterator<Item = Value> {
        let parts = self.programs.parts().iter();
        let settings = parts.flat_map(|it| it.generator.config().settings());
        let sizes = settings.filter(|it| it.name == STATEMENTS);
        sizes.map(|it| it.value)
    }

    /// The settings that differ from the default, beside the size.
    pub(crate) fn differences(&self) -> Vec<String> {
        let mut said = Vec::new();
        for part in self.programs.parts() {
            said.extend(part.generator.config().differences());
            let target = part.generator.target();
            if part.language.targets().first() != Some(&target) {
                said.push(format!("for {target}"));
            }
        }
        said
    }

    /// The description by which stores of schema 4 and older identified a campaign with these programs.
    pub(crate) fn old_description(&self) -> String {
        let sizes = self.sizes().map(|size| format!("size {size}"));
        let said: Vec<String> = sizes.chain(self.differences()).collect();
        let (mix, generator) = (&self.mix, self.mix.generator());
        format!("{mix} generator {generator}, {}", said.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::cli::{Cli, Command};

    fn recipe(options: &str) -> Recipe {
        let words = ["kvant", "fuzz"].into_iter().chain(options.split(' '));
        let Command::Fuzz(fuzz) = Cli::try_parse_from(words).unwrap().command else {
            panic!("{options}");
        };
        Recipe::new(&fuzz.language, &fuzz.generator).ok().unwrap()
    }

    /// The texts never change: they are in stores.
    #[test]
    fn old_campaigns_are_found_by_their_description() {
        let (mir, c) = (kvant_mir_gen::VERSION, kvant_c_gen::VERSION);
        for (options, says) in [
            (
                "--lang c --size 100..400",
                format!("c generator {c}, size 100..400"),
            ),
            (
                "--lang c --for i686 --size 80..150 --feature +heap,-floats",
                format!("c generator {c}, size 80..150, features -floats,+heap, for i686"),
            ),
            (
                "--lang mir:3,c --size 300",
                format!(
                    "mir:3,c:1 generator {}, size 300..300, size 300..300",
                    mir + c
                ),
            ),
        ] {
            assert_eq!(recipe(options).old_description(), says);
        }
    }
}
