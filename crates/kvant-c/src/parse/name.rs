//! Names and their meaning.

use std::collections::{HashMap, HashSet};

use super::{Entity, Parser};
use crate::library::is_library_name;
use crate::{CTarget, IntKind, LocalId, Type, Types};

/// Typedefs of standard headers. Their types depend on the target.
const BUILT_IN: [&str; 14] = [
    "int8_t",
    "uint8_t",
    "int16_t",
    "uint16_t",
    "int32_t",
    "uint32_t",
    "int64_t",
    "uint64_t",
    "intptr_t",
    "uintptr_t",
    "size_t",
    "__SIZE_TYPE__",
    "ptrdiff_t",
    "bool",
];

fn built_in_type(name: &str, target: &CTarget) -> Type {
    let long = target.scalars.pointer_bytes == 8;
    match name {
        "int8_t" => Types::int(IntKind::SChar),
        "uint8_t" => Types::int(IntKind::UChar),
        "int16_t" => Types::int(IntKind::Short),
        "uint16_t" => Types::int(IntKind::UShort),
        "int32_t" => Types::INT,
        "uint32_t" => Types::UINT,
        "int64_t" if long => Types::int(IntKind::Long),
        "int64_t" => Types::int(IntKind::LongLong),
        "uint64_t" if long => Types::int(IntKind::ULong),
        "uint64_t" => Types::int(IntKind::ULongLong),
        "intptr_t" | "ptrdiff_t" => target.difference_type(),
        "uintptr_t" | "size_t" | "__SIZE_TYPE__" => target.size_type(),
        _ => Types::BOOL,
    }
}

/// The names that are known before any declaration.
pub(super) fn built_in(target: &CTarget) -> HashMap<String, Entity> {
    BUILT_IN
        .into_iter()
        .map(|name| (name.to_owned(), Entity::Type(built_in_type(name, target))))
        .collect()
}

/// Keywords.
const KEYWORDS: [&str; 48] = [
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

/// Words outside of the subset that begin declarations.
const BEYOND_DECLARATIONS: [&str; 25] = [
    "_Atomic",
    "_BitInt",
    "_Complex",
    "_Decimal128",
    "_Decimal32",
    "_Decimal64",
    "_Float128",
    "_Float16",
    "_Float32",
    "_Float32x",
    "_Float64",
    "_Float64x",
    "_Imaginary",
    "_Noreturn",
    "_Static_assert",
    "_Thread_local",
    "__asm",
    "__asm__",
    "__auto_type",
    "__complex__",
    "__float128",
    "__label__",
    "__thread",
    "__typeof",
    "__typeof__",
];

/// Words of expressions that are outside of the subset.
const BEYOND_EXPRESSIONS: [&str; 13] = [
    "_Generic",
    "__FILE__",
    "__FUNCTION__",
    "__LINE__",
    "__PRETTY_FUNCTION__",
    "__alignof",
    "__alignof__",
    "__func__",
    "__imag__",
    "__real__",
    "offsetof",
    "va_arg",
    "va_start",
];

/// True for words that begin declarations outside of the subset.
pub(super) fn is_beyond_declaration(word: &str) -> bool {
    matches!(word, "asm" | "typeof") || BEYOND_DECLARATIONS.contains(&word)
}

/// True for words of C, and names that standard headers declare, outside of the subset.
pub(super) fn is_beyond(word: &str) -> bool {
    is_beyond_declaration(word) || BEYOND_EXPRESSIONS.contains(&word)
}

/// The reason why no identifier of file scope may have this name.
pub(crate) fn reserved_for_linkage(name: &str) -> Option<String> {
    if is_library_name(name) {
        return Some(format!(
            "`{name}` is a name of the library, and compilers assume what it does: choose another one"
        ));
    }
    let implementation = name.starts_with('_');
    implementation.then(|| format!("`{name}` is reserved for compilers: choose another name"))
}

/// True for names that are reserved for any use (7.1.3p1).
pub(crate) fn is_reserved_everywhere(name: &str) -> bool {
    let second = name.strip_prefix('_').and_then(|rest| rest.chars().next());
    second.is_some_and(|c| c == '_' || c.is_ascii_uppercase())
}

/// True for keywords.
pub(crate) fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

/// True for typedefs of standard headers, which need no declaration.
pub(crate) fn is_built_in_type(word: &str) -> bool {
    BUILT_IN.contains(&word)
}

impl<'a> Parser<'a> {
    /// Looks a name up in the current scopes.
    pub(super) fn lookup(&self, name: &str) -> Option<Entity> {
        let mut scopes = self.body.scopes.iter().rev();
        match scopes.find_map(|scope| scope.get(name)) {
            Some(&local) => Some(Entity::Local(local)),
            None => self.file.get(name).copied(),
        }
    }

    /// Declares a local in the innermost block. False if the block has the name already.
    pub(super) fn declare_local(&mut self, name: &'a str, local: LocalId) -> bool {
        // The parameters and the outermost block of a function are one scope (6.2.1p4).
        if let [parameters, _] = self.body.scopes.as_slice()
            && parameters.contains_key(name)
        {
            return false;
        }
        let scope = self.body.scopes.last_mut();
        scope.is_some_and(|scope| scope.insert(name, local).is_none())
    }

    /// True if a local variable of this name is in scope.
    pub(super) fn is_local(&self, name: &str) -> bool {
        self.body
            .scopes
            .iter()
            .any(|scope| scope.contains_key(name))
    }

    /// Renames locals that hide another name.
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
