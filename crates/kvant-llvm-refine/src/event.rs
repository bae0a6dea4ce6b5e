//! Events that must stay, and those that a compiler may remove, repeat or add.

use kvant_llvm_machine::{Effect, Event, Leaf};

/// The kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It stays, in order.
    Kept,
    /// It reads nothing, so that an equal one right after it writes the same again, and may be missing.
    Repeatable,
    /// It writes nothing and may not return: it may be missing where there is an equal one, or where the function promises progress,
    /// and there are no new ones.
    Quiet,
    /// It returns, and writes nothing but memory that its arguments point to: it may be missing, and there may be new ones. Where
    /// its result or what it writes is used, these differ.
    Free,
}

impl Kind {
    pub(crate) fn of(event: &Event) -> Kind {
        match event {
            Event::Call(call) if call.returns && call.is_local => Kind::Free,
            Event::Call(call) if call.effect <= Effect::Reads => Kind::Quiet,
            Event::Call(call) if call.effect == Effect::WritesOnly => Kind::Repeatable,
            _ => Kind::Kept,
        }
    }
}

/// The events that must stay in order, with their numbers. Of equal ones in a row that may be repeated, the first one.
pub(crate) fn sequence(events: &[Event]) -> Vec<(usize, &Event)> {
    let mut sequence: Vec<(usize, &Event)> = Vec::new();
    for (n, event) in events.iter().enumerate() {
        let is_again = match (Kind::of(event), sequence.last()) {
            (Kind::Repeatable, Some((_, last))) => may_be_same(last, event),
            (Kind::Kept | Kind::Repeatable, _) => false,
            (Kind::Quiet | Kind::Free, _) => true,
        };
        if !is_again {
            sequence.push((n, event));
        }
    }
    sequence
}

/// The calls that write nothing and may not return, with their numbers. None if there are too many: each of them is compared with each
/// one of the other side.
pub(crate) fn quiet(events: &[Event]) -> Option<Vec<(usize, &Event)>> {
    let events = events.iter().enumerate();
    let quiet = events.filter(|(_, it)| Kind::of(it) == Kind::Quiet);
    let quiet: Vec<(usize, &Event)> = quiet.take(MOST_QUIET + 1).collect();
    (quiet.len() <= MOST_QUIET).then_some(quiet)
}

/// The number of such calls that are compared.
const MOST_QUIET: usize = 64;

/// True if two calls have the same name and no arguments that are known to differ.
pub(crate) fn may_be_same(a: &Event, b: &Event) -> bool {
    let (Event::Call(a), Event::Call(b)) = (a, b) else {
        return false;
    };
    let may = |(n, (x, y)): (usize, (&Leaf, &Leaf))| match (x, y) {
        (Leaf::Int(x), Leaf::Int(y)) => {
            let is_nan = |bits| a.types.get(n).is_some_and(|ty| ty.is_nan(bits));
            x == y || is_nan(*x) && is_nan(*y)
        }
        _ => true,
    };
    a.name == b.name
        && a.arguments.len() == b.arguments.len()
        && a.arguments.iter().zip(&b.arguments).enumerate().all(may)
}
