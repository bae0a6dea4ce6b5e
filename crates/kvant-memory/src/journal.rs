//! An undo journal: changes, newest last.

/// A list of changes that can be undone back to a [`Mark`].
///
/// Nothing is recorded while there is no open mark, so runs without trials have no cost.
#[derive(Clone, Debug)]
pub struct Journal<E> {
    changes: Vec<E>,
    marks: u32,
}

/// A point in a journal to go back to. Marks nest: the newest is closed first, by [`Journal::close`].
#[derive(Debug)]
#[must_use = "a mark that is never closed makes the journal grow for ever"]
pub struct Mark {
    length: usize,
    depth: u32,
}

impl<E> Default for Journal<E> {
    fn default() -> Self {
        Journal {
            changes: Vec::new(),
            marks: 0,
        }
    }
}

impl<E> Journal<E> {
    /// Opens a mark: changes are recorded from here on.
    pub fn mark(&mut self) -> Mark {
        self.marks += 1;
        Mark {
            length: self.changes.len(),
            depth: self.marks,
        }
    }

    /// True while changes are being recorded.
    pub fn is_recording(&self) -> bool {
        self.marks > 0
    }

    /// Records a change if a mark is open.
    #[inline]
    pub fn record(&mut self, change: impl FnOnce() -> E) {
        if self.marks > 0 {
            self.changes.push(change());
        }
    }

    /// Removes the newest change since `mark`, which the caller undoes.
    pub fn pop(&mut self, mark: &Mark) -> Option<E> {
        debug_assert_eq!(mark.depth, self.marks, "marks are closed newest first");
        if self.changes.len() > mark.length {
            self.changes.pop()
        } else {
            None
        }
    }

    /// Closes a mark. The changes since then stay, and are dropped when no mark is open.
    #[allow(clippy::needless_pass_by_value)]
    pub fn close(&mut self, mark: Mark) {
        debug_assert_eq!(mark.depth, self.marks, "marks are closed newest first");
        self.marks -= 1;
        if self.marks == 0 {
            self.changes.clear();
        }
    }
}
