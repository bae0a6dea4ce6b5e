//! Functions: their signatures, then their bodies.

use std::collections::HashMap;

use super::adt::a_kind;
use super::lexer::TokenKind;
use super::program::Attributes;
use super::{Body, FunctionLines, Parser, Result, Signature};
use crate::syntax::*;

/// A function whose signature was read.
pub(super) struct Head<'a> {
    pub(super) name: &'a str,
    pub(super) attributes: Attributes,
    /// The tokens that name the arguments.
    pub(super) arguments: Vec<(&'a str, usize)>,
    /// The bracket that opens its body.
    pub(super) body: usize,
}

impl<'a> Parser<'a> {
    /// Reads the arguments and the return type of a function, up to its body.
    pub(super) fn signature(&mut self) -> Result<(Vec<(&'a str, usize)>, Signature)> {
        let mut names = Vec::new();
        let mut arguments = Vec::new();
        self.lifetimes("functions")?;
        self.cursor.expect("(")?;
        self.list(")", |parser| {
            parser.cursor.take("mut");
            let at = parser.cursor.at();
            names.push((parser.new_name("local")?, at));
            parser.cursor.expect(":")?;
            arguments.push(parser.ty()?);
            Ok(())
        })?;
        let result = if self.cursor.take("->") {
            self.ty()?
        } else {
            self.types.unit()
        };
        if !self.cursor.is("{") {
            return Err(self.cursor.unexpected("`{`"));
        }
        Ok((names, Signature { arguments, result }))
    }

    /// Reads the body of the function `head`, which is number `id`.
    pub(super) fn function(
        &mut self,
        head: &Head<'a>,
        id: FnId,
    ) -> Result<(Function, FunctionLines)> {
        let signature = &self.signatures[id.index()];
        let mut types = vec![signature.result];
        types.extend(&signature.arguments);
        self.body = Body {
            local_types: types,
            ..Body::default()
        };
        // All names are kept here. `Program::canonical` removes names that follow from numbers, and finds the marked locals.
        let mut names = Vec::new();
        for &(name, at) in &head.arguments {
            self.declare_local(name, at, &mut names)?;
        }
        self.cursor.go_to(head.body);
        let close = self.mir()?;
        self.declarations(&mut names)?;
        let mut lines = FunctionLines::new();
        let mut blocks = Vec::new();
        for (name, at) in self.block_heads()? {
            self.cursor.go_to(at);
            let (block, block_lines) = self.block(name)?;
            blocks.push(block);
            lines.push(block_lines);
        }
        self.cursor.expect(close)?;
        self.cursor.take(";");
        self.cursor.expect("}")?;
        let names = std::iter::once(None).chain(names.into_iter().map(Some));
        let locals = self.body.local_types.iter().zip(names);
        let locals = locals.map(|(&ty, name)| LocalDecl {
            ty,
            name: name.map(str::to_owned),
            marked: false,
        });
        let function = Function {
            name: head.name.to_owned(),
            inline: head.attributes.inline,
            cold: head.attributes.cold,
            arguments: head.arguments.len() as u32,
            locals: locals.collect(),
            blocks,
        };
        Ok((function, lines))
    }

    /// Takes `{ mir! {`, and returns the bracket that closes the last one.
    fn mir(&mut self) -> Result<&'static str> {
        self.cursor.expect("{")?;
        self.cursor.expect("mir").map_err(|mut error| {
            let hint = ": a function of the subset is `mir! { … }` and nothing else";
            error.message.push_str(hint);
            error
        })?;
        self.cursor.expect("!")?;
        let close = match self.cursor.peek() {
            "{" => "}",
            "(" => ")",
            "[" => "]",
            _ => return Err(self.cursor.unexpected("`{`")),
        };
        self.cursor.next();
        Ok(close)
    }

    fn declare_local(&mut self, name: &'a str, at: usize, names: &mut Vec<&'a str>) -> Result {
        names.push(name);
        let local = Local::new(names.len());
        if self.body.locals.insert(name, local).is_some() {
            let message = format!("there already is a local `{name}`");
            return Err(self.cursor.error_at(at, message));
        }
        self.unlike_items(name, at)
    }

