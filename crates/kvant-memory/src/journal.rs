//! An undo journal: what to put back, newest last.

/// A list of changes that can be taken back down to a [`Mark`].
///
/// Nothing is recorded while no mark is out, so a machine that never turns back pays nothing.
#[derive(Clone, Debug)]
pub struct Journal<E> {
    changes: Vec<E>,
    marks: u32,
}

/// A point in a journal to go back to. Marks nest: the newest is given back first, by
/// [`Journal::close`].
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
    /// Begins to record, or goes on recording, from here.
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

    /// Records a change, if anybody may want it back.
    #[inline]
    pub fn record(&mut self, change: impl FnOnce() -> E) {
        if self.marks > 0 {
            self.changes.push(change());
        }
    }

    /// The newest change since `mark`, to be taken back now.
    pub fn pop(&mut self, mark: &Mark) -> Option<E> {
        debug_assert_eq!(mark.depth, self.marks, "marks are closed newest first");
        if self.changes.len() > mark.length {
            self.changes.pop()
        } else {
            None
        }
    }

    /// Gives a mark back. The changes since then stay, and are forgotten once no mark is out.
    #[allow(clippy::needless_pass_by_value)]
    pub fn close(&mut self, mark: Mark) {
        debug_assert_eq!(mark.depth, self.marks, "marks are closed newest first");
        self.marks -= 1;
        if self.marks == 0 {
            self.changes.clear();
        }
    }
}
