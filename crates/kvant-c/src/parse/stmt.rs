//! Statements and blocks.

use std::collections::HashMap;

use super::lexer::TokenKind;
use super::ty::{Specifiers, Subject, Word};
use super::{BlockLines, Parser, Result};
use crate::{Block, BlockId, Expr, LabelId, Local, LocalId, Stmt, Storage, Type, TypeKind};

impl<'a> Parser<'a> {
    /// Reads statements between braces into a block.
    pub(super) fn braces(&mut self, into: BlockId) -> Result {
        self.cursor.expect("{")?;
        self.open_scope();
        while !self.cursor.is("}") {
            if self.is_end() {
                return Err(self.cursor.unexpected("`}`"));
            }
            self.statement(into)?;
        }
        self.cursor.next();
        self.end_block(into);
        self.close_scope();
        Ok(())
    }

    /// Reads one statement as a block of its own, with braces or without.
    fn inner(&mut self) -> Result<BlockId> {
        let block = self.new_block();
        self.cursor.enter()?;
        if self.cursor.is("{") {
            self.braces(block)?;
        } else {
            self.open_scope();
            // Labels belong to the statement after them.
            loop {
                if self.is_type_at(0) && self.cursor.peek_at(1) != ":" {
                    return Err(self
                        .cursor
                        .error("a declaration is no statement: put it in braces"));
                }
                if !self.statement(block)? {
                    break;
                }
            }
            self.end_block(block);
            self.close_scope();
        }
        self.cursor.leave();
        Ok(block)
    }

    fn open_scope(&mut self) {
        self.body.scopes.push(HashMap::new());
    }

    fn close_scope(&mut self) {
        self.body.scopes.pop();
    }

    /// Ends a block at the line of the previous token.
    fn end_block(&mut self, block: BlockId) {
        if let Some(id) = self.body.id {
            self.source.functions[id.index()].blocks[block.index()].end =
                self.cursor.line(self.cursor.at().saturating_sub(1));
        }
    }

    fn new_block(&mut self) -> BlockId {
        let Some(id) = self.body.id else {
            return BlockId(0);
        };
        self.source.functions[id.index()]
            .blocks
            .push(BlockLines::default());
        let blocks = &mut self.program.function_mut(id).blocks;
        blocks.push(Block::default());
        BlockId(blocks.len() as u32 - 1)
    }

    fn emit(&mut self, into: BlockId, line: u32, statement: Stmt) {
        if let Some(id) = self.body.id {
            self.source.functions[id.index()].blocks[into.index()]
                .statements
                .push(line);
            let block = self.program.function_mut(id).block_mut(into);
            block.statements.push(statement);
        }
    }

    /// Reads one statement into a block. True if it was a label, to which another statement belongs.
    fn statement(&mut self, into: BlockId) -> Result<bool> {
        let line = self.cursor.line(self.cursor.at());
        let word = self.cursor.peek();
        let statement = match word {
            "{" => Stmt::Block(self.inner()?),
            ";" => {
                self.cursor.next();
                return Ok(false);
            }
            "if" => self.conditional_statement()?,
            "while" => {
                let condition = self.condition()?;
                Stmt::While(condition, self.inner()?)
            }
            "do" => {
                self.cursor.next();
                let body = self.inner()?;
                if !self.cursor.is("while") {
                    return Err(self.cursor.unexpected("`while`"));
                }
                let condition = self.condition()?;
                self.cursor.expect(";")?;
                Stmt::DoWhile(body, condition)
            }
            "for" => return self.for_loop(into, line),
            "switch" => self.switch()?,
            "case" | "default" => {
                let label = self.case(word, into)?;
                self.emit(into, line, label);
                return Ok(true);
            }
            "goto" => {
                self.cursor.next();
                if self.cursor.is("*") {
                    return Err(self.cursor.error("computed gotos are not in the subset"));
                }
                let name = self.name("a label")?;
                let label = self.label(name);
                self.cursor.expect(";")?;
                Stmt::Goto(label)
            }
            "break" => self.jump(Stmt::Break)?,
            "continue" => self.jump(Stmt::Continue)?,
            "return" => self.return_statement()?,
            "observe" | "observe_double" => self.observation()?,
            "asm" | "__asm" | "__asm__" => {
                return Err(self.cursor.error("assembly is not in the subset"));
            }
            _ => return self.other_statement(into, line),
        };
        self.emit(into, line, statement);
        Ok(false)
    }

