//! Sequencing (6.5p2): the accesses of an expression, and conflicts between unsequenced ones.
//!
//! Accesses are logged only in expressions in which an operand that is not sequenced with another one has effects. The operands
//! of an operator are compared with one another after both are evaluated. The store of an assignment is compared with the
//! *pending* accesses of its own operands: those that are not sequenced before its value.

use kvant_c::{Expr, ExprKind, Init, LocalId, Quals, Type};
use kvant_memory::AllocId;

use crate::access::{At, Spot};
use crate::frame::Slot;
use crate::outcome::Result;
use crate::types::TypeInfo;
use crate::{Machine, Ub, Unspecified};

/// An access to memory, or to a variable that has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Access {
    object: u64,
    /// The first bit, and the one after the last.
    start: u32,
    end: u32,
    effect: Effect,
    /// True if it was made by a called function, so that it is sequenced, but in an unspecified order.
    in_call: bool,
    /// True if nothing is sequenced after it yet.
    pending: bool,
}

/// The side effect of an access (5.1.2.3p2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Effect {
    None,
    /// Conflicts with other accesses, but not with the store of the assignment that it is an operand of: in `v = v + 1` the
    /// store comes after the value.
    VolatileRead,
    Write,
}

/// Pseudo-object of the trace: two observations have an order.
const OBSERVER: u64 = u64::MAX;
/// Marks variables that have no memory.
const SLOTS: u64 = 1 << 63;
/// Marks the lifetimes of objects: `free` ends one, and a pointer has a value only during it (6.2.4p2).
const LIVES: u64 = 1 << 62;

impl Access {
    fn overlaps(&self, other: &Access) -> bool {
        self.object == other.object && self.start < other.end && other.start < self.end
    }

    fn conflicts(&self, other: &Access) -> bool {
        (self.effect != Effect::None || other.effect != Effect::None) && self.overlaps(other)
    }
}

/// The result of a walk over an expression. The walk precedes each evaluation, so it is a bit set and not a struct.
type Findings = u8;
/// It has a side effect or a volatile access.
const EFFECTS: Findings = 1;
/// It contains unsequenced operands with effects, or an access that may depend on an effect of its own operand.
const NEEDS_LOG: Findings = 2;

/// True if the accesses of an expression have to be logged.
pub(crate) fn needs_log(e: &Expr) -> bool {
    findings(e) & NEEDS_LOG != 0
}

/// True if the accesses of an initial value have to be logged.
pub(crate) fn needs_log_init(init: &Init) -> bool {
    match init {
        Init::Expr(e) => needs_log(e),
        Init::List(items) => items.iter().any(|item| has_effects(&item.value)),
    }
}

fn has_effects(init: &Init) -> bool {
    match init {
        Init::Expr(e) => findings(e) & EFFECTS != 0,
        Init::List(items) => items.iter().any(|item| has_effects(&item.value)),
    }
}

fn findings(e: &Expr) -> Findings {
    let volatile = || Findings::from(e.ty.quals.contains(Quals::VOLATILE)) * EFFECTS;
    // An operator on operands with effects, or a memory access by one, needs logging.
    let with_log = |found: Findings| found | ((found & EFFECTS) * NEEDS_LOG);
    match &e.kind {
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Str(_)
        | ExprKind::EnumConst(..)
        | ExprKind::Function(_)
        | ExprKind::SizeofType(_)
        | ExprKind::SizeofExpr(_)
        | ExprKind::AlignofType(_) => 0,
        ExprKind::Local(_) | ExprKind::Global(_) => volatile(),
        ExprKind::Unary(_, a) | ExprKind::Cast(a) | ExprKind::AddrOf(a) => findings(a),
        ExprKind::Deref(a) | ExprKind::Member(a, _) | ExprKind::Arrow(a, _) => {
            with_log(findings(a)) | volatile()
        }
        ExprKind::Index(a, b) => with_log(findings(a) | findings(b)) | volatile(),
        ExprKind::Binary(_, a, b) => with_log(findings(a) | findings(b)),
        ExprKind::Logical(_, a, b) | ExprKind::Comma(a, b) => findings(a) | findings(b),
        ExprKind::Conditional(a, b, c) => findings(a) | findings(b) | findings(c),
        ExprKind::Assign(a, b) | ExprKind::AssignOp(_, a, b) => {
            with_log(findings(a) | findings(b)) | EFFECTS
        }
        ExprKind::Step(_, a) => with_log(findings(a)) | EFFECTS,
        ExprKind::Call(callee, arguments) => {
            let found = arguments
                .iter()
                .fold(findings(callee), |found, a| found | findings(a));
            with_log(found) | EFFECTS
        }
        ExprKind::Builtin(builtin, arguments) => {
            let found = arguments.iter().fold(0, |found, a| found | findings(a));
            let own = !builtin.is_pure();
            with_log(found) | (Findings::from(own) * EFFECTS)
        }
        ExprKind::Compound(_) | ExprKind::StmtExpr(_) => EFFECTS | NEEDS_LOG,
    }
}

