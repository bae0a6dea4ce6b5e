//! Specifiers, declarators and names of types.

use super::lexer::TokenKind;
use super::name::is_keyword;
use super::{Entity, Parser, Result};
use crate::check::{LARGEST, LARGEST_ALIGN, TYPE_DEPTH, depths};
use crate::print::attribute_named;
use crate::{Attribute, FloatKind, IntKind, Quals, Signature, Type, TypeKind, Types, layout};

/// What stands before the declarators of a declaration.
#[derive(Clone)]
pub(super) struct Specifiers {
    pub(super) ty: Type,
    pub(super) storage: Option<Word>,
    pub(super) attributes: Attributes,
}

/// The words that say where something lives, or that it is a type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    Typedef,
    Extern,
    Static,
}

/// What attributes say.
#[derive(Clone, Default)]
pub(super) struct Attributes {
    pub(super) function: Vec<Attribute>,
    pub(super) align: Option<u32>,
    pub(super) packed: bool,
    vector_bytes: Option<u64>,
}

/// What a declarator declares.
pub(super) struct Declared<'a> {
    pub(super) name: Option<&'a str>,
    pub(super) at: usize,
    pub(super) ty: Type,
    /// The parameters, if it is a function.
    pub(super) parameters: Option<Vec<Parameter<'a>>>,
}

/// A parameter, with its type after the adjustments.
#[derive(Clone)]
pub(super) struct Parameter<'a> {
    pub(super) name: Option<&'a str>,
    pub(super) at: usize,
    pub(super) ty: Type,
}

/// What comes behind a name in a declarator.
enum Suffix<'a> {
    Array(u64, usize),
    Function(Vec<Parameter<'a>>, bool),
}

/// How often the words of arithmetic types were written.
#[derive(Default)]
struct Words {
    signed: u32,
    unsigned: u32,
    char: u32,
    short: u32,
    int: u32,
    long: u32,
    int128: u32,
    other: Option<Type>,
}

impl<'a> Parser<'a> {
    /// Whether a declaration or the name of a type begins with the token so far ahead.
    pub(super) fn is_type_at(&self, ahead: usize) -> bool {
        if self.cursor.kind_at(ahead) != TokenKind::Word {
            return false;
        }
        let word = self.cursor.peek_at(ahead);
        let known = matches!(
            word,
            "void"
                | "_Bool"
                | "char"
                | "short"
                | "int"
                | "long"
                | "float"
                | "double"
                | "signed"
                | "unsigned"
                | "__signed__"
                | "__int128"
                | "struct"
                | "union"
                | "enum"
                | "const"
                | "volatile"
                | "restrict"
                | "static"
                | "extern"
                | "typedef"
                | "inline"
                | "register"
                | "auto"
                | "VECTOR"
                | "__attribute__"
                | "_Alignas"
                | "__extension__"
                | "_Atomic"
                | "_Complex"
                | "_Thread_local"
                | "_Noreturn"
                | "typeof"
                | "__typeof__"
                | "__inline"
                | "__inline__"
                | "__volatile__"
                | "__const"
        );
        known || matches!(self.lookup(word), Some(Entity::Type(_)))
    }

    /// Everything before the first declarator.
    pub(super) fn specifiers(&mut self) -> Result<Specifiers> {
        let begin = self.cursor.at();
        let (mut words, mut quals, mut storage) = (Words::default(), Quals::NONE, None);
        let mut attributes = Attributes::default();
        loop {
            if self.attribute(&mut attributes)? {
                continue;
            }
            if let Some(qual) = qualifier(self.cursor.peek()) {
                quals = quals | qual;
                self.cursor.next();
                continue;
            }
            let word = self.cursor.peek();
            let said = match word {
                "typedef" => Some(Word::Typedef),
                "extern" => Some(Word::Extern),
                "static" => Some(Word::Static),
                "register" | "auto" | "__extension__" => {
                    self.cursor.next();
                    continue;
                }
                _ => None,
            };
            if let Some(said) = said {
                if storage.replace(said).is_some() {
                    return Err(self
                        .cursor
                        .error("a declaration has one of `typedef`, `extern` and `static`"));
                }
                self.cursor.next();
                continue;
            }
            if !self.type_word(&mut words)? {
                break;
            }
        }
        let ty = self
            .of_words(&words)
            .ok_or_else(|| match self.cursor.at() == begin {
                true => self.cursor.unexpected("a type"),
                false => self
                    .cursor
                    .error_at(begin, "these words do not make a type of the subset"),
            })?;
        let ty = self.vector_of(begin, ty, &attributes)?;
        Ok(Specifiers {
            ty: self.qualified(ty, quals),
            storage,
            attributes,
        })
    }

