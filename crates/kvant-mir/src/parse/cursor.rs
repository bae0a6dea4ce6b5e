//! Movements over tokens that are specific to Rust: brackets, lists, and `>>` for two `>`.

use super::lexer::TokenKind;
use super::{Parser, Result};

impl Parser<'_> {
    /// Takes a `>`, which may be the first half of a `>>`.
    pub(super) fn take_angle(&mut self) -> bool {
        match self.cursor.peek() {
            ">" => {
                self.cursor.next();
            }
            ">>" => self.cursor.take_byte(),
            _ => return false,
        }
        true
    }

    /// Skips a pair of brackets and its contents, if the next token opens one.
    pub(super) fn skip_brackets(&mut self) -> bool {
        let TokenKind::Open(n) = self.cursor.kind() else {
            return false;
        };
        self.cursor.go_to(self.closing[n as usize] as usize);
        self.cursor.next();
        true
    }

    /// Skips up to and including the next `text` outside of brackets. Returns false if a closing bracket or the end comes first,
    /// and stops before it.
    pub(super) fn skip_past(&mut self, text: &str) -> bool {
        loop {
            if self.cursor.take(text) {
                return true;
            }
            if matches!(self.cursor.kind(), TokenKind::Close | TokenKind::End) {
                return false;
            }
            if !self.skip_brackets() {
                self.cursor.next();
            }
        }
    }

    /// Reads items separated by commas, and takes `close` after them. Returns true if there is a trailing comma.
    pub(super) fn list(
        &mut self,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Result,
    ) -> Result<bool> {
        let mut comma = false;
        while !self.cursor.take(close) {
            item(self)?;
            comma = self.cursor.take(",");
            if !comma && !self.cursor.is(close) {
                return Err(self.cursor.unexpected(&format!("`,` or `{close}`")));
            }
        }
        Ok(comma)
    }
}