impl Machine {
    fn slot_name(&self, local: LocalId) -> u64 {
        SLOTS | (self.stack.len() as u64) << 32 | u64::from(local.0)
    }

    /// Logs the access of a scalar lvalue whose operands were logged from `from` on, and compares it with their pending
    /// accesses.
    #[cold]
    pub(crate) fn log_scalar(
        &mut self,
        spot: Spot,
        info: TypeInfo,
        ty: Type,
        write: bool,
        from: usize,
    ) -> Result {
        // Bit-fields that share a byte are different objects.
        let (first, count) = match spot.bits {
            Some(bits) => (bits.start, bits.width),
            None => (0, info.size * 8),
        };
        let (object, start) = match spot.at {
            At::Memory { alloc, offset, .. } => (u64::from(alloc.0), offset),
            At::Slot(local) => match self.slot(local) {
                Slot::Memory(alloc) => (u64::from(alloc.0), 0),
                _ => (self.slot_name(local), 0),
            },
        };
        let effect = match (write, ty.quals.contains(Quals::VOLATILE)) {
            (true, _) => Effect::Write,
            (false, true) => Effect::VolatileRead,
            (false, false) => Effect::None,
        };
        let first = start * 8 + first;
        self.log_access(object, first, first + count, effect, from)
    }

    /// Logs an access to a range of memory.
    pub(crate) fn log_memory(
        &mut self,
        alloc: AllocId,
        offset: u32,
        length: u32,
        effect: Effect,
        from: usize,
    ) -> Result {
        match self.logging {
            true => {
                let (start, end) = (offset * 8, (offset + length) * 8);
                self.log_access(u64::from(alloc.0), start, end, effect, from)
            }
            false => Ok(()),
        }
    }

    /// Logs a change of a `va_list`, which is no object in memory.
    pub(crate) fn log_list(&mut self, local: LocalId) -> Result {
        match self.logging {
            true => {
                let name = self.slot_name(local);
                self.log_access(name, 0, 1, Effect::Write, self.log.len())
            }
            false => Ok(()),
        }
    }

    /// Logs that a pointer to an object was read, or that the object was freed.
    pub(crate) fn log_life(&mut self, alloc: AllocId, effect: Effect) {
        if self.logging {
            self.log.push(Access {
                object: LIVES | u64::from(alloc.0),
                start: 0,
                end: 1,
                effect,
                in_call: false,
                pending: false,
            });
        }
    }

    /// Logs an observation.
    pub(crate) fn log_observation(&mut self) {
        if self.logging {
            self.log.push(Access {
                object: OBSERVER,
                start: 0,
                end: 1,
                effect: Effect::Write,
                in_call: false,
                pending: false,
            });
        }
    }

    fn log_access(
        &mut self,
        object: u64,
        start: u32,
        end: u32,
        effect: Effect,
        from: usize,
    ) -> Result {
        let access = Access {
            object,
            start,
            end,
            effect,
            in_call: false,
            pending: true,
        };
        let pending = |other: &&Access| {
            other.pending && other.effect == Effect::Write && other.overlaps(&access)
        };
        if self
            .log
            .get(from..)
            .unwrap_or(&[])
            .iter()
            .find(pending)
            .is_some()
        {
            return Err(Ub::Unsequenced.into());
        }
        self.log.push(access);
        Ok(())
    }