    /// Takes one word that says which type it is. False if the next one does not.
    fn type_word(&mut self, words: &mut Words) -> Result<bool> {
        let word = self.cursor.peek();
        let counter = match word {
            "signed" | "__signed__" => &mut words.signed,
            "unsigned" => &mut words.unsigned,
            "char" => &mut words.char,
            "short" => &mut words.short,
            "int" => &mut words.int,
            "long" => &mut words.long,
            "__int128" => &mut words.int128,
            _ => return self.other_type(words),
        };
        *counter += 1;
        self.cursor.next();
        Ok(true)
    }

    fn other_type(&mut self, words: &mut Words) -> Result<bool> {
        let word = self.cursor.peek();
        let ty = match word {
            "void" => Types::VOID,
            "_Bool" => Types::BOOL,
            "float" => Types::float(FloatKind::Float),
            "double" => Types::float(FloatKind::Double),
            "struct" | "union" => {
                let ty = self.record()?;
                return self.one_type(words, ty);
            }
            "enum" => {
                let ty = self.enumeration()?;
                return self.one_type(words, ty);
            }
            "VECTOR" => {
                let ty = self.vector()?;
                return self.one_type(words, ty);
            }
            "_Atomic" | "_Complex" | "_Thread_local" | "_Noreturn" | "typeof" | "__typeof__" => {
                return Err(self.cursor.error(format!("`{word}` is not in the subset")));
            }
            _ => match self.lookup(word) {
                // Behind a type, a name of a type is what is declared.
                Some(Entity::Type(ty)) if words.is_empty() => ty,
                _ => return Ok(false),
            },
        };
        self.cursor.next();
        self.one_type(words, ty)
    }

    fn one_type(&mut self, words: &mut Words, ty: Type) -> Result<bool> {
        match words.other.replace(ty) {
            None => Ok(true),
            Some(_) => Err(self.cursor.error("there are two types in one declaration")),
        }
    }

    fn of_words(&self, words: &Words) -> Option<Type> {
        let Words {
            signed,
            unsigned,
            char,
            short,
            int,
            long,
            int128,
            other,
        } = *words;
        if let Some(ty) = other {
            return (signed + unsigned + char + short + int + long + int128 == 0).then_some(ty);
        }
        if signed + unsigned > 1 || char + short + int128 > 1 || int > 1 || long > 2 {
            return None;
        }
        let kind = match (char, short, int128, long, int) {
            (1, 0, 0, 0, 0) if signed == 1 => IntKind::SChar,
            (1, 0, 0, 0, 0) => IntKind::Char,
            (0, 1, 0, 0, _) => IntKind::Short,
            (0, 0, 1, 0, 0) if self.target.int128 => IntKind::Int128,
            (0, 0, 0, 1, _) => IntKind::Long,
            (0, 0, 0, 2, _) => IntKind::LongLong,
            (0, 0, 0, 0, 1) => IntKind::Int,
            (0, 0, 0, 0, 0) if signed + unsigned == 1 => IntKind::Int,
            _ => return None,
        };
        Some(Types::int(if unsigned == 1 {
            kind.unsigned()
        } else {
            kind
        }))
    }

