//! Promises about functions, which are checked during their calls: `restrict` parameters (6.7.3.1), and the attributes `pure`
//! and `const` of GCC.
//!
//! Programs without promises have no costs: accesses are checked only in calls that are watched.

use std::num::NonZeroU16;

use kvant_c::{Attribute, Expr, ExprKind, Function, LocalId, Quals, Type};
use kvant_memory::AllocId;

use crate::access::Spot;
use crate::call::Returned;
use crate::frame::{Change, Slot};
use crate::object::Origin;
use crate::outcome::Result;
use crate::{Machine, Pointer, Stop, Ub, Unsupported, Value};

/// A `restrict` parameter of an active call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Restricted {
    frame: u16,
    /// Counted from one.
    parameter: NonZeroU16,
}

/// Restrictions on the accesses of a call, because of promises about it and about its callers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Watch {
    /// True if it or one of its callers has a `restrict` parameter.
    restrict: bool,
    /// The innermost call of a function that is pure or const, if there is one.
    pure: Option<Floor>,
    /// The innermost call of a function that is const.
    constant: Option<Floor>,
}

/// A call, and the number of objects before it: later objects are its own, except for static variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Floor {
    frame: u32,
    objects: u32,
}

/// The state of the `restrict` parameters of a call.
#[derive(Clone, Debug)]
pub(crate) struct Scope {
    /// The state of each `restrict` parameter.
    parameters: Vec<Option<Parameter>>,
    /// All accesses since the call began.
    records: Vec<Record>,
}

#[derive(Clone, Copy, Debug)]
struct Parameter {
    /// The parameter of a caller that the argument is based on.
    parent: Option<Restricted>,
    /// True if it points to a const type: the object must not be modified by other means either.
    constant: bool,
}

/// Bytes that were accessed in a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    alloc: AllocId,
    start: u32,
    end: u32,
    /// The parameter that the pointer was based on, if any.
    by: Option<NonZeroU16>,
    write: bool,
}

/// An access that is about to happen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    pub(crate) alloc: AllocId,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) based: Option<Restricted>,
    pub(crate) write: bool,
}

/// Compilers access the bytes around a bit-field together with it, at most this many on each side.
const UNIT: u32 = 8;

impl Touch {
    /// The access to the object of a spot in memory.
    pub(crate) fn new(spot: Spot, alloc: AllocId, offset: u32, size: u32, write: bool) -> Touch {
        let (start, end) = match spot.bits {
            Some(bits) => (
                offset.saturating_sub(UNIT),
                offset + bits.bytes() as u32 + UNIT,
            ),
            None => (offset, offset + size),
        };
        Touch {
            alloc,
            start,
            end,
            based: spot.based,
            write,
        }
    }
}

impl Machine {
    /// The stricter one of `pure` and `const` that is promised about the active call or one of its callers.
    pub fn promised(&self) -> Option<Attribute> {
        let watch = self.stack.last()?.watch;
        match (watch.constant, watch.pure) {
            (Some(_), _) => Some(Attribute::Const),
            (None, Some(_)) => Some(Attribute::Pure),
            (None, None) => None,
        }
    }

    /// Checks an access, if there are promises about the call.
    #[inline]
    pub(crate) fn check_promises(&mut self, touch: Touch) -> Result {
        match self.stack.last() {
            Some(frame) if frame.watch != Watch::default() => self.check_watched(touch),
            _ => Ok(()),
        }
    }

    #[cold]
    fn check_watched(&mut self, touch: Touch) -> Result {
        let watch = self.top()?.watch;
        let floor = match touch.write {
            true => watch.pure,
            false => watch.constant,
        };
        if floor.is_some_and(|floor| !self.is_own(floor, touch)) {
            return Err(Ub::Attribute.into());
        }
        if watch.restrict {
            for frame in 0..self.stack.len() {
                self.check_restrict(frame, touch)?;
            }
        }
        Ok(())
    }

    /// True if an access in a call is not observable from outside.
    fn is_own(&self, floor: Floor, touch: Touch) -> bool {
        let frame = self.stack.get(floor.frame as usize);
        let slots = frame.map_or(&[][..], |frame| &frame.slots);
        match self.object(touch.alloc).map(|object| object.origin) {
            Ok(Origin::Literal) => !touch.write,
            Ok(Origin::Static) | Err(_) => false,
            // Structs that are passed are in memory before the call begins.
            Ok(_) => touch.alloc.0 >= floor.objects || slots.contains(&Slot::Memory(touch.alloc)),
        }
    }

    /// Checks an effect outside of all objects: an observation, a volatile access, an allocation. A `pure` or `const` function
    /// must not have any.
    #[inline]
    pub(crate) fn check_effect(&self) -> Result {
        match self.stack.last() {
            Some(frame) if frame.watch.pure.is_some() => Err(Ub::Attribute.into()),
            _ => Ok(()),
        }
    }

