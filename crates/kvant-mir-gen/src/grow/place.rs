//! The choice of places to read and to write.

use kvant_mir::{
    BinOp, Constant, IntTy, Local, Mutability, Operand, Place, Projection, Rvalue, Statement, Ty,
    TyKind,
};

use super::{Grower, Result};
use crate::draft::Refusal;
use crate::feature::Feature;
use crate::interest::Depth;
use crate::path::{Firmness, siblings};
use crate::scope::{Entry, Route};

/// Number of attempts to find a place that can be read.
const TRIES: usize = 3;
/// Number of places that are compared to find an interesting one.
const CANDIDATES: usize = 3;

/// The destination of the result of a call.
pub(super) enum Destination {
    /// An entry of the scope.
    Known(u32),
    /// A local that is not in scope yet.
    New(Local),
}

impl Grower {
    /// A place for the result of a call: one in scope, or a new local that comes into scope when the
    /// call has returned.
    pub(super) fn destination(
        &mut self,
        ty: Ty,
        arguments: &[Operand],
    ) -> Result<(Place, Destination)> {
        // Not through a pointer: the callee has that pointer too, or one like it, and may not touch the place until
        // it returns. Nor in a local that an aggregate argument is read from.
        let scalar = self.draft.program.types.is_scalar(ty);
        let is_passed = |local: Local| {
            let mut places = arguments.iter().filter_map(Operand::place);
            !scalar && places.any(|place| place.local == local)
        };
        if !self.rng.percent(self.swarm.new_local_percent)
            && let Some((place, entry)) = self.writable(ty)
            && !place.is_indirect()
            && !is_passed(place.local)
        {
            return Ok((place, Destination::Known(entry)));
        }
        let local = self.declare(ty, false)?;
        Ok((local.into(), Destination::New(local)))
    }

    /// A place of type `ty` to read, preferring one that was not read since it was written.
    pub(super) fn readable(&mut self, ty: Ty) -> Option<Place> {
        for _ in 0..TRIES {
            let route = self.interesting(ty)?;
            if let Some(place) = self.instantiate(route)
                && self.is_there(route, &place, ty)
            {
                self.scope.entry(route.entry).unread = false;
                return Some(place);
            }
        }
        None
    }

    /// Returns true if a route leads to a float of the environment. Those are never written: one NaN would soon be
    /// everywhere.
    fn is_hidden_float(&self, route: Route, ty: Ty) -> bool {
        let local = self.scope.entries()[route.entry as usize].local;
        Some(local) == self.scope.environment && self.is_float(ty)
    }

