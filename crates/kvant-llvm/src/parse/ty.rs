//! Types.

use kvant_text::Result;

use super::Parser;
use crate::lexer::Kind;
use crate::syntax::{AddrSpace, FloatKind, Type, TypeKind, Types};

/// Integers have at most this many bits.
const WIDEST: u32 = 1 << 23;

impl Parser<'_> {
    /// A type that is not `void`.
    pub(super) fn ty(&mut self) -> Result<Type> {
        let at = self.token.start;
        let ty = self.ty_or_void()?;
        match ty == Types::VOID {
            true => Err(self.error_at(at, "`void` is the type of results only")),
            false => Ok(ty),
        }
    }

    pub(super) fn ty_or_void(&mut self) -> Result<Type> {
        let count = self.types.len();
        let ty = self.first_of_type()?;
        self.type_suffixes(ty, count)
    }

    fn type_suffixes(&mut self, mut ty: Type, count: usize) -> Result<Type> {
        let mut is_old = false;
        loop {
            match self.token.kind {
                Kind::Mark(b'(') => {
                    self.advance();
                    let (parameters, is_variadic) = self.nested(Parser::parameter_types)?;
                    if self.is(b'*') {
                        // An old pointer, of which the type of the function does not matter.
                        continue;
                    }
                    ty = self.types.intern(TypeKind::Function {
                        result: ty,
                        parameters,
                        is_variadic,
                    });
                }
                // Pointers of old texts.
                Kind::Mark(b'*') if !matches!(ty, Types::LABEL | Types::METADATA) => {
                    if matches!(self.types.get(ty), TypeKind::Ptr(_))
                        && self.text[..self.token.start].ends_with("ptr")
                    {
                        return Err(self.error("`ptr*` is no type: write `ptr`"));
                    }
                    self.advance();
                    self.types.truncate(count);
                    is_old = true;
                    ty = Types::PTR;
                }
                Kind::Word if self.word() == "addrspace" && (is_old || self.is_old_pointer(ty)) => {
                    let space = self.addr_space()?;
                    self.expect(b'*')?;
                    self.types.truncate(count);
                    is_old = true;
                    ty = self.types.ptr(space);
                }
                _ => return Ok(ty),
            }
        }
    }

    /// True for a type before `addrspace(1)*`. Behind `ptr` the address space is a part of it.
    fn is_old_pointer(&self, ty: Type) -> bool {
        !matches!(self.types.get(ty), TypeKind::Ptr(_) | TypeKind::Void)
    }

    fn parameter_types(&mut self) -> Result<(Box<[Type]>, bool)> {
        let mut types = Vec::new();
        if self.take(b')') {
            return Ok((types.into(), false));
        }
        loop {
            if self.token.kind == Kind::Dots {
                self.advance();
                self.expect(b')')?;
                return Ok((types.into(), true));
            }
            types.push(self.ty()?);
            if !self.take(b',') {
                self.expect(b')')?;
                return Ok((types.into(), false));
            }
        }
    }

    fn first_of_type(&mut self) -> Result<Type> {
        match self.token.kind {
            Kind::Word => self.type_word(),
            Kind::Local => {
                let name = self.symbol();
                self.advance();
                // Only structs have names of their own.
                if let Some(ty) = self.named_types.get(&name)
                    && !matches!(self.types.get(*ty), TypeKind::Struct { .. })
                {
                    return Ok(*ty);
                }
                Ok(self.types.intern(TypeKind::Named(name)))
            }
            Kind::Mark(b'{') => {
                self.advance();
                self.struct_type(false)
            }
            Kind::Mark(b'[') => {
                self.advance();
                self.nested(|parser| {
                    let length = parser.uint()?;
                    parser.expect_word("x")?;
                    let element = parser.ty()?;
                    parser.expect(b']')?;
                    Ok(parser.types.intern(TypeKind::Array { length, element }))
                })
            }
            Kind::Mark(b'<') => {
                self.advance();
                if self.take(b'{') {
                    let ty = self.struct_type(true)?;
                    self.expect(b'>')?;
                    return Ok(ty);
                }
                self.nested(Parser::vector_type)
            }
            _ => Err(self.expected("a type")),
        }
    }

    fn vector_type(&mut self) -> Result<Type> {
        let is_scalable = self.take_word("vscale");
        if is_scalable {
            self.expect_word("x")?;
        }
        let at = self.token.start;
        let length = self.u32()?;
        self.expect_word("x")?;
        let element = self.ty()?;
        self.expect(b'>')?;
        if length == 0 {
            return Err(self.error_at(at, "a vector has at least one element"));
        }
        Ok(self.types.intern(TypeKind::Vector {
            is_scalable,
            length,
            element,
        }))
    }

    fn struct_type(&mut self, is_packed: bool) -> Result<Type> {
        let fields = self.nested(|parser| parser.list(b'}', Parser::ty))?;
        Ok(self.types.intern(TypeKind::Struct { is_packed, fields }))
    }

    fn type_word(&mut self) -> Result<Type> {
        let word = self.word();
        let bits = |prefix| {
            let digits = word.strip_prefix(prefix)?;
            let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| digits.parse::<u32>().unwrap_or(u32::MAX))
        };
        let kind = match word {
            "ptr" => {
                self.advance();
                let space = match self.word() == "addrspace" {
                    true => self.addr_space()?,
                    false => return Ok(Types::PTR),
                };
                return Ok(self.types.ptr(space));
            }
            "void" => TypeKind::Void,
            "label" => TypeKind::Label,
            "metadata" => TypeKind::Metadata,
            "token" => TypeKind::Token,
            "x86_amx" | "x86_mmx" => TypeKind::Opaque(self.names.intern(word)),
            "target" => {
                self.advance();
                let start = self.token.end;
                if !self.is(b'(') {
                    return Err(self.expected("`(`"));
                }
                self.skip_balanced()?;
                let inside = self.names.intern(self.text[start..self.end - 1].trim());
                return Ok(self.types.intern(TypeKind::Target(inside)));
            }
            _ => {
                if let Some(kind) = FloatKind::from_text(word) {
                    TypeKind::Float(kind)
                } else if let Some(bits) = bits("i") {
                    self.width(bits)?;
                    TypeKind::Int(bits)
                } else if let Some(bits) = bits("b") {
                    self.width(bits)?;
                    TypeKind::Byte(bits)
                } else {
                    return Err(self.expected("a type"));
                }
            }
        };
        self.advance();
        Ok(self.types.intern(kind))
    }

    fn width(&self, bits: u32) -> Result {
        match (1..=WIDEST).contains(&bits) {
            true => Ok(()),
            false => Err(self.error(format!("an integer has 1 to {WIDEST} bits"))),
        }
    }

    /// `addrspace(1)` or `addrspace("A")`, if it is there.
    pub(super) fn optional_addr_space(&mut self) -> Result<AddrSpace> {
        match self.word() {
            "addrspace" => self.addr_space(),
            _ => Ok(AddrSpace::Default),
        }
    }

    fn addr_space(&mut self) -> Result<AddrSpace> {
        self.expect_word("addrspace")?;
        self.expect(b'(')?;
        let space = match self.token.kind {
            Kind::Text => AddrSpace::Named(self.string()?),
            _ => AddrSpace::Number(self.u32()?),
        };
        self.expect(b')')?;
        Ok(space)
    }
}
