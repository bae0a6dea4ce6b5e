//! Specifiers, attributes and type names.

use super::lexer::TokenKind;
use super::name::is_beyond_declaration;
use super::{Entity, Parser, Result};
use crate::check::LARGEST_ALIGN;
use crate::print::{attribute_named, attribute_of_word};
use crate::{Attribute, FloatKind, IntKind, Quals, Type, TypeKind, Types, layout};

/// The specifiers before the declarators of a declaration.
#[derive(Clone)]
pub(super) struct Specifiers {
    pub(super) at: usize,
    pub(super) ty: Type,
    pub(super) storage: Option<Word>,
    pub(super) attributes: Attributes,
}

/// Storage-class specifiers, `typedef` included.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
}

/// The collected attributes of a declaration.
#[derive(Clone, Default)]
pub(super) struct Attributes {
    /// The token of the last attribute.
    at: usize,
    pub(super) function: Vec<Attribute>,
    pub(super) align: Option<u32>,
    pub(super) packed: bool,
    vector_bytes: Option<u64>,
}

/// The entity that an attribute applies to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    Function,
    Variable,
    Parameter,
    Member,
    Record,
    /// A typedef, a cast, or a declaration without a name.
    Type,
}

impl Subject {
    fn name(self) -> &'static str {
        match self {
            Subject::Function => "a function",
            Subject::Variable => "a variable",
            Subject::Parameter => "a parameter",
            Subject::Member => "a member",
            Subject::Record => "a struct or union",
            Subject::Type => "the name of a type",
        }
    }
}