    /// Takes an attribute, if one comes next.
    pub(super) fn attribute(&mut self, attributes: &mut Attributes) -> Result<bool> {
        let word = self.cursor.peek();
        let inline = matches!(word, "inline" | "__inline" | "__inline__");
        let macros = word.chars().all(|c| c.is_ascii_uppercase() || c == '_');
        if let Some(said) = attribute_named(word).filter(|_| inline || macros) {
            self.cursor.next();
            attributes.function.push(said);
            return Ok(true);
        }
        match word {
            "UNUSED" => {
                self.cursor.next();
            }
            "_Alignas" => {
                self.cursor.next();
                self.cursor.expect("(")?;
                attributes.align = Some(self.alignment()?);
                self.cursor.expect(")")?;
            }
            "__attribute__" | "__attribute" => {
                self.cursor.next();
                self.cursor.expect("(")?;
                self.cursor.expect("(")?;
                while !self.cursor.take(")") {
                    self.one_attribute(attributes)?;
                    if !self.cursor.is(")") {
                        self.cursor.expect(",")?;
                    }
                }
                self.cursor.expect(")")?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn one_attribute(&mut self, attributes: &mut Attributes) -> Result {
        let word = self.cursor.name("an attribute")?;
        match word.trim_matches('_') {
            "packed" => attributes.packed = true,
            "unused" | "used" => {}
            "aligned" => {
                self.cursor.expect("(")?;
                attributes.align = Some(self.alignment()?);
                self.cursor.expect(")")?;
            }
            "vector_size" => {
                self.cursor.expect("(")?;
                attributes.vector_bytes = Some(self.constant_number("the size")?);
                self.cursor.expect(")")?;
            }
            _ => match attribute_named(word) {
                Some(said) => attributes.function.push(said),
                None => {
                    let message = format!("the attribute `{word}` is not in the subset");
                    return Err(self.cursor.error(message));
                }
            },
        }
        Ok(())
    }

    fn alignment(&mut self) -> Result<u32> {
        let at = self.cursor.at();
        let asked = self.constant_number("the alignment")?;
        match u32::try_from(asked) {
            Ok(align) if align.is_power_of_two() && align <= LARGEST_ALIGN => Ok(align),
            _ => {
                let message = format!("an alignment is a power of two up to {LARGEST_ALIGN}");
                Err(self.cursor.error_at(at, message))
            }
        }
    }

    /// `VECTOR(int, 4)`.
    fn vector(&mut self) -> Result<Type> {
        let at = self.cursor.next();
        self.cursor.expect("(")?;
        let of = self.type_name()?;
        self.cursor.expect(",")?;
        let lanes = self.constant_number("the number of elements")?;
        self.cursor.expect(")")?;
        self.make_vector(at, of, lanes)
    }

    fn vector_of(&mut self, at: usize, ty: Type, attributes: &Attributes) -> Result<Type> {
        let Some(bytes) = attributes.vector_bytes else {
            return Ok(ty);
        };
        if !self.program.types.is_arithmetic(ty) {
            return Err(self.cursor.error_at(at, "only numbers make vectors"));
        }
        let size = layout::layout(&self.program, &self.target, ty).size;
        self.make_vector(at, ty, bytes / size)
    }

    fn make_vector(&mut self, at: usize, of: Type, lanes: u64) -> Result<Type> {
        let fits = self.program.types.is_arithmetic(of) && lanes.is_power_of_two() && lanes <= 64;
        match fits {
            true => Ok(self
                .program
                .types
                .make(TypeKind::Vector(of.id, lanes as u32))),
            false => Err(self
                .cursor
                .error_at(at, "a vector has up to 64 numbers, a power of two of them")),
        }
    }

    /// A type as it stands in a cast.
    pub(super) fn type_name(&mut self) -> Result<Type> {
        let specifiers = self.specifiers()?;
        let declared = self.declarator(specifiers.ty)?;
        match declared.name {
            None => Ok(declared.ty),
            Some(name) => Err(self.cursor.error_at(
                declared.at,
                format!("`{name}` is declared in the name of a type"),
            )),
        }
    }

    /// A declarator of something of type `base`, with a name or without.
    pub(super) fn declarator(&mut self, base: Type) -> Result<Declared<'a>> {
        self.cursor.enter()?;
        let mut ty = base;
        while self.cursor.take("*") {
            ty = self.program.types.pointer(ty);
            while let Some(qual) = qualifier(self.cursor.peek()) {
                ty = ty.with(qual);
                self.cursor.next();
            }
        }
        let declared = match self.is_inner_declarator() {
            true => self.inner_declarator(ty)?,
            false => self.direct_declarator(ty)?,
        };
        self.cursor.leave(1);
        if depths(&self.program.types, &mut self.depths) > TYPE_DEPTH {
            return Err(self.cursor.error("this type is nested too deeply"));
        }
        Ok(declared)
    }

    /// Whether a parenthesis comes next that is around a declarator, not around parameters.
    fn is_inner_declarator(&self) -> bool {
        if !self.cursor.is("(") {
            return false;
        }
        let next = self.cursor.peek_at(1);
        matches!(next, "*" | "(" | "[")
            || self.cursor.kind_at(1) == TokenKind::Word && !self.is_type_at(1)
    }

    /// What stands in parentheses applies last, so what comes behind them is read first.
    fn inner_declarator(&mut self, base: Type) -> Result<Declared<'a>> {
        let inside = self.cursor.at();
        self.cursor.skip_brackets()?;
        let suffixes = self.suffixes()?;
        if let Some(Suffix::Array(0, at)) = suffixes.first() {
            return Err(self
                .cursor
                .error_at(*at, "the length of this array is missing"));
        }
        let ty = self.with_suffixes(base, &suffixes)?;
        let behind = self.cursor.at();
        self.cursor.go_to(inside);
        self.cursor.expect("(")?;
        let declared = self.declarator(ty)?;
        self.cursor.expect(")")?;
        self.cursor.go_to(behind);
        Ok(declared)
    }

    fn direct_declarator(&mut self, base: Type) -> Result<Declared<'a>> {
        let at = self.cursor.at();
        let named = self.cursor.kind() == TokenKind::Word && !is_keyword(self.cursor.peek());
        let name = match named {
            true => Some(self.cursor.name("a name")?),
            false => None,
        };
        let mut suffixes = self.suffixes()?;
        let ty = self.with_suffixes(base, &suffixes)?;
        let parameters = match suffixes.is_empty() {
            false => match suffixes.swap_remove(0) {
                Suffix::Function(parameters, _) => Some(parameters),
                Suffix::Array(..) => None,
            },
            true => None,
        };
        Ok(Declared {
            name,
            at,
            ty,
            parameters,
        })
    }

