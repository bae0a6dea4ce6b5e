//! One function of a program as it is inside of a compiler: cut out of MIR, LLVM IR or assembly.

use std::fs;
use std::path::Path;

use crate::backend::Backend;
use crate::compile::{CompileFailure, start};
use crate::error::ToolError;
use crate::limits::Limits;
use crate::listing::function_name;
use crate::passes::{Change, body, files, mir_pass, read};

/// What code is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CodeForm {
    /// MIR, as rustc dumps it.
    Mir,
    /// LLVM IR, as it is turned into machine code.
    LlvmIr,
    /// Assembly.
    Assembly,
}

impl CodeForm {
    /// The form's name.
    pub fn name(self) -> &'static str {
        match self {
            CodeForm::Mir => "MIR",
            CodeForm::LlvmIr => "LLVM IR",
            CodeForm::Assembly => "assembly",
        }
    }
}

/// A function's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionText {
    /// Its symbol.
    pub symbol: String,
    /// All of it, without what only tools read.
    pub text: String,
}

/// What a pass made of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MirChange {
    /// Which pass, and on which function.
    pub change: Change,
    /// The function before.
    pub before: String,
    /// The function after; nothing, if the pass did not come to an end.
    pub after: Option<String>,
}

const MIR: &str = "mir";
const OUTPUT: &str = "code";

impl Backend {
    /// What MIR passes do to the functions of a program, in the order of the functions' names and then of the passes:
    /// only where one changes something or does not end. Without a filter these are all passes on all functions, which is
    /// much for a large program. With one, they are those of this pass on functions whose path ends like this.
    ///
    /// Everything is put into a folder below `dir` that is removed before this returns.
    pub fn mir_changes(
        &self,
        filter: Option<(&str, &str)>,
        source: &str,
        dir: &Path,
        limits: &Limits,
    ) -> Result<Vec<MirChange>, ToolError> {
        let (function, wanted) = match filter {
            // Dumps are called `program.p0-f1.3-2-012.GVN.before.mir` for `p0::f1`.
            Some((pass, function)) => (Some(function.replace("::", "-")), pass),
            None => (None, "all"),
        };
        let more = [
            format!("-Zdump-mir={wanted}"),
            format!("-Zdump-mir-dir={MIR}"),
        ];
        let line = self
            .with(more)
            .command_line(Path::new(&self.source_file()), Path::new(OUTPUT));
        let folder = self.folder_with(source, dir)?;
        let folder = folder.path();
        let run = start(&line, folder, limits)?;
        // A compiler that fails has written what it did before.
        self.failure_of(&line, folder, &run)?;
        let mut changes = Vec::new();
        for path in files(&folder.join(MIR))? {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let Some(change) = mir_pass(&name) else {
                continue;
            };
            let is_wanted = match &function {
                Some(function) => change.pass == wanted && change.function == *function,
                None => true,
            };
            if !is_wanted {
                continue;
            }
            let before = read(&path)?;
            let after = path.with_file_name(name.replace(".before.mir", ".after.mir"));
            let after = match after.exists() {
                true => Some(read(&after)?),
                false => None,
            };
            if after.as_deref().map(body) != Some(body(&before)) {
                changes.push(MirChange {
                    change,
                    before: bare(&before),
                    after: after.as_deref().map(bare),
                });
            }
        }
        Ok(changes)
    }

    /// The functions of a program in one form, each cut out. For MIR this is what it is after all passes.
    ///
    /// Everything is put into a folder below `dir` that is removed before this returns.
    pub fn functions(
        &self,
        form: CodeForm,
        source: &str,
        dir: &Path,
        limits: &Limits,
    ) -> Result<Result<Vec<FunctionText>, CompileFailure>, ToolError> {
        let line = self
            .code_command_line(form, Path::new(&self.source_file()), Path::new(OUTPUT))
            .ok_or_else(|| ToolError::NoCode {
                backend: self.name(),
            })?;
        let folder = self.folder_with(source, dir)?;
        let folder = folder.path();
        let run = start(&line, folder, limits)?;
        if let Some(failure) = self.failure_of(&line, folder, &run)? {
            return Ok(Err(failure));
        }
        let path = folder.join(OUTPUT);
        let text = fs::read(&path).map_err(|error| ToolError::File {
            action: "read what the compiler wrote to",
            path,
            error,
        })?;
        let text = String::from_utf8_lossy(&text);
        Ok(Ok(match form {
            CodeForm::Mir => cut(&text, mir_head, |line| line == "}"),
            CodeForm::LlvmIr => cut(&text, llvm_head, |line| line == "}"),
            CodeForm::Assembly => cut(&text, assembly_head, assembly_end),
        }))
    }
}

