//! The choice of compilers and backends for programs.

use std::path::Path;
use std::sync::Arc;

use kvant_campaign::{Subject, Support};
use kvant_languages::languages;
use kvant_toolchain::{
    Backend, Matrix as KnownMatrix, Preset, Source, Surroundings, Toolchain, Toolchains,
    architecture, drivers, host, sources,
};

use crate::cli::{Compilers, Matrix};
use crate::report::{DIM, Failure, note};
use crate::settings::{Extra, Settings};

/// The places in which compilers are looked for.
pub(super) fn found_in(settings: &Settings) -> Surroundings {
    Surroundings {
        named: settings.toolchains.clone(),
        ..Surroundings::from_env()
    }
}

/// The properties of programs that decide which compilers can compile them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sort {
    pub(crate) language: Source,
    pub(crate) target: String,
}

impl Sort {
    /// Programs in this language for this machine.
    pub(crate) fn here(language: Source) -> Sort {
        Sort {
            language,
            target: host().to_owned(),
        }
    }

    /// Programs like this one.
    pub(super) fn of(subject: &dyn Subject) -> Sort {
        Sort {
            language: subject.language(),
            target: architecture(subject.target()).to_owned(),
        }
    }

    pub(super) fn suits(&self, toolchain: &Toolchain) -> bool {
        toolchain.source() == self.language && toolchain.architecture() == self.target
    }

    /// The error if there is no compiler.
    fn no_compiler(&self) -> String {
        format!(
            "no usable compiler of {} for {} found: put {} on PATH, or name one with --toolchain",
            self.language.name,
            self.target,
            commands(self.language)
        )
    }
}

/// The usual commands of compilers of a language: `gcc or clang`.
pub(super) fn commands(language: Source) -> String {
    let families = drivers().iter().map(|driver| driver.family());
    let families = families.filter(|family| family.source == language);
    let names: Vec<&str> = families.map(|family| family.name).collect();
    names.join(" or ")
}

/// The compilers of a language that were asked for, or all that are found.
pub(crate) fn toolchains(
    language: Source,
    wanted: &Compilers,
    settings: Option<&Path>,
) -> Result<Vec<Arc<Toolchain>>, Failure> {
    let all = Toolchains::discover_in(&found_in(&Settings::read(settings)?));
    Ok(chosen(&all, wanted, &[], &[Sort::here(language)])?.asked)
}

/// Toolchains with distinct names.
pub(super) struct Chosen {
    /// The toolchains that were named, or all that can be used.
    pub(super) asked: Vec<Arc<Toolchain>>,
    /// One for each additional backend of the settings.
    extra: Vec<Arc<Toolchain>>,
}

/// Chooses the toolchains for programs of these sorts, and prints notes about those that are left out.
pub(super) fn chosen(
    all: &Toolchains,
    wanted: &Compilers,
    extra: &[Extra],
    sorts: &[Sort],
) -> Result<Chosen, Failure> {
    for language in sources() {
        if sorts.iter().any(|sort| sort.language == language) {
            for skipped in all.skipped_of(language) {
                note(format_args!("{DIM}note: {skipped}{DIM:#}"));
            }
        }
    }
    let names = wanted.toolchains.iter();
    let names = names.chain(extra.iter().map(|extra| &extra.toolchain));
    let mut selection = all.select_all(names.map(String::as_str))?;
    for text in &selection.notes {
        note(format_args!("{DIM}note: {text}{DIM:#}"));
    }
    let extra = selection.toolchains.split_off(wanted.toolchains.len());
    let mut asked: Vec<Arc<Toolchain>> = Vec::new();
    for toolchain in selection.toolchains {
        if !sorts.iter().any(|sort| sort.suits(&toolchain)) {
            let sorts = sorts.iter().map(|sort| sort.language.name);
            return Err(format!(
                "{toolchain} is for programs in {} for {}, and these are in {}",
                toolchain.source().name,
                toolchain.architecture(),
                sorts.collect::<Vec<_>>().join(" and ")
            )
            .into());
        }
        if let Some(why) = not_used(&toolchain) {
            return Err(format!("{toolchain} cannot be used: {why}").into());
        }
        if !asked.contains(&toolchain) {
            asked.push(toolchain);
        }
    }
    if wanted.toolchains.is_empty() {
        asked = usable(all, sorts, &mut |text| {
            note(format_args!("{DIM}note: {text}{DIM:#}"));
        });
    }
    for sort in sorts {
        if !asked.iter().any(|toolchain| sort.suits(toolchain)) {
            return Err(sort.no_compiler().into());
        }
    }
    Ok(Chosen { asked, extra })
}

