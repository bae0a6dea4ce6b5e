//! Declarations outside of functions.

use super::{Checker, LARGEST_ALIGN, Result};
use crate::{
    Attribute, FnId, Function, Global, Linkage, Local, Program, Quals, Storage, Type, TypeKind,
    Types, layout,
};

impl Checker {
    /// Checks everything but types and names.
    pub(super) fn program(&mut self, program: &Program) -> Result {
        for function in &program.functions {
            let name = match function.name.as_str() {
                Program::ENTRY => "main",
                name => name,
            };
            self.head(function).map_err(|error| error.about(name))?;
        }
        self.entry(program)?;
        for global in &program.globals {
            self.global(global)
                .map_err(|error| error.about(&global.name))?;
        }
        for (n, function) in program.functions.iter().enumerate() {
            self.function = Some(FnId(n as u32));
            self.body(function)?;
            self.place = None;
        }
        Ok(())
    }

    fn global(&mut self, global: &Global) -> Result {
        self.object(global.ty)?;
        self.alignment(global.ty, global.align)?;
        match &global.init {
            Some(init) => self.static_init(global.ty, init),
            None => Ok(()),
        }
    }

    fn entry(&self, program: &Program) -> Result {
        let Some(entry) = program.entry() else {
            return self.wrong("there is no function `main`");
        };
        let entry = program.function(entry);
        let fits = entry.parameters == 0 && entry.result == Types::INT;
        self.require(fits, "`main` must have no parameters and return `int`")
    }

    /// Checks the result, the parameters and the variables of a function.
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
        for (n, local) in function.locals.iter().enumerate() {
            let parameter = n < function.parameters as usize;
            match parameter || !self.is_argument_list(local) {
                true => self.object(local.ty)?,
                false => self.written(local.ty)?,
            }
            self.alignment(local.ty, local.align)?;
        }
        self.variadic(function)?;
        let says = |attribute| function.attributes.contains(&attribute);
        let inline = says(Attribute::Inline) || says(Attribute::AlwaysInline);
        self.require(
            !inline || function.linkage == Linkage::Internal,
            "an inline function with external linkage needs an external definition; make it static",
        )?;
        let never = says(Attribute::NoInline) || says(Attribute::NoIpa);
        self.require(
            !(says(Attribute::AlwaysInline) && never),
            "`always_inline` conflicts with `noinline` and `noipa`",
        )
    }

    /// True if a variable is a plain `va_list`: automatic, without qualifiers and alignment.
    fn is_argument_list(&self, local: &Local) -> bool {
        self.program.types.get(local.ty) == Some(&TypeKind::VaList)
            && local.ty.quals == Quals::NONE
            && local.storage == Storage::Automatic
            && local.align.is_none()
    }

    /// Checks the last parameter of a variadic function: its type is its own promotion (7.16.1.4p4).
    fn variadic(&self, function: &Function) -> Result {
        if !function.variadic {
            return Ok(());
        }
        let last = function.parameters.checked_sub(1);
        let Some(last) = last.and_then(|n| function.locals.get(n as usize)) else {
            return self.wrong("a variadic function needs a named parameter");
        };
        let ty = last.ty.unqualified();
        let promoted = self.program.promoted_type(&self.target, ty);
        self.require(
            promoted == ty && ty != Types::FLOAT,
            "the parameter before `...` must have a promoted type",
        )?;
        self.require(
            !function.attributes.contains(&Attribute::AlwaysInline),
            "a variadic function cannot be inlined",
        )
    }

    /// Checks that a requested alignment is not less than that of the type (6.7.5p5): GCC would apply it.
    fn alignment(&self, ty: Type, align: Option<u32>) -> Result {
        let Some(align) = align else {
            return Ok(());
        };
        let fits = align.is_power_of_two() && align <= LARGEST_ALIGN;
        self.require(fits, "an alignment is no power of two, or too large")?;
        let own = layout::layout(&self.program, &self.target, ty).align;
        self.require(
            u64::from(align) >= own,
            "an alignment is less than that of its type",
        )
    }
}