    /// Marks the read that was just logged as sequenced before the store of the same operator.
    #[inline]
    pub(crate) fn sequence_last_read(&mut self) {
        if self.logging
            && let Some(read) = self.log.last_mut()
        {
            read.pending = false;
        }
    }

    /// Compares two unsequenced operands: the first logged from `start`, the second from `middle` on. If one of two accesses is
    /// made by a call, their order is unspecified.
    #[inline]
    pub(crate) fn compare_operands(&self, start: usize, middle: usize) -> Result {
        match self.logging {
            true => self.compare_logs(start, middle, self.log.len()),
            false => Ok(()),
        }
    }

    #[cold]
    fn compare_logs(&self, start: usize, middle: usize, end: usize) -> Result {
        let (Some(left), Some(right)) = (self.log.get(start..middle), self.log.get(middle..end))
        else {
            return Ok(());
        };
        let mut open = false;
        for a in left {
            for b in right.iter().filter(|b| a.conflicts(b)) {
                if !a.in_call && !b.in_call {
                    return Err(Ub::Unsequenced.into());
                }
                open = true;
            }
        }
        match open {
            true => Err(Unspecified::EvaluationOrder.into()),
            false => Ok(()),
        }
    }

    /// Compares the parts of an initialiser list, which are evaluated in an unspecified order (6.7.9p23).
    pub(crate) fn compare_initial(&self, start: usize, middle: usize) -> Result {
        match self.compare_operands(start, middle) {
            Err(_) => Err(Unspecified::EvaluationOrder.into()),
            Ok(()) => Ok(()),
        }
    }

    /// A sequence point: nothing that was logged from `start` on is pending any more.
    #[inline]
    pub(crate) fn sequence_point(&mut self, start: usize) {
        if self.logging {
            for access in self.log.iter_mut().skip(start) {
                access.pending = false;
            }
        }
    }

    /// Ends a call whose accesses were logged from `start` on. Variables without memory are not accessible outside of it.
    pub(crate) fn settle_call(&mut self, start: usize) {
        if !self.logging {
            return;
        }
        let mut kept = start;
        for n in start..self.log.len() {
            let access = self.log[n];
            if access.object == OBSERVER || access.object & SLOTS == 0 {
                self.log[kept] = Access {
                    pending: false,
                    in_call: true,
                    ..access
                };
                kept += 1;
            }
        }
        self.log.truncate(kept);
        self.compress(start);
    }

    /// Compresses the log of completed statements: objects that began and ended in the call cannot be accessed elsewhere, and
    /// accesses to adjacent bytes become one.
    pub(crate) fn compress(&mut self, start: usize) {
        if self.log.len() < start + 16 {
            return;
        }
        let mut tail = self.log.split_off(start);
        tail.retain(|access| {
            let alloc = AllocId(access.object as u32);
            access.object & SLOTS != 0
                || (alloc.0 as usize) < self.call_objects
                || self.memory.info(alloc).is_some_and(|info| info.live)
        });
        let key = |a: &Access| (a.object, a.effect, a.in_call, a.start, a.end);
        tail.sort_unstable_by_key(key);
        for access in tail {
            match self.log.get_mut(start..).and_then(|log| log.last_mut()) {
                Some(last)
                    if (last.object, last.effect, last.in_call)
                        == (access.object, access.effect, access.in_call)
                        && access.start <= last.end =>
                {
                    last.end = last.end.max(access.end);
                }
                _ => self.log.push(access),
            }
        }
    }

    /// Renames the logged accesses of a variable that was moved to memory.
    pub(crate) fn relocate_accesses(&mut self, local: LocalId, alloc: AllocId) {
        if self.logging {
            let name = self.slot_name(local);
            for access in &mut self.log {
                if access.object == name {
                    access.object = u64::from(alloc.0);
                }
            }
        }
    }
}
