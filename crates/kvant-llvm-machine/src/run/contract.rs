//! The beginning and the end of calls with contracts.

use super::{Frame, Machine, leaves};
use crate::code::{Call, Code, Instruction, Parameter};
use crate::contract::{Contract, Grant};
use crate::leaf::{Leaf, Node, Pointer, Tag};
use crate::outcome::{Stop, Ub, Unspecified};
use crate::permission::{Owner, Watch};

/// Promises that end with a call.
#[derive(Clone)]
pub(super) struct Duty {
    /// The number of the call.
    number: u64,
    /// The tags of its arguments, and the allocations that are watched for them.
    tags: Vec<(Tag, Option<Node>)>,
}

impl Machine<'_, '_> {
    /// Begins what the attributes of a function and a call say. `first` is the number of the first allocation that belongs to
    /// the call.
    pub(super) fn begin_duty(
        &mut self,
        (parameters, contract): (&[Parameter], Option<&Contract>),
        call: Option<&Call>,
        arguments: &mut [Leaf],
        first: u64,
    ) -> Result<Option<Box<Duty>>, Stop> {
        let of_call = call.and_then(|call| call.contract.as_deref());
        let grants = call.map_or(&[][..], |call| &call.grants);
        let contracts = [of_call, contract];
        let limits = contracts.into_iter().flatten();
        let limits: Vec<&Contract> = limits.filter(|it| it.limits_memory()).collect();
        if self.memory.permissions.is_full() {
            self.collect_tags(arguments);
        }
        self.calls += 1;
        let number = self.calls;
        let mut duty = Duty {
            number,
            tags: Vec::new(),
        };
        let has_kinds = limits
            .iter()
            .any(|it| it.effects.arguments != it.effects.other);
        let mut rest = arguments;
        for (n, parameter) in parameters.iter().enumerate() {
            let (leaves, others) = rest.split_at_mut(parameter.length as usize);
            rest = others;
            let of_call = grants.get(n).and_then(Option::as_deref);
            self.grant(&mut duty, parameter, of_call, has_kinds, leaves)?;
        }
        for limit in limits {
            let effects = &limit.effects;
            let permissions = &mut self.memory.permissions;
            permissions.limit(number, first, effects.arguments, effects.other);
        }
        Ok(Some(Box::new(duty)))
    }

    /// Gives pointers of an argument tags of their own, if that matters.
    fn grant(
        &mut self,
        duty: &mut Duty,
        parameter: &Parameter,
        of_call: Option<&Grant>,
        has_kinds: bool,
        leaves: &mut [Leaf],
    ) -> Result<(), Stop> {
        // At the call, attributes are about the pointer that the copy is made from.
        let of_call = of_call.filter(|_| parameter.copy.is_none());
        let plain = match (of_call, &parameter.grant) {
            (None, None) if has_kinds => Some(&Grant::NONE),
            _ => None,
        };
        let grants = [of_call, parameter.grant.as_deref(), plain];
        for leaf in leaves {
            let Leaf::Ptr(pointer) = leaf else { continue };
            for grant in grants.into_iter().flatten() {
                self.tag(duty, pointer, grant)?;
            }
        }
        Ok(())
    }

    fn tag(&mut self, duty: &mut Duty, pointer: &mut Pointer, grant: &Grant) -> Result<(), Stop> {
        let Some(node) = pointer.node else {
            return Ok(());
        };
        self.make(node)?;
        let permissions = &mut self.memory.permissions;
        let tag = permissions.argument(pointer.tag, duty.number, grant);
        pointer.tag = Some(tag);
        let size = self.memory.size_of(node);
        let is_watched = grant.watches() && size.is_ok();
        if let (true, Ok(size)) = (is_watched, size) {
            let watch = Watch::of_argument(tag, grant, pointer.offset, size);
            self.memory.watch(node, watch);
        }
        duty.tags.push((tag, is_watched.then_some(node)));
        if grant.writable > 0 {
            for writes in [false, true] {
                self.memory.access(*pointer, grant.writable, 1, writes)?;
            }
        }
        Ok(())
    }

    /// Ends what a call began, and changes the tags of pointers in its result.
    pub(super) fn end_duty(&mut self, duty: &Duty, result: &mut [Leaf]) {
        let origin = self.origin();
        for leaf in result {
            if let Leaf::Ptr(pointer) = leaf {
                let permissions = &mut self.memory.permissions;
                pointer.tag = permissions.returned(pointer.tag, duty.number);
            }
        }
        for (tag, node) in &duty.tags {
            self.memory.permissions.end(*tag);
            let Some(node) = node else { continue };
            let grant = self.memory.permissions.grant(*tag).cloned();
            let watch = self.memory.end_watch(*node, Owner::Argument(*tag));
            let (Some(grant), Some(watch)) = (grant, watch) else {
                continue;
            };
            for byte in watch.not_initialized() {
                // The allocation is there, because its watch was.
                let _ = self.memory.make_undef(*node, byte..byte + 1);
            }
            if let Some(dead) = grant.dies {
                let end = watch.start().saturating_add(dead);
                let bytes: Vec<usize> = watch
                    .written()
                    .into_iter()
                    .filter(|byte| (*byte as u64) < end)
                    .collect();
                self.memory.make_poison(*node, &bytes, origin);
            }
        }
        for node in self.memory.permissions.end_limits(duty.number) {
            self.memory.end_watch(node, Owner::Call(duty.number));
        }
    }

