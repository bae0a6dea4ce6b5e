//! Choosing places: what to read, where to write.

use kvant_mir::{
    BinOp, Constant, IntTy, Local, Mutability, Operand, Place, Projection, Rvalue, Statement, Ty,
    TyKind,
};

use super::{Grower, Result};
use crate::config::Feature;
use crate::draft::Refusal;
use crate::scope::Route;
use crate::universe::Step;

/// How many operands may be made only to make another operand.
const MAX_DETOUR: usize = 3;

/// Where the result of a call goes.
pub(super) enum Destination {
    /// To an entry of the scope.
    Known(u32),
    /// To a local that nobody has seen yet.
    New(Local),
}

impl Grower {
    /// Something of type `ty` to read: a place in scope if there is one, else something made for it.
    pub(crate) fn operand(&mut self, ty: Ty) -> Result<Operand> {
        self.operand_within(ty, MAX_DETOUR)
    }

    fn operand_within(&mut self, ty: Ty, detour: usize) -> Result<Operand> {
        if let Some(place) = self.readable(ty) {
            return Ok(place.into());
        }
        if ty == self.universe.unit {
            return Ok(Constant::Unit.into());
        }
        if detour == 0 {
            return self.literal(ty).map(Operand::Const);
        }
        let rvalue = match self.kind(ty).clone() {
            TyKind::Int(_) | TyKind::Float(_) | TyKind::Char => {
                return self.literal(ty).map(Operand::Const);
            }
            TyKind::Bool => {
                let int = self.universe.int(&mut self.rng);
                let left = self.operand_within(int, detour - 1)?;
                let right = self.literal(int)?.into();
                Rvalue::Binary(BinOp::Lt, left, right)
            }
            TyKind::RawPtr(mutability, pointee) => {
                Rvalue::RawRef(mutability, self.pointee_place(mutability, pointee)?)
            }
            TyKind::Array(..) | TyKind::Tuple(_) | TyKind::Adt(_) => {
                return self.fresh(ty, detour).map(Operand::from);
            }
            TyKind::Ref(..) | TyKind::FnPtr { .. } => return Err(Refusal::Nothing),
        };
        self.assign_new(ty, rvalue, false).map(Operand::from)
    }

    /// A new local of type `ty` with something in it.
    fn fresh(&mut self, ty: Ty, detour: usize) -> Result<Local> {
        let rvalue = match self.kind(ty).clone() {
            TyKind::Array(element, length) => {
                if length > 4 || self.rng.percent(40) {
                    Rvalue::Repeat(
                        self.operand_within(element, detour.saturating_sub(1))?,
                        length,
                    )
                } else {
                    self.aggregate_of(ty, detour)?
                }
            }
            TyKind::Tuple(_) | TyKind::Adt(_) => self.aggregate_of(ty, detour)?,
            _ => Rvalue::Use(self.operand_within(ty, detour)?),
        };
        self.assign_new(ty, rvalue, false)
    }

    /// A tuple, struct or short array of what is at hand.
    pub(super) fn aggregate_of(&mut self, ty: Ty, detour: usize) -> Result<Rvalue> {
        let detour = detour.saturating_sub(1);
        self.aggregate(ty, |this, part| this.operand_within(part, detour))
    }

    fn aggregate(
        &mut self,
        ty: Ty,
        mut part: impl FnMut(&mut Self, Ty) -> Result<Operand>,
    ) -> Result<Rvalue> {
        let types = self.draft.program.types.part_types(ty);
        let parts = types.into_iter().map(|ty| part(self, ty));
        Ok(Rvalue::Aggregate(ty, parts.collect::<Result<_>>()?))
    }

    /// A value of type `ty` made of nothing but literals, which no state of memory can spoil.
    pub(super) fn operand_made(&mut self, ty: Ty) -> Result<Operand> {
        let rvalue = match self.kind(ty).clone() {
            TyKind::Int(_) | TyKind::Float(_) | TyKind::Bool | TyKind::Char => {
                return self.literal(ty).map(Operand::Const);
            }
            TyKind::Tuple(fields) if fields.is_empty() => return Ok(Constant::Unit.into()),
            TyKind::RawPtr(mutability, pointee) => {
                let value = self.operand_made(pointee)?;
                let target = self.assign_new(pointee, Rvalue::Use(value), false)?;
                Rvalue::RawRef(mutability, target.into())
            }
            TyKind::Array(element, length) => Rvalue::Repeat(self.operand_made(element)?, length),
            TyKind::Tuple(_) | TyKind::Adt(_) => {
                let make = |this: &mut Self, part| this.operand_made(part);
                self.aggregate(ty, make)?
            }
            TyKind::Ref(..) | TyKind::FnPtr { .. } => return Err(Refusal::Nothing),
        };
        self.assign_new(ty, rvalue, false).map(Operand::from)
    }

    /// A pointer to something that was made for it.
    pub(super) fn fresh_pointer(&mut self, ty: Ty) -> Result<Operand> {
        let TyKind::RawPtr(mutability, pointee) = *self.kind(ty) else {
            return Err(Refusal::Nothing);
        };
        let target = self.fresh(pointee, MAX_DETOUR - 1)?;
        let pointer = Rvalue::RawRef(mutability, target.into());
        self.assign_new(ty, pointer, false).map(Operand::from)
    }

    /// Somewhere to point to.
    pub(super) fn pointee_place(&mut self, mutability: Mutability, ty: Ty) -> Result<Place> {
        match self.addressable(mutability, ty) {
            Some(place) => Ok(place),
            None => self.fresh(ty, MAX_DETOUR - 1).map(Place::from),
        }
    }

