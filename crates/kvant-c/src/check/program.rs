//! What is declared outside of functions.

use super::{Checker, LARGEST_ALIGN, Result};
use crate::{Attribute, FnId, Function, Linkage, Local, Program, Quals, Storage, Types};

impl Checker {
    /// Everything but types and names.
    pub(super) fn program(&mut self, program: &Program) -> Result {
        for n in 0..program.functions.len() {
            self.head(&program.functions[n])?;
        }
        self.entry(program)?;
        for global in &program.globals {
            self.object(global.ty)?;
            self.alignment(global.align)?;
            if let Some(init) = &global.init {
                self.static_init(global.ty, init)?;
            }
        }
        for (n, function) in program.functions.iter().enumerate() {
            self.function = Some(FnId(n as u32));
            self.body(function)?;
            self.place = None;
        }
        Ok(())
    }

    fn entry(&self, program: &Program) -> Result {
        let Some(entry) = program.entry() else {
            return self.wrong(format!("there is no `{}` to begin with", Program::ENTRY));
        };
        let entry = program.function(entry);
        let fits = entry.parameters == 0 && entry.result == Types::INT;
        self.require(
            fits,
            "what a program begins with takes nothing and returns an `int`",
        )
    }

    /// What a function takes and returns, and its variables.
    fn head(&mut self, function: &Function) -> Result {
        self.written(function.result)?;
        let returns =
            function.result.id == Types::VOID.id || self.program.is_object(function.result);
        let fits =
            returns && !self.is_array(function.result) && function.result.quals == Quals::NONE;
        self.require(fits, "a function cannot return this")?;
        let Some(parameters) = function.locals.get(..function.parameters as usize) else {
            return self.wrong("a function lacks its parameters");
        };
        for parameter in parameters {
            let plain = parameter.storage == Storage::Automatic && parameter.align.is_none();
            self.require(
                plain && !self.is_array(parameter.ty),
                "this is no parameter",
            )?;
        }
        for Local { ty, align, .. } in &function.locals {
            self.object(*ty)?;
            self.alignment(*align)?;
        }
        let says = |attribute| function.attributes.contains(&attribute);
        let inline = says(Attribute::Inline) || says(Attribute::AlwaysInline);
        self.require(
            !inline || function.linkage == Linkage::Internal,
            "an inline function that everybody sees needs a second definition",
        )?;
        let never = says(Attribute::NoInline) || says(Attribute::NoIpa);
        self.require(
            !(says(Attribute::AlwaysInline) && never),
            "a function cannot always and never be inlined",
        )
    }

    fn alignment(&self, align: Option<u32>) -> Result {
        let fits = align.is_none_or(|align| align.is_power_of_two() && align <= LARGEST_ALIGN);
        self.require(fits, "an alignment is no power of two, or too large")
    }
}
