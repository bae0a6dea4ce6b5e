//! Values as text: in the form of LLVM's constants, and back.

use std::fmt::Write as _;

use kvant_llvm::float;
use kvant_llvm::print;
use kvant_llvm::syntax::{Type, TypeKind};

use crate::decode::big_literal;
use crate::environment::Event;
use crate::leaf::{Leaf, Node, Origin, Pointer, Rich, mask, signed};
use crate::memory::Byte;
use crate::program::{Program, Symbol};
use crate::shape::Scalar;

/// An object for a pointer that is given as an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// The number of bytes.
    pub size: u64,
    /// The alignment.
    pub align: u64,
    /// The bytes; none if they are undef.
    pub bytes: Option<Vec<u8>>,
}

/// The alignment of objects that none is given for.
const ALIGN: u64 = 16;

/// A byte as two hexadecimal digits: `??` if it is undef, `**` for poison, `->` for a part of a pointer.
pub fn shown_byte(byte: Byte) -> String {
    match byte {
        Byte::Bits { bits, undef: 0 } => format!("{bits:02x}"),
        Byte::Bits { undef: 0xff, .. } => "??".to_owned(),
        Byte::Bits { bits, undef } => {
            let digit = |shift: u8| match (undef >> shift) & 0xf {
                0 => format!("{:x}", (bits >> shift) & 0xf),
                _ => "?".to_owned(),
            };
            digit(4) + &digit(0)
        }
        Byte::Poison => "**".to_owned(),
        Byte::Part => "&?".to_owned(),
        Byte::Pointer(..) => "->".to_owned(),
    }
}

