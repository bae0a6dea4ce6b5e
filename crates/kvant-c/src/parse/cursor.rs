//! Operations on tokens that are specific to C: names, brackets, and chains of operators.

use super::lexer::TokenKind;
use super::name::is_keyword;
use super::{Parser, Result};
use crate::check::CHAIN;

impl<'a> Parser<'a> {
    /// True at the end of the text.
    pub(super) fn is_end(&self) -> bool {
        self.cursor.kind() == TokenKind::End
    }

    /// Takes a name that is no keyword.
    pub(super) fn name(&mut self, expected: &str) -> Result<&'a str> {
        match self.cursor.kind() {
            TokenKind::Word if !is_keyword(self.cursor.peek()) => {
                let at = self.cursor.next();
                Ok(self.cursor.text_of(at))
            }
            _ => Err(self.cursor.unexpected(expected)),
        }
    }

    /// Skips to behind the bracket that closes the next one.
    pub(super) fn skip_brackets(&mut self) -> Result {
        let begin = self.cursor.at();
        let mut open = 0u32;
        loop {
            match self.cursor.peek() {
                "(" | "[" | "{" => open += 1,
                ")" | "]" | "}" => open = open.saturating_sub(1),
                _ if self.is_end() => {
                    return Err(self.cursor.error_at(begin, "this bracket is never closed"));
                }
                _ => {}
            }
            self.cursor.next();
            if open == 0 {
                return Ok(());
            }
        }
    }

    /// Begins a chain of operators of the same kind, which is read without recursion. The result is for [`Parser::end_chain`].
    pub(super) fn begin_chain(&mut self) -> u32 {
        std::mem::take(&mut self.chain)
    }

    /// Counts one more operator of a chain. Nested chains count too, because their expressions are nested in this one.
    pub(super) fn extend_chain(&mut self, length: &mut u32) -> Result {
        *length += 1;
        match self.chain + *length > CHAIN {
            true => Err(self
                .cursor
                .error(format!("more than {CHAIN} operators follow each other"))),
            false => Ok(()),
        }
    }

    /// Ends a chain of `length` operators.
    pub(super) fn end_chain(&mut self, before: u32, length: u32) {
        self.chain = before.max(self.chain + length);
    }
}
