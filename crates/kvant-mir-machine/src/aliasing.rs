//! The connection of the machine to the borrow trees: accesses, retags, protectors.
//!
//! An allocation gets a tree with the first reference to it. Before that the root tag is the only one, and the aliasing model
//! allows every access.

use kvant_borrows::{Access, Borrow, BorrowKind, BorrowTag, Tree, Violation};
use kvant_memory::AllocId;
use kvant_mir::{Location, Mutability, Program, Ty, TyKind};

use crate::frame::Change;
use crate::outcome::Result;
use crate::place::kind;
use crate::{Budget, Machine, Pointer, Stop, Tag, Ub, Unspecified};

/// The limit of states in the tree of one allocation, as a divisor of the limit of memory. An access visits the states of
/// all references for each byte that it touches.
const STATES_IN_MEMORY: u64 = 8;

/// The protection of a new reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protector {
    /// No protection.
    None,
    /// Protected until the call that begins now returns: it is an argument.
    Call,
}

/// A reference that is protected by a running call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Protected {
    pub(crate) alloc: AllocId,
    pub(crate) tag: BorrowTag,
}

impl Machine {
    /// Performs an access in the borrow tree of an allocation, if it has one.
    #[inline]
    pub(crate) fn borrow_access(&mut self, at: Pointer, size: u64, access: Access) -> Result {
        match self.trees.get(at.alloc.0 as usize) {
            Some(Some(_)) if size > 0 => self.tree_access(at, size, access),
            _ => Ok(()),
        }
    }

    fn tree_access(&mut self, at: Pointer, size: u64, access: Access) -> Result {
        let now = self.now()?;
        let start = at.offset as u64;
        self.with_tree(at.alloc, |tree, record| {
            tree.access(at.tag.borrow, start..start + size, access, now, record)
        })
    }

    /// Runs `work` on the borrow tree of an allocation, which must have one, and records the changes for undo.
    fn with_tree<T>(
        &mut self,
        alloc: AllocId,
        work: impl FnOnce(
            &mut Tree<Location>,
            &mut dyn FnMut(kvant_borrows::Change),
        ) -> std::result::Result<T, Violation<Location>>,
    ) -> Result<T> {
        let Some(Some(tree)) = self.trees.get_mut(alloc.0 as usize) else {
            return Err(Stop::ill_formed("an allocation has no borrows"));
        };
        let changes = &mut self.changes;
        let mut record = |change| changes.record(|| Change::Borrows(alloc, change));
        let done = work(tree, &mut record);
        self.steps += tree.tag_count() as u64 / 16;
        done.map_err(|violation| Ub::Borrow(alloc, violation).into())
    }

    /// The current location.
    fn now(&self) -> Result<Location> {
        self.location()
            .ok_or_else(|| Stop::ill_formed("nothing is running"))
    }

    /// Makes a reference from a pointer: it must be aligned and point to a valid value, and gets a new tag. References to
    /// uninitialised memory are disputed, and therefore refused.
    pub(crate) fn retag(
        &mut self,
        program: &Program,
        pointer: Pointer,
        pointee: Ty,
        mutability: Mutability,
        protector: Protector,
    ) -> Result<Pointer> {
        let layout = self.layouts.of(&program.types, pointee)?;
        let (size, align) = (layout.size, layout.align);
        self.check_reach(pointer, size, align)?;
        match self.validate(program, pointer, pointee) {
            Err(
                Stop::Ub(Ub::Uninitialised {
                    at: Some((alloc, offset)),
                })
                | Stop::Unspecified(Unspecified::MovedPlace {
                    at: Some((alloc, offset)),
                }),
            ) => return Err(Unspecified::UninitialisedReferent { alloc, offset }.into()),
            other => other?,
        }
        // A reference to a value of size 0 needs a tree too: a pointer derived from it may be moved to other bytes.
        self.begin_tree(pointer.alloc)?;
        let now = self.now()?;
        let start = pointer.offset as u64;
        let borrow = Borrow {
            range: start..start + size,
            kind: match mutability {
                Mutability::Const => BorrowKind::Shared,
                Mutability::Mut => BorrowKind::Mutable,
            },
            protected: protector == Protector::Call,
        };
        let tag = self.with_tree(pointer.alloc, |tree, record| {
            tree.reborrow(pointer.tag.borrow, borrow, now, record)
        })?;
        if protector == Protector::Call {
            self.new_protected.push(Protected {
                alloc: pointer.alloc,
                tag,
            });
        }
        Ok(Pointer {
            tag: Tag {
                borrow: tag,
                ..pointer.tag
            },
            ..pointer
        })
    }

