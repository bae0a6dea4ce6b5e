//! Whole programs: the items of a file, and `main`.

use super::adt::a_kind;
use super::expression::Kind;
use super::function::Head;
use super::lexer::TokenKind;
use super::{Parsed, Parser, Result, SourceMap};
use crate::syntax::*;

/// Items of Rust that the subset lacks.
const MISSING: [&str; 7] = [
    "static",
    "const",
    "trait",
    "impl",
    "type",
    "extern",
    "macro_rules",
];

/// The attributes of an item.
#[derive(Clone, Copy)]
pub(super) struct Attributes {
    pub(super) repr: Repr,
    pub(super) inline: Inline,
    pub(super) cold: bool,
}

/// The declarations of a file, before their contents are read.
#[derive(Default)]
struct Items<'a> {
    /// The first token of the contents of each declared type.
    adts: Vec<usize>,
    /// Name, attributes, and the token after the name.
    functions: Vec<(&'a str, Attributes, usize)>,
    /// The token after `main`.
    main: Option<usize>,
}

impl<'a> Parser<'a> {
    /// Reads a file.
    pub(super) fn program(mut self) -> Result<Parsed> {
        let items = self.items()?;
        for &(name, _, at) in &items.functions {
            if let Some(&id) = self.adts.get(name) {
                let kind = a_kind(self.types.adt(id).kind);
                let message = format!("there already is {kind} `{name}`");
                return Err(self.cursor.error_at(at - 1, message));
            }
        }
        for (n, at) in items.adts.iter().enumerate() {
            self.contents(AdtId::new(n), *at)?;
        }
        let mut heads = Vec::new();
        for &(name, attributes, at) in &items.functions {
            self.cursor.go_to(at);
            let (arguments, signature) = self.signature()?;
            self.signatures.push(signature);
            heads.push(Head {
                name,
                attributes,
                arguments,
                body: self.cursor.at(),
            });
        }
        let mut functions = Vec::new();
        let mut source = SourceMap::default();
        for (n, head) in heads.iter().enumerate() {
            let (function, lines) = self.function(head, FnId::new(n))?;
            functions.push(function);
            source.functions.push(lines);
        }
        let Some(main) = items.main else {
            let message = "there is no `fn main() { kvant::run(|| f(…)) }`, which says where the \
                           program begins";
            return Err(self.cursor.error_at(usize::MAX, message));
        };
        self.cursor.go_to(main);
        let (entry, arguments) = self.main()?;
        let program = Program {
            types: self.types,
            functions,
            entry,
            arguments,
        };
        Ok(Parsed {
            program: program.canonical(),
            source,
        })
    }