/// Counts of the specifiers of arithmetic types.
#[derive(Default, PartialEq)]
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
    /// True if a declaration or a type name begins with the token at distance `ahead`.
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
                | "__signed"
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
                | "__attribute"
                | "__inline"
                | "__inline__"
                | "__volatile"
                | "__volatile__"
                | "__const"
                | "__const__"
                | "__restrict"
                | "__restrict__"
        );
        known
            || word == "__extension__" && self.is_type_at(ahead + 1)
            || is_beyond_declaration(word)
            || matches!(self.lookup(word), Some(Entity::Type(_)))
    }

    /// Reads everything before the first declarator.
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
                "auto" => Some(Word::Auto),
                "register" => Some(Word::Register),
                "__extension__" => {
                    self.cursor.next();
                    continue;
                }
                _ => None,
            };
            if let Some(said) = said {
                if storage.replace(said).is_some() {
                    return Err(self.cursor.error(
                        "a declaration has one of `typedef`, `extern`, `static`, `auto` and `register`",
                    ));
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
                false => self.cursor.error_at(
                    begin,
                    "these type specifiers are invalid or not in the subset",
                ),
            })?;
        let ty = self.vector_of(begin, ty, &mut attributes)?;
        Ok(Specifiers {
            at: begin,
            ty: self.program.types.qualified(ty, quals),
            storage,
            attributes,
        })
    }

    /// Takes one type specifier. False if the next word is none.
    fn type_word(&mut self, words: &mut Words) -> Result<bool> {
        let word = self.cursor.peek();
        let counter = match word {
            "signed" | "__signed" | "__signed__" => &mut words.signed,
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
            _ if is_beyond_declaration(word) => {
                return Err(self.cursor.error(format!("`{word}` is not in the subset")));
            }
            _ => match self.lookup(word) {
                // After a type specifier, a typedef name is the declared name.
                Some(Entity::Type(ty)) if *words == Words::default() => ty,
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
        let at = self.cursor.at();
        if let Some(said) = attribute_of_word(word) {
            self.cursor.next();
            attributes.function.push(said);
            attributes.at = at;
            return Ok(true);
        }
        match word {
            "UNUSED" => {
                self.cursor.next();
            }
            "_Alignas" => {
                self.cursor.next();
                self.cursor.expect("(")?;
                attributes.at = at;
                attributes.aligned(self.alignment()?);
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
        let at = self.cursor.at();
        if self.cursor.kind() != TokenKind::Word {
            return Err(self.cursor.unexpected("an attribute"));
        }
        let word = self.cursor.peek();
        self.cursor.next();
        let bare = word.strip_prefix("__").and_then(|it| it.strip_suffix("__"));
        match bare.unwrap_or(word) {
            // Neither changes the behaviour of the program.
            "unused" | "used" => return Ok(()),
            "packed" => attributes.packed = true,
            "aligned" => {
                self.cursor.expect("(")?;
                attributes.aligned(self.alignment()?);
                self.cursor.expect(")")?;
            }
            "vector_size" => {
                self.cursor.expect("(")?;
                attributes.vector_bytes = Some(self.constant_number("the size")?);
                self.cursor.expect(")")?;
            }
            name => {
                let Some(said) = attribute_named(name) else {
                    let message = format!("the attribute `{word}` is not in the subset");
                    return Err(self.cursor.error_at(at, message));
                };
                attributes.function.push(said);
            }
        }
        attributes.at = at;
        Ok(())
    }

    /// Attributes of an entity, from its specifiers and from behind its declarator.
    pub(super) fn attributes_of(
        &mut self,
        specifiers: &Specifiers,
        subject: Subject,
    ) -> Result<Attributes> {
        let mut attributes = specifiers.attributes.clone();
        // Words such as `_Alignas` and `inline` come before the declarator.
        while matches!(
            self.cursor.peek(),
            "__attribute__" | "__attribute" | "UNUSED"
        ) {
            self.attribute(&mut attributes)?;
        }
        if matches!(self.cursor.peek(), "asm" | "__asm" | "__asm__") {
            return Err(self
                .cursor
                .error("names for the assembler are not in the subset"));
        }
        self.refuse_attributes(&attributes, subject)?;
        Ok(attributes)
    }

    /// Fails if one of the attributes is not in the subset for this kind of entity.
    pub(super) fn refuse_attributes(&self, attributes: &Attributes, subject: Subject) -> Result {
        let aligns = matches!(subject, Subject::Variable | Subject::Record);
        let what = match attributes {
            it if it.vector_bytes.is_some() => "`vector_size` behind its type",
            it if it.packed && subject != Subject::Record => "`packed`",
            it if it.align.is_some() && !aligns => "alignment of its own",
            it if !it.function.is_empty() && subject != Subject::Function => {
                "attributes of functions"
            }
            _ => return Ok(()),
        };
        let message = format!("{} has no {what} in the subset", subject.name());
        Err(self.cursor.error_at(attributes.at, message))
    }

    /// Fails if there is a storage class.
    pub(super) fn refuse_storage(&self, specifiers: &Specifiers, subject: Subject) -> Result {
        match specifiers.storage {
            None => Ok(()),
            Some(_) => {
                let message = format!("{} has no storage class", subject.name());
                Err(self.cursor.error_at(specifiers.at, message))
            }
        }
    }

    /// Ends a declaration without a declarator, which is allowed only if it declares a tag.
    pub(super) fn declares_tag(&mut self, specifiers: &Specifiers) -> Result {
        self.refuse_attributes(&specifiers.attributes, Subject::Type)?;
        self.refuse_storage(specifiers, Subject::Type)?;
        let tagged = matches!(
            self.program.types.kind(specifiers.ty),
            TypeKind::Record(_) | TypeKind::Enum(_)
        );
        match tagged {
            true => Ok(()),
            false => Err(self.cursor.error_at(specifiers.at, "this declares nothing")),
        }
    }

    fn alignment(&mut self) -> Result<u32> {
        let at = self.cursor.at();
        if self.is_type_at(0) {
            let ty = self.type_name()?;
            self.complete(at, ty)?;
            return Ok(layout::layout(&self.program, &self.target, ty).align as u32);
        }
        let asked = self.constant_number("the alignment")?;
        match u32::try_from(asked) {
            Ok(align) if align.is_power_of_two() && align <= LARGEST_ALIGN => Ok(align),
            _ => {
                let message = format!("an alignment is a power of two up to {LARGEST_ALIGN}");
                Err(self.cursor.error_at(at, message))
            }
        }
    }

    /// Reads `VECTOR(int, 4)`.
    fn vector(&mut self) -> Result<Type> {
        let at = self.cursor.next();
        self.cursor.expect("(")?;
        let of = self.type_name()?;
        self.cursor.expect(",")?;
        let lanes = self.constant_number("the number of elements")?;
        self.cursor.expect(")")?;
        self.make_vector(at, of, lanes)
    }

    fn vector_of(&mut self, at: usize, ty: Type, attributes: &mut Attributes) -> Result<Type> {
        let Some(bytes) = attributes.vector_bytes.take() else {
            return Ok(ty);
        };
        if !self.program.types.is_arithmetic(ty) {
            return Err(self
                .cursor
                .error_at(at, "the elements of a vector are numbers"));
        }
        let size = layout::layout(&self.program, &self.target, ty).size;
        if bytes % size != 0 {
            return Err(self
                .cursor
                .error_at(at, "the size of a vector is a multiple of its elements'"));
        }
        self.make_vector(at, ty, bytes / size)
    }

    fn make_vector(&mut self, at: usize, of: Type, lanes: u64) -> Result<Type> {
        let fits = self.program.types.is_arithmetic(of) && lanes.is_power_of_two() && lanes <= 64;
        match fits {
            true => Ok(self
                .program
                .types
                .make(TypeKind::Vector(of.id, lanes as u32))),
            false => Err(self.cursor.error_at(
                at,
                "the number of elements of a vector is a power of two up to 64",
            )),
        }
    }

    /// Reads a type as in a cast.
    pub(super) fn type_name(&mut self) -> Result<Type> {
        let specifiers = self.specifiers()?;
        let declared = self.declarator(specifiers.ty)?;
        self.refuse_storage(&specifiers, Subject::Type)?;
        self.attributes_of(&specifiers, Subject::Type)?;
        match declared.name {
            None => Ok(declared.ty),
            Some(name) => Err(self.cursor.error_at(
                declared.at,
                format!("`{name}` is declared in the name of a type"),
            )),
        }
    }
}

impl Attributes {
    /// Adds a requested alignment, of which the strictest counts (6.7.5p6).
    fn aligned(&mut self, align: u32) {
        self.align = Some(self.align.map_or(align, |before| before.max(align)));
    }
}

pub(super) fn qualifier(word: &str) -> Option<Quals> {
    Some(match word {
        "const" | "__const" | "__const__" => Quals::CONST,
        "volatile" | "__volatile" | "__volatile__" => Quals::VOLATILE,
        "restrict" | "__restrict" | "__restrict__" => Quals::RESTRICT,
        _ => return None,
    })
}