    fn jump(&mut self, statement: Stmt) -> Result<Stmt> {
        self.cursor.next();
        self.cursor.expect(";")?;
        Ok(statement)
    }

    /// Reads a label, a declaration or an expression.
    fn other_statement(&mut self, into: BlockId, line: u32) -> Result<bool> {
        if self.cursor.kind() == TokenKind::Word && self.cursor.peek_at(1) == ":" {
            let name = self.name("a label")?;
            self.cursor.next();
            let label = self.label(name);
            self.emit(into, line, Stmt::Label(label));
            return Ok(true);
        }
        if self.is_type_at(0) {
            self.declaration(into, line)?;
            return Ok(false);
        }
        let e = self.expression()?;
        self.cursor.expect(";")?;
        self.emit(into, line, Stmt::Expr(e));
        Ok(false)
    }

    fn label(&mut self, name: &'a str) -> LabelId {
        let Some(id) = self.body.id else {
            return LabelId(0);
        };
        let labels = &mut self.program.function_mut(id).labels;
        *self.body.labels.entry(name).or_insert_with(|| {
            labels.push(name.to_owned());
            LabelId(labels.len() as u32 - 1)
        })
    }

    /// Reads a keyword and an expression in parentheses.
    fn condition(&mut self) -> Result<Expr> {
        self.cursor.next();
        self.cursor.expect("(")?;
        let e = self.expression()?;
        self.cursor.expect(")")?;
        Ok(e)
    }

    fn conditional_statement(&mut self) -> Result<Stmt> {
        let condition = self.condition()?;
        let then = self.inner()?;
        let otherwise = match self.cursor.take("else") {
            true => Some(self.inner()?),
            false => None,
        };
        Ok(Stmt::If(condition, then, otherwise))
    }

    /// Reads a loop. If it declares its variable, it becomes a block with the declaration and the loop.
    fn for_loop(&mut self, into: BlockId, line: u32) -> Result<bool> {
        self.cursor.next();
        self.cursor.expect("(")?;
        if !self.is_type_at(0) {
            let first = self.optional_expression(";")?;
            let statement = self.rest_of_for(first)?;
            self.emit(into, line, statement);
            return Ok(false);
        }
        let block = self.new_block();
        self.open_scope();
        if let "static" | "extern" | "typedef" = self.cursor.peek() {
            return Err(self
                .cursor
                .error("only variables of its own are declared in a `for` (6.8.5p3)"));
        }
        self.declaration(block, line)?;
        let statement = self.rest_of_for(None)?;
        self.emit(block, line, statement);
        self.end_block(block);
        self.close_scope();
        self.emit(into, line, Stmt::Block(block));
        Ok(false)
    }

    fn rest_of_for(&mut self, first: Option<Expr>) -> Result<Stmt> {
        let condition = self.optional_expression(";")?;
        let step = self.optional_expression(")")?;
        Ok(Stmt::For(first, condition, step, self.inner()?))
    }

    fn optional_expression(&mut self, end: &str) -> Result<Option<Expr>> {
        let e = match self.cursor.is(end) {
            true => None,
            false => Some(self.expression()?),
        };
        self.cursor.expect(end)?;
        Ok(e)
    }

    fn switch(&mut self) -> Result<Stmt> {
        let at = self.cursor.at();
        let on = self.condition()?;
        let ty = self.program.promoted(&self.target, &on);
        let ty = match ty {
            Ok(ty) if self.program.types.is_integer(ty) => ty,
            Ok(_) => {
                return Err(self
                    .cursor
                    .error_at(at, "the operand of `switch` must be an integer"));
            }
            Err(why) => return Err(self.cursor.error_at(at, why.0)),
        };
        let block = self
            .body
            .id
            .map(|id| self.program.function(id).blocks.len());
        let block = BlockId(block.unwrap_or(0) as u32);
        self.body.switches.push((ty, block));
        let body = self.inner()?;
        self.body.switches.pop();
        Ok(Stmt::Switch(on, body))
    }

    fn case(&mut self, word: &str, into: BlockId) -> Result<Stmt> {
        let Some(&(ty, block)) = self.body.switches.last() else {
            return Err(self.cursor.error("this is not in a `switch`"));
        };
        if block != into {
            return Err(self.cursor.error(format!(
                "`{word}` in a block or a loop inside of its `switch` is not in the subset"
            )));
        }
        self.cursor.next();
        let label = match word {
            "case" => Stmt::Case(self.case_value(ty)?),
            _ => Stmt::Default,
        };
        self.cursor.expect(":")?;
        Ok(label)
    }

