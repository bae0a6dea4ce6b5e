//! A journal of the events of memory, for explanations.

use std::cell::RefCell;
use std::ops::Range;

use crate::leaf::Node;

/// Bytes of an allocation.
pub(crate) type Bytes = (Node, Range<usize>);

/// An event of memory.
#[derive(Clone, Debug)]
pub(crate) enum Touch {
    /// Memory is allocated.
    Made {
        node: Node,
        size: u64,
        align: u64,
    },
    /// A symbol has its initial value.
    Initialised(Node),
    Freed(Node),
    Read(Bytes),
    Wrote(Bytes),
    Copied {
        from: Bytes,
        to: Bytes,
    },
    /// `llvm.lifetime.start`.
    Began(Node),
    /// `llvm.lifetime.end`.
    Ended(Node),
}

/// The events since they were taken last. Nothing is kept until the journal is opened.
#[derive(Clone, Default)]
pub(crate) struct Journal(Option<Box<RefCell<Vec<Touch>>>>);

impl Journal {
    /// Keeps events from now on.
    pub(crate) fn open(&mut self) {
        self.0 = Some(Box::default());
    }

    /// True if nothing is kept.
    pub(crate) fn is_closed(&self) -> bool {
        self.0.is_none()
    }

    #[inline]
    pub(crate) fn note(&self, touch: impl FnOnce() -> Touch) {
        if let Some(touches) = &self.0 {
            push(touches, touch);
        }
    }

    /// Takes the events so far.
    pub(crate) fn take(&self) -> Vec<Touch> {
        match &self.0 {
            Some(touches) => touches.take(),
            None => Vec::new(),
        }
    }
}

/// Out of the way of runs that keep nothing.
#[cold]
#[inline(never)]
fn push(touches: &RefCell<Vec<Touch>>, touch: impl FnOnce() -> Touch) {
    touches.borrow_mut().push(touch());
}
