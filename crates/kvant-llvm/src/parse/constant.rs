//! Operands and constants.

use kvant_text::Result;

use super::Parser;
use crate::float;
use crate::lexer::Kind;
use crate::syntax::{
    Asm, BinaryOp, Brackets, CastOp, Const, ConstExpr, Flag, Flags, FloatPredicate, InRange,
    IntPredicate, Type, TypeKind, Typed, Types, Value,
};

impl Parser<'_> {
    /// An operand with its type.
    pub(super) fn typed(&mut self) -> Result<Typed> {
        let ty = self.ty()?;
        let value = self.value(ty)?;
        Ok(Typed { ty, value })
    }

    fn constant(&mut self, constant: Const) -> Value {
        self.constants.push(constant);
        Value::Const(self.constants.len() as u32 - 1)
    }

    /// An operand of this type.
    pub(super) fn value(&mut self, ty: Type) -> Result<Value> {
        if ty == Types::METADATA {
            let metadata = self.metadata()?;
            return Ok(self.constant(Const::Metadata(Box::new(metadata))));
        }
        match self.token.kind {
            Kind::Local => {
                let name = self.symbol();
                let local = self.local(name)?;
                self.advance();
                Ok(Value::Local(local))
            }
            Kind::Global => {
                let name = self.symbol();
                self.advance();
                Ok(Value::Global(name))
            }
            Kind::Int | Kind::HexInt => self.integer(ty),
            Kind::Float => self.float(ty),
            Kind::Word => self.value_word(ty),
            Kind::Bytes => {
                let said = self.said();
                let bytes = self.text_name(&said[2..said.len() - 1]);
                self.advance();
                Ok(self.constant(Const::Bytes(bytes)))
            }
            Kind::Mark(b'{') => self.aggregate(Brackets::Struct, b'}'),
            Kind::Mark(b'[') => self.aggregate(Brackets::Array, b']'),
            Kind::Mark(b'<') => {
                self.advance();
                if self.is(b'{') {
                    let value = self.aggregate(Brackets::PackedStruct, b'}')?;
                    self.expect(b'>')?;
                    return Ok(value);
                }
                self.elements(Brackets::Vector, b'>')
            }
            _ => Err(self.expected("a value")),
        }
    }

    fn aggregate(&mut self, brackets: Brackets, close: u8) -> Result<Value> {
        self.advance();
        self.elements(brackets, close)
    }

    fn elements(&mut self, brackets: Brackets, close: u8) -> Result<Value> {
        let elements = self.nested(|parser| parser.list(close, Parser::typed))?;
        Ok(self.constant(Const::Aggregate(brackets, elements)))
    }

    fn integer(&mut self, ty: Type) -> Result<Value> {
        let is_int = matches!(self.types.get(ty), TypeKind::Int(_) | TypeKind::Byte(_));
        if !is_int {
            return Err(self.error("an integer is not of this type"));
        }
        let said = self.said();
        let value = match self.token.kind {
            Kind::Int => said.parse::<i32>().ok(),
            _ => {
                let is_hex = said[3..].bytes().all(|byte| byte.is_ascii_hexdigit());
                if !is_hex || said.len() == 3 {
                    return Err(self.expected("hexadecimal digits"));
                }
                None
            }
        };
        let value = match value {
            // There are two values of one bit, and -1 is the same as 1.
            Some(value) if ty == Types::I1 => Value::Int(value & 1),
            Some(value) => Value::Int(value),
            None => {
                let text = self.names.intern(said);
                self.constant(Const::Int(text))
            }
        };
        self.advance();
        Ok(value)
    }

    fn float(&mut self, ty: Type) -> Result<Value> {
        let kind = match self.types.get(self.types.scalar(ty)) {
            TypeKind::Float(kind) => *kind,
            _ => return Err(self.error("a float is not of this type")),
        };
        let bits = float::bits(kind, self.said());
        let bits = bits.ok_or_else(|| {
            let message = format!(
                "`{}` is no value of the type `{}`",
                self.said(),
                kind.text()
            );
            self.error(message)
        })?;
        self.advance();
        Ok(self.constant(Const::Float(kind, bits)))
    }

    fn value_word(&mut self, ty: Type) -> Result<Value> {
        let word = self.word();
        let simple = match word {
            "true" => Some(Value::Int(1)),
            "false" => Some(Value::Int(0)),
            "null" => Some(Value::Null),
            "undef" => Some(Value::Undef),
            "poison" => Some(Value::Poison),
            "none" => Some(Value::None),
            "zeroinitializer" => Some(Value::Zero),
            _ => None,
        };
        if let Some(value) = simple {
            let is_of_type = match word {
                "true" | "false" => ty == Types::I1,
                "null" => matches!(self.types.get(ty), TypeKind::Ptr(_)),
                "none" => matches!(self.types.get(ty), TypeKind::Token | TypeKind::Target(_)),
                _ => true,
            };
            if !is_of_type {
                return Err(self.error(format!("`{word}` is not of this type")));
            }
            self.advance();
            return Ok(value);
        }
        let constant = match word {
            "splat" => {
                self.advance();
                self.expect(b'(')?;
                let value = self.nested(Parser::typed)?;
                self.expect(b')')?;
                Const::Splat(value)
            }
            "asm" => Const::Asm(Box::new(self.asm()?)),
            "blockaddress" => {
                self.advance();
                self.expect(b'(')?;
                let function = self.global_name()?;
                self.expect(b',')?;
                if self.token.kind != Kind::Local {
                    return Err(self.expected("a block"));
                }
                let block = self.symbol();
                self.advance();
                self.expect(b')')?;
                Const::BlockAddress(function, block)
            }
            "dso_local_equivalent" => {
                self.advance();
                Const::DsoLocalEquivalent(self.global_name()?)
            }
            "no_cfi" => {
                self.advance();
                Const::NoCfi(self.global_name()?)
            }
            "ptrauth" => {
                self.advance();
                self.expect(b'(')?;
                Const::PtrAuth(self.nested(|parser| parser.list(b')', Parser::typed))?)
            }
            _ => Const::Expr(Box::new(self.nested(Parser::expression)?)),
        };
        Ok(self.constant(constant))
    }

    fn global_name(&mut self) -> Result<crate::names::Name> {
        if self.token.kind != Kind::Global {
            return Err(self.expected("a symbol"));
        }
        let name = self.symbol();
        self.advance();
        Ok(name)
    }

    fn asm(&mut self) -> Result<Asm> {
        self.advance();
        let mut words = Vec::new();
        while let word @ ("sideeffect" | "alignstack" | "inteldialect" | "unwind") = self.word() {
            words.push(self.names.intern(word));
            self.advance();
        }
        let template = self.string()?;
        self.expect(b',')?;
        let constraints = self.string()?;
        Ok(Asm {
            words: words.into(),
            template,
            constraints,
        })
    }

    fn expression(&mut self) -> Result<ConstExpr> {
        let word = self.word();
        if word == "getelementptr" {
            return self.gep_expression();
        }
        if let "extractelement" | "insertelement" | "shufflevector" | "select" | "fneg" = word {
            let name = self.names.intern(word);
            self.advance();
            self.expect(b'(')?;
            return Ok(ConstExpr::Named(name, self.list(b')', Parser::typed)?));
        }
        if let Some(op) = CastOp::from_text(word) {
            self.advance();
            let flags = self.flags(&[Flag::Nuw, Flag::Nsw]);
            self.expect(b'(')?;
            let value = self.typed()?;
            self.expect_word("to")?;
            let ty = self.ty()?;
            self.expect(b')')?;
            return Ok(ConstExpr::Cast(op, flags, value, ty));
        }
        if word == "icmp" {
            self.advance();
            let predicate = self.predicate(IntPredicate::from_text)?;
            return Ok(ConstExpr::ICmp(predicate, self.pair()?));
        }
        if word == "fcmp" {
            self.advance();
            let predicate = self.predicate(FloatPredicate::from_text)?;
            return Ok(ConstExpr::FCmp(predicate, self.pair()?));
        }
        let Some(op) = BinaryOp::from_text(word).filter(|op| IN_CONSTANTS.contains(op)) else {
            return Err(self.expected("a value"));
        };
        self.advance();
        let flags = self.flags(match op {
            BinaryOp::LShr | BinaryOp::AShr => &[Flag::Exact],
            _ => &[Flag::Nuw, Flag::Nsw],
        });
        Ok(ConstExpr::Binary(op, flags, self.pair()?))
    }

    /// Two operands of one type, in parentheses.
    fn pair(&mut self) -> Result<[Typed; 2]> {
        self.expect(b'(')?;
        let first = self.typed()?;
        self.expect(b',')?;
        let second = self.typed()?;
        self.expect(b')')?;
        if first.ty != second.ty {
            return Err(self.error("the operands have different types"));
        }
        Ok([first, second])
    }

    fn gep_expression(&mut self) -> Result<ConstExpr> {
        self.advance();
        let mut flags = Flags::default();
        let mut in_range = None;
        loop {
            match self.word() {
                "inrange" => {
                    self.advance();
                    self.expect(b'(')?;
                    let low = self.signed()?;
                    self.expect(b',')?;
                    let high = self.signed()?;
                    self.expect(b')')?;
                    in_range = Some(InRange::Bounds(low, high));
                }
                _ => {
                    let more = self.flags(&[Flag::InBounds, Flag::Nusw, Flag::Nuw]);
                    if more.is_empty() {
                        break;
                    }
                    flags = flags.and(more);
                }
            }
        }
        self.expect(b'(')?;
        let source = self.ty()?;
        self.expect(b',')?;
        let mut number = 0;
        let operands = self.list(b')', |parser| {
            if number > 0 && in_range.is_none() && parser.word() == "inrange" {
                parser.advance();
                in_range = Some(InRange::Operand(number));
            }
            number += 1;
            parser.typed()
        })?;
        Ok(ConstExpr::Gep {
            flags,
            in_range,
            source,
            operands,
        })
    }

    fn signed(&mut self) -> Result<crate::names::Name> {
        if self.token.kind != Kind::Int {
            return Err(self.expected("a number"));
        }
        let text = self.names.intern(self.said());
        self.advance();
        Ok(text)
    }

    /// The predicate of a comparison.
    pub(super) fn predicate<P>(&mut self, from_text: fn(&str) -> Option<P>) -> Result<P> {
        let predicate = from_text(self.word()).ok_or_else(|| self.expected("a comparison"))?;
        self.advance();
        Ok(predicate)
    }

    /// Flags out of these, in any order.
    pub(super) fn flags(&mut self, allowed: &[Flag]) -> Flags {
        let mut flags = Flags::default();
        while let Some(flag) = Flag::from_text(self.word()).filter(|flag| allowed.contains(flag)) {
            flags = flags.with(flag);
            self.advance();
        }
        flags
    }

    /// Fast-math flags.
    pub(super) fn fast_flags(&mut self) -> Flags {
        let mut flags = Flags::default();
        loop {
            let word = self.word();
            match Flag::from_text(word) {
                Some(flag) if Flags::FAST.has(flag) => flags = flags.with(flag),
                None if word == "fast" => flags = flags.and(Flags::FAST),
                _ => return flags,
            }
            self.advance();
        }
    }
}

/// Operations that are constant expressions in some version.
const IN_CONSTANTS: [BinaryOp; 9] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Xor,
    BinaryOp::Mul,
    BinaryOp::Shl,
    BinaryOp::LShr,
    BinaryOp::AShr,
    BinaryOp::And,
    BinaryOp::Or,
];