impl Program<'_> {
    /// The text of a value: `i32 5`, `{ i32 poison, i1 true }`. `name` names the objects that pointers point to.
    pub fn text(&self, ty: Type, leaves: &[Leaf], name: &dyn Fn(Node) -> String) -> String {
        let mut out = String::new();
        self.write(ty, &mut leaves.iter(), name, &mut out);
        out
    }

    /// The types of the elements of a vector.
    fn lanes(&self, ty: Type) -> Vec<Type> {
        match self.shapes.kind(ty) {
            TypeKind::Vector { element, .. } => {
                let count = self.shapes.leaves(ty).map_or(0, |leaves| leaves.len());
                vec![*element; count]
            }
            _ => Vec::new(),
        }
    }

    fn write<'l>(
        &self,
        ty: Type,
        leaves: &mut impl Iterator<Item = &'l Leaf>,
        name: &dyn Fn(Node) -> String,
        out: &mut String,
    ) {
        let (open, close, types) = match self.shapes.kind(ty) {
            TypeKind::Vector { .. } => ("<", ">", self.lanes(ty)),
            TypeKind::Array { length, element } => ("[", "]", vec![*element; *length as usize]),
            TypeKind::Struct { is_packed, fields } => match is_packed {
                true => ("<{ ", " }>", fields.to_vec()),
                false => ("{ ", " }", fields.to_vec()),
            },
            _ => {
                let Some(leaf) = leaves.next() else { return };
                out.push_str(&print::ty(self.module, ty));
                out.push(' ');
                let scalar = self
                    .shapes
                    .leaves(ty)
                    .ok()
                    .and_then(|it| it.first().copied());
                self.write_leaf(scalar.unwrap_or(Scalar::Ptr), leaf, name, out);
                return;
            }
        };
        out.push_str(open);
        for (n, ty) in types.into_iter().enumerate() {
            if n > 0 {
                out.push_str(", ");
            }
            self.write(ty, leaves, name, out);
        }
        out.push_str(close);
    }

    fn write_leaf(
        &self,
        scalar: Scalar,
        leaf: &Leaf,
        name: &dyn Fn(Node) -> String,
        out: &mut String,
    ) {
        // Writing to a string does not fail.
        let _ = match (leaf, scalar) {
            (Leaf::Poison(_), _) => write!(out, "poison"),
            (Leaf::Undef, _) => write!(out, "undef"),
            (Leaf::Int(bits), Scalar::Int(1)) => write!(out, "{}", *bits != 0),
            (Leaf::Int(bits), Scalar::Int(width)) => write!(out, "{}", signed(*bits, width)),
            (Leaf::Int(bits), Scalar::Float(kind)) => {
                float::write(kind, *bits, out);
                Ok(())
            }
            (Leaf::Int(bits), Scalar::Ptr | Scalar::Far(_)) => write!(out, "{bits:#x}"),
            (Leaf::Ptr(Pointer::NULL), Scalar::Ptr) => write!(out, "null"),
            (Leaf::Ptr(pointer), _) => {
                out.push_str(&self.pointer_text(*pointer, name));
                Ok(())
            }
            (Leaf::Rich(rich), _) => match &**rich {
                Rich::Wide(number) => write!(out, "{number}"),
                Rich::Partial { bits, undef } => {
                    let width = scalar.bits(self.pointer_bits());
                    out.push_str("0b");
                    for at in (0..width.min(128)).rev() {
                        out.push(match (undef >> at & 1, bits >> at & 1) {
                            (1, _) => '?',
                            (_, 1) => '1',
                            _ => '0',
                        });
                    }
                    Ok(())
                }
            },
        };
    }

    /// The text of a pointer: `@g + 4`, `0x10`.
    pub fn pointer_text(&self, pointer: Pointer, name: &dyn Fn(Node) -> String) -> String {
        let Some(node) = pointer.node else {
            return format!("{:#x}", pointer.offset);
        };
        let object = self.symbol_of(node).unwrap_or_else(|| name(node));
        match pointer.offset {
            0 => object,
            1.. => format!("{object} + {}", pointer.offset),
            _ => format!("{object} - {}", pointer.offset.unsigned_abs()),
        }
    }

    /// The text of an event: `@f(i32 1) => i32 5`, `load volatile ptr @g => 0x5`.
    pub fn event_text(&self, event: &Event, name: &dyn Fn(Node) -> String) -> String {
        let bare = |leaves: &[Leaf]| {
            let leaves = leaves.iter().map(|leaf| {
                let mut text = String::new();
                match leaf {
                    Leaf::Int(bits) => text = format!("{bits:#x}"),
                    leaf => self.write_leaf(Scalar::Int(128), leaf, name, &mut text),
                }
                text
            });
            leaves.collect::<Vec<_>>().join(", ")
        };
        let pointer = |pointer| self.pointer_text(pointer, name);
        match event {
            Event::Load(access) => {
                let (at, value) = (pointer(access.pointer), bare(&access.value));
                format!("load volatile {at} => {value}")
            }
            Event::Store(access) => {
                let (at, value) = (pointer(access.pointer), bare(&access.value));
                format!("store volatile {value} to {at}")
            }
            Event::Call(call) => {
                let function = self.function(&call.name);
                let mut rest = &call.arguments[..];
                let mut arguments = Vec::new();
                for parameter in function.iter().flat_map(|it| &it.parameters) {
                    let length = self.shapes.leaves(parameter.ty).map_or(0, |it| it.len());
                    let Some(leaves) = rest.split_off(..length) else {
                        break;
                    };
                    arguments.push(self.text(parameter.ty, leaves, name));
                }
                // Arguments behind the last parameter.
                arguments.extend(rest.iter().map(|leaf| bare(std::slice::from_ref(leaf))));
                let result = match (&call.result[..], function) {
                    ([], _) => String::new(),
                    (leaves, Some(it)) => format!(" => {}", self.text(it.result, leaves, name)),
                    (leaves, None) => format!(" => {}", bare(leaves)),
                };
                format!("@{}({}){result}", call.name, arguments.join(", "))
            }
        }
    }

    /// The symbol that a node is the memory of: `@g`.
    pub fn symbol_of(&self, node: Node) -> Option<String> {
        let names = &self.module.names;
        let name = match self.symbols.get(node.index as usize)? {
            Symbol::Function(function, _) => function.name,
            Symbol::Global(global) => global.name,
            Symbol::Alias(alias) => alias.name,
            Symbol::Block(function, block) => {
                let (function, block) = (names.symbol(*function), names.symbol(*block));
                return Some(format!("blockaddress(@{function}, %{block})"));
            }
        };
        Some(format!("@{}", names.symbol(name)))
    }

    /// Reads a value of a type: a constant as in LLVM, in which types may be left out, or an object for a pointer. The objects are
    /// made in the order in which they are written. The error says what was expected.
    pub fn read_value(
        &self,
        ty: Type,
        text: &str,
        objects: &mut Objects<'_>,
    ) -> Result<Vec<Leaf>, String> {
        let mut reader = Reader {
            program: self,
            rest: text.trim(),
            objects,
            leaves: Vec::new(),
        };
        reader.value(ty)?;
        match reader.rest {
            "" => Ok(reader.leaves),
            rest => Err(format!("expected the end of the value, found `{rest}`")),
        }
    }
}

