//! The generator's data on the functions that it has written.

use kvant_mir::{FnId, Local};

use super::Grower;
use super::splice::Origin;

/// Number of refusals in a row after which a function is not called any more.
const PATIENCE: u32 = 3;

/// The generator's data on a function.
pub(super) struct FnInfo {
    /// True if it may be called: its text reaches `Return`.
    pub(super) complete: bool,
    pub(super) calls: u32,
    /// The argument that counts down, for a function that calls itself.
    pub(super) fuel: Option<Local>,
    /// The function of a donor that it is a copy of.
    pub(super) origin: Option<Origin>,
    /// Number of steps of a call, as far as is known.
    cost: u64,
    /// Number of calls in a row that were refused.
    refusals: u32,
    /// The functions that its text calls by name.
    callees: Vec<FnId>,
}

impl FnInfo {
    /// A function that is being called for the first time.
    pub(super) fn new(fuel: Option<Local>) -> FnInfo {
        FnInfo {
            complete: false,
            calls: 1,
            fuel,
            origin: None,
            cost: 0,
            refusals: 0,
            callees: Vec::new(),
        }
    }

    /// A function of a donor. Its text is complete from the beginning, so a second call is not necessary.
    pub(super) fn of_donor(origin: Origin) -> FnInfo {
        FnInfo {
            calls: 2,
            origin: Some(origin),
            ..FnInfo::new(None)
        }
    }

    /// Records that its text is written, and the number of steps of the first call.
    pub(super) fn completed(&mut self, steps: u64) {
        (self.complete, self.cost) = (true, steps);
    }

    pub(super) fn called_again(&mut self, steps: u64) {
        (self.calls, self.refusals, self.cost) = (self.calls + 1, 0, steps);
    }

    /// Records a refused call, and the number of steps until the refusal.
    pub(super) fn refused(&mut self, steps: u64) {
        self.refusals += 1;
        self.cost = self.cost.max(steps);
    }

    pub(super) fn calls_by_name(&mut self, callee: FnId) {
        if !self.callees.contains(&callee) {
            self.callees.push(callee);
        }
    }
}

impl Grower {
    /// Returns true if a call of a function from here is promising: calls have mostly worked, there are enough steps
    /// left, and it does not call the current function, as nothing would end that recursion.
    pub(super) fn is_worth_calling(&self, id: FnId) -> bool {
        let info = &self.functions[id.index()];
        info.complete
            && info.refusals < PATIENCE
            && info.cost < self.share()
            && !self.leads_to_function(id, self.draft.at.0)
    }

    /// Returns true if calls by name lead from one function to another. Calls that were taken back may count too.
    fn leads_to_function(&self, from: FnId, to: FnId) -> bool {
        let mut seen = vec![false; self.functions.len()];
        let mut todo = vec![from];
        while let Some(id) = todo.pop() {
            if id == to {
                return true;
            }
            if let Some(info) = self.functions.get(id.index())
                && !std::mem::replace(&mut seen[id.index()], true)
            {
                todo.extend(&info.callees);
            }
        }
        false
    }
}
