//! Names: the rules for new ones, and their lookup.

use super::adt::a_kind;
use super::ty::scalar;
use super::{Parser, Result};
use crate::parse::lexer::TokenKind;
use crate::syntax::{AdtId, AdtKind, Block, Local};

/// The keywords of Rust.
const KEYWORDS: [&str; 52] = [
    "Self", "_", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
    "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Names with another meaning in every program.
const RESERVED: [&str; 28] = [
    "Assume",
    "BasicBlock",
    "Call",
    "CastPtrToPtr",
    "CastTransmute",
    "Checked",
    "Discriminant",
    "Field",
    "Goto",
    "Move",
    "Offset",
    "RET",
    "Return",
    "ReturnTo",
    "SetDiscriminant",
    "StorageDead",
    "StorageLive",
    "Unreachable",
    "UnwindContinue",
    "UnwindTerminate",
    "UnwindUnreachable",
    "Variant",
    "addr_of",
    "addr_of_mut",
    "core",
    "kvant",
    "main",
    "std",
];

/// Values in scope of every program. Locals and blocks cannot have these names.
const IMPORTED: [&str; 8] = [
    "Err",
    "None",
    "Ok",
    "ReasonAbi",
    "ReasonInCleanup",
    "ReturnToArg",
    "Some",
    "UnwindActionArg",
];

/// Items that some printed form uses.
const WRITTEN: [&str; 4] = ["Clone", "Copy", "__internal_make_place", "kvant_run"];

impl<'a> Parser<'a> {
    /// Takes the next token as the name of a new `kind`, such as a function.
    pub(super) fn new_name(&mut self, kind: &str) -> Result<&'a str> {
        let name = self.cursor.peek();
        if self.cursor.kind() != TokenKind::Word || KEYWORDS.contains(&name) {
            return Err(self.cursor.unexpected(&format!("a name for a {kind}")));
        }
        // The fast form names locals and blocks by their numbers, which would shadow an item of that name.
        let numbered = ["_", "bb"].iter().any(|prefix| {
            let number = name.strip_prefix(prefix);
            number.is_some_and(is_number)
        });
        let is_item = matches!(kind, "function" | "struct" | "union" | "enum");
        let is_variable = matches!(kind, "local" | "block");
        if RESERVED.contains(&name)
            || scalar(name).is_some()
            || (is_item && (numbered || WRITTEN.contains(&name)))
            || (is_variable && IMPORTED.contains(&name))
        {
            let message = format!("`{name}` has a meaning of its own: choose another name");
            return Err(self.cursor.error(message));
        }
        self.cursor.next();
        Ok(name)
    }

    /// Takes the next token as the name of a block.
    pub(super) fn block_name(&mut self) -> Result<Block> {
        let name = self.cursor.peek();
        if let Some(&block) = self.body.blocks.get(name) {
            self.cursor.next();
            return Ok(block);
        }
        if self.cursor.kind() == TokenKind::Word && !KEYWORDS.contains(&name) {
            let message = format!("there is no block `{name}` in this function");
            return Err(self.cursor.error(message));
        }
        Err(self.cursor.unexpected("the name of a block"))
    }

    /// Takes the next token as the name of a local.
    pub(super) fn local_name(&mut self) -> Result<Local> {
        let at = self.cursor.at();
        if self.cursor.kind() != TokenKind::Word || KEYWORDS.contains(&self.cursor.peek()) {
            return Err(self.cursor.unexpected("the name of a local"));
        }
        self.cursor.next();
        self.local(at)
    }

    /// The local named by the token `at`.
    pub(super) fn local(&self, at: usize) -> Result<Local> {
        let name = self.cursor.text_of(at);
        if name == "RET" {
            return Ok(Local::RETURN);
        }
        self.body.locals.get(name).copied().ok_or_else(|| {
            let what = if self.body.blocks.contains_key(name) {
                format!("`{name}` is a block; a local is needed here")
            } else if self.functions.contains_key(name) {
                format!(
                    "`{name}` is a function: `Call(…)` calls it, and `const {{ {name} as fn(…) }}` \
                     points to it"
                )
            } else if let Some(&id) = self.adts.get(name) {
                self.value_of(id)
            } else {
                format!("there is no local `{name}` in this function")
            };
            self.cursor.error_at(at, what)
        })
    }
}

impl Parser<'_> {
    /// The syntax of values of a declared type, for errors.
    fn value_of(&self, id: AdtId) -> String {
        let def = self.types.adt(id);
        let (name, kind) = (&def.name, a_kind(def.kind));
        let example = match (def.kind, def.variants.first()) {
            (AdtKind::Enum, Some(variant)) => format!("{name}::{}", variant.name),
            (AdtKind::Struct, Some(shape)) if shape.is_tuple_like() => format!("{name}(…)"),
            _ => format!("{name} {{ … }}"),
        };
        format!("`{name}` is {kind}; its values are written `{example}`")
    }
}

/// True if a text consists of digits.
fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