/// Objects of values that are read: `alloc(16, align 8)` with undef contents, `bytes(00 ff)`, both with pointers in them
/// (`alloc(16, 8: #1 + 4)`), and `#0`, the first one that was written.
pub struct Objects<'o> {
    make: &'o mut dyn FnMut(&Object) -> Result<Pointer, String>,
    made: Vec<Option<Pointer>>,
    /// Pointers in objects: the number of the object, the offset, and the pointer.
    links: Vec<(usize, u64, Target)>,
}

/// A pointer in an object.
enum Target {
    Pointer(Pointer),
    /// To an object that may be written later, by its number, with an offset.
    Object(usize, i64),
}

impl<'o> Objects<'o> {
    /// No object yet. `make` makes one.
    pub fn new(make: &'o mut dyn FnMut(&Object) -> Result<Pointer, String>) -> Objects<'o> {
        Objects {
            make,
            made: Vec::new(),
            links: Vec::new(),
        }
    }

    /// The pointers in the objects: their places and values, once all texts were read.
    pub fn links(&self) -> Result<Vec<(Pointer, Pointer)>, String> {
        let links = self.links.iter().map(|(object, offset, target)| {
            let place = self.object(*object)?.at(*offset as i64);
            match target {
                Target::Pointer(pointer) => Ok((place, *pointer)),
                Target::Object(number, offset) => Ok((place, self.object(*number)?.at(*offset))),
            }
        });
        links.collect()
    }

    /// The objects in the order in which they are written.
    pub fn made(&self) -> impl Iterator<Item = Pointer> {
        self.made.iter().copied().flatten()
    }

    fn object(&self, number: usize) -> Result<Pointer, String> {
        let known = self.made.get(number).copied().flatten();
        known.ok_or_else(|| match self.made.len() {
            0 => format!("there is no object #{number}: none was written"),
            1 => format!("there is no object #{number}: the only one is #0"),
            count => format!(
                "there is no object #{number}: they are #0 to #{}",
                count - 1
            ),
        })
    }
}

struct Reader<'r, 'o, 'm> {
    program: &'r Program<'m>,
    rest: &'r str,
    objects: &'r mut Objects<'o>,
    leaves: Vec<Leaf>,
}

impl<'r> Reader<'r, '_, '_> {
    /// Takes a word or a mark, with the blanks behind it.
    fn take(&mut self, text: &str) -> bool {
        let Some(rest) = self.rest.strip_prefix(text) else {
            return false;
        };
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if text.ends_with(is_word) && rest.starts_with(is_word) {
            return false;
        }
        self.rest = rest.trim_start();
        true
    }

    fn expect(&mut self, text: &str) -> Result<(), String> {
        match self.take(text) {
            true => Ok(()),
            false => Err(self.expected(&format!("`{text}`"))),
        }
    }

    fn expected(&self, what: &str) -> String {
        match self.rest {
            "" => format!("expected {what}, found the end"),
            rest => format!("expected {what}, found `{rest}`"),
        }
    }

