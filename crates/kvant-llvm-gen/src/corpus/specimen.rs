//! Functions of a corpus as text.
//!
//! A corpus is one text. Each function is a module of its own, below lines that say where it is from, what it is meant for, and on which
//! inputs it is defined:
//!
//! ```text
//! ; specimen GVN/pre.ll @test1
//! ; layout e-m:e-i64:64-n8:16:32:64-S128
//! ; triple x86_64-unknown-linux-gnu
//! ; run -passes=gvn
//! ; input 0: i32 5, bytes(01 00 00 00)
//! define i32 @k.test1(i32 %x, ptr %p) {
//! ```

use std::fmt::Write as _;

use kvant_llvm::combine::Source;
use kvant_llvm::layout::DataLayout;
use kvant_llvm::syntax::{Item, Module};
use kvant_llvm::{check, parse};
use kvant_llvm_machine::{Program, Stop};
use kvant_llvm_refine::{Input, Options, Side, find, text};

use super::{RunLine, Unit, calls_target, functions, run_lines};
use crate::VSCALE;

/// The beginning of the line that every function begins with.
pub(super) const HEAD: &str = "; specimen ";

/// The prefix of names that are not those of libraries.
pub(crate) const PREFIX: &str = "k.";

/// The data layout of x86-64, for functions without one.
pub const LAYOUT: &str =
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

/// The triple of functions without one.
pub const TRIPLE: &str = "x86_64-unknown-linux-gnu";

/// The target that functions are meant for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Target {
    /// The data layout.
    pub layout: String,
    /// The triple.
    pub triple: String,
}

impl Default for Target {
    fn default() -> Target {
        Target {
            layout: LAYOUT.to_owned(),
            triple: TRIPLE.to_owned(),
        }
    }
}

/// A function of the corpus.
#[derive(Clone, Debug, PartialEq)]
pub struct Specimen {
    /// The file that it is from, with the folder before it.
    pub file: String,
    /// Its name there.
    pub function: String,
    /// The target that it is meant for.
    pub target: Target,
    /// The options of `opt` that it is meant for.
    pub options: Vec<String>,
    /// Inputs on which it is defined, as text: the seed, and the arguments.
    pub inputs: Vec<(u64, String)>,
    /// The text of its module, without a target.
    pub text: String,
}

impl Specimen {
    /// The function in a module, and its name there.
    pub fn module(&self) -> Result<(Module, String), String> {
        let module = parse::module(&self.text).map_err(|it| it.to_string())?;
        Ok((module, format!("{PREFIX}{}", self.function)))
    }

    /// The inputs.
    pub fn inputs(&self, side: Side<'_, '_>) -> Vec<Input> {
        let inputs = self.inputs.iter().filter_map(|(seed, arguments)| {
            let input = text::read(side, arguments).ok()?;
            Some(Input {
                seed: *seed,
                ..input
            })
        });
        inputs.collect()
    }

    /// Writes it behind others.
    pub fn write(&self, out: &mut String) {
        // Writing to a string does not fail.
        let _ = writeln!(out, "{HEAD}{} @{}", self.file, self.function);
        let _ = writeln!(out, "; layout {}", self.target.layout);
        let _ = writeln!(out, "; triple {}", self.target.triple);
        let _ = writeln!(out, "; run {}", self.options.join(" "));
        for (seed, arguments) in &self.inputs {
            let _ = writeln!(out, "; input {seed}: {arguments}");
        }
        out.push_str(&self.text);
        if !out.ends_with('\n') {
            out.push('\n');
        }
    }

    /// Reads one that was written.
    pub fn read(written: &str) -> Option<Specimen> {
        let mut rest = written;
        let mut specimen = Specimen {
            file: String::new(),
            function: String::new(),
            target: Target::default(),
            options: Vec::new(),
            inputs: Vec::new(),
            text: String::new(),
        };
        while rest.starts_with(';') {
            let (line, behind) = rest.split_once('\n').unwrap_or((rest, ""));
            rest = behind;
            let (word, text) = line.strip_prefix("; ")?.split_once(' ')?;
            match word {
                "specimen" => {
                    let (file, function) = text.rsplit_once(" @")?;
                    file.clone_into(&mut specimen.file);
                    function.clone_into(&mut specimen.function);
                }
                "layout" => text.clone_into(&mut specimen.target.layout),
                "triple" => text.clone_into(&mut specimen.target.triple),
                "run" => specimen.options = text.split_whitespace().map(str::to_owned).collect(),
                "input" => {
                    let (seed, arguments) = text.split_once(':')?;
                    let seed = seed.parse().ok()?;
                    specimen
                        .inputs
                        .push((seed, arguments.trim_start().to_owned()));
                }
                _ => return None,
            }
        }
        rest.clone_into(&mut specimen.text);
        (!specimen.function.is_empty()).then_some(specimen)
    }
}

