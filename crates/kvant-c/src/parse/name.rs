//! What names mean.

use std::collections::{HashMap, HashSet};

use super::{Entity, Parser};
use crate::{CTarget, IntKind, LocalId, Types};

/// Names of types that headers declare.
pub(super) fn built_in(target: &CTarget) -> HashMap<String, Entity> {
    let wide = match target.scalars.pointer_bytes {
        8 => (IntKind::Long, IntKind::ULong),
        _ => (IntKind::LongLong, IntKind::ULongLong),
    };
    let pointer = match target.scalars.pointer_bytes {
        8 => (IntKind::Long, IntKind::ULong),
        _ => (IntKind::Int, IntKind::UInt),
    };
    let integers = [
        ("int8_t", IntKind::SChar),
        ("uint8_t", IntKind::UChar),
        ("int16_t", IntKind::Short),
        ("uint16_t", IntKind::UShort),
        ("int32_t", IntKind::Int),
        ("uint32_t", IntKind::UInt),
        ("int64_t", wide.0),
        ("uint64_t", wide.1),
        ("intptr_t", pointer.0),
        ("uintptr_t", pointer.1),
    ];
    let others = [
        ("size_t", target.size_type()),
        ("__SIZE_TYPE__", target.size_type()),
        ("ptrdiff_t", target.difference_type()),
        ("bool", Types::BOOL),
    ];
    integers
        .into_iter()
        .map(|(name, kind)| (name, Types::int(kind)))
        .chain(others)
        .map(|(name, ty)| (name.to_owned(), Entity::Type(ty)))
        .collect()
}

/// Words of the language that are no names.
pub(crate) const KEYWORDS: [&str; 48] = [
    "auto",
    "break",
    "case",
    "char",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "register",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "typedef",
    "union",
    "unsigned",
    "void",
    "volatile",
    "while",
    "_Alignas",
    "_Alignof",
    "_Atomic",
    "_Bool",
    "_Complex",
    "_Generic",
    "_Imaginary",
    "_Noreturn",
    "_Static_assert",
    "_Thread_local",
    "asm",
    "typeof",
    "__int128",
    "__attribute__",
];

impl<'a> Parser<'a> {
    /// What a name means here.
    pub(super) fn lookup(&self, name: &str) -> Option<Entity> {
        let scopes = self.body.scopes.iter().rev();
        match scopes.filter_map(|scope| scope.get(name)).next() {
            Some(&local) => Some(Entity::Local(local)),
            None => self.file.get(name).copied(),
        }
    }

    /// Makes a name mean a local in the innermost block. Whether it did not mean one there before.
    pub(super) fn declare_local(&mut self, name: &'a str, local: LocalId) -> bool {
        let scope = self.body.scopes.last_mut();
        scope.is_some_and(|scope| scope.insert(name, local).is_none())
    }

    /// Gives those locals names of their own that hide something else. Others keep theirs.
    pub(super) fn rename_hiding_locals(&mut self) {
        let file: HashSet<&str> = self.file.keys().map(String::as_str).collect();
        for function in &mut self.program.functions {
            let mut taken: HashSet<String> = HashSet::new();
            let all: HashSet<String> = function.locals.iter().map(|l| l.name.clone()).collect();
            for local in &mut function.locals {
                let mut name = local.name.clone();
                let mut n = 1;
                while taken.contains(&name)
                    || file.contains(name.as_str())
                    || n > 1 && all.contains(&name)
                {
                    n += 1;
                    name = format!("{}_{n}", local.name);
                }
                taken.insert(name.clone());
                local.name = name;
            }
        }
    }
}
