//! The generators of a command: the program of each seed.

use kvant_campaign::{Generator, Grown, Language};
use kvant_generate::config::{STATEMENTS, Value};
use kvant_toolchain::architecture;

use crate::command::Sort;
use crate::generator_args::GeneratorArgs;
use crate::language_args::{LanguageArgs, Mix};
use crate::report::{Failure, remark};

/// Everything that determines the program of a seed: the languages, and a generator for each of them.
pub(crate) struct Recipe {
    mix: Mix,
    /// In the order of the mix.
    generators: Vec<Box<dyn Generator>>,
}

impl Recipe {
    /// The recipe that the command line describes.
    pub(crate) fn new(
        language: &LanguageArgs,
        arguments: &GeneratorArgs,
    ) -> Result<Recipe, Failure> {
        let mix = language.mix();
        let wanted = language.target()?;
        let generator = |language: &'static dyn Language| {
            let target = wanted.and_then(|target| language.target(target));
            let target = target.or(language.targets().first().copied());
            let target = target.unwrap_or_default();
            let mut config = language.config();
            arguments.configure(&mut *config)?;
            Ok(language.generator(config, arguments.splice.as_deref(), target, &mut remark)?)
        };
        let generators = mix.languages().map(generator);
        let generators = generators.collect::<Result<_, Failure>>()?;
        Ok(Recipe { mix, generators })
    }

    /// The program of a seed.
    pub(crate) fn made(&self, seed: u64) -> Result<Grown, Failure> {
        Ok(self.generators[self.mix.of(seed)].grow(seed)?)
    }

    /// The generator, if there is one language only.
    pub(crate) fn only(&self) -> Option<&dyn Generator> {
        match &self.generators[..] {
            [only] => Some(&**only),
            _ => None,
        }
    }

    /// The languages.
    pub(crate) fn mix(&self) -> &Mix {
        &self.mix
    }

    /// The sorts of programs, for each of which there must be compilers.
    pub(crate) fn sorts(&self) -> Vec<Sort> {
        let all = self.mix.languages().zip(&self.generators);
        all.map(|(language, generator)| Sort {
            language: language.source(),
            target: architecture(generator.target()).to_owned(),
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
        let settings = self.generators.iter().flat_map(|it| it.config().settings());
        let sizes = settings.filter(|it| it.name == STATEMENTS);
        sizes.map(|it| it.value)
    }

    /// The settings that differ from the default, beside the size.
    pub(crate) fn differences(&self) -> Vec<String> {
        let mut said = Vec::new();
        for (language, generator) in self.mix.languages().zip(&self.generators) {
            said.extend(generator.config().differences());
            let target = generator.target();
            if language.targets().first() != Some(&target) {
                said.push(format!("for {target}"));
            }
        }
        said
    }

    /// The settings that distinguish it from others.
    pub(crate) fn said(&self) -> Vec<String> {
        let sizes = self.sizes().map(|size| format!("size {size}"));
        sizes.chain(self.differences()).collect()
    }
}
