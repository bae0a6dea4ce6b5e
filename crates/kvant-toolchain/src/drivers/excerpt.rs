//! One function of a program as it is inside of a compiler: cut out of MIR, LLVM IR or assembly.

use std::path::Path;

use crate::backend::Backend;
use crate::compile::CompileFailure;
use crate::drivers::listing::function_name;
use crate::error::ToolError;
use crate::limits::Limits;

/// A form of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CodeForm {
    /// MIR, as rustc dumps it.
    Mir,
    /// LLVM IR, as it is turned into machine code.
    LlvmIr,
    /// LLVM IR before any pass of LLVM.
    RawLlvmIr,
    /// Assembly.
    Assembly,
}

impl CodeForm {
    /// The form's name.
    pub fn name(self) -> &'static str {
        match self {
            CodeForm::Mir => "MIR",
            CodeForm::LlvmIr | CodeForm::RawLlvmIr => "LLVM IR",
            CodeForm::Assembly => "assembly",
        }
    }
}

/// A function's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionText {
    /// Its symbol.
    pub symbol: String,
    /// All of it, without parts that only tools read.
    pub text: String,
}

/// Some pass has changed some function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The pass's name, as the compiler spells it.
    pub pass: String,
    /// The function.
    pub function: String,
}

/// A function before a pass and after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassChange {
    /// Which pass, and on which function.
    pub change: Change,
    /// The form of the texts.
    pub form: CodeForm,
    /// The function before.
    pub before: String,
    /// The function after; nothing, if the pass did not come to an end.
    pub after: Option<String>,
}

impl Backend {
    /// The functions of a program in one form, each cut out. MIR is as after all passes.
    ///
    /// Everything is put into a folder below `dir` that is removed before this returns.
    pub fn functions(
        &self,
        form: CodeForm,
        source: &str,
        dir: &Path,
        limits: &Limits,
    ) -> Result<Result<Vec<FunctionText>, CompileFailure>, ToolError> {
        let text = match self.code(form, source, dir, limits)? {
            Ok(text) => text,
            Err(failure) => return Ok(Err(failure)),
        };
        Ok(Ok(match form {
            CodeForm::Mir => cut(&text, mir_head, |line| line == "}"),
            CodeForm::LlvmIr | CodeForm::RawLlvmIr => cut(&text, llvm_head, |line| line == "}"),
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

/// The labels of LLVM and gcc behind a function.
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
}