    /// Checks that a call of a function makes no cycle with a function that takes no part in recursion.
    pub(super) fn check_recursion(&self, function: u32, code: &Code) -> Result<(), Stop> {
        let is_limited = |code: &Code| code.contract.as_ref().is_some_and(|it| it.no_recurse);
        let outer = self.frames.last().map_or(0, |frame| frame.no_recurse);
        if outer == 0 && !is_limited(code) {
            return Ok(());
        }
        let Some(first) = self
            .frames
            .iter()
            .rposition(|frame| frame.function == function)
        else {
            return Ok(());
        };
        match self.frames[first..]
            .iter()
            .any(|frame| is_limited(frame.code))
        {
            true => Err(Ub::NoRecurse.into()),
            false => Ok(()),
        }
    }

    /// Checks the result of the innermost function, before constraints on it, against its arguments.
    pub(super) fn check_result(
        &self,
        code: &Code,
        base: usize,
        result: &[Leaf],
    ) -> Result<(), Stop> {
        if let Some(span) = code.returned {
            check_returned(leaves(&self.slots, code, base, span), result)?;
        }
        let is_defined = |leaves: &[Leaf]| leaves.iter().all(Leaf::is_defined);
        let is_limited = |contract: Option<&Contract>| {
            contract.is_some_and(|it| it.no_poison) && !is_defined(result)
        };
        if is_limited(code.contract.as_deref()) {
            let count: u32 = code.parameters.iter().map(|it| it.length).sum();
            if is_defined(&self.slots[base..base + count as usize]) {
                return Err(Ub::PoisonCreated.into());
            }
        }
        if let [.., caller, _] = &self.frames[..]
            && let Some(Instruction::Call(call)) =
                caller.code.instructions.get(caller.next.saturating_sub(1))
            && is_limited(call.contract.as_deref())
        {
            let (code, base) = (caller.code, caller.base);
            let mut arguments = call.arguments.iter();
            if arguments.all(|span| is_defined(leaves(&self.slots, code, base, *span))) {
                return Err(Ub::PoisonCreated.into());
            }
        }
        Ok(())
    }

    /// True if an active function, or its call, must return.
    pub(super) fn must_return(&self) -> bool {
        let called = self
            .frames
            .iter()
            .map(|frame| frame.code.contract.as_deref());
        let calls = self.frames.iter().map(|frame| {
            let current = frame.next.saturating_sub(1);
            match frame.code.instructions.get(current)? {
                Instruction::Call(call) => call.contract.as_deref(),
                _ => None,
            }
        });
        called.chain(calls).flatten().any(|it| it.will_return)
    }

    /// Seals the memory of the innermost function during a call with `tail`, or ends that.
    pub(super) fn seal(&mut self, frame: usize, is_sealed: bool) {
        for node in &self.frames[frame].allocas {
            self.memory.seal(*node, is_sealed);
        }
    }

    /// Removes tags that no pointer has.
    fn collect_tags(&mut self, arguments: &[Leaf]) {
        let of_leaf = |leaf: &Leaf| match leaf {
            Leaf::Ptr(pointer) => pointer.tag,
            _ => None,
        };
        let leaves = self.slots.iter().chain(arguments).filter_map(of_leaf);
        let duties = self.frames.iter().filter_map(|frame| frame.duty.as_ref());
        let active = duties.flat_map(|duty| duty.tags.iter().map(|it| it.0));
        let roots: Vec<Tag> = leaves.chain(active).chain(self.memory.tags()).collect();
        self.memory.permissions.collect(roots.into_iter());
    }
}

impl Frame<'_> {
    /// True if the function or its call must not return.
    pub(super) fn never_returns(&self, call: Option<&Call>) -> bool {
        let contracts = [
            self.code.contract.as_deref(),
            call.and_then(|call| call.contract.as_deref()),
        ];
        contracts.into_iter().flatten().any(|it| it.no_return)
    }
}

/// Refuses a result that is not the argument with `returned`.
pub(super) fn check_returned(argument: &[Leaf], result: &[Leaf]) -> Result<(), Stop> {
    let is_same = |(a, b): (&Leaf, &Leaf)| match (a, b) {
        (Leaf::Poison(_), Leaf::Poison(_)) => true,
        (Leaf::Ptr(a), Leaf::Ptr(b)) => a.node == b.node && a.offset == b.offset,
        (a, b) => a == b,
    };
    let is_argument = argument.len() == result.len() && argument.iter().zip(result).all(is_same);
    match is_argument {
        true => Ok(()),
        false => Err(Unspecified::Returned.into()),
    }
}