    /// Makes the borrow tree of an allocation if it has none, and checks the limits otherwise.
    fn begin_tree(&mut self, alloc: AllocId) -> Result {
        let n = alloc.0 as usize;
        if self.trees.len() <= n {
            self.trees.resize(n + 1, None);
        }
        let size = self.memory.info(alloc).map_or(0, |info| info.size);
        if let Some(tree) = &self.trees[n] {
            let states = tree.state_count() as u64 + size;
            let too_many = tree.tag_count() as u64 >= self.limits.borrows
                || states > self.limits.memory / STATES_IN_MEMORY;
            return match too_many {
                true => Err(Budget::Borrows(self.limits.borrows).into()),
                false => Ok(()),
            };
        }
        self.trees[n] = Some(Box::new(Tree::new(size)));
        self.changes.record(|| Change::BorrowsBegun(alloc));
        Ok(())
    }

    /// Retags every reference in a value that was just copied to `at`. It is disputed whether a typed copy retags references inside
    /// of aggregates; doing so is the stricter rule.
    pub(crate) fn retag_inside(
        &mut self,
        program: &Program,
        at: Pointer,
        ty: Ty,
        protector: Protector,
    ) -> Result {
        let layout = self.layouts.of(&program.types, ty)?.clone();
        if layout.size == 0 || !layout.contents.references {
            return Ok(());
        }
        if let TyKind::Ref(mutability, pointee) = kind(program, ty)? {
            let pointer = self.memory.load_pointer(at.alloc, at.offset)?;
            let pointer = self.retag(program, pointer, *pointee, *mutability, protector)?;
            self.memory.store_pointer(at.alloc, at.offset, pointer)?;
            return Ok(());
        }
        self.for_each_part(program, at, ty, &mut |this, offset, part| {
            this.retag_inside(program, at.shifted(offset), part, protector)
        })
    }

    /// Ends the protectors of the top frame. All protected references perform their implicit access on exit before the first
    /// protector ends.
    pub(crate) fn end_protectors(&mut self) -> Result {
        let Some(frame) = self.stack.last_mut() else {
            return Ok(());
        };
        if frame.protected.is_empty() {
            return Ok(());
        }
        let protected = frame.protected.clone();
        let now = self.now()?;
        let ends = |Protected { alloc, .. }: &&Protected| {
            // An allocation that has ended has no tree.
            matches!(self.trees.get(alloc.0 as usize), Some(Some(_)))
        };
        let protected: Vec<_> = protected.iter().filter(ends).copied().collect();
        for Protected { alloc, tag } in &protected {
            self.with_tree(*alloc, |tree, record| tree.exit_access(*tag, now, record))?;
        }
        for Protected { alloc, tag } in &protected {
            self.with_tree(*alloc, |tree, record| {
                tree.unprotect(*tag, record);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Ends the borrow tree of an allocation, which is freed.
    pub(crate) fn end_tree(&mut self, alloc: AllocId) -> Result {
        let n = alloc.0 as usize;
        if let Some(Some(_)) = self.trees.get(n) {
            let now = self.now()?;
            self.with_tree(alloc, |tree, record| {
                tree.free(BorrowTag::ROOT, now, record)
            })?;
            let tree = self.trees[n].take();
            if let Some(tree) = tree {
                self.changes.record(|| Change::BorrowsEnded(alloc, tree));
            }
        }
        Ok(())
    }
}
