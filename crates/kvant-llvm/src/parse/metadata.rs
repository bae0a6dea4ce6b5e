//! Metadata.

use kvant_text::Result;

use super::Parser;
use crate::lexer::Kind;
use crate::names::Name;
use crate::syntax::{Attachment, Item, Metadata, Typed, Value};

impl Parser<'_> {
    /// A node, a string or a value.
    pub(super) fn metadata(&mut self) -> Result<Metadata> {
        match self.token.kind {
            Kind::Kind => self.special(false),
            Kind::Bang => {
                self.advance();
                match self.token.kind {
                    Kind::Int => Ok(Metadata::Node(self.u32()?)),
                    Kind::Text => Ok(Metadata::String(self.string()?)),
                    Kind::Mark(b'{') => self.tuple(),
                    _ => Err(self.expected("a metadata node")),
                }
            }
            _ => Ok(Metadata::Value(self.nested(Parser::typed)?)),
        }
    }

    fn tuple(&mut self) -> Result<Metadata> {
        self.expect(b'{')?;
        let elements = self.nested(|parser| {
            parser.list(b'}', |parser| match parser.take_word("null") {
                true => Ok(Metadata::Null),
                false => {
                    let at = parser.token.start;
                    let element = parser.metadata()?;
                    match element {
                        Metadata::Value(Typed {
                            value: Value::Local(_),
                            ..
                        }) => Err(parser.error_at(at, "a node has no locals in it")),
                        _ => Ok(element),
                    }
                }
            })
        })?;
        Ok(Metadata::Tuple(elements))
    }

    /// `!DILocation(…)`.
    fn special(&mut self, is_distinct: bool) -> Result<Metadata> {
        let start = self.token.start;
        let name = &self.said()[1..];
        self.advance();
        self.fields(name, is_distinct)?;
        Ok(Metadata::Special(self.text_since(start)))
    }

    /// The word in `!kind`.
    fn kind(&mut self) -> Result<Name> {
        if self.token.kind != Kind::Kind {
            return Err(self.expected("a kind of metadata"));
        }
        let name = self.names.intern(&self.said()[1..]);
        self.advance();
        Ok(name)
    }

    /// `!kind !node`.
    pub(super) fn attachment(&mut self) -> Result<Attachment> {
        let kind = self.kind()?;
        let at = self.token.start;
        let node = self.metadata()?;
        match node {
            Metadata::Node(_) | Metadata::Tuple(_) | Metadata::Special(_) => {
                Ok(Attachment { kind, node })
            }
            _ => Err(self.error_at(at, "expected a metadata node")),
        }
    }

    /// `!0 = …` or `!name = …`.
    pub(super) fn metadata_definition(&mut self) -> Result<Item> {
        if self.token.kind == Kind::Kind {
            let name = self.kind()?;
            self.expect(b'=')?;
            if self.token.kind != Kind::Bang {
                return Err(self.expected("`!{`"));
            }
            self.advance();
            self.expect(b'{')?;
            let nodes = self.list(b'}', Parser::metadata)?;
            return Ok(Item::NamedMetadata(name, nodes));
        }
        self.advance();
        let number = self.u32()?;
        self.expect(b'=')?;
        let is_distinct = self.take_word("distinct");
        let at = self.token.start;
        let node = match self.token.kind {
            Kind::Kind => self.special(is_distinct)?,
            _ => self.metadata()?,
        };
        match node {
            Metadata::Tuple(_) | Metadata::Special(_) => {
                Ok(Item::Metadata(number, is_distinct, node))
            }
            _ => Err(self.error_at(at, "expected a metadata node")),
        }
    }
}
