//! The compilers that generated texts are for, and the command in the head of a text that compiles it.

use std::path::{Path, PathBuf};

use kvant_campaign::{Form, Subject, Versions};
use kvant_record::{BUILD, Dialect};
use kvant_toolchain::{
    ByHand, CommandLine, Gives, Source, Surroundings, Toolchain, Toolchains, drivers,
};

use super::{Sort, found_in, usable};
use crate::cli::VersionArgs;
use crate::recipe::Recipe;
use crate::report::{Failure, note};
use crate::settings::Settings;

/// The compilers that texts are for. There is one for each language whose texts depend on the version of the compiler.
pub(super) struct TextCompilers(Vec<TextCompiler>);

/// A compiler that texts of a language are for.
struct TextCompiler {
    /// The language that it takes.
    source: Source,
    dialect: Dialect,
    /// Variables to start it with.
    env: Vec<(String, String)>,
    /// The executable, if that is not the usual command of the family.
    path: Option<PathBuf>,
}

impl TextCompilers {
    /// A compiler of the version that was given, wherever it is; otherwise the first one that a campaign would use.
    pub(super) fn new(
        recipe: &Recipe,
        given: &VersionArgs,
        settings: Option<&Path>,
    ) -> Result<TextCompilers, Failure> {
        let mut compilers = Vec::new();
        for language in recipe.mix().languages() {
            let Some(versions) = language.versions() else {
                continue;
            };
            let source = language.source();
            compilers.push(match given.of(versions.family) {
                Some(dialect) => TextCompiler::anywhere(source, dialect.clone()),
                None => TextCompiler::found(source, &versions, settings)?,
            });
        }
        Ok(TextCompilers(compilers))
    }

    /// The version of a family that texts are for, such as `1.85`.
    pub(super) fn version(&self, family: &str) -> Option<String> {
        let dialects = self.0.iter().map(|compiler| &compiler.dialect);
        let dialect = dialects.into_iter().find(|it| it.family == family)?;
        Some(format!("{}.{}", dialect.major, dialect.minor))
    }

    /// The text of a program, with the command that compiles it from a file of this name in its second line.
    pub(super) fn text(&self, subject: &dyn Subject, form: Form, file: &str) -> String {
        let mut compilers = self.0.iter();
        let compiler = compilers.find(|it| it.source == subject.language());
        let text = subject.text(form, compiler.map(|it| &it.dialect));
        match (
            text.split_once('\n'),
            by_hand(compiler, subject, form, file),
        ) {
            (Some((head, rest)), Some(command)) => {
                format!("{head}\n// compile: {command}\n{rest}")
            }
            _ => text,
        }
    }
}

impl TextCompiler {
    /// A compiler under the usual command of its family.
    fn anywhere(source: Source, dialect: Dialect) -> TextCompiler {
        TextCompiler {
            source,
            dialect,
            env: Vec::new(),
            path: None,
        }
    }

    /// The first one that a campaign would use. Without any, the newest version that is known.
    fn found(
        source: Source,
        versions: &Versions,
        settings: Option<&Path>,
    ) -> Result<TextCompiler, Failure> {
        let surroundings = found_in(&Settings::read(settings)?);
        let all = Toolchains::discover_in(&surroundings);
        let usable = usable(&all, &[Sort::here(source)], &mut |_| {});
        let Some(first) = usable.first() else {
            let Versions {
                family,
                major,
                oldest,
                newest,
            } = *versions;
            note(format_args!(
                "note: no {family} from {major}.{oldest} on was found, so the text is for {major}.{newest}; \
                 --{family} VERSION is for another one",
            ));
            return Ok(TextCompiler::anywhere(source, versions.dialect(newest)));
        };
        let is_usual = is_usual_command(first, &all, &surroundings);
        Ok(TextCompiler {
            source,
            dialect: first.dialect(),
            env: first.env.clone(),
            path: (!is_usual).then(|| first.path.clone()),
        })
    }
}

/// True if the usual command of its family on `$PATH` leads to this compiler.
fn is_usual_command(toolchain: &Toolchain, all: &Toolchains, surroundings: &Surroundings) -> bool {
    let name = toolchain.family().name;
    let folders = surroundings.path.as_ref().map(std::env::split_paths);
    let mut candidates = folders.into_iter().flatten().map(|it| it.join(name));
    let first = candidates.find(|candidate| candidate.is_file());
    first.is_some_and(|path| {
        let selected = all.select(&path.to_string_lossy());
        selected.is_ok_and(|selected| selected.path == toolchain.path)
    })
}

/// The command that compiles a program: that of the first driver for its language, if that knows one.
fn by_hand(
    compiler: Option<&TextCompiler>,
    subject: &dyn Subject,
    form: Form,
    file: &str,
) -> Option<CommandLine> {
    let mut drivers = drivers().iter();
    let driver = drivers.find(|driver| driver.family().source == subject.language())?;
    let mut modes = driver.family().modes.iter();
    let evaluation = modes.find(|mode| mode.gives == Gives::Evaluation);
    driver.by_hand(&ByHand {
        compiler: compiler.and_then(|it| it.path.as_deref()),
        env: compiler.map_or(&[], |it| &it.env),
        mode: match form {
            Form::ConstEval => evaluation.map_or(BUILD, |mode| mode.name),
            Form::Readable | Form::Fast => BUILD,
        },
        target: subject.target(),
        file,
    })
}
