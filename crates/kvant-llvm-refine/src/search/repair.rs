//! Memory that fits a function: larger, aligned, or there at all, as its accesses demand.

use kvant_llvm_machine::{Fault, Leaf, Node, Object, Pointer, Stop, Ub};

use super::draw::Draw;
use crate::input::{Given, Input, Link};

/// An object is made no larger.
const MOST: u64 = 1 << 14;

/// The alignment of objects is made no larger.
const MOST_ALIGN: u64 = 4096;

/// An object that was made larger this often is made much larger.
const PATIENCE: u32 = 3;

/// An address this far from that of a pointer in memory may be made of it.
const NEAR: u64 = 4096;

/// Changes to the memory of an input.
pub(super) struct Repair<'d> {
    pub(super) draw: &'d mut Draw,
    /// The bytes of a pointer.
    pub(super) pointer_bytes: u64,
    /// The number of times that an object was made larger.
    growths: u32,
}

impl<'d> Repair<'d> {
    pub(super) fn new(draw: &'d mut Draw, pointer_bits: u32) -> Repair<'d> {
        Repair {
            draw,
            pointer_bytes: u64::from(pointer_bits / 8),
            growths: 0,
        }
    }

    /// Changes an input so that a run gets past the access that stopped it. False if nothing can be done. `nodes` are those of the
    /// objects.
    pub(super) fn repair(
        &mut self,
        input: &mut Input,
        stop: &Stop,
        fault: Option<&Fault>,
        nodes: &[Node],
    ) -> bool {
        if *stop == Ub::NoAlias.into() {
            return separate(input);
        }
        let Some(fault) = fault else { return false };
        let Leaf::Ptr(pointer) = &fault.pointer else {
            return false;
        };
        match pointer.node {
            Some(node) => {
                let object = nodes.iter().position(|it| *it == node);
                object.is_some_and(|object| self.resize(input, object, *pointer, stop, fault))
            }
            None => self.connect(input, pointer.offset as u64),
        }
    }

    /// Makes an object larger, or its alignment.
    fn resize(
        &mut self,
        input: &mut Input,
        object: usize,
        pointer: Pointer,
        stop: &Stop,
        fault: &Fault,
    ) -> bool {
        let place = &mut input.objects[object];
        if *stop == Ub::Misaligned.into() {
            let can_be = fault.align <= MOST_ALIGN && place.align < fault.align;
            place.align = place.align.max(fault.align);
            return can_be && (pointer.offset as u64).is_multiple_of(fault.align.max(1));
        }
        let is_about_size =
            *stop == Ub::OutOfBounds.into() || *stop == Ub::NotDereferenceable.into();
        if !is_about_size || fault.bytes > MOST {
            return false;
        }
        self.growths += 1;
        if pointer.offset < 0 {
            let more = pointer.offset.unsigned_abs().next_multiple_of(16);
            return more <= MOST && self.prepend(input, object, more, fault.bytes);
        }
        let mut end = pointer.offset as u64 + fault.bytes;
        if self.growths > PATIENCE {
            end = end.max(place.size * 2);
        }
        if end > MOST || end <= place.size {
            return false;
        }
        let old = place.size as usize;
        place.size = end;
        if let Some(bytes) = &mut place.bytes {
            bytes.resize(end as usize, 0);
            self.draw.fill(&mut bytes[old..], fault.bytes);
        }
        true
    }

    /// Puts bytes before an object. Everything that points into it points to the same byte as before.
    fn prepend(&mut self, input: &mut Input, object: usize, more: u64, unit: u64) -> bool {
        let place = &mut input.objects[object];
        if place.size + more > MOST {
            return false;
        }
        place.size += more;
        if let Some(bytes) = &mut place.bytes {
            let mut new = vec![0; more as usize];
            self.draw.fill(&mut new, unit);
            new.append(bytes);
            *bytes = new;
        }
        for argument in &mut input.arguments {
            if let Given::Pointer(to, offset) = argument
                && *to == object
            {
                *offset += more as i64;
            }
        }
        for link in &mut input.links {
            if link.from.0 == object {
                link.from.1 += more;
            }
            if link.to.0 == object {
                link.to.1 += more as i64;
            }
        }
        true
    }

    /// Gives a pointer without an object one: null among the arguments, or bytes in memory that were loaded as a pointer.
    fn connect(&mut self, input: &mut Input, address: u64) -> bool {
        let is_null = |given: &Given| *given == Given::Leaf(Leaf::Ptr(Pointer::NULL));
        if address < NEAR && input.arguments.iter().any(is_null) {
            for n in 0..input.arguments.len() {
                if is_null(&input.arguments[n]) {
                    input.arguments[n] = Given::Pointer(self.object(input, 16, 1), 0);
                }
            }
            return true;
        }
        let width = self.pointer_bytes as usize;
        let mut nearest = None;
        for (n, object) in input.objects.iter().enumerate() {
            let bytes = object.bytes.as_deref().unwrap_or_default();
            for (at, window) in bytes.windows(width).enumerate().step_by(4) {
                let mut word = [0; 8];
                word[..width.min(8)].copy_from_slice(&window[..width.min(8)]);
                let distance = address.abs_diff(u64::from_le_bytes(word));
                let from = (n, at as u64);
                if distance < NEAR
                    && nearest.is_none_or(|(least, _)| distance < least)
                    && !input.links.iter().any(|link| link.from == from)
                {
                    nearest = Some((distance, from));
                }
            }
        }
        let is_token = |address: u64| address > 1 << 20;
        match nearest {
            Some((_, from)) if is_token(address) => {
                let to = (self.object(input, 16, 1), 0);
                input.links.push(Link { from, to });
                true
            }
            // Too many places have such a number: with other ones the right place is found.
            _ if !is_token(address) && !input.objects.is_empty() => {
                let mut changed = false;
                for object in &mut input.objects {
                    for byte in object.bytes.iter_mut().flatten() {
                        *byte = self.draw.rng.bits() as u8 | 1;
                        changed = true;
                    }
                }
                changed && {
                    self.growths += 1;
                    self.growths < 8
                }
            }
            _ => false,
        }
    }

    /// A new object of an input.
    pub(super) fn object(&mut self, input: &mut Input, size: u64, align: u64) -> usize {
        let mut bytes = vec![0; size as usize];
        self.draw.fill(&mut bytes, align.min(8));
        input.objects.push(Object {
            size,
            align,
            bytes: Some(bytes),
        });
        input.objects.len() - 1
    }
}

/// Gives each pointer among the arguments an object of its own.
fn separate(input: &mut Input) -> bool {
    let mut changed = false;
    for n in 0..input.arguments.len() {
        let Given::Pointer(object, offset) = input.arguments[n] else {
            continue;
        };
        let is_shared = |given: &Given| matches!(given, Given::Pointer(it, _) if *it == object);
        if input.arguments[..n].iter().any(is_shared) {
            let copy = input.objects[object].clone();
            input.objects.push(copy);
            input.arguments[n] = Given::Pointer(input.objects.len() - 1, offset);
            changed = true;
        }
    }
    changed
}