    fn suffixes(&mut self) -> Result<Vec<Suffix<'a>>> {
        let mut all = Vec::new();
        loop {
            let at = self.cursor.at();
            if self.cursor.take("[") {
                // Without a length it is that of the initial value, or a parameter.
                let length = match self.cursor.is("]") {
                    true => 0,
                    false => match self.constant_number("the length")? {
                        0 => {
                            return Err(self
                                .cursor
                                .error_at(at, "an array has at least one element"));
                        }
                        length => length,
                    },
                };
                self.cursor.expect("]")?;
                all.push(Suffix::Array(length, at));
            } else if self.cursor.is("(") {
                let (parameters, variadic) = self.parameters()?;
                all.push(Suffix::Function(parameters, variadic));
            } else {
                return Ok(all);
            }
            if all.len() > 20 {
                return Err(self.cursor.error("this has too many dimensions"));
            }
        }
    }

    fn with_suffixes(&mut self, base: Type, suffixes: &[Suffix<'_>]) -> Result<Type> {
        let mut ty = base;
        for (n, suffix) in suffixes.iter().enumerate().rev() {
            ty = match suffix {
                Suffix::Array(0, at) if n > 0 => {
                    return Err(self
                        .cursor
                        .error_at(*at, "only the first length may be left out"));
                }
                Suffix::Array(length, at) => self.array(*at, ty, *length)?,
                Suffix::Function(parameters, variadic) => {
                    let signature = Signature {
                        result: ty,
                        parameters: parameters.iter().map(|p| p.ty.unqualified()).collect(),
                        variadic: *variadic,
                    };
                    if matches!(
                        self.program.types.kind(ty),
                        TypeKind::Array(..) | TypeKind::Function(_)
                    ) {
                        return Err(self
                            .cursor
                            .error("functions return neither arrays nor functions"));
                    }
                    self.program.types.make(TypeKind::Function(signature))
                }
            };
        }
        Ok(ty)
    }

    /// An array of a complete type. A length of 0 is not known yet.
    pub(super) fn array(&mut self, at: usize, of: Type, length: u64) -> Result<Type> {
        self.complete(at, of)?;
        let element = layout::layout(&self.program, &self.target, of).size;
        match element.checked_mul(length) {
            Some(size) if size <= LARGEST => Ok(self.program.types.array(of, length)),
            _ => Err(self
                .cursor
                .error_at(at, format!("this is larger than {LARGEST} bytes"))),
        }
    }

    /// Fails if there can be no objects of this type yet.
    pub(super) fn complete(&self, at: usize, ty: Type) -> Result {
        let mut element = ty;
        while let TypeKind::Array(of, length) = self.program.types.kind(element) {
            if *length == 0 {
                return Err(self
                    .cursor
                    .error_at(at, "the length of this array is missing"));
            }
            element = *of;
        }
        let complete = match self.program.types.kind(element) {
            TypeKind::Void | TypeKind::Function(_) => false,
            TypeKind::Record(id) => self.complete[id.index()],
            _ => true,
        };
        match complete {
            true => Ok(()),
            false => Err(self
                .cursor
                .error_at(at, "there is no object of this type: it is not complete")),
        }
    }

    fn parameters(&mut self) -> Result<(Vec<Parameter<'a>>, bool)> {
        self.cursor.expect("(")?;
        let mut all = Vec::new();
        if self.cursor.is("void") && self.cursor.peek_at(1) == ")" {
            self.cursor.next();
        }
        while !self.cursor.take(")") {
            if self.cursor.take("...") {
                self.cursor.expect(")")?;
                return Ok((all, true));
            }
            let specifiers = self.specifiers()?;
            let declared = self.declarator(specifiers.ty)?;
            let ty = match self.program.types.kind(declared.ty) {
                TypeKind::Array(of, _) => {
                    let of = *of;
                    self.program.types.pointer(of)
                }
                TypeKind::Function(_) => self.program.types.pointer(declared.ty),
                _ => declared.ty,
            };
            if *self.program.types.kind(ty) == TypeKind::Void {
                return Err(self
                    .cursor
                    .error_at(declared.at, "a parameter cannot be `void`"));
            }
            all.push(Parameter {
                name: declared.name,
                at: declared.at,
                ty,
            });
            if !self.cursor.is(")") {
                self.cursor.expect(",")?;
            }
        }
        Ok((all, false))
    }

    /// A type with more qualifiers. Those of an array are those of its elements.
    pub(super) fn qualified(&mut self, ty: Type, quals: Quals) -> Type {
        self.program.types.qualified(ty, quals)
    }
}

impl Words {
    fn is_empty(&self) -> bool {
        let Words {
            signed,
            unsigned,
            char,
            short,
            int,
            long,
            int128,
            other,
        } = self;
        signed + unsigned + char + short + int + long + int128 == 0 && other.is_none()
    }
}

fn qualifier(word: &str) -> Option<Quals> {
    Some(match word {
        "const" | "__const" | "__const__" => Quals::CONST,
        "volatile" | "__volatile__" => Quals::VOLATILE,
        "restrict" | "__restrict" | "__restrict__" => Quals::RESTRICT,
        _ => return None,
    })
}