/// All compilers that are used for programs of these sorts if none is named.
pub(super) fn usable(
    all: &Toolchains,
    sorts: &[Sort],
    tell: &mut dyn FnMut(String),
) -> Vec<Arc<Toolchain>> {
    let mut usable = Vec::new();
    for sort in sorts {
        let suited = all.of(sort.language).iter();
        for toolchain in suited.filter(|toolchain| sort.suits(toolchain)) {
            match not_used(toolchain) {
                None => {
                    if let Some(warning) = too_new(toolchain) {
                        tell(warning);
                    }
                    usable.push(toolchain.clone());
                }
                Some(why) => tell(format!("{toolchain} is left out: {why}")),
            }
        }
    }
    usable
}

fn support(toolchain: &Toolchain) -> Support {
    let source = toolchain.source();
    let mut languages = languages().iter();
    match languages.find(|language| language.source() == source) {
        Some(language) => language.support(&toolchain.dialect()),
        None => Support::None(format!("programs in {} are not generated yet", source.name)),
    }
}

/// The reason why a compiler cannot be used.
pub(super) fn not_used(toolchain: &Toolchain) -> Option<String> {
    match support(toolchain) {
        Support::None(why) => Some(why),
        Support::Full | Support::Newer(_) => None,
    }
}

/// A warning about a compiler that is newer than what is known.
pub(super) fn too_new(toolchain: &Toolchain) -> Option<String> {
    let Support::Newer(newest) = support(toolchain) else {
        return None;
    };
    Some(format!(
        "{toolchain} is newer than {newest}, the newest that kvant knows: if it rejects programs, kvant may be at fault"
    ))
}

/// The backends of a command that tests programs.
pub(super) struct Asked {
    pub(super) toolchains: Vec<Arc<Toolchain>>,
    /// The preset and its backends, if there is one.
    pub(super) preset: Option<(Preset, Vec<Backend>)>,
    /// Additional backends of the settings.
    extra: Vec<Backend>,
    /// Builds with sanitizers.
    sanitizers: Vec<Backend>,
}

impl Asked {
    /// The backends for programs of these sorts.
    pub(super) fn new(
        wanted: &Matrix,
        settings: Option<&Path>,
        sorts: &[Sort],
    ) -> Result<Asked, Failure> {
        let settings = Settings::read(settings)?;
        let all = Toolchains::discover_in(&found_in(&settings));
        let Chosen { asked, extra } = chosen(&all, &wanted.compilers, &settings.extra, sorts)?;
        let toolchains = asked;
        let mut more = Vec::new();
        for (toolchain, extra) in extra.into_iter().zip(&settings.extra) {
            let request = toolchain.driver.request(&extra.flags)?;
            more.push((toolchain, request));
        }
        let noted = |matrix: KnownMatrix| {
            for text in &matrix.notes {
                note(format_args!("{DIM}note: {text}{DIM:#}"));
            }
            matrix.backends
        };
        let preset = match wanted.backends.or(settings.preset) {
            None => None,
            Some(preset) => Some((preset, noted(all.matrix(Some(preset), &toolchains, &[])?))),
        };
        let mut extra = noted(all.matrix(None, &toolchains, &more)?);
        if let Some((_, backends)) = &preset {
            extra.retain(|backend| !backends.contains(backend));
        }
        let mut sanitizers = Vec::new();
        for toolchain in &toolchains {
            sanitizers.extend(all.sanitizers(toolchain)?);
        }
        Ok(Asked {
            toolchains,
            preset,
            extra,
            sanitizers,
        })
    }

    /// All backends that test a program: those of the preset or else `usual`, and the additional ones of the settings.
    pub(super) fn backends(
        &self,
        usual: impl FnOnce(&[Arc<Toolchain>]) -> Vec<Backend>,
    ) -> Vec<Backend> {
        let mut backends = match &self.preset {
            Some((_, backends)) => backends.clone(),
            None => usual(&self.toolchains),
        };
        let extra = self.extra.iter().cloned();
        backends.extend(extra);
        backends
    }

    /// Backends that do not optimise: second references on the machine.
    pub(super) fn references(&self) -> Vec<Backend> {
        let mut all = kvant_campaign::references(&self.toolchains);
        all.extend(self.sanitizers.iter().cloned());
        all
    }

    /// Backends that also test a program after a disagreement.
    pub(super) fn all_references(&self) -> Vec<Backend> {
        let mut all = kvant_campaign::all_references(&self.toolchains);
        all.extend(self.sanitizers.iter().cloned());
        all
    }

    /// A summary in words. `usual` names the choice of the command if there is no preset.
    pub(super) fn about(&self, usual: &str) -> String {
        let how = match &self.preset {
            Some((preset, _)) => preset.name(),
            None => usual,
        };
        let names: Vec<String> = self.toolchains.iter().map(ToString::to_string).collect();
        let more = match self.extra.len() {
            0 => String::new(),
            count => format!(" and {count} more of the settings"),
        };
        format!("{how}{more} on {}", names.join(" and "))
    }
}

/// The builds that are tested by default.
pub(super) fn optimising(toolchains: &[Arc<Toolchain>]) -> Vec<Backend> {
    toolchains.iter().flat_map(Toolchain::usual).collect()
}