impl FunctionText {
    /// The function's path, as it is in the source.
    pub fn name(&self) -> String {
        function_name(&self.symbol)
    }
}

/// The text without comments that fill a line, and without the blank lines around it.
fn bare(text: &str) -> String {
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let lines: Vec<&str> = text.lines().filter(is_code).collect();
    let text = lines.join("\n");
    text.trim_matches('\n').to_owned()
}

/// Cuts functions out, from the line that tells their symbol to the one that ends them.
fn cut(
    text: &str,
    head: impl Fn(&str) -> Option<&str>,
    is_end: impl Fn(&str) -> bool,
) -> Vec<FunctionText> {
    let mut functions = Vec::new();
    let mut current: Option<FunctionText> = None;
    for line in text.lines() {
        if current.is_none() {
            current = head(line).map(|symbol| FunctionText {
                symbol: symbol.to_owned(),
                text: String::new(),
            });
        }
        let Some(function) = &mut current else {
            continue;
        };
        let ends = is_end(line);
        // Directives for debuggers and unwinders are most of an assembly file.
        let is_noise = line.trim_start().starts_with(".cfi") || assembly_end(line);
        if !is_noise {
            function.text.push_str(line);
            function.text.push('\n');
        }
        if ends {
            functions.extend(current.take());
        }
    }
    functions
}

/// `fn p0::f1(_1: u8) -> u8 {`.
fn mir_head(line: &str) -> Option<&str> {
    let line = line.strip_prefix("fn ")?;
    line.ends_with('{')
        .then_some(line)?
        .split_once('(')
        .map(|(name, _)| name)
}

/// `define internal void @f1(i32 %x) unnamed_addr #0 {`, where the name may be quoted.
fn llvm_head(line: &str) -> Option<&str> {
    let (_, name) = line.strip_prefix("define ")?.split_once('@')?;
    match name.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => name.split('(').next(),
    }
}

/// `f1:`. Labels inside of functions begin with a dot.
fn assembly_head(line: &str) -> Option<&str> {
    let name = line.strip_suffix(':')?;
    let is_symbol = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    is_symbol.then_some(name)
}

/// What LLVM and gcc write behind a function.
fn assembly_end(line: &str) -> bool {
    line.starts_with(".Lfunc_end") || line.starts_with(".LFE")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named<'t>(functions: &'t [FunctionText], symbol: &str) -> &'t str {
        let found = functions.iter().find(|each| each.symbol == symbol);
        &found.unwrap().text
    }

    #[test]
    fn functions_are_cut_out() {
        let ir = "; ModuleID\n@x = global i8 0\ndefine void @f1(i32 %x) #0 {\nstart:\n  ret void\n}\n\n\
            declare void @g()\ndefine void @\"f 2\"() {\n  unreachable\n}\nattributes #0 = { }\n";
        let functions = cut(ir, llvm_head, |line| line == "}");
        assert_eq!(functions.len(), 2);
        assert_eq!(
            named(&functions, "f1"),
            "define void @f1(i32 %x) #0 {\nstart:\n  ret void\n}\n"
        );
        assert!(named(&functions, "f 2").contains("unreachable"));

        let assembly = "\t.text\nf1:\n\t.cfi_startproc\n\tretq\n.LBB0_1:\n\tud2\n.Lfunc_end0:\n\t.size f1\nf2:\n\tnop\n\
            .LFE1:\n";
        let functions = cut(assembly, assembly_head, assembly_end);
        assert_eq!(named(&functions, "f1"), "f1:\n\tretq\n.LBB0_1:\n\tud2\n");
        assert_eq!(named(&functions, "f2"), "f2:\n\tnop\n");

        let mir = "fn p0::f1(_1: u8) -> u8 {\n    bb0: {\n    }\n}\n\nalloc1 (size: 1) {\n}\n";
        let functions = cut(mir, mir_head, |line| line == "}");
        assert_eq!(functions.len(), 1);
        assert!(named(&functions, "p0::f1").ends_with("    }\n}\n"));
    }

    #[test]
    fn dumps_lose_their_comments() {
        let dump =
            "// MIR for `f1` before GVN\n\nfn f1() -> () {\n    // a scope\n    return;\n}\n";
        assert_eq!(bare(dump), "fn f1() -> () {\n    return;\n}");
    }
}
