//! Attributes.

use kvant_text::Result;

use super::Parser;
use super::attribute_text::is_well_formed;
use crate::lexer::Kind;
use crate::syntax::{Attribute, Attributes, BinaryOp, CastOp, Form, Item, form, is_known};

/// The position of a list of attributes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Behind the type of a parameter or argument.
    Parameter,
    /// Before the type of a result.
    Result,
    /// Behind a function or a call.
    Function,
    /// In `attributes #0 = { … }`.
    Group,
}

/// Words that begin a value and are no operations.
const VALUES: [&str; 22] = [
    "null",
    "undef",
    "poison",
    "none",
    "true",
    "false",
    "zeroinitializer",
    "splat",
    "asm",
    "blockaddress",
    "dso_local_equivalent",
    "no_cfi",
    "ptrauth",
    "getelementptr",
    "extractelement",
    "insertelement",
    "shufflevector",
    "select",
    "fneg",
    "icmp",
    "fcmp",
    "metadata",
];

/// True for words that begin a value, so that they are no attributes of a parameter that are not known here.
fn begins_value(word: &str) -> bool {
    VALUES.contains(&word)
        || CastOp::from_text(word).is_some()
        || BinaryOp::from_text(word).is_some()
}

impl Parser<'_> {
    /// Attributes, as many as there are.
    pub(super) fn attributes(&mut self, place: Place) -> Result<Attributes> {
        // Most lists are empty.
        let is_done = !matches!(self.token.kind, Kind::Word | Kind::Text | Kind::Group);
        if is_done {
            return Ok(Box::default());
        }
        let mut attributes = Vec::new();
        loop {
            match self.token.kind {
                Kind::Text => {
                    let key = self.string()?;
                    let value = match self.take(b'=') {
                        true => Some(self.string()?),
                        false => None,
                    };
                    attributes.push(Attribute::String(key, value));
                }
                Kind::Group if place == Place::Function => {
                    attributes.push(Attribute::Group(self.number()?));
                }
                Kind::Word => {
                    let word = self.word();
                    let may_be_unknown = || match place {
                        Place::Parameter => !begins_value(word),
                        Place::Group => true,
                        Place::Result | Place::Function => false,
                    };
                    // `c"…"` is no word, and `x` stands in no such place.
                    if !is_known(word) && !may_be_unknown() {
                        break;
                    }
                    attributes.push(self.attribute(place)?);
                }
                _ => break,
            }
        }
        Ok(attributes.into())
    }

    fn attribute(&mut self, place: Place) -> Result<Attribute> {
        let word = self.word();
        let name = self.names.intern(word);
        self.advance();
        let in_group = place == Place::Group;
        Ok(match form(word) {
            Form::Word => Attribute::Word(name),
            Form::Align | Form::StackAlign if in_group => {
                self.expect(b'=')?;
                Attribute::Int(name, self.uint()?)
            }
            Form::Align => match self.take(b'(') {
                true => {
                    let value = self.alignment()?;
                    self.expect(b')')?;
                    Attribute::Int(name, value)
                }
                false => Attribute::Int(name, self.alignment()?),
            },
            Form::StackAlign | Form::Int => {
                self.expect(b'(')?;
                let value = self.uint()?;
                self.expect(b')')?;
                Attribute::Int(name, value)
            }
            Form::Type => {
                // In texts of LLVM 15, `byval` may be without its type.
                if !self.is(b'(') {
                    return Err(self.expected("`(` and a type"));
                }
                self.advance();
                let ty = self.ty()?;
                self.expect(b')')?;
                Attribute::Type(name, ty)
            }
            Form::Text if !self.is(b'(') => return Err(self.expected("`(`")),
            Form::MaybeText if !self.is(b'(') => Attribute::Word(name),
            Form::Text | Form::MaybeText => {
                let start = self.token.end;
                self.skip_balanced()?;
                let inside = self.text[start..self.end - 1].split_whitespace();
                let inside = inside.collect::<Vec<_>>().join(" ");
                if !is_well_formed(word, &inside) {
                    let message = format!("`{word}` has another form");
                    return Err(self.error_at(start, message));
                }
                Attribute::Text(name, self.names.intern(&inside))
            }
        })
    }

    /// A power of two.
    pub(super) fn alignment(&mut self) -> Result<u64> {
        let at = self.token.start;
        let value = self.uint()?;
        match value.is_power_of_two() && value <= 1 << 32 {
            true => Ok(value),
            false => Err(self.error_at(
                at,
                "an alignment is a power of two, and at most 2 to the 32nd",
            )),
        }
    }

    pub(super) fn attribute_group(&mut self) -> Result<Item> {
        self.expect_word("attributes")?;
        if self.token.kind != Kind::Group {
            return Err(self.expected("the number of a group"));
        }
        let number = self.number()?;
        self.expect(b'=')?;
        self.expect(b'{')?;
        let attributes = self.attributes(Place::Group)?;
        self.expect(b'}')?;
        Ok(Item::Attributes(number, attributes))
    }
}
