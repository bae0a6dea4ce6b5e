//! Declarations of types: first their names, then their contents.

use super::lexer::TokenKind;
use super::program::Attributes;
use super::{Parser, Result};
use crate::syntax::*;

/// The name of a kind of declared type in errors.
pub(super) fn kind_name(kind: AdtKind) -> &'static str {
    match kind {
        AdtKind::Struct => "struct",
        AdtKind::Union => "union",
        AdtKind::Enum => "enum",
    }
}

/// The name of a kind of declared type, with an article.
pub(super) fn a_kind(kind: AdtKind) -> &'static str {
    match kind {
        AdtKind::Struct => "a struct",
        AdtKind::Union => "a union",
        AdtKind::Enum => "an enum",
    }
}

impl Parser<'_> {
    /// Declares the struct, union or enum that comes next, and skips it. Returns the first token of its contents.
    pub(super) fn adt_item(&mut self, kind: AdtKind, attributes: Attributes) -> Result<usize> {
        self.cursor.next();
        let at = self.cursor.at();
        let name = self.new_name(kind_name(kind))?;
        let one_shape = Variant {
            name: String::new(),
            discriminant: 0,
            fields: Vec::new(),
        };
        let (id, _) = self.types.declare(AdtDef {
            name: name.to_owned(),
            kind,
            repr: attributes.repr,
            variants: match kind {
                AdtKind::Enum => Vec::new(),
                AdtKind::Struct | AdtKind::Union => vec![one_shape],
            },
        });
        if let Some(known) = self.adts.insert(name, id) {
            let known = a_kind(self.types.adt(known).kind);
            let message = format!("there already is {known} `{name}`");
            return Err(self.cursor.error_at(at, message));
        }
        self.lifetimes(&format!("{}s", kind_name(kind)))?;
        let contents = self.cursor.at();
        match (self.cursor.peek(), kind) {
            ("{", _) => {
                self.skip_brackets();
            }
            ("(", AdtKind::Struct) => {
                self.skip_brackets();
                self.cursor.expect(";")?;
            }
            (";", AdtKind::Struct) => {
                self.cursor.next();
            }
            _ => return Err(self.cursor.unexpected("`{`")),
        }
        Ok(contents)
    }

    /// Skips `<'a, 'b>`, if it comes next. Lifetimes are ignored, because borrows are not checked.
    pub(super) fn lifetimes(&mut self, of: &str) -> Result {
        if !self.cursor.take("<") {
            return Ok(());
        }
        while !self.take_angle() {
            if !self.lifetime() {
                let message = format!("the subset has no generic {of}");
                return Err(self.cursor.error(message));
            }
            self.cursor.take(",");
        }
        Ok(())
    }

    /// Takes a lifetime, if one comes next.
    pub(super) fn lifetime(&mut self) -> bool {
        let text = self.cursor.peek();
        let found = self.cursor.kind() == TokenKind::Quoted
            && text.starts_with('\'')
            && !text.ends_with('\'');
        if found {
            self.cursor.next();
        }
        found
    }

    /// Reads the contents of a declared type, which begin at token `at`.
    pub(super) fn contents(&mut self, id: AdtId, at: usize) -> Result {
        self.cursor.go_to(at);
        if self.types.adt(id).kind == AdtKind::Enum {
            let variants = self.variants()?;
            self.types.adt_mut(id).variants = variants;
            return Ok(());
        }
        let fields = self.shape()?;
        self.types.adt_mut(id).variants[0].fields = fields;
        Ok(())
    }

    /// Reads the fields of a struct, union or variant, which may have none.
    fn shape(&mut self) -> Result<Vec<Field>> {
        let mut fields: Vec<Field> = Vec::new();
        match self.cursor.peek() {
            "{" => {
                self.cursor.next();
                self.list("}", |parser| {
                    parser.qualifiers()?;
                    let at = parser.cursor.at();
                    let name = parser.new_name("field")?;
                    if fields.iter().any(|field| field.name == name) {
                        let message = format!("there already is a field `{name}`");
                        return Err(parser.cursor.error_at(at, message));
                    }
                    parser.cursor.expect(":")?;
                    fields.push(Field {
                        name: name.to_owned(),
                        ty: parser.ty()?,
                    });
                    Ok(())
                })?;
            }
            "(" => {
                self.cursor.next();
                self.list(")", |parser| {
                    parser.qualifiers()?;
                    fields.push(Field {
                        name: fields.len().to_string(),
                        ty: parser.ty()?,
                    });
                    Ok(())
                })?;
            }
            _ => {}
        }
        Ok(fields)
    }

    /// Skips attributes and visibility before a field.
    fn qualifiers(&mut self) -> Result {
        self.attributes()?;
        if self.cursor.take("pub") && self.cursor.is("(") {
            self.skip_brackets();
        }
        Ok(())
    }

    fn variants(&mut self) -> Result<Vec<Variant>> {
        let mut variants: Vec<Variant> = Vec::new();
        let mut names = std::collections::HashSet::new();
        self.cursor.expect("{")?;
        self.list("}", |parser| {
            parser.attributes()?;
            let at = parser.cursor.at();
            let name = parser.new_name("variant")?;
            if !names.insert(name) {
                let message = format!("there already is a variant `{name}`");
                return Err(parser.cursor.error_at(at, message));
            }
            let fields = parser.shape()?;
            let discriminant = if parser.cursor.take("=") {
                parser.discriminant()?
            } else {
                let last = variants.last();
                last.map_or(0, |last| last.discriminant.wrapping_add(1))
            };
            variants.push(Variant {
                name: name.to_owned(),
                discriminant,
                fields,
            });
            Ok(())
        })?;
        Ok(variants)
    }

    /// Reads the value of a discriminant. `check` decides if it fits the enum.
    fn discriminant(&mut self) -> Result<i128> {
        let literal = self.literal()?;
        let bits = self.bits(literal, IntTy::I128)?;
        Ok(bits as i128)
    }
}
