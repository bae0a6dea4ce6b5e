//! Specifiers, attributes and names of types.

use super::lexer::TokenKind;
use super::{Entity, Parser, Result};
use crate::check::LARGEST_ALIGN;
use crate::print::attribute_named;
use crate::{Attribute, FloatKind, IntKind, Quals, Type, TypeKind, Types, layout};

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

impl Parser<'_> {
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
                | "__builtin_va_list"
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
            ty: self.program.types.qualified(ty, quals),
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
            "__builtin_va_list" => self.program.types.make(TypeKind::VaList),
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
            _ => {
                let Some(said) = attribute_named(word) else {
                    let message = format!("the attribute `{word}` is not in the subset");
                    return Err(self.cursor.error(message));
                };
                attributes.function.push(said);
            }
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

pub(super) fn qualifier(word: &str) -> Option<Quals> {
    Some(match word {
        "const" | "__const" | "__const__" => Quals::CONST,
        "volatile" | "__volatile__" => Quals::VOLATILE,
        "restrict" | "__restrict" | "__restrict__" => Quals::RESTRICT,
        _ => return None,
    })
}
