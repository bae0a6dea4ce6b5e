//! Declarations and definitions outside of functions.

use std::collections::HashMap;

use super::declarator::{Declared, Parameter};
use super::name::reserved_for_linkage;
use super::ty::{Attributes, Specifiers, Subject, Word};
use super::{BlockLines, Body, Entity, FunctionLines, Parsed, Parser, Result};
use crate::{
    Attribute, FnId, Function, Global, GlobalId, Linkage, Local, LocalId, Program, Signature, Type,
    TypeKind, Typedef, Types, canonical,
};

impl<'a> Parser<'a> {
    /// Reads the whole text.
    pub(super) fn program(mut self) -> Result<Parsed> {
        while !self.is_end() {
            if !self.cursor.take(";") {
                self.external_declaration()?;
            }
        }
        for (n, function) in self.program.functions.iter().enumerate() {
            if !self.defined[n] {
                let message = format!("`{}` is declared and never defined", function.name);
                return Err(self.cursor.error(message));
            }
        }
        for (n, global) in self.program.globals.iter().enumerate() {
            if !self.defined_globals[n] {
                let message = format!("`{}` is declared and never defined", global.name);
                return Err(self.cursor.error(message));
            }
        }
        if let Some(n) = self.complete.iter().position(|complete| !complete) {
            let name = &self.program.records[n].name;
            return Err(self.cursor.error(format!("`{name}` is never completed")));
        }
        self.rename_hiding_locals();
        Ok(Parsed {
            program: canonical(self.program),
            lines: self.source,
        })
    }

    fn external_declaration(&mut self) -> Result {
        let line = self.cursor.line(self.cursor.at());
        let specifiers = self.specifiers()?;
        if self.cursor.take(";") {
            return self.declares_tag(&specifiers);
        }
        if let Some(Word::Auto | Word::Register) = specifiers.storage {
            return Err(self.cursor.error_at(
                specifiers.at,
                "`auto` and `register` are for variables of functions",
            ));
        }
        let first = self.cursor.at();
        loop {
            let begin = self.cursor.at();
            let declared = self.declarator(specifiers.ty)?;
            let Some(name) = declared.name else {
                return Err(self.cursor.unexpected("a name"));
            };
            let function = matches!(self.program.types.kind(declared.ty), TypeKind::Function(_));
            if specifiers.storage == Some(Word::Typedef) {
                self.attributes_of(&specifiers, Subject::Type)?;
                self.typedef(declared.at, name, declared.ty)?;
            } else if function {
                let behind = self.cursor.at();
                let attributes = self.attributes_of(&specifiers, Subject::Function)?;
                let id = self.function(&specifiers, &attributes, name, &declared)?;
                if self.cursor.is("{") && self.cursor.at() != behind {
                    let message = "attributes stand before the declarator of a definition";
                    return Err(self.cursor.error_at(behind, message));
                }
                if self.cursor.is("{") && begin == first {
                    return self.definition(id, line, declared);
                }
            } else {
                let attributes = self.attributes_of(&specifiers, Subject::Variable)?;
                self.global(&specifiers, &attributes, name, &declared)?;
            }
            if !self.cursor.take(",") {
                break;
            }
        }
        self.cursor.expect(";")?;
        Ok(())
    }

    /// Reads a `typedef`. The name is visible in the rest of the text, even if it is declared in a function.
    pub(super) fn typedef(&mut self, at: usize, name: &str, ty: Type) -> Result {
        self.refuse_hiding(at, name)?;
        if let Some(Entity::Type(known)) = self.file.get(name)
            && *known == ty
        {
            return Ok(());
        }
        let declared = self.file.insert(name.to_owned(), Entity::Type(ty));
        if declared.is_some() {
            return Err(self
                .cursor
                .error_at(at, format!("`{name}` was declared before")));
        }
        if ty != ty.unqualified() || self.is_unfinished(ty) {
            let message = "a typedef of a qualified type or of an array without a length is not in the subset";
            return Err(self.cursor.error_at(at, message));
        }
        self.program.typedefs.push(Typedef {
            name: name.to_owned(),
            ty,
        });
        Ok(())
    }

    /// Fails if a type or constant would hide a variable: it is visible in the rest of the text.
    pub(super) fn refuse_hiding(&self, at: usize, name: &str) -> Result {
        match self.is_local(name) {
            true => Err(self.cursor.error_at(
                at,
                format!("`{name}` hides a variable of the function: give it another name"),
            )),
            false => Ok(()),
        }
    }

    fn refuse_reserved(&self, at: usize, name: &str) -> Result {
        match reserved_for_linkage(name) {
            Some(message) => Err(self.cursor.error_at(at, message)),
            None => Ok(()),
        }
    }

    fn is_unfinished(&self, ty: Type) -> bool {
        matches!(self.program.types.kind(ty), TypeKind::Array(_, 0))
    }

