//! Stack frames, their variables, and undoing changes of both.

use kvant_c::{BlockId, FnId, GlobalId, LocalId, Place, Program, Storage, Type, TypeId};
use kvant_memory::AllocId;

use crate::object::{Mark, Origin};
use crate::outcome::Result;
use crate::promise::{Record, Scope, Watch};
use crate::types::{Shape, Traits};
use crate::{Machine, Stop, Ub, Value};

/// The content of a local variable.
///
/// A scalar is in its slot until its address is first taken, and an aggregate gets memory at its first access: most variables
/// never need memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Slot {
    /// The declaration was not reached, or its block was left.
    Dead,
    /// Never written.
    Fresh,
    /// The value of a scalar whose address was never taken.
    Value(Value),
    /// The bytes of an aggregate, or of a scalar whose address was taken.
    Memory(AllocId),
    /// A started `va_list`, with the number of the next argument.
    Arguments(u32),
}

/// A function call that is running.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) function: FnId,
    pub(crate) position: Position,
    pub(crate) slots: Vec<Slot>,
    /// The sizes of its variables and of those of all frames below, together.
    pub(crate) stack_bytes: u64,
    /// True if the call is within an expression, so that its result does not belong to the caller's statement.
    pub(crate) nested: bool,
    /// The variadic arguments, each with its type, or `None` if no expression can have that type.
    pub(crate) variadic: Vec<(Option<Type>, Value)>,
    /// Restrictions on its accesses.
    pub(crate) watch: Watch,
    /// The state of its `restrict` parameters, if it has some.
    pub(crate) scope: Option<Box<Scope>>,
}

/// The position of a call, and the objects whose lifetimes end with its blocks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Position {
    /// The blocks around it, outermost first. All but the last are at the statement that contains the next one.
    pub(crate) cursors: Vec<Cursor>,
    pub(crate) owned: Vec<Owned>,
}

/// A place in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cursor {
    pub(crate) block: BlockId,
    pub(crate) statement: u32,
    /// The phase of a loop.
    pub(crate) phase: Phase,
}

/// The next step of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// The statement, from its beginning.
    Begin,
    /// The condition of a `do` or `for`.
    Condition,
    /// The step of a `for`.
    Step,
}

/// An object whose lifetime ends with a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Owned {
    /// The nesting depth of the block.
    pub(crate) depth: u32,
    /// True for an object of the head of `if`, `switch` or a loop: its lifetime is that statement (6.8.4p3, 6.8.5p5).
    pub(crate) in_head: bool,
    pub(crate) what: OwnedObject,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum OwnedObject {
    Local(LocalId),
    /// A compound literal, with the place and the step of its evaluation.
    Compound(AllocId, Place, u64),
}

/// A change that can be undone. Positions are not included: only the top frame moves, so a mark contains one position, and a
/// return contains the caller's.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    Slot {
        depth: u32,
        local: LocalId,
        old: Slot,
    },
    Pushed,
    Popped {
        frame: Box<Frame>,
        caller: Position,
    },
    Global(GlobalId),
    Static(FnId, LocalId),
    Literal(Box<[u8]>),
    HeapType {
        alloc: AllocId,
        old: Option<TypeId>,
        traits: Traits,
    },
    Origin {
        alloc: AllocId,
        old: Origin,
    },
    Marks {
        alloc: AllocId,
        offset: u32,
        old: Box<[Mark]>,
    },
    KnownBits {
        alloc: AllocId,
        offset: u32,
        old: Option<u8>,
    },
    /// A record of a call with `restrict` parameters was extended.
    Record {
        depth: u32,
        n: u32,
        old: Record,
    },
    /// A record was added.
    Recorded {
        depth: u32,
    },
}

impl Cursor {
    pub(crate) fn at(block: BlockId, statement: u32) -> Cursor {
        Cursor {
            block,
            statement,
            phase: Phase::Begin,
        }
    }
}

impl Machine {
    pub(crate) fn top(&self) -> Result<&Frame> {
        self.stack
            .last()
            .ok_or_else(|| Stop::ill_formed("nothing is running"))
    }

    pub(crate) fn top_mut(&mut self) -> Result<&mut Frame> {
        self.stack
            .last_mut()
            .ok_or_else(|| Stop::ill_formed("nothing is running"))
    }

    /// The content of a variable of the top frame.
    #[inline]
    pub(crate) fn slot(&self, local: LocalId) -> Slot {
        let slots = self.stack.last().map(|frame| &frame.slots);
        let slot = slots.and_then(|slots| slots.get(local.index()));
        slot.copied().unwrap_or(Slot::Dead)
    }

    /// Replaces the content of a variable of the top frame.
    #[inline]
    pub(crate) fn set_slot(&mut self, local: LocalId, slot: Slot) {
        let depth = (self.stack.len() as u32).wrapping_sub(1);
        let Some(frame) = self.stack.last_mut() else {
            return;
        };
        if frame.slots.len() <= local.index() {
            frame.slots.resize(local.index() + 1, Slot::Dead);
        }
        let old = std::mem::replace(&mut frame.slots[local.index()], slot);
        self.changes.record(|| Change::Slot { depth, local, old });
    }