    /// A place for the result of a call: one in scope, or a new local that comes into scope when the
    /// call has returned.
    pub(super) fn destination(&mut self, ty: Ty) -> Result<(Place, Destination)> {
        // Not through a pointer: the callee has that pointer too, or one like it, and may not touch
        // the place until it returns.
        if !self.rng.percent(self.swarm.new_local_percent)
            && let Some((place, entry)) = self.writable(ty)
            && !place.is_indirect()
        {
            return Ok((place, Destination::Known(entry)));
        }
        let local = self.declare(ty, false)?;
        Ok((local.into(), Destination::New(local)))
    }

    /// A place of type `ty` to read, preferring one that nobody has read since it was written.
    pub(super) fn readable(&mut self, ty: Ty) -> Option<Place> {
        let mut best: Option<Route> = None;
        for _ in 0..3 {
            let routes = self.scope.routes(ty);
            if routes.is_empty() {
                return None;
            }
            // The later of two is likelier to be a recent local.
            let n = self
                .rng
                .below(routes.len())
                .max(self.rng.below(routes.len()));
            let route = routes[n];
            if self.scope.entry(route.entry).unread {
                best = Some(route);
                break;
            }
            best = best.or(Some(route));
        }
        let route = best?;
        let place = self.instantiate(route)?;
        self.scope.entry(route.entry).unread = false;
        Some(place)
    }

    /// A place of type `ty` to write, preferring one whose value somebody has read.
    fn writable(&mut self, ty: Ty) -> Option<(Place, u32)> {
        let mut best: Option<Route> = None;
        for _ in 0..4 {
            let routes = self.scope.routes(ty);
            let route = *self.rng.pick(routes)?;
            if !route.writable {
                continue;
            }
            best = Some(route);
            if !self.scope.entry(route.entry).unread {
                break;
            }
        }
        let route = best?;
        Some((self.instantiate(route)?, route.entry))
    }

    /// A place of type `ty` to point to.
    fn addressable(&mut self, mutability: Mutability, ty: Ty) -> Option<Place> {
        for _ in 0..4 {
            let route = *self.rng.pick(self.scope.routes(ty))?;
            let frozen = self.scope.entry(route.entry).frozen && !route.deref;
            if !frozen && (route.writable || mutability == Mutability::Const) {
                return self.instantiate(route);
            }
        }
        None
    }

    /// The place a route leads to, with indices that are in bounds.
    fn instantiate(&mut self, route: Route) -> Option<Place> {
        let local = self.scope.entry(route.entry).local;
        let mut ty = self.local_ty(local);
        let mut place = Place::local(local);
        if route.deref {
            let TyKind::RawPtr(_, pointee) = self.kind(ty) else {
                return None;
            };
            ty = *pointee;
            place = place.project(Projection::Deref);
        }
        let steps = self.paths.get(ty, route.path)?.steps.clone();
        for step in steps {
            let projection = match step {
                Step::Field(n) => Projection::Field(n),
                Step::Index(length) => Projection::Index(self.index(length)?),
            };
            place = place.project(projection);
        }
        Some(place)
    }

    /// A local that is below `length`, whenever it is read.
    fn index(&mut self, length: u64) -> Option<Local> {
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
        // Now and then nothing but the machine says that an index is in bounds.
        if self.draft.live
            && self.rng.percent(8)
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

    /// Assigns to a place in scope or to a new local, and says which.
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
            self.scope.entry(entry).unread = true;
            return Ok(place);
        }
        self.assign_new(ty, rvalue, false).map(Place::from)
    }

    /// What to write to the environment. Everybody writes there, so an integer is mixed with what was
    /// there before: otherwise zeros and ones are soon all that is left.
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
        let local = self.attempt(|this| {
            let local = this.declare(ty, frozen)?;
            this.draft
                .statement(Statement::Assign(local.into(), rvalue))?;
            Ok(local)
        })?;
        self.bring_into_scope(local, frozen);
        Ok(local)
    }

    /// A new local, with its storage begun if it has storage markers. It is not in scope yet.
    pub(super) fn declare(&mut self, ty: Ty, frozen: bool) -> Result<Local> {
        let marked = !frozen && self.swarm.has(Feature::StorageMarkers) && self.rng.percent(25);
        let local = self.draft.new_local(ty, marked);
        if marked {
            self.draft.statement(Statement::StorageLive(local))?;
            self.marked.push(local);
        }
        Ok(local)
    }

    /// Whether an assignment may be proposed at all. Code that is never executed must not copy a
    /// place to itself either, and the lint that takes all fields of one local for overlapping is to
    /// be spared unless the feature says otherwise.
    fn may_assign(&self, place: &Place, rvalue: &Rvalue) -> bool {
        let siblings = self.swarm.has(Feature::SiblingCopies);
        let apart = |operand: &Operand| {
            operand.place().is_none_or(|source| {
                let one_local =
                    source.local == place.local && !source.is_indirect() && !place.is_indirect();
                source != place && (siblings || !one_local)
            })
        };
        match rvalue {
            Rvalue::Use(operand)
            | Rvalue::Cast(operand, _)
            | Rvalue::Transmute(operand, _)
            | Rvalue::Repeat(operand, _) => apart(operand),
            Rvalue::Aggregate(_, parts) | Rvalue::Variant(_, _, parts) => parts.iter().all(apart),
            Rvalue::Union(_, _, operand) => apart(operand),
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
}