    /// Finds all items and declares the names of types and functions.
    fn items(&mut self) -> Result<Items<'a>> {
        let mut items = Items::default();
        while self.cursor.kind() != TokenKind::End {
            let attributes = self.attributes()?;
            if self.cursor.take("pub") && self.cursor.is("(") {
                self.skip_brackets();
            }
            while matches!(self.cursor.peek_at(1), "fn" | "unsafe")
                && (self.cursor.take("const") || self.cursor.take("unsafe"))
            {}
            let at = self.cursor.at();
            match self.cursor.peek() {
                "use" => self.skip_item(";")?,
                "extern" if self.cursor.peek_at(1) == "crate" => self.skip_item(";")?,
                "mod" if self.cursor.peek_at(1) == "kvant" => {
                    self.cursor.next();
                    self.cursor.next();
                    if !self.cursor.is("{") {
                        return Err(self.cursor.unexpected("`{`"));
                    }
                    self.skip_brackets();
                }
                "struct" => items.adts.push(self.adt_item(AdtKind::Struct, attributes)?),
                "enum" => items.adts.push(self.adt_item(AdtKind::Enum, attributes)?),
                "union" => items.adts.push(self.adt_item(AdtKind::Union, attributes)?),
                "fn" => self.function_item(attributes, &mut items)?,
                name if MISSING.contains(&name) => {
                    let message = format!("the subset has no `{name}` items");
                    return Err(self.cursor.error_at(at, message));
                }
                _ => {
                    return Err(self
                        .cursor
                        .unexpected("`struct`, `enum`, `union`, `fn`, `use` or `mod kvant`"));
                }
            }
        }
        Ok(items)
    }

    fn skip_item(&mut self, end: &str) -> Result {
        if self.skip_past(end) {
            return Ok(());
        }
        Err(self.cursor.unexpected(&format!("`{end}`")))
    }

    /// Reads attributes. All but `repr`, `inline` and `cold` are ignored.
    pub(super) fn attributes(&mut self) -> Result<Attributes> {
        let mut attributes = Attributes {
            repr: Repr::Rust,
            inline: Inline::Free,
            cold: false,
        };
        while self.cursor.take("#") {
            self.cursor.take("!");
            let open = self.cursor.at();
            if !self.cursor.is("[") {
                return Err(self.cursor.unexpected("`[`"));
            }
            self.skip_brackets();
            let end = self.cursor.at();
            let content: Vec<_> = (open + 1..end - 1)
                .map(|at| self.cursor.text_of(at))
                .collect();
            match content[..] {
                ["repr", "(", "C", ")"] => attributes.repr = Repr::C,
                ["repr", "(", "Rust", ")"] => attributes.repr = Repr::Rust,
                ["repr", "(", "transparent", ")"] => attributes.repr = Repr::Transparent,
                ["repr", "(", name, ")"] if IntTy::from_name(name).is_some() => {
                    attributes.repr = IntTy::from_name(name).map_or(Repr::Rust, Repr::Int);
                }
                ["repr", ..] => {
                    let message = "the subset has no representations but `C`, `transparent`, \
                                   those of integers as in `#[repr(u8)]`, and Rust's own";
                    return Err(self.cursor.error_at(open + 1, message));
                }
                ["inline", "(", "never", ")"] => attributes.inline = Inline::Never,
                ["inline", "(", "always", ")"] => attributes.inline = Inline::Always,
                ["cold"] => attributes.cold = true,
                _ => {}
            }
        }
        Ok(attributes)
    }

    fn function_item(&mut self, attributes: Attributes, items: &mut Items<'a>) -> Result {
        self.cursor.expect("fn")?;
        let at = self.cursor.at();
        if self.cursor.take("main") {
            if items.main.replace(at + 1).is_some() {
                return Err(self.cursor.error_at(at, "there already is a `main`"));
            }
        } else {
            let name = self.new_name("function")?;
            let id = FnId::new(items.functions.len());
            if self.functions.insert(name, id).is_some() {
                let message = format!("there already is a function `{name}`");
                return Err(self.cursor.error_at(at, message));
            }
            items.functions.push((name, attributes, at + 1));
        }
        while !self.cursor.is("{") {
            if matches!(self.cursor.kind(), TokenKind::End | TokenKind::Close)
                || self.cursor.is(";")
            {
                return Err(self.cursor.unexpected("the body of a function"));
            }
            if !self.skip_brackets() {
                self.cursor.next();
            }
        }
        self.skip_brackets();
        Ok(())
    }

    /// Reads the call of the entry function: `() { kvant::run(|| f(kvant::hide(3), …)) }`.
    fn main(&mut self) -> Result<(FnId, Vec<Constant>)> {
        for token in ["(", ")", "{", "kvant", "::", "run", "(", "||"] {
            self.cursor.expect(token).map_err(|mut error| {
                error
                    .message
                    .push_str(": `main` is `fn main() { kvant::run(|| f(…)) }`");
                error
            })?;
        }
        let at = self.cursor.at();
        let name = self.cursor.peek();
        let Some(&entry) = self.functions.get(name) else {
            return Err(self.cursor.unexpected("the name of a function"));
        };
        self.cursor.next();
        self.cursor.expect("(")?;
        let types = self.signatures[entry.index()].arguments.clone();
        let mut arguments = Vec::new();
        self.list(")", |parser| {
            let hint = types.get(arguments.len()).copied();
            arguments.push(parser.hidden(hint)?);
            Ok(())
        })?;
        self.check_count(at, types.len(), arguments.len())?;
        self.cursor.expect(")")?;
        self.cursor.take(";");
        self.cursor.expect("}")?;
        Ok((entry, arguments))
    }

    /// Reads a constant, with or without `kvant::hide`. It is always printed with it.
    fn hidden(&mut self, hint: Option<Ty>) -> Result<Constant> {
        let hides = self.cursor.is("kvant");
        if hides {
            for token in ["kvant", "::", "hide", "("] {
                self.cursor.expect(token)?;
            }
        }
        let value = self.unary()?;
        if hides {
            self.cursor.expect(")")?;
        }
        match value.kind {
            Kind::Number(number) => self.constant(number, hint),
            Kind::Constant(constant) => Ok(constant),
            _ => Err(self.cursor.error_at(value.at, "expected a constant")),
        }
    }
}
