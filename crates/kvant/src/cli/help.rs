//! Help texts that list what is registered: languages with their targets and sizes, drivers with their presets.

use kvant_campaign::Machine;
use kvant_generate::config::NamedSize;
use kvant_languages::{languages, machines};
use kvant_toolchain::{Preset, drivers};

use crate::language_args::{example_mix, with_choice};

/// The file of a program.
pub(super) fn program() -> String {
    file_of(languages().iter().map(|it| *it as &dyn Machine))
}

/// The file of a program that is run.
pub(super) fn program_to_run() -> String {
    file_of(machines())
}

fn file_of(languages: impl Iterator<Item = &'static dyn Machine>) -> String {
    let languages: Vec<_> = languages.collect();
    let first = languages[0].name();
    format!(
        "The file with the program. The language is that of its first line, or else that of its extension: {}. `-` reads standard \
         input, which is in {first} if its first line names no language",
        extensions(&languages)
    )
}

/// The language of the text on standard input.
pub(super) fn language_to_run() -> String {
    let names: Vec<String> = machines().map(|it| code(it.name())).collect();
    format!("The language, {} [default: that of the file]", or(&names))
}

/// An option of languages that run any function.
pub(super) fn of_any_function(about: &str) -> String {
    let with = machines().filter(|it| it.runs_any_function());
    let with: Vec<String> = with.map(|it| it.source().name.to_owned()).collect();
    format!("{about} ({} only)", or(&with))
}

/// A finding or the file of a program.
pub(super) fn finding_or_program() -> String {
    let languages: Vec<_> = languages().iter().map(|it| *it as &dyn Machine).collect();
    let extensions = extensions(&languages);
    format!("The number of a finding, or the file of a program: {extensions}")
}

/// The extension of each language.
fn extensions(languages: &[&dyn Machine]) -> String {
    let extensions = languages.iter().map(|it| {
        let (extension, name) = (it.source().extension, it.name());
        format!("`.{extension}` ({name})")
    });
    or(&extensions.collect::<Vec<_>>())
}

/// The languages of programs.
pub(crate) fn languages_of_programs() -> String {
    let names = languages().iter().map(|it| {
        let (name, source) = (it.name(), it.source().name);
        format!("`{name}` (for compilers of {source})")
    });
    let names: Vec<String> = names.collect();
    format!(
        "The languages of the programs, {}. Several are mixed, by weight if one is given: {} [default: {}, or the language of the \
         file]",
        or(&names),
        code(&example_mix()),
        languages()[0].name()
    )
}

/// The targets of programs.
pub(crate) fn targets() -> String {
    let known = with_choice().map(|it| {
        let targets: Vec<String> = it.targets().into_iter().map(code).collect();
        format!("{} programs: {}", it.source().name, or(&targets))
    });
    let known: Vec<String> = known.collect();
    format!(
        "The target of {}. A compiler for another machine is used if its programs can be run here (qemu) [default: the first, or \
         the target of the file]",
        known.join("; ")
    )
}

/// The named sizes of programs.
pub(crate) fn sizes() -> String {
    let named = |(name, range): &NamedSize| format!("{name} {}..{}", range.start(), range.end());
    let all = languages().iter().filter_map(|it| {
        let sizes: Vec<String> = it.config().sizes().iter().map(named).collect();
        let (language, sizes) = (it.name(), sizes.join(", "));
        (!sizes.is_empty()).then(|| format!("{language}: {sizes}"))
    });
    let all: Vec<String> = all.collect();
    format!(
        "Number of statements of a program: a name, a number, or a range such as `300..400`. Named sizes of {} [default: \
         medium]",
        all.join("; of ")
    )
}

/// The presets of the drivers, once for each language that compilers take.
pub(super) fn presets() -> String {
    let mut families: Vec<_> = drivers().iter().map(|it| it.family()).collect();
    families.dedup_by_key(|family| family.source);
    families.retain(|family| family.presets != [""; 3]);
    let of = families.iter().map(|family| {
        let presets = Preset::ALL.iter().zip(family.presets);
        let presets = presets.map(|(preset, builds)| format!("{preset} ({builds})"));
        let presets: Vec<String> = presets.collect();
        format!("{}: {}.", family.source.name, presets.join(", "))
    });
    let of: Vec<String> = of.collect();
    format!(
        "The builds that each compiler makes of a program. {} Without this option, the preset of the settings file, or the \
         command's own choice",
        of.join(" ")
    )
}

/// The reducers of text.
pub(super) fn polishers() -> String {
    let with = languages().iter().filter(|it| !it.polishers().is_empty());
    let all = with.map(|it| {
        let tools: Vec<String> = it
            .polishers()
            .iter()
            .map(|tool| (*tool).to_owned())
            .collect();
        format!("{} programs: {}", it.source().name, or(&tools))
    });
    let all: Vec<String> = all.collect();
    format!(
        "At the end, also run a reducer of text if one is installed ({}). The machine checks each program that it proposes",
        all.join("; ")
    )
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

/// `a, b or c`.
fn or(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [before @ .., last] => format!("{} or {last}", before.join(", ")),
    }
}