    /// Checks that a local or block does not have the name of a type. It may have that of a function, which it shadows.
    fn unlike_items(&self, name: &str, at: usize) -> Result {
        let kind = match self.adts.get(name) {
            Some(id) => a_kind(self.types.adt(*id).kind),
            None if self.functions.contains_key(name) => "a function",
            None => return Ok(()),
        };
        let message = format!("`{name}` is the name of {kind}: choose another name");
        Err(self.cursor.error_at(at, message))
    }

    /// Reads the declarations before the first block.
    fn declarations(&mut self, names: &mut Vec<&'a str>) -> Result {
        loop {
            if self.cursor.take("type") {
                self.cursor.expect("RET")?;
                self.cursor.expect("=")?;
                let at = self.cursor.at();
                let ty = self.ty()?;
                self.is_return_type(ty, at)?;
                self.cursor.expect(";")?;
            } else if self.cursor.take("let") {
                self.cursor.take("mut");
                let at = self.cursor.at();
                let name = self.new_name("local")?;
                self.declare_local(name, at, names)?;
                if !self.cursor.is(":") {
                    let message = format!("the type of `{name}` is missing: `let {name}: T;`");
                    return Err(self.cursor.error(message));
                }
                self.cursor.next();
                let ty = self.ty()?;
                self.body.local_types.push(ty);
                self.cursor.expect(";")?;
            } else if self.cursor.is("debug") {
                if !self.skip_past(";") {
                    return Err(self.cursor.unexpected("`;`"));
                }
            } else {
                return Ok(());
            }
        }
    }

    fn is_return_type(&self, ty: Ty, at: usize) -> Result {
        let expected = self.body.local_types[Local::RETURN.index()];
        if ty == expected {
            return Ok(());
        }
        let expected = self.types.name(expected);
        let message = format!("the function returns `{expected}`");
        Err(self.cursor.error_at(at, message))
    }

    /// Finds the names of all blocks and the brackets that open them. The first has no name.
    fn block_heads(&mut self) -> Result<Vec<(Option<&'a str>, usize)>> {
        let mut heads = vec![(None, self.cursor.at())];
        if !self.cursor.is("{") {
            return Err(self
                .cursor
                .unexpected("`let x: T;` or the `{` of the first block"));
        }
        self.skip_brackets();
        let mut first_lines = HashMap::new();
        while self.cursor.kind() == TokenKind::Word {
            let at = self.cursor.at();
            let name = self.new_name("block")?;
            if let Some(line) = first_lines.insert(name, self.cursor.line(at)) {
                let message = format!("there already is a block `{name}` in line {line}");
                return Err(self.cursor.error_at(at, message));
            }
            if self.body.locals.contains_key(name) {
                let message = format!("`{name}` is a local: choose another name");
                return Err(self.cursor.error_at(at, message));
            }
            self.unlike_items(name, at)?;
            if self.cursor.is("(") {
                return Err(self.cursor.error("the subset has no cleanup blocks"));
            }
            self.cursor.expect("=")?;
            if !self.cursor.is("{") {
                return Err(self.cursor.unexpected("`{`"));
            }
            self.body.blocks.insert(name, Block::new(heads.len()));
            heads.push((Some(name), self.cursor.at()));
            self.skip_brackets();
        }
        Ok(heads)
    }

    /// Reads a block in its brackets, and the lines of its statements and terminator.
    fn block(&mut self, name: Option<&str>) -> Result<(BlockData, Vec<u32>)> {
        let open = self.cursor.expect("{")?;
        let mut statements: Vec<Statement> = Vec::new();
        let mut lines = Vec::new();
        loop {
            if self.cursor.is("}") {
                let message = "this block has no terminator: it must end in `Goto(…)`, \
                               `Return()`, `match`, `Call(…)` or `Unreachable()`";
                return Err(self.cursor.error_at(open, message));
            }
            lines.push(self.cursor.line(self.cursor.at()));
            if let Some(terminator) = self.terminator()? {
                self.cursor.take(";");
                if !self.cursor.is("}") {
                    return Err(self
                        .cursor
                        .unexpected("`}` after the terminator of the block"));
                }
                self.cursor.next();
                let block = BlockData {
                    statements,
                    terminator: Some(terminator),
                    name: name.map(str::to_owned),
                };
                return Ok((block, lines));
            }
            statements.push(self.statement()?);
        }
    }
}