    /// The most interesting of a few routes: to an unread value, then to the one with the deepest computation.
    fn interesting(&mut self, ty: Ty) -> Option<Route> {
        let mut best: Option<((bool, u8), Route)> = None;
        for _ in 0..CANDIDATES {
            let routes = self.scope.routes(ty);
            if routes.is_empty() {
                return None;
            }
            // The larger of two numbers is likelier to be a recent local.
            let n = self
                .rng
                .below(routes.len())
                .max(self.rng.below(routes.len()));
            let route = routes[n];
            let entry = *self.scope.entry(route.entry);
            if entry.gone || !self.is_worth_it(route) {
                continue;
            }
            let Depth { depth, unread } = self.depth_of(route);
            let score = (unread || entry.unread, depth);
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, route));
            }
        }
        best.map(|(_, route)| route)
    }

    /// Depth of the computation at the end of a route, if it leads to one place only.
    fn depth_of(&mut self, route: Route) -> Depth {
        match self.plain_place(route) {
            Some(place) => self.draft.depth_of(&place),
            None => Depth::UNKNOWN,
        }
    }

    /// The place that a route leads to, if there is no index to choose.
    fn plain_place(&self, route: Route) -> Option<Place> {
        let (mut place, ty) = self.begin_of_route(route)?;
        for step in &self.paths.get(ty, route.path)?.steps {
            place = place.project(step.projection(|_| None)?);
        }
        Some(place)
    }

    /// The local of a route, or its referent.
    fn begin_of_route(&self, route: Route) -> Option<(Place, Ty)> {
        let local = self.scope.entries()[route.entry as usize].local;
        let (place, ty) = (Place::local(local), self.local_ty(local));
        match self.kind(ty) {
            _ if !route.deref => Some((place, ty)),
            TyKind::RawPtr(_, pointee) | TyKind::Ref(_, pointee) => {
                Some((place.project(Projection::Deref), *pointee))
            }
            _ => None,
        }
    }

    /// Returns true if a route should be used. An enum may have another variant in the next iteration, and a union
    /// other bytes, so routes through them are seldom used outside of a match.
    fn is_worth_it(&mut self, route: Route) -> bool {
        let once = self.call_nesting == 0 && self.nesting == 0 || !self.draft.live;
        route.firmness == Firmness::Firm || once || self.rng.percent(25)
    }

    /// Returns true if the place at the end of a route can be read.
    fn is_there(&mut self, route: Route, place: &Place, ty: Ty) -> bool {
        let doubtful = route.deref
            || route.firmness != Firmness::Firm
            || matches!(self.kind(ty), TyKind::Ref(..));
        !doubtful || self.draft.can_read(place)
    }

    /// A place of type `ty` to write, preferring one whose value was read.
    pub(super) fn writable(&mut self, ty: Ty) -> Option<(Place, u32)> {
        let mut best: Option<Route> = None;
        for _ in 0..4 {
            let routes = self.scope.routes(ty);
            let route = *self.rng.pick(routes)?;
            if !route.writable || self.is_hidden_float(route, ty) || !self.is_worth_it(route) {
                continue;
            }
            best = Some(route);
            if !self.depth_of(route).unread {
                break;
            }
        }
        let route = best?;
        let place = self.instantiate(route)?;
        let firm = !route.deref && route.firmness != Firmness::Variant;
        (firm || self.draft.can_read(&place)).then_some((place, route.entry))
    }

    /// A place of type `ty` to point to.
    pub(super) fn addressable(&mut self, mutability: Mutability, ty: Ty) -> Option<Place> {
        for _ in 0..4 {
            let route = *self.rng.pick(self.scope.routes(ty))?;
            let entry = self.scope.entries()[route.entry as usize];
            let frozen = entry.frozen && !route.deref
                || mutability == Mutability::Mut && self.is_hidden_float(route, ty);
            if frozen || entry.gone || !self.is_worth_it(route) {
                continue;
            }
            if route.writable || mutability == Mutability::Const {
                let place = self.instantiate(route)?;
                if self.is_there(route, &place, ty) {
                    return Some(place);
                }
            }
        }
        None
    }

    /// The place that a route leads to, with indices that are in bounds.
    fn instantiate(&mut self, route: Route) -> Option<Place> {
        let (mut place, ty) = self.begin_of_route(route)?;
        let steps = self.paths.get(ty, route.path)?.steps.clone();
        for step in steps {
            place = place.project(step.projection(|length| self.index(length))?);
        }
        Some(place)
    }

    /// A local that is below `length` whenever it is read.
    pub(super) fn index(&mut self, length: u64) -> Option<Local> {
        let fits = |&&(_, bound): &&(Local, u64)| bound <= length;
        let known: Vec<Local> = self
            .scope
            .bounded
            .iter()
            .filter(fits)
            .map(|b| b.0)
            .collect();
        if self.rng.percent(75)
            && let Some(&local) = self.rng.pick(&known)
        {
            return Some(local);
        }
        let source = self.opaque_usize()?;
        // Sometimes only the machine shows that an index is in bounds.
        if self.draft.live
            && self.dares()
            && self.rng.percent(20)
            && let Operand::Copy(place) = &source
            && place.projection.is_empty()
        {
            return Some(place.local);
        }
        let (op, right) = if length.is_power_of_two() {
            (BinOp::BitAnd, length - 1)
        } else {
            (BinOp::Rem, length)
        };
        let right = Constant::Int(right.into(), IntTy::Usize);
        let rvalue = Rvalue::Binary(op, source, right.into());
        let local = self.assign_new(self.universe.usize, rvalue, true).ok()?;
        self.scope.bounded.push((local, length));
        Some(local)
    }

    /// A `usize` whose place needs no index itself.
    fn opaque_usize(&mut self) -> Option<Operand> {
        for _ in 0..4 {
            let route = *self.rng.pick(self.scope.routes(self.universe.usize))?;
            let local = self.scope.entry(route.entry).local;
            if !route.deref && self.local_ty(local) == self.universe.usize {
                self.scope.entry(route.entry).unread = false;
                return Some(local.into());
            }
        }
        let field = IntTy::ALL.iter().position(|&int| int == IntTy::Usize)?;
        self.environment_field(field as u32).map(Operand::from)
    }

    /// Assigns to a place in scope or to a new local, and returns that place.
    pub(super) fn assign(&mut self, ty: Ty, rvalue: Rvalue) -> Result<Place> {
        if !self.rng.percent(self.swarm.new_local_percent)
            && let Some((place, entry)) = self.writable(ty)
            && self.may_assign(&place, &rvalue)
        {
            let rvalue = match Some(place.local) == self.scope.environment {
                true => self.mixed_into(&place, ty, rvalue)?,
                false => rvalue,
            };
            self.draft
                .statement(Statement::Assign(place.clone(), rvalue))?;
            self.written(entry, &place);
            return Ok(place);
        }
        self.assign_new(ty, rvalue, false).map(Place::from)
    }

    /// Copies one part of a local to another one of the same type.
    pub(super) fn sibling_copy(&mut self) -> Result {
        let ty = *self
            .rng
            .pick(&self.universe.siblings)
            .ok_or(Refusal::Nothing)?;
        let mut pairs = siblings(&self.draft.program.types, ty);
        self.rng.shuffle(&mut pairs);
        let [to, from] = pairs.pop().ok_or(Refusal::Nothing)?;
        let here = |entry: &Entry| !entry.frozen && !entry.gone && self.local_ty(entry.local) == ty;
        let local = match self.scope.entries().iter().rposition(here) {
            Some(n) => {
                let entry = self.scope.entry(n as u32);
                entry.unread = true;
                entry.local
            }
            None => self.fresh(ty, 2)?,
        };
        let part = |fields: &[u32]| {
            let steps = fields.iter().map(|n| Projection::Field(*n));
            steps.fold(Place::local(local), Place::project)
        };
        self.assign_to(&part(&to), Rvalue::Use(part(&from).into()))
    }

    /// Assigns to this place and to no other.
    pub(super) fn assign_to(&mut self, place: &Place, rvalue: Rvalue) -> Result {
        if !self.may_assign(place, &rvalue) {
            return Err(Refusal::Nothing);
        }
        self.draft
            .statement(Statement::Assign(place.clone(), rvalue))?;
        Ok(())
    }

    /// The value to write to the environment. All constructs write there, so an integer is mixed with its old value:
    /// otherwise zeros and ones would soon be all that is left.
    fn mixed_into(&mut self, place: &Place, ty: Ty, rvalue: Rvalue) -> Result<Rvalue> {
        if !matches!(self.kind(ty), TyKind::Int(_)) {
            return Ok(rvalue);
        }
        let value = self.assign_new(ty, rvalue, false)?;
        let ops = [BinOp::Add, BinOp::Sub, BinOp::BitXor];
        let op = *self.rng.pick(&ops).unwrap_or(&BinOp::BitXor);
        Ok(Rvalue::Binary(op, place.clone().into(), value.into()))
    }

    /// Assigns to a new local, and brings it into scope.
    pub(super) fn assign_new(&mut self, ty: Ty, rvalue: Rvalue, frozen: bool) -> Result<Local> {
        let local = self.assign_unseen(ty, rvalue, frozen)?;
        self.bring_into_scope(local, frozen);
        Ok(local)
    }

    /// Assigns to a new local that does not come into scope.
    pub(super) fn assign_hidden(&mut self, ty: Ty, rvalue: Rvalue) -> Result<Local> {
        self.assign_unseen(ty, rvalue, false)
    }

    fn assign_unseen(&mut self, ty: Ty, rvalue: Rvalue, frozen: bool) -> Result<Local> {
        self.attempt(|this| {
            let local = this.declare(ty, frozen)?;
            this.draft
                .statement(Statement::Assign(local.into(), rvalue))?;
            Ok(local)
        })
    }

    /// Records that an entry of the scope has a new value.
    pub(super) fn written(&mut self, entry: u32, place: &Place) {
        let entry = self.scope.entry(entry);
        entry.unread = true;
        entry.gone &= !place.projection.is_empty();
    }

    /// A new local, with its storage begun if it has storage markers. It is not in scope yet.
    pub(super) fn declare(&mut self, ty: Ty, frozen: bool) -> Result<Local> {
        let marked = !frozen && self.swarm.has(Feature::StorageMarkers) && self.rng.percent(25);
        let again = match marked && self.swarm.has(Feature::StorageReuse) && self.rng.percent(60) {
            true => self.retired_of(ty),
            false => None,
        };
        let local = match again {
            Some(local) => local,
            None => self.draft.new_local(ty, marked),
        };
        if marked {
            self.draft.statement(Statement::StorageLive(local))?;
            self.marked.push(local);
        }
        Ok(local)
    }

    /// A local of this type whose storage has ended.
    fn retired_of(&mut self, ty: Ty) -> Option<Local> {
        let is_it = |local: &Local| self.local_ty(*local) == ty;
        let n = self.retired.iter().rposition(is_it)?;
        Some(self.retired.swap_remove(n))
    }

    /// Returns true if the referent of a pointer in `local` may be written.
    pub(super) fn may_write_through(&self, local: Local) -> bool {
        matches!(
            self.kind(self.local_ty(local)),
            TyKind::RawPtr(Mutability::Mut, _) | TyKind::Ref(Mutability::Mut, _)
        )
    }

    /// Returns true if a local is read-only.
    pub(super) fn is_frozen(&self, local: Local) -> bool {
        let mut entries = self.scope.entries().iter();
        entries.any(|entry| entry.local == local && entry.frozen)
    }

    /// The type of a place.
    pub(super) fn place_ty(&self, place: &Place) -> Option<Ty> {
        let function = self.draft.function();
        function.place_ty(&self.draft.program.types, place)
    }

    /// Returns true if an assignment may be proposed at all. A copy of a place to itself is not allowed in dead code
    /// either, and copies between fields of one local, which a lint takes for overlapping, need their feature.
    fn may_assign(&self, place: &Place, rvalue: &Rvalue) -> bool {
        let apart = |operand: &Operand| self.is_apart(place, operand);
        match rvalue {
            Rvalue::Use(operand)
            | Rvalue::Cast(operand, _)
            | Rvalue::Transmute(operand, _)
            | Rvalue::Union(_, _, operand)
            | Rvalue::Repeat(operand, _) => apart(operand),
            Rvalue::Aggregate(_, parts) | Rvalue::Variant(_, _, parts) => parts.iter().all(apart),
            Rvalue::Unary(..)
            | Rvalue::Binary(..)
            | Rvalue::Checked(..)
            | Rvalue::Offset(..)
            | Rvalue::RawRef(..)
            | Rvalue::Ref(..)
            | Rvalue::FnPointer(_)
            | Rvalue::Discriminant(_) => true,
        }
    }

    /// Returns true if an operand may be copied to a place, as far as the text shows.
    pub(super) fn is_apart(&self, place: &Place, operand: &Operand) -> bool {
        let siblings = self.swarm.has(Feature::SiblingCopies);
        operand.place().is_none_or(|source| {
            let one_local =
                source.local == place.local && !source.is_indirect() && !place.is_indirect();
            source != place && (siblings || !one_local)
        })
    }
}