    /// Ends the lifetimes of all objects that belong to blocks beyond the first `depth` of the top frame.
    pub(crate) fn end_lifetimes(&mut self, depth: u32) -> Result {
        while let Some(owned) = self
            .stack
            .last()
            .and_then(|f| f.position.owned.last().copied())
        {
            if owned.depth <= depth {
                break;
            }
            self.end_last_lifetime()?;
        }
        Ok(())
    }

    /// Ends the lifetimes of objects in the head of the statement that the top frame is about to leave (6.8.4p3, 6.8.5p5).
    #[inline]
    pub(crate) fn end_head_lifetimes(&mut self) -> Result {
        while let Some(frame) = self.stack.last()
            && let Some(owned) = frame.position.owned.last()
            && owned.in_head
            && owned.depth as usize >= frame.position.cursors.len()
        {
            self.end_last_lifetime()?;
        }
        Ok(())
    }

    /// Ends the lifetimes of the compound literals of the top frame that were created since there were `objects` objects.
    pub(crate) fn end_literals(&mut self, objects: usize) -> Result {
        while let Some(owned) = self.top()?.position.owned.last()
            && let OwnedObject::Compound(alloc, ..) = owned.what
            && alloc.0 as usize >= objects
        {
            self.end_last_lifetime()?;
        }
        Ok(())
    }

    fn end_last_lifetime(&mut self) -> Result {
        let Some(owned) = self.top_mut()?.position.owned.pop() else {
            return Ok(());
        };
        match owned.what {
            OwnedObject::Local(local) => {
                // 7.16.1p1.
                if let Slot::Arguments(_) = self.slot(local) {
                    return Err(Ub::VaArg.into());
                }
                if let Slot::Memory(alloc) = self.slot(local) {
                    self.memory.free(alloc)?;
                }
                self.set_slot(local, Slot::Dead);
            }
            OwnedObject::Compound(alloc, ..) => {
                if self.memory.info(alloc).is_some_and(|info| info.live) {
                    self.memory.free(alloc)?;
                }
            }
        }
        Ok(())
    }

    /// Begins the lifetime of a variable of the top frame, or makes it uninitialised if its declaration is reached again during
    /// its lifetime (6.2.4p6).
    pub(crate) fn begin_lifetime(&mut self, program: &Program, local: LocalId) -> Result {
        match self.slot(local) {
            Slot::Dead => {
                let position = &mut self.top_mut()?.position;
                let depth = position.cursors.len() as u32;
                let what = OwnedObject::Local(local);
                position.owned.push(Owned {
                    depth,
                    in_head: false,
                    what,
                });
                self.set_slot(local, Slot::Fresh);
            }
            Slot::Fresh => {}
            Slot::Value(_) => self.set_slot(local, Slot::Fresh),
            Slot::Arguments(_) => return Err(Ub::VaArg.into()),
            Slot::Memory(alloc) => {
                let size = self.memory.info(alloc).map_or(0, |info| info.size);
                self.memory.deinitialise(alloc, 0, size)?;
                self.clear_marks(program, alloc, 0, size as u32);
            }
        }
        Ok(())
    }

    /// True if a variable of the top frame can be used: its declaration was reached and its block is not left.
    pub fn is_alive(&self, program: &Program, local: LocalId) -> bool {
        let Some(frame) = self.stack.last() else {
            return false;
        };
        let function = program.functions.get(frame.function.index());
        let declared = function.and_then(|f| f.locals.get(local.index()));
        match declared.map(|local| &local.storage) {
            Some(Storage::Static(_)) => true,
            Some(Storage::Automatic) => self.slot(local) != Slot::Dead,
            None => false,
        }
    }

    /// True if values of this shape can be in a slot.
    pub(crate) fn fits_slot(shape: Shape) -> bool {
        matches!(
            shape,
            Shape::Bool | Shape::Int(_) | Shape::Float(_) | Shape::Pointer
        )
    }

    pub(crate) fn undo(&mut self, change: Change) {
        match change {
            Change::Slot { depth, local, old } => {
                if let Some(frame) = self.stack.get_mut(depth as usize)
                    && let Some(slot) = frame.slots.get_mut(local.index())
                {
                    *slot = old;
                }
            }
            Change::Pushed => {
                self.stack.pop();
            }
            Change::Popped { frame, caller } => {
                if let Some(top) = self.stack.last_mut() {
                    top.position = caller;
                }
                self.stack.push(*frame);
            }
            Change::Global(id) => self.globals[id.index()] = None,
            Change::Static(function, local) => {
                self.statics.remove(&(function, local));
            }
            Change::Literal(bytes) => {
                self.literals.remove(&bytes);
            }
            Change::HeapType { alloc, old, traits } => {
                let object = &mut self.objects[alloc.0 as usize];
                (object.ty, object.traits) = (old, traits);
            }
            Change::Origin { alloc, old } => self.objects[alloc.0 as usize].origin = old,
            Change::Marks { alloc, offset, old } => {
                if let Some(side) = &mut self.objects[alloc.0 as usize].side {
                    let at = offset as usize..offset as usize + old.len();
                    side.marks[at].copy_from_slice(&old);
                }
            }
            Change::KnownBits { alloc, offset, old } => {
                self.objects[alloc.0 as usize].set_known_bits(offset, old);
            }
            Change::Record { depth, n, old } => self.undo_record(depth, Some((n, old))),
            Change::Recorded { depth } => self.undo_record(depth, None),
        }
    }
}
