//! Memory that fits a function: larger, aligned, or there at all, as its accesses demand.

use std::collections::HashMap;

use kvant_llvm_machine::{Fault, Leaf, Node, Object, Origin, Pointer, Stop, Ub, Unspecified};

use super::draw::Draw;
use crate::input::{Given, Input, Link};

/// An object is made no larger, or no larger if it grows in small steps.
const MOST: u64 = 1 << 18;
const MOST_IN_STEPS: u64 = 1 << 13;

/// The alignment of objects is made no larger.
const MOST_ALIGN: u64 = 4096;

/// An object that was made larger this often is made much larger.
const PATIENCE: u32 = 3;

/// An address this far from that of a pointer in memory may be made of it.
const NEAR: u64 = 1 << 16;

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
    /// objects, `left` the addresses outside of them.
    pub(super) fn repair(
        &mut self,
        input: &mut Input,
        stop: &Stop,
        fault: Option<&Fault>,
        nodes: &[Node],
        left: &HashMap<Origin, Pointer>,
    ) -> bool {
        if *stop == Ub::NoAlias.into() {
            return separate(input);
        }
        let object = |node: Node| nodes.iter().position(|it| *it == node);
        if *stop == Unspecified::Address.into() {
            let left = left.values().find_map(|it| Some((object(it.node?)?, *it)));
            return match left {
                Some((object, pointer)) => self.resize(input, object, pointer, 1),
                None => self.join(input),
            };
        }
        let Some(fault) = fault else { return false };
        let pointer = match &fault.pointer {
            Leaf::Ptr(pointer) => *pointer,
            Leaf::Poison(origin) => match left.get(origin) {
                Some(pointer) => *pointer,
                None => return false,
            },
            _ => return false,
        };
        let Some(node) = pointer.node else {
            return self.connect(input, pointer.offset as u64, fault);
        };
        let Some(object) = object(node) else {
            return false;
        };
        let place = &mut input.objects[object];
        if place.align < fault.align && fault.align <= MOST_ALIGN {
            place.align = fault.align;
            return (pointer.offset as u64).is_multiple_of(fault.align);
        }
        let is_about_size = [Ub::OutOfBounds, Ub::NotDereferenceable, Ub::BadPointer];
        is_about_size.into_iter().any(|it| *stop == it.into())
            && self.resize(input, object, pointer, fault.bytes)
    }

    /// Makes an object larger, so that so many bytes are at a pointer.
    fn resize(&mut self, input: &mut Input, object: usize, pointer: Pointer, bytes: u64) -> bool {
        if bytes > MOST {
            return false;
        }
        self.growths += 1;
        if pointer.offset < 0 {
            let more = pointer.offset.unsigned_abs().next_multiple_of(16);
            return more <= MOST && self.prepend(input, object, more, bytes);
        }
        let place = &mut input.objects[object];
        let mut end = (pointer.offset as u64).saturating_add(bytes);
        let most = match end > place.size * 8 {
            true => MOST,
            false => MOST_IN_STEPS,
        };
        if self.growths > PATIENCE {
            end = end.max(place.size * 2);
        }
        if end > most || end <= place.size {
            return false;
        }
        let old = place.size as usize;
        place.size = end;
        if let Some(contents) = &mut place.bytes {
            contents.resize(end as usize, 0);
            self.draw.fill(&mut contents[old..], bytes);
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
    fn connect(&mut self, input: &mut Input, address: u64, fault: &Fault) -> bool {
        let (size, align) = (fault.bytes.clamp(1, MOST), fault.align.clamp(1, MOST_ALIGN));
        let is_null = |given: &Given| *given == Given::Leaf(Leaf::Ptr(Pointer::NULL));
        if address < NEAR && input.arguments.iter().any(is_null) {
            for n in 0..input.arguments.len() {
                if is_null(&input.arguments[n]) {
                    input.arguments[n] = Given::Pointer(self.object(input, size, align), 0);
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
        let is_token = |address: u64| address > 1 << 24;
        match nearest {
            Some((_, from)) if is_token(address) => {
                let to = (self.object(input, size, align), 0);
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

    /// Lets all pointers among the arguments lead to one object, so that they can be compared.
    fn join(&mut self, input: &mut Input) -> bool {
        let mut first = None;
        let mut changed = false;
        for argument in &mut input.arguments {
            let Given::Pointer(object, offset) = argument else {
                continue;
            };
            let first = *first.get_or_insert(*object);
            if *object != first {
                let size = input.objects[first].size as i64;
                (*object, *offset) = (first, [0, 4, 8, 16, size][self.draw.rng.below(5)]);
                changed = true;
            }
        }
        changed
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