    /// The characters up to the next separator.
    fn word(&mut self) -> &'r str {
        let ends = |c: char| c.is_whitespace() || ",<>{}[])".contains(c);
        let at = self.rest.find(ends).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(at);
        self.rest = rest.trim_start();
        word
    }

    fn value(&mut self, ty: Type) -> Result<(), String> {
        let scalars = self.program.shapes.leaves(ty);
        let name = print::ty(self.program.module, ty);
        let scalars = scalars.map_err(|stop| format!("{stop} cannot be given"))?;
        // The type may be written before a value.
        let before = self.rest;
        if !self.take(&name) || self.rest.is_empty() {
            self.rest = before;
        }
        let all = match () {
            () if self.take("poison") => Some(Leaf::Poison(Origin::OUTSIDE)),
            () if self.take("undef") => Some(Leaf::Undef),
            () => None,
        };
        if let Some(leaf) = all {
            self.leaves.extend(scalars.iter().map(|_| leaf.clone()));
            return Ok(());
        }
        if self.take("zeroinitializer") {
            self.leaves
                .extend(scalars.iter().map(|scalar| match scalar {
                    Scalar::Ptr => Leaf::Ptr(Pointer::NULL),
                    _ => Leaf::Int(0),
                }));
            return Ok(());
        }
        let (open, close, types) = match self.program.shapes.kind(ty) {
            TypeKind::Vector { .. } => ("<", ">", self.program.lanes(ty)),
            TypeKind::Array { length, element } => ("[", "]", vec![*element; *length as usize]),
            TypeKind::Struct { is_packed, fields } => {
                match *is_packed && self.rest.starts_with('<') {
                    true => ("<{", "}>", fields.to_vec()),
                    false => ("{", "}", fields.to_vec()),
                }
            }
            _ => {
                let leaf = self.scalar(scalars.first().copied(), &name)?;
                self.leaves.push(leaf);
                return Ok(());
            }
        };
        if !self.take(open) {
            return Err(self.expected(&format!("a value of type {name}: `{open}…{close}`")));
        }
        for (n, ty) in types.into_iter().enumerate() {
            if n > 0 {
                self.expect(",")?;
            }
            self.value(ty)?;
        }
        self.expect(close)
    }

    fn scalar(&mut self, scalar: Option<Scalar>, name: &str) -> Result<Leaf, String> {
        let wanted = format!("a value of type {name}");
        let before = self.rest;
        let leaf = match scalar {
            None => return Err(format!("values of type {name} cannot be given")),
            Some(Scalar::Far(_)) if self.rest.starts_with("null") => {
                return Err(format!("null of type {name} cannot be given"));
            }
            Some(Scalar::Ptr | Scalar::Far(_)) => return self.pointer().map(Leaf::Ptr),
            Some(Scalar::Int(width)) => match self.word() {
                "true" if width == 1 => Some(Leaf::Int(1)),
                "false" if width == 1 => Some(Leaf::Int(0)),
                word => integer(word, width)?,
            },
            Some(Scalar::Float(kind)) => {
                let word = self.word();
                let text = match word {
                    "inf" => "+inf",
                    "nan" => "+qnan",
                    // As C writes them.
                    word => word,
                };
                let whole = format!("{text}.0");
                let is_whole = !text.is_empty()
                    && text
                        .trim_start_matches('-')
                        .bytes()
                        .all(|it| it.is_ascii_digit());
                float::bits(kind, if is_whole { &whole } else { text }).map(Leaf::Int)
            }
        };
        leaf.ok_or_else(|| {
            self.rest = before;
            self.expected(&wanted)
        })
    }

    fn pointer(&mut self) -> Result<Pointer, String> {
        if self.take("null") {
            return Ok(Pointer::NULL);
        }
        let pointer = if self.take("#") {
            let number = self.number()?;
            self.objects.object(number as usize)?
        } else if let Some(symbol) = self.rest.strip_prefix('@') {
            self.rest = symbol;
            let word = self.word();
            let program = self.program;
            let number = (0..program.symbols.len() as u32).find(|number| {
                let node = crate::memory::Memory::symbol(*number);
                program.symbol_of(node).is_some_and(|it| it[1..] == *word)
            });
            let number = number.ok_or_else(|| format!("there is no `@{word}`"))?;
            Pointer::to(crate::memory::Memory::symbol(number))
        } else {
            self.new_object()?
        };
        Ok(pointer.at(self.offset()?))
    }

    /// `+ 4` or `- 4` behind a pointer.
    fn offset(&mut self) -> Result<i64, String> {
        let sign = match () {
            () if self.take("+") => 1,
            () if self.take("-") => -1,
            () => return Ok(0),
        };
        let number = i64::try_from(self.number()?);
        let number = number.map_err(|_| "an offset has at most 63 bits".to_owned())?;
        Ok(sign * number)
    }

    fn new_object(&mut self) -> Result<Pointer, String> {
        let mut object = Object {
            size: 0,
            align: ALIGN,
            bytes: None,
        };
        let number = self.objects.made.len();
        if self.take("alloc(") {
            object.size = self.number()?;
        } else if self.take("bytes(") {
            let at = self.rest.find([',', ')']).unwrap_or(self.rest.len());
            let (digits, rest) = self.rest.split_at(at);
            self.rest = rest;
            let digits: String = digits.split_whitespace().collect();
            let bytes = (0..digits.len()).step_by(2).map(|at| {
                let pair = digits.get(at..at + 2)?;
                u8::from_str_radix(pair, 16).ok()
            });
            let bytes: Option<Vec<u8>> = bytes.collect();
            let bytes =
                bytes.ok_or("expected two hexadecimal digits for each byte: `bytes(00 ff)`")?;
            object.size = bytes.len() as u64;
            object.bytes = Some(bytes);
        } else {
            let forms = "a pointer: `null`, `alloc(16)`, `alloc(16, align 8)`, `bytes(00 ff)`, `#0` or `@name`";
            return Err(self.expected(forms));
        }
        self.objects.made.push(None);
        while self.take(",") {
            if self.take("align") {
                object.align = self.number()?;
                if !object.align.is_power_of_two() {
                    return Err("an alignment is a power of two".to_owned());
                }
                continue;
            }
            if !self.rest.starts_with(|c: char| c.is_ascii_digit()) {
                return Err(self.expected("`align`, or a pointer in the object: `8: #0`"));
            }
            let offset = self.number()?;
            self.expect(":")?;
            let target = match self.take("#") {
                true => Target::Object(self.number()? as usize, self.offset()?),
                false => Target::Pointer(self.pointer()?),
            };
            self.objects.links.push((number, offset, target));
        }
        self.expect(")")?;
        let pointer = (self.objects.make)(&object)?;
        self.objects.made[number] = Some(pointer);
        Ok(pointer)
    }

    fn number(&mut self) -> Result<u64, String> {
        let at = self.rest.find(|c: char| !c.is_ascii_digit());
        let (digits, rest) = self.rest.split_at(at.unwrap_or(self.rest.len()));
        let number = digits.parse().map_err(|_| self.expected("a number"))?;
        self.rest = rest.trim_start();
        Ok(number)
    }
}