    fn global(
        &mut self,
        specifiers: &Specifiers,
        attributes: &Attributes,
        name: &str,
        declared: &Declared<'_>,
    ) -> Result {
        let at = declared.at;
        self.refuse_reserved(at, name)?;
        let linkage = linkage(specifiers);
        let id = match self.file.get(name) {
            Some(Entity::Global(id)) => {
                let known = self.program.global(*id);
                let same = known.ty == declared.ty || self.is_unfinished(declared.ty);
                if !same || known.linkage != linkage {
                    let message = format!("`{name}` was declared in another way before");
                    return Err(self.cursor.error_at(at, message));
                }
                *id
            }
            Some(_) => {
                return Err(self
                    .cursor
                    .error_at(at, format!("`{name}` was declared before")));
            }
            None => {
                self.program.globals.push(Global {
                    name: name.to_owned(),
                    ty: declared.ty,
                    linkage,
                    init: None,
                    align: None,
                });
                self.defined_globals.push(false);
                let id = GlobalId(self.program.globals.len() as u32 - 1);
                self.file.insert(name.to_owned(), Entity::Global(id));
                id
            }
        };
        if attributes.align.is_some() {
            self.program.globals[id.index()].align = attributes.align;
        }
        let begins = self.cursor.is("=");
        self.defined_globals[id.index()] |= begins || specifiers.storage != Some(Word::Extern);
        if self.cursor.take("=") {
            if self.program.global(id).init.is_some() {
                return Err(self
                    .cursor
                    .error_at(at, format!("`{name}` has an initial value")));
            }
            let init = self.initial(declared.ty)?;
            let ty = self.completed(at, declared.ty, &init)?;
            let global = &mut self.program.globals[id.index()];
            global.ty = ty;
            global.init = Some(init);
        }
        let ty = self.program.global(id).ty;
        self.complete(at, ty)
    }

    /// Declares a function, whether a body follows or not.
    fn function(
        &mut self,
        specifiers: &Specifiers,
        attributes: &Attributes,
        written: &str,
        declared: &Declared<'a>,
    ) -> Result<FnId> {
        let at = declared.at;
        let name = match written {
            "main" => Program::ENTRY,
            name => name,
        };
        let TypeKind::Function(signature) = self.program.types.kind(declared.ty).clone() else {
            return Err(self.cursor.error_at(at, "this is no function"));
        };
        if written == "main" {
            let plain = linkage(specifiers) == Linkage::External && attributes.function.is_empty();
            if !signature.parameters.is_empty() || signature.result != Types::INT || !plain {
                return Err(self.cursor.error_at(
                    at,
                    "`main` has no parameters in the subset: write `int main(void)`",
                ));
            }
            self.source.is_main = true;
        }
        self.refuse_reserved(at, name)?;
        let Some(parameters) = &declared.parameters else {
            let message =
                "a function declared by a typedef name is not in the subset: write its parameters";
            return Err(self.cursor.error_at(at, message));
        };
        let id = match self.file.get(name) {
            Some(Entity::Function(id)) => {
                if self.program.signature(*id) != signature {
                    let message = format!("`{written}` was declared with another type before");
                    return Err(self.cursor.error_at(at, message));
                }
                let known = self.program.function(*id).linkage;
                if known == Linkage::External && linkage(specifiers) == Linkage::Internal {
                    let message = format!("`{written}` was declared without `static` before");
                    return Err(self.cursor.error_at(at, message));
                }
                *id
            }
            Some(_) => {
                return Err(self
                    .cursor
                    .error_at(at, format!("`{name}` was declared before")));
            }
            None => {
                let id = self.new_function(name, &signature, parameters, linkage(specifiers));
                self.file.insert(name.to_owned(), Entity::Function(id));
                id
            }
        };
        self.attributed(id, &attributes.function);
        Ok(id)
    }

    fn attributed(&mut self, id: FnId, said: &[Attribute]) {
        let known = &mut self.program.function_mut(id).attributes;
        for attribute in said {
            if !known.contains(attribute) {
                known.push(*attribute);
            }
        }
    }

    fn new_function(
        &mut self,
        name: &str,
        signature: &Signature,
        parameters: &[Parameter<'_>],
        linkage: Linkage,
    ) -> FnId {
        let mut function = Function::new(name.to_owned(), signature.result);
        function.linkage = linkage;
        function.parameters = parameters.len() as u32;
        function.variadic = signature.variadic;
        function.locals = parameters
            .iter()
            .map(|p| Local::automatic(p.name.unwrap_or("unnamed").to_owned(), p.ty))
            .collect();
        self.program.functions.push(function);
        self.defined.push(false);
        self.source.functions.push(FunctionLines {
            head: 0,
            blocks: vec![BlockLines::default()],
        });
        FnId(self.program.functions.len() as u32 - 1)
    }

    fn definition(&mut self, id: FnId, line: u32, declared: Declared<'a>) -> Result {
        let at = declared.at;
        if std::mem::replace(&mut self.defined[id.index()], true) {
            return Err(self.cursor.error_at(at, "this function has a body"));
        }
        let result = self.program.function(id).result;
        if *self.program.types.kind(result) != TypeKind::Void {
            self.complete(at, result)?;
        }
        self.source.functions[id.index()].head = line;
        let mut scope = HashMap::new();
        let parameters = declared.parameters.unwrap_or_default();
        if let Some(last) = parameters.last()
            && self.program.function(id).variadic
            && last.is_odd
        {
            return Err(self.cursor.error_at(
                last.at,
                "the parameter before `...` is neither `register` nor an array nor a function",
            ));
        }
        for (n, parameter) in parameters.into_iter().enumerate() {
            self.complete(parameter.at, parameter.ty)?;
            if parameter.is_register {
                self.refuse_register(parameter.at, parameter.ty)?;
                self.body.registers.insert(LocalId(n as u32));
            }
            let Some(name) = parameter.name else {
                return Err(self
                    .cursor
                    .error_at(parameter.at, "a parameter needs a name"));
            };
            let local = &mut self.program.function_mut(id).locals[n];
            *local = Local::automatic(name.to_owned(), parameter.ty);
            if scope.insert(name, LocalId(n as u32)).is_some() {
                return Err(self
                    .cursor
                    .error_at(parameter.at, "two parameters have this name"));
            }
        }
        self.body.id = Some(id);
        self.body.scopes.push(scope);
        self.braces(Function::BODY)?;
        self.body = Body::default();
        Ok(())
    }
}

fn linkage(specifiers: &Specifiers) -> Linkage {
    match specifiers.storage {
        Some(Word::Static) => Linkage::Internal,
        _ => Linkage::External,
    }
}