/// The reason why a function is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NotUsed {
    /// The file is not read, or not well-formed.
    File,
    /// No RUN line has passes.
    NoPasses,
    /// It calls an intrinsic of a target.
    TargetIntrinsic,
    /// The machine refuses it, or it cannot be taken out of its file.
    Refused,
    /// No input was found on which it is defined.
    NoInput,
}

impl NotUsed {
    /// The reason, for people.
    pub fn text(self) -> &'static str {
        match self {
            NotUsed::File => "file that is not read",
            NotUsed::NoPasses => "no RUN line of `opt` with passes",
            NotUsed::TargetIntrinsic => "intrinsic of a target",
            NotUsed::Refused => "refused by the machine",
            NotUsed::NoInput => "no defined run",
        }
    }
}

/// The functions of a file. `file` is its name in the corpus.
pub fn specimens(
    file: &str,
    text: &str,
    inputs: usize,
) -> Result<Vec<Result<Specimen, NotUsed>>, NotUsed> {
    if text.contains("split-file") {
        return Err(NotUsed::File);
    }
    let module = parse::module(text).map_err(|_| NotUsed::File)?;
    check::module(&module).map_err(|_| NotUsed::File)?;
    let (lines, _) = run_lines(text);
    let line = lines.first().ok_or(NotUsed::NoPasses)?;
    let target = target(&module, line);
    let layout = DataLayout::parse(&target.layout).map_err(|_| NotUsed::File)?;
    let source = Source::new(&module);
    let specimens = functions(&module).map(|function| {
        if calls_target(&module, function) {
            return Err(NotUsed::TargetIntrinsic);
        }
        let unit = Unit::new(&source, function.name, PREFIX).ok_or(NotUsed::Refused)?;
        let program = Program::new(&unit.module, &layout).with_vscale(VSCALE);
        let refusals = program.refusals(&unit.name);
        let is_refusal = |it: &Stop| !matches!(it, Stop::Ended(_) | Stop::Ub(_));
        if refusals.iter().any(is_refusal) {
            return Err(NotUsed::Refused);
        }
        let side = Side {
            program: &program,
            function: &unit.name,
        };
        let options = Options {
            inputs,
            ..Options::default()
        };
        let found = find(side, &options);
        let written = found.inputs.iter();
        let written = written.map(|it| (it.seed, text::write(side, it).arguments));
        let written: Vec<(u64, String)> = written.collect();
        if written.is_empty() {
            return Err(NotUsed::NoInput);
        }
        Ok(Specimen {
            file: file.to_owned(),
            function: module.names.get(function.name).to_owned(),
            target: target.clone(),
            options: line.options.clone(),
            inputs: written,
            text: without_target(&unit),
        })
    });
    Ok(specimens.collect())
}

/// The target of a file. The triple of one that has no data layout is used only if that of x86-64 fits.
fn target(module: &Module, line: &RunLine) -> Target {
    let (mut layout, mut triple) = (line.layout.clone(), line.triple.clone());
    for item in &module.items {
        match item {
            Item::DataLayout(text) if layout.is_none() => {
                layout = Some(module.names.get(*text).to_owned());
            }
            Item::Triple(text) if triple.is_none() => {
                triple = Some(module.names.get(*text).to_owned());
            }
            _ => {}
        }
    }
    match (layout, triple) {
        (Some(layout), Some(triple)) => Target { layout, triple },
        (Some(layout), None) => Target {
            layout,
            triple: String::new(),
        },
        (None, Some(triple)) if triple.starts_with("x86_64-unknown-linux") => Target {
            layout: LAYOUT.to_owned(),
            triple,
        },
        (None, _) => Target::default(),
    }
}

/// The text of a module without the lines about its target.
fn without_target(unit: &Unit) -> String {
    let lines = unit.text.lines().filter(|it| !it.starts_with("target "));
    let mut text = lines.collect::<Vec<_>>().join("\n");
    text.push('\n');
    text
}
