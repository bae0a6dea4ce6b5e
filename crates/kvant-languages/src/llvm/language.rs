//! LLVM IR as a plug-in.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use kvant_campaign::{
    BadOption, Generator, Grown, Language, Machine, NotRead, NotRun, Ran, Refused, RunOptions,
    Splice, Subject, Support, Unsound,
};
use kvant_generate::config::Config;
use kvant_llvm::dialect::Version;
use kvant_llvm_gen::corpus::{Corpus, NotUsed, specimens};
use kvant_llvm_gen::{GenConfig, NoTest, Test, embedded, grow};
use kvant_record::{Dialect, ProgramRef};
use kvant_toolchain::Source;
use kvant_toolchain::drivers::LLVM_IR;

use super::run;
use super::subject::{LlvmSubject, version};
use crate::origin::origin;
use crate::own;

/// The name of the language.
const NAME: &str = "llvm";

/// Inputs that are kept for a function of a corpus.
const INPUTS: usize = 4;

/// LLVM IR of versions 15 and later.
#[derive(Debug)]
pub struct LlvmLanguage;

impl Machine for LlvmLanguage {
    fn name(&self) -> &'static str {
        NAME
    }

    fn source(&self) -> Source {
        LLVM_IR
    }

    fn runs_any_function(&self) -> bool {
        true
    }

    fn run(&self, text: &str, options: &RunOptions<'_>) -> Result<Ran, NotRun> {
        run::run(text, options)
    }
}

impl Language for LlvmLanguage {
    fn generator_version(&self) -> u32 {
        kvant_llvm_gen::VERSION
    }

    fn support(&self, dialect: &Dialect) -> Support {
        let last = u32::from(Version::LAST.number());
        match version(dialect) {
            None => Support::None("its text has typed pointers".to_owned()),
            Some(_) if dialect.major > last => Support::Newer(last.to_string()),
            Some(_) => Support::Full,
        }
    }

    fn config(&self) -> Box<dyn Config> {
        Box::new(GenConfig::default())
    }

    fn generator(
        &self,
        config: Box<dyn Config>,
        splice: Splice<'_>,
        target: &str,
        note: &mut dyn FnMut(String),
    ) -> Result<Box<dyn Generator>, BadOption> {
        let mut config = own::<GenConfig>(config)?;
        let text = match splice {
            Splice::Nothing => None,
            Splice::Folder(path) => Some(corpus_text(path, note)?),
            Splice::Texts(texts) => Some(texts.concat()),
        };
        let corpus = match &text {
            Some(text) => Corpus::read(text),
            None => Corpus::read(&corpus_of(embedded::FILES.iter().copied()).0),
        };
        if corpus.is_empty() {
            let problem =
                "there is no function to make tests of: `kvant corpus add` makes a corpus";
            return Err(BadOption(problem.to_owned()));
        }
        config.corpus = text.map(|_| {
            let (count, digest) = (corpus.len(), corpus.digest());
            format!("from {count} ({digest:016x})")
        });
        Ok(Box::new(LlvmGenerator {
            config,
            corpus,
            target: target.to_owned(),
        }))
    }

    fn read(&self, text: &str, name: &str, _target: &str) -> Result<Box<dyn Subject>, NotRead> {
        let test = Test::read(text).map_err(|error| match error {
            NoTest::Syntax(error) => NotRead::Syntax(error),
            other => NotRead::Refused(Refused {
                why: other.to_string(),
                is_certain: false,
            }),
        })?;
        let written = || ProgramRef::written(NAME, kvant_toolchain::host());
        let origin = ProgramRef::of_text(text).ok().flatten();
        let origin = origin.unwrap_or_else(written);
        Ok(Box::new(LlvmSubject::new(name.to_owned(), test, origin)))
    }
}

/// The text of a corpus of test files, and the number of functions that are not used, by reason.
pub fn corpus_of<'f>(
    files: impl Iterator<Item = (&'f str, &'f str)>,
) -> (String, BTreeMap<NotUsed, usize>) {
    let (mut text, mut not_used) = (String::new(), BTreeMap::new());
    for (file, contents) in files {
        match specimens(file, contents, INPUTS) {
            Err(why) => *not_used.entry(why).or_default() += 1,
            Ok(found) => {
                for one in found {
                    match one {
                        Ok(specimen) => specimen.write(&mut text),
                        Err(why) => *not_used.entry(why).or_default() += 1,
                    }
                }
            }
        }
    }
    (text, not_used)
}

/// The corpus in a file, or of the test files in a folder.
fn corpus_text(path: &Path, note: &mut dyn FnMut(String)) -> Result<String, BadOption> {
    let problem = |error: std::io::Error| BadOption(format!("{}: {error}", path.display()));
    if !path.is_dir() {
        return fs::read_to_string(path).map_err(problem);
    }
    let mut files = Vec::new();
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(problem)? {
            let path = entry.map_err(problem)?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == LLVM_IR.extension) {
                files.push(path);
            }
        }
    }
    files.sort();
    let mut texts = Vec::new();
    for file in &files {
        let name = file.strip_prefix(path).unwrap_or(file);
        let bytes = fs::read(file).map_err(problem)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        texts.push((name.display().to_string(), text));
    }
    let pairs = texts
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()));
    let (text, not_used) = corpus_of(pairs);
    for (why, count) in not_used {
        note(format!(
            "{count} functions or files are left out: {}",
            why.text()
        ));
    }
    Ok(text)
}

/// The generator of tests.
struct LlvmGenerator {
    config: Box<GenConfig>,
    corpus: Corpus,
    target: String,
}

impl Generator for LlvmGenerator {
    fn target(&self) -> &str {
        &self.target
    }

    fn config(&self) -> &dyn Config {
        &*self.config
    }

    fn donors(&self) -> Vec<String> {
        match self.config.corpus {
            Some(_) => vec![self.corpus.text().to_owned()],
            None => Vec::new(),
        }
    }

    fn grow(&self, seed: u64) -> Result<Grown, Unsound> {
        let unsound = |problem: String| Unsound { seed, problem };
        let grown = grow(&self.corpus, &self.config, seed);
        let grown = grown.ok_or_else(|| unsound("the corpus has no function for it".to_owned()))?;
        let origin = origin(
            NAME,
            kvant_llvm_gen::VERSION,
            seed,
            &*self.config,
            &self.target,
        );
        let text = grown.test.text(&origin.head());
        // The test is that of its own text.
        let test = Test::read(&text)
            .map_err(|error| unsound(format!("its own text is not read: {error}")))?;
        if test.text(&origin.head()) != text {
            return Err(unsound("its own text is another test".to_owned()));
        }
        let subject = LlvmSubject::new(format!("seed-{seed}"), test, origin);
        Ok(Grown {
            subject: Box::new(subject),
            features: grown.features.iter().map(|it| it.name()).collect(),
        })
    }
}