    fn return_statement(&mut self) -> Result<Stmt> {
        self.cursor.next();
        let value = self.optional_expression(";")?;
        let result = self.body.id.map(|id| self.program.function(id).result);
        Ok(Stmt::Return(match (value, result) {
            (Some(e), Some(ty)) => Some(self.coerced(ty, e)),
            (value, _) => value,
        }))
    }

    /// Reads `observe(7, e);`.
    fn observation(&mut self) -> Result<Stmt> {
        let floating = self.cursor.is("observe_double");
        self.cursor.next();
        self.cursor.expect("(")?;
        let at = self.cursor.at();
        let site = self.constant_number("the number of an observation")?;
        let Ok(site) = u32::try_from(site) else {
            return Err(self
                .cursor
                .error_at(at, "the number of an observation has 32 bits"));
        };
        self.cursor.expect(",")?;
        let at = self.cursor.at();
        let e = self.assignment()?;
        self.cursor.expect(")")?;
        self.cursor.expect(";")?;
        let is_float = matches!(self.program.types.kind(e.ty), TypeKind::Float(_));
        match floating == is_float {
            true => Ok(Stmt::Observe(site, e)),
            false if is_float => Err(self
                .cursor
                .error_at(at, "floating values are for `observe_double`")),
            false => Err(self
                .cursor
                .error_at(at, "`observe_double` is for floating values")),
        }
    }

    /// Fails for `register` variables with parts: an array that is part of one cannot be used (6.3.2.1p3).
    pub(super) fn refuse_register(&self, at: usize, ty: Type) -> Result {
        match self.program.types.is_scalar(ty) {
            true => Ok(()),
            false => Err(self
                .cursor
                .error_at(at, "only scalars are `register` in the subset")),
        }
    }

    /// Reads declarations of locals, up to the semicolon.
    fn declaration(&mut self, into: BlockId, line: u32) -> Result {
        let specifiers = self.specifiers()?;
        if self.cursor.take(";") {
            return self.declares_tag(&specifiers);
        }
        loop {
            self.declared_local(into, line, &specifiers)?;
            if !self.cursor.take(",") {
                break;
            }
        }
        self.cursor.expect(";")?;
        Ok(())
    }

    fn declared_local(&mut self, into: BlockId, line: u32, specifiers: &Specifiers) -> Result {
        let declared = self.declarator(specifiers.ty)?;
        let subject = match specifiers.storage {
            Some(Word::Typedef) => Subject::Type,
            _ => Subject::Variable,
        };
        let attributes = self.attributes_of(specifiers, subject)?;
        let Some(name) = declared.name else {
            return Err(self.cursor.unexpected("the name of a variable"));
        };
        let (at, ty) = (declared.at, declared.ty);
        match specifiers.storage {
            Some(Word::Typedef) => return self.typedef(at, name, ty),
            Some(Word::Extern) => {
                return Err(self
                    .cursor
                    .error_at(at, "`extern` inside of functions is not in the subset"));
            }
            Some(Word::Static | Word::Auto | Word::Register) | None => {}
        }
        if matches!(self.program.types.kind(ty), TypeKind::Function(_)) {
            return Err(self.cursor.error_at(
                at,
                "functions are declared outside of functions in the subset",
            ));
        }
        let Some(function) = self.body.id else {
            return Ok(());
        };
        // The scope of a variable includes its own initial value.
        let locals = &mut self.program.function_mut(function).locals;
        let id = LocalId(locals.len() as u32);
        locals.push(Local {
            name: name.to_owned(),
            ty,
            storage: Storage::Automatic,
            align: attributes.align,
        });
        if !self.declare_local(name, id) {
            return Err(self
                .cursor
                .error_at(at, format!("`{name}` was declared before")));
        }
        let mut init = None;
        if self.cursor.take("=") {
            let value = self.initial(ty)?;
            let full = self.completed(at, ty, &value)?;
            self.program.function_mut(function).locals[id.index()].ty = full;
            init = Some(value);
        }
        let ty = self.program.function(function).locals[id.index()].ty;
        self.complete(at, ty)?;
        if specifiers.storage == Some(Word::Register) {
            self.refuse_register(at, ty)?;
            self.body.registers.insert(id);
        }
        if specifiers.storage == Some(Word::Static) {
            let local = &mut self.program.function_mut(function).locals[id.index()];
            local.storage = Storage::Static(init.take());
        }
        self.emit(into, line, Stmt::Declare(id, init));
        Ok(())
    }
}