    /// Checks that an object that is modified in a call, and accessed through a pointer based on one of its `restrict`
    /// parameters, is accessed only through such pointers (6.7.3.1p4).
    fn check_restrict(&mut self, frame: usize, touch: Touch) -> Result {
        let by = self.basis(touch.based, frame);
        let Some(scope) = &mut self.stack[frame].scope else {
            return Ok(());
        };
        let Touch {
            alloc,
            start,
            end,
            write,
            ..
        } = touch;
        let constant = by.is_some_and(|n| {
            let parameter = scope.parameters.get(usize::from(n.get()) - 1);
            parameter.is_some_and(|p| p.is_some_and(|p| p.constant))
        });
        let conflicts = |r: &Record| {
            r.alloc == alloc && r.start < end && start < r.end && r.by != by && (r.write || write)
        };
        if (write && constant) || scope.records.iter().any(conflicts) {
            return Err(Ub::Restrict.into());
        }
        // Adjacent accesses of one kind become one record.
        let same = |r: &Record| {
            (r.alloc, r.by, r.write) == (alloc, by, write) && r.start <= end && start <= r.end
        };
        let depth = frame as u32;
        match scope.records.iter().position(same) {
            Some(n) => {
                let old = scope.records[n];
                let (start, end) = (start.min(old.start), end.max(old.end));
                if (start, end) != (old.start, old.end) {
                    scope.records[n] = Record { start, end, ..old };
                    let n = n as u32;
                    self.changes.record(|| Change::Record { depth, n, old });
                }
            }
            None => {
                scope.records.push(Record {
                    alloc,
                    start,
                    end,
                    by,
                    write,
                });
                self.changes.record(|| Change::Recorded { depth });
            }
        }
        Ok(())
    }

    /// The parameter of a call that a pointer is based on, directly or through parameters of later calls.
    fn basis(&self, mut based: Option<Restricted>, frame: usize) -> Option<NonZeroU16> {
        while let Some(on) = based {
            match usize::from(on.frame) {
                n if n == frame => return Some(on.parameter),
                n if n < frame => return None,
                _ => based = self.parent(on),
            }
        }
        None
    }

    fn parent(&self, on: Restricted) -> Option<Restricted> {
        let scope = self.stack.get(usize::from(on.frame))?.scope.as_ref()?;
        let parameter = scope.parameters.get(usize::from(on.parameter.get()) - 1)?;
        parameter.as_ref()?.parent
    }

    /// Registers the promises about the function that was just entered, whose parameters are set.
    pub(crate) fn begin_promises(&mut self, function: &Function) -> Result {
        let depth = self.stack.len() - 1;
        let says = |attribute| function.attributes.contains(&attribute);
        if says(Attribute::Pure) || says(Attribute::Const) {
            let floor = Some(Floor {
                frame: depth as u32,
                objects: self.memory.allocation_count() as u32,
            });
            let watch = &mut self.top_mut()?.watch;
            watch.pure = floor;
            if says(Attribute::Const) {
                watch.constant = floor;
            }
        }
        let parameters = &function.locals[..function.parameters as usize];
        let is_restrict = |ty: Type| ty.quals.contains(Quals::RESTRICT);
        if !parameters.iter().any(|local| is_restrict(local.ty)) {
            return Ok(());
        }
        let mut known = Vec::with_capacity(parameters.len());
        for (n, local) in parameters.iter().enumerate() {
            if !is_restrict(local.ty) {
                known.push(None);
                continue;
            }
            let pointee = self.types.info(local.ty.id).inner;
            let on = restricted(depth, n)?;
            let mut parent = None;
            if let Slot::Value(Value::Pointer(pointer)) = &mut self.top_mut()?.slots[n] {
                parent = pointer.tag.based.replace(on);
            }
            known.push(Some(Parameter {
                parent,
                constant: pointee.quals.contains(Quals::CONST),
            }));
        }
        let frame = self.top_mut()?;
        frame.watch.restrict = true;
        frame.scope = Some(Box::new(Scope {
            parameters: known,
            records: Vec::new(),
        }));
        Ok(())
    }

    /// Replaces the basis of a returned pointer by the basis of the argument, because the parameter is gone.
    pub(crate) fn end_promises(&self, result: &mut Returned) {
        if let Returned::Scalar(Value::Pointer(pointer)) = result
            && let Some(on) = pointer.tag.based
            && usize::from(on.frame) + 1 == self.stack.len()
        {
            pointer.tag.based = self.parent(on);
        }
    }

    /// True if a variable of the top frame is a `restrict` parameter. No other `restrict` pointers are supported.
    pub(crate) fn is_restrict_parameter(&self, local: LocalId) -> bool {
        let scope = self.stack.last().and_then(|frame| frame.scope.as_ref());
        let parameter = scope.and_then(|scope| scope.parameters.get(local.index()));
        parameter.is_some_and(Option::is_some)
    }

    /// Checks that a pointer assigned to a `restrict` parameter is based on the same parameter.
    pub(crate) fn check_restrict_store(&self, e: &Expr, value: Value) -> Result {
        let fine = match (&e.kind, value) {
            (ExprKind::Local(local), Value::Pointer(pointer)) => {
                pointer.tag.based == Some(restricted(self.stack.len() - 1, local.index())?)
            }
            _ => false,
        };
        match fine {
            true => Ok(()),
            false => Err(Unsupported::Restrict.into()),
        }
    }

    pub(crate) fn undo_record(&mut self, depth: u32, old: Option<(u32, Record)>) {
        let frame = self.stack.get_mut(depth as usize);
        let Some(scope) = frame.and_then(|frame| frame.scope.as_mut()) else {
            return;
        };
        match old {
            Some((n, old)) => scope.records[n as usize] = old,
            None => {
                scope.records.pop();
            }
        }
    }
}

/// The parameter of a call.
fn restricted(frame: usize, n: usize) -> Result<Restricted> {
    let frame = u16::try_from(frame).ok();
    let parameter = u16::try_from(n + 1).ok().and_then(NonZeroU16::new);
    match (frame, parameter) {
        (Some(frame), Some(parameter)) => Ok(Restricted { frame, parameter }),
        _ => Err(Stop::Unsupported(Unsupported::Restrict)),
    }
}

/// True if two pointers have the same basis. Otherwise the result of a comparison depends on the parameter itself, and the
/// consequences of that are disputed.
pub(crate) fn based_alike(a: Pointer, b: Pointer) -> bool {
    a.tag.based == b.tag.based
}