/// An integer of this width: decimal, `0x…` or LLVM's `u0x…`. None if the text is none.
fn integer(text: &str, width: u32) -> Result<Option<Leaf>, String> {
    let hex = text.strip_prefix("0x").or(text.strip_prefix("u0x"));
    let (digits, radix) = match hex {
        Some(hex) => (hex, 16),
        None => (text.strip_prefix('-').unwrap_or(text), 10),
    };
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return Ok(None);
    }
    let text = match hex {
        Some(hex) => format!("u0x{hex}"),
        None => text.to_owned(),
    };
    let leaf = big_literal(&text, width);
    // One bit more shows if something was cut off.
    let wider = big_literal(&text, width.saturating_add(64));
    let fits = match (&leaf, &wider) {
        (Leaf::Int(bits), Leaf::Int(more)) => {
            let is_negative = text.starts_with('-');
            match is_negative {
                false => bits == more,
                true => {
                    let extended = signed(*bits, width).cast_unsigned() & mask(width + 64);
                    *more == extended || *bits == 0 && *more == 0
                }
            }
        }
        // Long numbers are read as LLVM reads them, which cuts them off.
        _ => true,
    };
    match fits {
        true => Ok(Some(leaf)),
        false => Err(format!("{text} does not fit into i{width}")),
    }
}
