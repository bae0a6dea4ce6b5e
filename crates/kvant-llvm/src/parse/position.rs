//! Positions of items and instructions in the text of a module.

use std::ops::Range;

use kvant_text::Result;

use super::Parser;
use crate::syntax::Module;

/// The positions of a module's items and instructions in its text.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    /// The offset at which each line begins.
    lines: Vec<usize>,
    /// The offset of each item.
    items: Vec<usize>,
    /// For each item its instructions, among `ranges`.
    instructions: Vec<Range<usize>>,
    ranges: Vec<Range<usize>>,
}

/// A position in a text, counted from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column, in bytes.
    pub column: u32,
}

/// Parses a module, and notes where its items and instructions are.
pub fn module_with_positions(text: &str) -> Result<(Module, Positions)> {
    let mut parser = Parser::new(text);
    let newlines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
    parser.positions = Some(Positions {
        lines: [0]
            .into_iter()
            .chain(newlines.map(|(at, _)| at + 1))
            .collect(),
        ..Positions::default()
    });
    let items = parser.items()?;
    let positions = parser.positions.take().unwrap_or_default();
    Ok((parser.module(items), positions))
}

impl Positions {
    /// Notes the beginning of an item.
    pub(super) fn begin(&mut self, at: usize) {
        self.items.push(at);
        self.instructions.push(self.ranges.len()..self.ranges.len());
    }

    /// Notes an instruction of the last item.
    pub(super) fn instruction(&mut self, range: Range<usize>) {
        self.ranges.push(range);
        if let Some(last) = self.instructions.last_mut() {
            last.end = self.ranges.len();
        }
    }

    /// The position of the item with this index.
    pub fn item(&self, item: usize) -> Option<Position> {
        self.items.get(item).map(|at| self.at(*at))
    }

    /// The position of an instruction of the item with this index.
    pub fn of_instruction(&self, item: usize, instruction: usize) -> Option<Position> {
        self.range(item, instruction).map(|it| self.at(it.start))
    }

    /// The range of bytes of an instruction of the item with this index.
    pub fn range(&self, item: usize, instruction: usize) -> Option<Range<usize>> {
        let of_item = self.ranges.get(self.instructions.get(item)?.clone())?;
        of_item.get(instruction).cloned()
    }

    fn at(&self, offset: usize) -> Position {
        let line = self.lines.partition_point(|start| *start <= offset);
        let start = line
            .checked_sub(1)
            .and_then(|line| self.lines.get(line))
            .copied()
            .unwrap_or_default();
        Position {
            line: line as u32,
            column: (offset - start) as u32 + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_and_instructions_have_positions() {
        let text = "@g = global i32 0\n\ndefine i32 @f(i32 %x) {\n  %y = add i32 %x,\n    1 ; one\n  ret i32 %y\n}\n";
        let (module, positions) = module_with_positions(text).unwrap();
        assert_eq!(module, super::super::module(text).unwrap());
        let position = |line, column| Some(Position { line, column });
        assert_eq!(positions.item(0), position(1, 1));
        assert_eq!(positions.item(1), position(3, 1));
        assert_eq!(positions.of_instruction(1, 0), position(4, 3));
        assert_eq!(positions.of_instruction(1, 1), position(6, 3));
        assert_eq!(positions.of_instruction(1, 2), None);
        assert_eq!(positions.of_instruction(0, 0), None);
        let range = positions.range(1, 0).unwrap();
        assert_eq!(&text[range], "%y = add i32 %x,\n    1");
    }
}
