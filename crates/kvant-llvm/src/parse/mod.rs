//! The parser.

mod attribute;
mod attribute_text;
mod body;
mod constant;
mod instruction;
mod metadata;
mod position;
mod special;
mod symbol;
#[cfg(test)]
mod tests;
mod ty;

use kvant_text::{ParseError, Result, Source};
use rustc_hash::FxHashMap;

use crate::index::{PartKind, index};
use crate::lexer::{Kind, Lexer, Token};
use crate::names::{Name, Names, escaped, unescaped};
use crate::syntax::{Constants, Item, Module, Type, Types};

pub use position::{Position, Positions, module_with_positions};

/// Parses a module.
pub fn module(text: &str) -> Result<Module> {
    let mut parser = Parser::new(text);
    let items = parser.items()?;
    Ok(parser.module(items))
}

/// Types and constants that contain one another may do so this deeply.
const DEEPEST: u32 = 200;

struct Parser<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    /// The token at the position.
    token: Token,
    /// The end of the token before it.
    end: usize,
    names: Names,
    types: Types,
    /// Constants of the current function, or of the module.
    constants: Constants,
    depth: u32,
    /// The definitions of named types.
    named_types: FxHashMap<Name, Type>,
    /// State of the current function.
    function: body::State,
    /// The number of the next symbol without a name.
    next_symbol: u32,
    /// The place of the first name with a zero byte.
    zero: Option<usize>,
    /// Positions, if they are wanted.
    positions: Option<Positions>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Parser<'a> {
        let mut lexer = Lexer::new(text, 0);
        let token = lexer.next();
        Parser {
            text,
            lexer,
            token,
            end: 0,
            names: Names::default(),
            types: Types::default(),
            constants: Vec::new(),
            depth: 0,
            named_types: FxHashMap::default(),
            function: body::State::default(),
            next_symbol: 0,
            zero: None,
            positions: None,
        }
    }

    /// All items of the text.
    fn items(&mut self) -> Result<Vec<Item>> {
        self.type_definitions(self.text)?;
        let mut items = Vec::new();
        while self.token.kind != Kind::End {
            if let Some(positions) = &mut self.positions {
                positions.begin(self.token.start);
            }
            items.push(self.item()?);
        }
        match self.zero {
            Some(at) => Err(self.error_at(at, "a name has no zero byte in it")),
            None => Ok(items),
        }
    }

    fn module(self, items: Vec<Item>) -> Module {
        Module {
            names: self.names,
            types: self.types,
            constants: self.constants,
            items,
        }
    }

    /// Reads the definitions of named types, which may come behind their uses.
    fn type_definitions(&mut self, text: &'a str) -> Result {
        for part in index(text) {
            if part.kind == PartKind::Type {
                self.go_to(part.range.start);
                let name = self.symbol();
                self.advance();
                self.expect(b'=')?;
                if !self.take_word("type") || self.word() == "opaque" {
                    continue;
                }
                let ty = self.ty()?;
                self.named_types.insert(name, ty);
            }
        }
        self.go_to(0);
        Ok(())
    }

    fn go_to(&mut self, at: usize) {
        self.lexer = Lexer::new(self.text, at);
        self.end = at;
        self.token = self.lexer.next();
    }

    fn advance(&mut self) {
        self.end = self.token.end;
        self.token = self.lexer.next();
    }

    /// The text of the token.
    fn said(&self) -> &'a str {
        &self.text[self.token.start..self.token.end]
    }

    /// The word at the position; empty if there is none.
    fn word(&self) -> &'a str {
        match self.token.kind {
            Kind::Word => self.said(),
            _ => "",
        }
    }

    fn is(&self, mark: u8) -> bool {
        self.token.kind == Kind::Mark(mark)
    }

    fn take(&mut self, mark: u8) -> bool {
        let is = self.is(mark);
        if is {
            self.advance();
        }
        is
    }

    fn take_word(&mut self, word: &str) -> bool {
        let is = self.word() == word;
        if is {
            self.advance();
        }
        is
    }

    fn expect(&mut self, mark: u8) -> Result {
        match self.take(mark) {
            true => Ok(()),
            false => Err(self.expected(&format!("`{}`", char::from(mark)))),
        }
    }

    fn expect_word(&mut self, word: &str) -> Result {
        match self.take_word(word) {
            true => Ok(()),
            false => Err(self.expected(&format!("`{word}`"))),
        }
    }

    fn error_at(&self, at: usize, message: impl Into<String>) -> ParseError {
        Source::new(self.text).error_at(at, message)
    }

    fn error(&self, message: impl Into<String>) -> ParseError {
        self.error_at(self.token.start, message)
    }

    fn expected(&self, what: &str) -> ParseError {
        let found = match self.token.kind {
            Kind::End => "the end of the text".to_owned(),
            _ => format!("`{}`", self.said().chars().take(60).collect::<String>()),
        };
        self.error(format!("expected {what}, found {found}"))
    }

    /// Runs `parse` one level deeper.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Parser<'a>) -> Result<T>) -> Result<T> {
        if self.depth == DEEPEST {
            return Err(self.error("types and constants are nested too deeply"));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    /// Items with commas between them, up to a closing mark, which is taken.
    fn list<T>(
        &mut self,
        close: u8,
        mut item: impl FnMut(&mut Parser<'a>) -> Result<T>,
    ) -> Result<Box<[T]>> {
        let mut items = Vec::new();
        if self.take(close) {
            return Ok(items.into());
        }
        loop {
            items.push(item(self)?);
            if !self.take(b',') {
                break;
            }
        }
        self.expect(close)?;
        Ok(items.into())
    }

    /// The name in a token such as `%x`, `@"a b"`, `$c`, `x:` or `0`. The token is not taken.
    fn symbol(&mut self) -> Name {
        let said = self.said();
        let said = said.strip_suffix(':').unwrap_or(said);
        let said = match self.token.kind {
            Kind::Local | Kind::Global | Kind::Comdat => &said[1..],
            _ => said,
        };
        if let Some(quoted) = said.strip_prefix('"') {
            let quoted = quoted.strip_suffix('"').unwrap_or(quoted);
            let name = self.text_name(quoted);
            if self.names.get(name).contains("\\00") && self.zero.is_none() {
                self.zero = Some(self.token.start);
            }
            return name;
        }
        let is_number = said.bytes().all(|byte| byte.is_ascii_digit());
        let number = said.parse().ok().filter(|_| is_number);
        match number.and_then(Name::number) {
            Some(number) => number,
            None => self.names.intern(said),
        }
    }

    /// The name of a symbol that is defined at the position. An empty one is a number.
    fn defined_symbol(&mut self) -> Result<Name> {
        let mut number = self.next_symbol;
        if self.said() != "@\"\"" {
            let name = self.symbol();
            number = match name.as_number() {
                Some(number) => number,
                None => return Ok(name),
            };
            if number < self.next_symbol {
                return Err(self.error(format!(
                    "expected the number {} or a greater one, found {number}",
                    self.next_symbol
                )));
            }
        }
        self.next_symbol = number.saturating_add(1);
        Name::number(number).ok_or_else(|| self.error("there are too many symbols"))
    }

    /// A text between quotes, in the form in which LLVM prints it.
    fn text_name(&mut self, quoted: &str) -> Name {
        let is_plain = quoted
            .bytes()
            .all(|byte| matches!(byte, b' '..=b'~') && byte != b'\\');
        match is_plain {
            true => self.names.intern(quoted),
            false => {
                let text = escaped(&unescaped(quoted));
                self.names.intern(&text)
            }
        }
    }

    /// A quoted text.
    fn string(&mut self) -> Result<Name> {
        if self.token.kind != Kind::Text {
            return Err(self.expected("a quoted text"));
        }
        let said = self.said();
        let name = self.text_name(&said[1..said.len() - 1]);
        self.advance();
        Ok(name)
    }

    fn uint(&mut self) -> Result<u64> {
        let value = match self.token.kind {
            Kind::Int => self.said().parse().ok(),
            Kind::HexInt => {
                let digits = self.said().strip_prefix("u0x");
                digits.and_then(|digits| u64::from_str_radix(digits, 16).ok())
            }
            _ => None,
        };
        let value = value.ok_or_else(|| self.expected("a number"))?;
        self.advance();
        Ok(value)
    }

    fn u32(&mut self) -> Result<u32> {
        let at = self.token.start;
        let value = self.uint()?;
        u32::try_from(value).map_err(|_| self.error_at(at, "the number is too large"))
    }

    /// The number of a group, node or summary: `#0`, `^0`.
    fn number(&mut self) -> Result<u32> {
        let number = self.said()[1..].parse();
        let number = number.map_err(|_| self.error("the number is too large"))?;
        self.advance();
        Ok(number)
    }

    /// The text from `start` to the end of the token before the position.
    fn text_since(&mut self, start: usize) -> Name {
        self.names.intern(&self.text[start..self.end])
    }

    /// Passes over a token, and if it opens a bracket, over everything up to the closing one.
    fn skip_balanced(&mut self) -> Result {
        let mut open = Vec::new();
        loop {
            match self.token.kind {
                Kind::Mark(b'(') => open.push(b')'),
                Kind::Mark(b'[') => open.push(b']'),
                Kind::Mark(b'{') => open.push(b'}'),
                Kind::Mark(close @ (b')' | b']' | b'}')) if open.pop() == Some(close) => {}
                Kind::Mark(b')' | b']' | b'}') | Kind::End => {
                    return Err(self.expected("a closing bracket"));
                }
                _ => {}
            }
            self.advance();
            if open.is_empty() {
                return Ok(());
            }
        }
    }

    fn item(&mut self) -> Result<Item> {
        match self.token.kind {
            Kind::Global => self.global_or_alias(),
            Kind::Local => self.type_definition(),
            Kind::Comdat => self.comdat(),
            Kind::Bang | Kind::Kind => self.metadata_definition(),
            Kind::Summary => self.summary(),
            _ => match self.word() {
                "define" => self.function(true),
                "declare" => self.function(false),
                "attributes" => self.attribute_group(),
                "target" => {
                    self.advance();
                    let item = match self.word() {
                        "triple" => Item::Triple,
                        "datalayout" => Item::DataLayout,
                        _ => return Err(self.expected("`triple` or `datalayout`")),
                    };
                    self.advance();
                    self.expect(b'=')?;
                    Ok(item(self.string()?))
                }
                "source_filename" => {
                    self.advance();
                    self.expect(b'=')?;
                    Ok(Item::SourceFile(self.string()?))
                }
                "module" => self.module_asm(),
                "uselistorder" | "uselistorder_bb" => Ok(Item::Text(self.use_list_order()?)),
                _ => Err(self.expected("a definition or a declaration")),
            },
        }
    }

    fn type_definition(&mut self) -> Result<Item> {
        let name = self.symbol();
        self.advance();
        self.expect(b'=')?;
        self.expect_word("type")?;
        if self.take_word("opaque") {
            return Ok(Item::Type(name, None));
        }
        Ok(Item::Type(name, Some(self.ty()?)))
    }

    fn comdat(&mut self) -> Result<Item> {
        let name = self.symbol();
        self.advance();
        self.expect(b'=')?;
        self.expect_word("comdat")?;
        let kinds = ["any", "exactmatch", "largest", "nodeduplicate", "samesize"];
        if !kinds.contains(&self.word()) {
            return Err(self.expected("the kind of a comdat"));
        }
        let kind = self.names.intern(self.word());
        self.advance();
        Ok(Item::Comdat(name, kind))
    }

    fn module_asm(&mut self) -> Result<Item> {
        self.advance();
        self.expect_word("asm")?;
        let start = self.token.start;
        if self.take(b'(') {
            self.list(b')', |parser| {
                if parser.token.kind != Kind::Label || !parser.said().starts_with("target_") {
                    return Err(parser.expected("a property of assembly"));
                }
                parser.advance();
                parser.string()
            })?;
        }
        self.string()?;
        while self.token.kind == Kind::Text {
            self.advance();
        }
        Ok(Item::Asm(self.text_since(start)))
    }

    fn summary(&mut self) -> Result<Item> {
        let start = self.token.start;
        self.advance();
        self.expect(b'=')?;
        if self.token.kind != Kind::Label {
            return Err(self.expected("a summary"));
        }
        self.advance();
        self.skip_balanced()?;
        Ok(Item::Text(self.text_since(start)))
    }

    fn use_list_order(&mut self) -> Result<Name> {
        let start = self.token.start;
        if self.function.is_open() && self.word() == "uselistorder" {
            self.advance();
            let ty = self.ty()?;
            self.ordered_local(ty)?;
        }
        while !self.is(b'{') {
            if self.token.kind == Kind::End || self.is(b'}') {
                return Err(self.expected("`{`"));
            }
            self.advance();
        }
        let at = self.token.start;
        self.advance();
        let order = self.list(b'}', Parser::u32)?;
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        let is_permutation = sorted.iter().copied().eq(0..order.len() as u32);
        if !is_permutation || order == sorted.into() {
            return Err(self.error_at(at, "these indices are no other order of the uses"));
        }
        Ok(self.text_since(start))
    }
}
