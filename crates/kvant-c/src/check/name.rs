//! Names: each is an identifier, and is used for one thing.

use std::collections::HashSet;

use super::{Result, global};
use crate::parse::{is_built_in_type, is_keyword, is_reserved_everywhere, reserved_for_linkage};
use crate::print::RESERVED;
use crate::{Function, Program};

/// Checks all names of a program.
pub(super) fn all(program: &Program) -> Result {
    let mut file = Scope::default();
    for typedef in &program.typedefs {
        file.add(&typedef.name)?;
    }
    for (name, _) in program.enums.iter().flat_map(|e| &e.constants) {
        file.add(name)?;
    }
    for global in &program.globals {
        file.add(&global.name)?;
    }
    let globals = program.globals.iter().map(|it| it.name.as_str());
    let functions = program.functions.iter().map(|it| it.name.as_str());
    if let Some(message) = globals.chain(functions).find_map(reserved_for_linkage) {
        return global(message);
    }
    for function in &program.functions {
        match function.name == Program::ENTRY {
            true if file.0.insert(&function.name) => {}
            true => return global("there are two entry functions"),
            false => file.add(&function.name)?,
        }
    }
    let mut tags = Scope::default();
    for record in &program.records {
        tags.add(&record.name)?;
        let mut members = Scope::default();
        for name in record.fields.iter().filter_map(|f| f.name.as_ref()) {
            members.add(name)?;
        }
    }
    for enumeration in &program.enums {
        tags.add(&enumeration.name)?;
    }
    for function in &program.functions {
        within(function, &file)?;
    }
    Ok(())
}

fn within(function: &Function, file: &Scope<'_>) -> Result {
    let (mut locals, mut labels) = (Scope::default(), Scope::default());
    for local in &function.locals {
        locals.add(&local.name)?;
        if file.0.contains(local.name.as_str()) {
            let message = format!(
                "the local `{}` of `{}` hides another name",
                local.name, function.name
            );
            return global(message);
        }
    }
    for label in &function.labels {
        labels.add(label)?;
    }
    Ok(())
}

#[derive(Default)]
struct Scope<'a>(HashSet<&'a str>);

impl<'a> Scope<'a> {
    fn add(&mut self, name: &'a str) -> Result {
        if !is_name(name) {
            return global(format!(
                "`{}` is reserved or no identifier",
                name.escape_debug()
            ));
        }
        match self.0.insert(name) {
            true => Ok(()),
            false => global(format!("`{name}` is defined twice")),
        }
    }
}

fn is_name(name: &str) -> bool {
    let letters = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let reserved = RESERVED.contains(&name) || is_keyword(name) || is_built_in_type(name);
    name.chars().all(letters)
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && !name.is_empty()
        && !is_reserved_everywhere(name)
        && !name.starts_with("kvant_")
        && !name.starts_with("KVANT_")
        && !reserved
        && !matches!(name, "NULL" | "true" | "false")
        // Macros that GCC and Clang define with `-std=gnu17`.
        && !matches!(name, "linux" | "unix" | "i386")
}
