//! Structs, unions and enumerations.

use super::ty::{Attributes, Subject};
use super::{Entity, Parser, Result, Tag};
use crate::{EnumId, Enumeration, Field, IntKind, Record, RecordId, RecordKind, Type, TypeKind};

impl Parser<'_> {
    /// Reads `struct s`, perhaps with its members.
    pub(super) fn record(&mut self) -> Result<Type> {
        let kind = match self.cursor.peek() {
            "union" => RecordKind::Union,
            _ => RecordKind::Struct,
        };
        self.cursor.next();
        let mut attributes = Attributes::default();
        let before = self.cursor.at();
        while self.attribute(&mut attributes)? {}
        let at = self.cursor.at();
        let id = self.tagged(kind)?;
        if at != before && !self.cursor.is("{") {
            return Err(self
                .cursor
                .error_at(before, "attributes of a type stand where its members are"));
        }
        if self.cursor.is("{") {
            if self.complete[id.index()] {
                return Err(self.cursor.error_at(at, "it is already complete"));
            }
            self.members(id)?;
            while self.attribute(&mut attributes)? {}
            self.refuse_attributes(&attributes, Subject::Record)?;
            let record = &mut self.program.records[id.index()];
            record.packed = attributes.packed;
            record.align = attributes.align;
            self.complete[id.index()] = true;
        }
        Ok(self.program.types.make(TypeKind::Record(id)))
    }

    /// Returns the record of the tag that comes next, or a new one without a tag.
    fn tagged(&mut self, kind: RecordKind) -> Result<RecordId> {
        if self.cursor.is("{") {
            let name = format!("anonymous{}", self.program.records.len());
            return Ok(self.new_record(name, kind));
        }
        let at = self.cursor.at();
        let tag = self.name("a tag or `{`")?;
        match self.tags.get(tag) {
            Some(Tag::Record(id)) if self.program.records[id.index()].kind == kind => Ok(*id),
            Some(_) => {
                let message = format!("`{tag}` is the tag of another kind of type");
                Err(self.cursor.error_at(at, message))
            }
            None => {
                let id = self.new_record(tag.to_owned(), kind);
                self.tags.insert(tag, Tag::Record(id));
                Ok(id)
            }
        }
    }

    fn new_record(&mut self, name: String, kind: RecordKind) -> RecordId {
        self.program.records.push(Record {
            name,
            kind,
            fields: Vec::new(),
            packed: false,
            align: None,
        });
        self.complete.push(false);
        RecordId(self.program.records.len() as u32 - 1)
    }

    fn members(&mut self, id: RecordId) -> Result {
        self.cursor.enter()?;
        self.cursor.expect("{")?;
        let mut fields: Vec<Field> = Vec::new();
        while !self.cursor.take("}") {
            let specifiers = self.specifiers()?;
            self.refuse_storage(&specifiers, Subject::Member)?;
            if self.cursor.is(";") {
                return Err(self
                    .cursor
                    .error("members without a name are not in the subset: give it one"));
            }
            loop {
                let declared = self.declarator(specifiers.ty)?;
                self.complete(declared.at, declared.ty)?;
                let bits = match self.cursor.take(":") {
                    true => Some(self.constant_number("the width")?),
                    false => None,
                };
                self.attributes_of(&specifiers, Subject::Member)?;
                if bits.is_some() && !self.is_bit_field_type(declared.ty) {
                    return Err(self.cursor.error_at(
                        specifiers.at,
                        "bit-fields are `int`, `unsigned int` or `_Bool` in the subset",
                    ));
                }
                let bits = match bits.map(u32::try_from) {
                    Some(Ok(bits)) if bits <= 128 => Some(bits),
                    None if declared.name.is_some() => None,
                    None => return Err(self.cursor.unexpected("the name of a member")),
                    Some(_) => {
                        return Err(self
                            .cursor
                            .error_at(declared.at, "this bit-field is too wide"));
                    }
                };
                let name = declared.name.map(str::to_owned);
                if name.is_some() && fields.iter().any(|field| field.name == name) {
                    return Err(self
                        .cursor
                        .error_at(declared.at, "there is a member of this name"));
                }
                fields.push(Field {
                    name,
                    ty: declared.ty,
                    bits,
                });
                if !self.cursor.take(",") {
                    break;
                }
            }
            self.cursor.expect(";")?;
        }
        self.program.records[id.index()].fields = fields;
        self.cursor.leave();
        Ok(())
    }

    /// True for types of bit-fields whose layout and promotion are the same everywhere.
    fn is_bit_field_type(&self, ty: Type) -> bool {
        matches!(
            self.program.types.kind(ty),
            TypeKind::Bool | TypeKind::Int(IntKind::Int | IntKind::UInt)
        )
    }

    /// Reads `enum e`, perhaps with its constants.
    pub(super) fn enumeration(&mut self) -> Result<Type> {
        self.cursor.next();
        let at = self.cursor.at();
        if self.attribute(&mut Attributes::default())? {
            return Err(self
                .cursor
                .error_at(at, "attributes of enumerations are not in the subset"));
        }
        let tag = match self.cursor.is("{") {
            true => None,
            false => Some(self.name("a tag or `{`")?),
        };
        let known = tag.and_then(|tag| self.tags.get(tag));
        if !self.cursor.is("{") {
            return match known {
                Some(Tag::Enum(id)) => Ok(self.program.types.make(TypeKind::Enum(*id))),
                _ => Err(self
                    .cursor
                    .error_at(at, "there is no such enumeration: declare it before")),
            };
        }
        if known.is_some() {
            return Err(self.cursor.error_at(at, "this tag was declared before"));
        }
        let id = EnumId(self.program.enums.len() as u32);
        self.program.enums.push(Enumeration {
            name: tag.map_or_else(|| format!("anonymous_enum{}", id.0), str::to_owned),
            constants: Vec::new(),
        });
        if let Some(tag) = tag {
            self.tags.insert(tag, Tag::Enum(id));
        }
        self.constants(id)?;
        Ok(self.program.types.make(TypeKind::Enum(id)))
    }

    fn constants(&mut self, id: EnumId) -> Result {
        self.cursor.expect("{")?;
        let mut next = 0i64;
        while !self.cursor.take("}") {
            let at = self.cursor.at();
            let name = self.name("the name of a constant")?;
            self.refuse_hiding(at, name)?;
            if self.cursor.take("=") {
                next = self.signed_constant("the value")?;
            }
            let Ok(value) = i32::try_from(next) else {
                return Err(self
                    .cursor
                    .error_at(at, "values beyond `int` are not in the subset"));
            };
            let constants = &mut self.program.enums[id.index()].constants;
            constants.push((name.to_owned(), value));
            let n = constants.len() as u32 - 1;
            if self
                .file
                .insert(name.to_owned(), Entity::Constant(id, n))
                .is_some()
            {
                return Err(self
                    .cursor
                    .error_at(at, format!("`{name}` was declared before")));
            }
            next += 1;
            if !self.cursor.is("}") {
                self.cursor.expect(",")?;
            }
        }
        match self.program.enums[id.index()].constants.is_empty() {
            true => Err(self.cursor.error("an enumeration needs constants")),
            false => Ok(()),
        }
    }
}
