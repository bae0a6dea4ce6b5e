//! What the generator remembers of the functions it has written.

use kvant_mir::{FnId, Local};

use super::Grower;
use super::splice::Origin;

/// How often in a row a function may be refused until nobody calls it any more.
const PATIENCE: u32 = 3;

/// What the generator remembers of a function.
pub(super) struct FnInfo {
    /// Whether it may be called: its text reaches `Return`.
    pub(super) complete: bool,
    pub(super) calls: u32,
    /// The argument that counts down, for a function that calls itself.
    pub(super) fuel: Option<Local>,
    /// The function of a donor that it was.
    pub(super) origin: Option<Origin>,
    /// How many steps a call takes, as far as is known.
    cost: u64,
    /// How often in a row it could not be called.
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

    /// A function of a donor. It comes with its text, so nobody has to call it twice.
    pub(super) fn of_donor(origin: Origin) -> FnInfo {
        FnInfo {
            calls: 2,
            origin: Some(origin),
            ..FnInfo::new(None)
        }
    }

    /// Its text is written; the first call took so many steps.
    pub(super) fn completed(&mut self, steps: u64) {
        (self.complete, self.cost) = (true, steps);
    }

    pub(super) fn called_again(&mut self, steps: u64) {
        (self.calls, self.refusals, self.cost) = (self.calls + 1, 0, steps);
    }

    /// It could not be called; that was found after so many steps.
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
    /// Whether it is worth trying to call a function from here: it has mostly worked, there are steps for
    /// it, and it does not come back here, as nothing would stop it then.
    pub(super) fn is_worth_calling(&self, id: FnId) -> bool {
        let info = &self.functions[id.index()];
        info.complete
            && info.refusals < PATIENCE
            && info.cost < self.share()
            && !self.leads_to_function(id, self.draft.at.0)
    }

    /// Whether calls by name lead from one function to another. Calls that were taken back may count too.
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
