//! Functions of other programs, spliced in where their types fit.
//!
//! A donor's function is called, or its body is copied to the machine's position. Either is a trial over written
//! text: it need not be defined for the data of this program, so the machine decides, and everything is taken back if
//! it is not.

use std::collections::{BTreeMap, BTreeSet};

use kvant_mir::{
    AdtKind, Block, Callee, Constant, FnId, Function, Inline, Local, LocalDecl, Operand, Place,
    Rewrite, Rvalue, Statement, Terminator, Translated, Translation, Ty, TyKind, Types,
};

use kvant_mir_machine::{Limits, Stop};

use super::function::FnInfo;
use super::{Grower, Result};
use crate::donor::Donor;
use crate::draft::Refusal;
use crate::feature::Feature;

/// Step limit of a donor's function: this many times its steps in its own program, and a minimum.
const MORE_STEPS: u64 = 4;
const FEW_STEPS: u64 = 500;
/// Number of attempts with other arguments.
const TRIES: usize = 4;
/// Maximum size of the locals of a copied body in bytes.
const MAX_FRAME: u64 = 1 << 14;
/// Maximum number of a copied body's own locals that come into scope, beside its result.
const MAX_LEFTOVERS: usize = 3;
/// Maximum number of types that a value made for an argument consists of, and their depth.
const MAX_PARTS: usize = 64;
const MAX_DEPTH: usize = 6;

/// A function of a donor: the donor's number, and the function.
pub(super) type Origin = (usize, FnId);

impl Grower {
    /// Splices a function of another program in, as a call or as a copy of its body.
    pub(super) fn splice(&mut self) -> Result {
        let donors = self.splices.clone();
        let n = self.rng.below(donors.len().max(1));
        let donor = donors.get(n).ok_or(Refusal::Nothing)?;
        let program = donor.program();
        // The entry function calls all the others.
        let id = match self.rng.percent(50) {
            true => program.entry,
            false => FnId::new(self.rng.below(program.functions.len())),
        };
        let calls = self.swarm.has(Feature::Calls);
        let called = calls && self.rng.percent(50);
        for _ in 0..TRIES {
            let result = match called {
                true => self.call_spliced(donor, (n, id)),
                false => self.copy_body(donor, (n, id)),
            };
            // With other arguments it may be defined. A run that took too long is not repeated.
            match result {
                Err(Refusal::Machine(stop)) if !matches!(stop, Stop::Budget(_)) => {}
                done => return done,
            }
        }
        Err(Refusal::Nothing)
    }

    /// As [`Grower::attempt_run`], with no more steps than the donor needs: a run that does not end soon with the
    /// data of this program would use up the steps that all trials may take back.
    fn attempt_splice<T>(
        &mut self,
        donor: &Donor,
        work: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let most = FEW_STEPS + donor.steps().saturating_mul(MORE_STEPS);
        self.attempt_run(|this| {
            let limits = this.draft.machine.limits();
            let steps = this.draft.machine.steps().saturating_add(most);
            this.draft.machine.set_limits(Limits {
                steps: limits.steps.min(steps),
                ..limits
            });
            work(this)
        })
    }

    /// Calls a function of a donor.
    fn call_spliced(&mut self, donor: &Donor, origin: Origin) -> Result {
        let depth = self.draft.machine.depth();
        let (caller, steps) = (self.draft.at.0, self.draft.machine.steps());
        let (id, place, destination) = self.attempt_splice(donor, |this| {
            let mut wanted = donor.needed_by(origin.1);
            wanted.insert(origin.1);
            let ids = this.import(donor, origin.0, wanted)?;
            let id = *ids.get(&origin.1).ok_or(Refusal::Nothing)?;
            let function = this.draft.program.function(id);
            let types: Vec<Ty> = function.argument_types().collect();
            let result = function.return_ty();
            let arguments = this.donated_arguments(donor, origin.1, &types)?;
            let (place, destination) = this.destination_or_unit(result, &arguments)?;
            let after = this.write_call(place.clone(), Callee::Function(id), arguments)?;
            this.run_to(depth, (caller, after))?;
            Ok((id, place, destination))
        })?;
        // From now on it is a function like any other.
        let steps = self.draft.machine.steps() - steps;
        self.functions[id.index()].completed(steps);
        self.use_destination(destination.as_ref(), &place);
        Ok(())
    }

    /// Copies the body of a donor's function to the machine's position, as an inliner would. A few of its literals
    /// become values of this program on the way.
    fn copy_body(&mut self, donor: &Donor, origin: Origin) -> Result {
        let depth = self.draft.machine.depth();
        let here = self.draft.at;
        let locals = self.attempt_splice(donor, |this| {
            let ids = this.import(donor, origin.0, donor.needed_by(origin.1))?;
            let mut function = donor.program().function(origin.1).clone();
            if !this.has_room_for(function.statement_count()) {
                return Err(Refusal::Nothing);
            }
            let types: Vec<Ty> = function.locals.iter().map(|local| local.ty).collect();
            let types = this.translate_types(donor, origin.0, &types);
            let arguments = &types[1..=function.arguments as usize];
            let arguments = this.donated_arguments(donor, origin.1, arguments)?;
            unmark(&mut function);
            let locals = this.declare_copied(&function.locals, &types)?;
            for (local, operand) in locals[1..].iter().zip(arguments) {
                let value = Rvalue::Use(operand);
                this.draft
                    .statement(Statement::Assign((*local).into(), value))?;
            }
            let mut blocks = Vec::new();
            for _ in &function.blocks {
                blocks.push(this.draft.new_block());
            }
            let join = this.draft.new_block();
            this.transplant(donor, origin.0, &ids, (&locals, &blocks), &mut function);
            this.replace_literals(&mut function);
            let begin = *blocks.first().ok_or(Refusal::Nothing)?;
            // The replacements of literals may have needed statements of their own.
            let at = this.draft.at;
            this.write_unexecuted(&blocks, function, join);
            this.draft.at = at;
            this.draft.terminator(Terminator::Goto(begin))?;
            this.run_to(depth, (here.0, join))?;
            Ok(locals)
        })?;
        self.bring_leftovers_into_scope(&locals);
        Ok(())
    }

    /// Returns true if there is room for this many more statements.
    fn has_room_for(&self, statements: usize) -> bool {
        self.draft.statements() + statements <= self.swarm.statements
    }

    /// Adds those functions of a donor that are not in the program yet. Returns the new numbers of all of them.
    fn import(
        &mut self,
        donor: &Donor,
        n: usize,
        wanted: BTreeSet<FnId>,
    ) -> Result<BTreeMap<FnId, FnId>> {
        let program = donor.program();
        let mut ids = BTreeMap::new();
        let (mut missing, mut size) = (Vec::new(), 0);
        for id in wanted {
            let origin = Some((n, id));
            let there = self.functions.iter().position(|info| info.origin == origin);
            let new = there.unwrap_or(self.functions.len() + missing.len());
            ids.insert(id, FnId::new(new));
            if there.is_none() {
                missing.push(id);
                size += program.function(id).statement_count();
            }
        }
        let calls = self.swarm.has(Feature::Calls);
        if !missing.is_empty() && (!calls || !self.has_room_for(size)) {
            return Err(Refusal::Nothing);
        }
        for id in missing {
            let mut function = program.function(id).clone();
            self.transplant(donor, n, &ids, (&[], &[]), &mut function);
            function.name.insert_str(0, &prefix(n));
            if id == program.entry {
                // The donor's entry function is not inlined, which need not hold here.
                function.inline = match self.rng.percent(50) {
                    true => Inline::Never,
                    false => Inline::Free,
                };
            }
            self.functions.push(FnInfo::of_donor((n, id)));
            self.draft.new_function(function);
        }
        Ok(ids)
    }

    /// Turns a function of donor `n` into one of this program: its types, the functions it names, the sites of its
    /// observations and, if its body is copied, its locals and blocks.
    fn transplant(
        &mut self,
        donor: &Donor,
        n: usize,
        functions: &BTreeMap<FnId, FnId>,
        (locals, blocks): (&[Local], &[Block]),
        function: &mut Function,
    ) {
        let prefix = prefix(n);
        let done = self.translated.entry(n).or_default();
        let (old, new) = (&donor.program().types, &mut self.draft.program.types);
        let before = new.adts().len();
        let mut transplant = Transplant {
            translation: Translation::new(old, new, done, &prefix),
            functions,
            locals,
            blocks,
            site: &mut self.site,
        };
        transplant.function(function);
        for local in &mut function.locals {
            local.name = None;
        }
        for block in &mut function.blocks {
            block.name = None;
        }
        self.know_unions(before);
    }

    /// Translates `types` of donor `n` to types of this program. They stay when all else is taken back, since data on
    /// types is never removed.
    fn translate_types(&mut self, donor: &Donor, n: usize, types: &[Ty]) -> Vec<Ty> {
        let prefix = prefix(n);
        let done: &mut Translated = self.translated.entry(n).or_default();
        let (old, new) = (&donor.program().types, &mut self.draft.program.types);
        let before = new.adts().len();
        let mut translation = Translation::new(old, new, done, &prefix);
        let types = types.iter().map(|ty| translation.translate(*ty)).collect();
        self.know_unions(before);
        types
    }

    /// Records which declared types from number `from` on are unions or contain one, as for the program's own types.
    fn know_unions(&mut self, from: usize) {
        let types = &self.draft.program.types;
        let new = types.adts().len();
        for n in from..new {
            let id = kvant_mir::AdtId::new(n);
            let Some(ty) = types.lookup(&TyKind::Adt(id)) else {
                continue;
            };
            let is_union = |part, _: &TyKind| types.as_adt_of(part, AdtKind::Union).is_some();
            if types.any_part(ty, is_union) {
                self.universe.with_unions.push(ty);
            }
        }
    }

    /// Operands for a donor's function. The entry function often gets the arguments of its own program.
    fn donated_arguments(&mut self, donor: &Donor, id: FnId, types: &[Ty]) -> Result<Vec<Operand>> {
        let program = donor.program();
        let at_home = match id == program.entry && self.rng.percent(60) {
            true => &program.arguments[..],
            false => &[],
        };
        let mut operands = Vec::with_capacity(types.len());
        for (n, &ty) in types.iter().enumerate() {
            operands.push(match at_home.get(n) {
                Some(constant) => self.disguised(ty, *constant)?,
                None if is_makeable(&self.draft.program.types, ty) => self.spent(ty)?,
                None => return Err(Refusal::Nothing),
            });
        }
        Ok(operands)
    }

    /// A value that is `constant` now, which is unknown to the optimiser.
    fn disguised(&mut self, ty: Ty, constant: Constant) -> Result<Operand> {
        let Constant::Int(bits, int) = constant else {
            return Ok(constant.into());
        };
        let operand = self.operand(ty)?;
        let Some(now) = self.draft.peek(&operand) else {
            return Ok(constant.into());
        };
        let difference = Constant::Int(now ^ bits, int);
        let rvalue = Rvalue::Binary(kvant_mir::BinOp::BitXor, operand, difference.into());
        self.assign_new(ty, rvalue, false).map(Operand::from)
    }

    /// Locals for a copied body: with its own storage markers, or with new ones.
    fn declare_copied(&mut self, decls: &[LocalDecl], types: &[Ty]) -> Result<Vec<Local>> {
        let mut size = 0;
        let mut locals = Vec::with_capacity(decls.len());
        for (decl, &ty) in decls.iter().zip(types) {
            size += self.size(ty)?;
            if size > MAX_FRAME {
                return Err(Refusal::Nothing);
            }
            locals.push(match decl.marked {
                true => self.draft.new_local(ty, true),
                false => self.declare(ty, false)?,
            });
        }
        Ok(locals)
    }

    /// Replaces a few literals by values of this program.
    fn replace_literals(&mut self, function: &mut Function) {
        struct Crossing<'a>(&'a mut Grower);
        impl Rewrite for Crossing<'_> {
            fn operand(&mut self, operand: &mut Operand) {
                let Operand::Const(constant) = operand else {
                    return;
                };
                if *constant == Constant::Unit || !self.0.rng.percent(10) {
                    return;
                }
                let ty = constant.ty(&self.0.draft.program.types);
                if let Some(place) = ty.and_then(|ty| self.0.readable(ty)) {
                    *operand = place.into();
                }
            }
        }
        if self.rng.percent(70) {
            Crossing(self).function(function);
        }
    }

    /// Writes a body to `blocks` without executing it. Its returns become jumps to `join`.
    fn write_unexecuted(&mut self, blocks: &[Block], function: Function, join: Block) {
        let id = self.draft.at.0;
        let live = std::mem::replace(&mut self.draft.live, false);
        for (&block, data) in blocks.iter().zip(function.blocks) {
            self.draft.at = (id, block);
            // Nothing is executed, so nothing can be refused.
            for statement in data.statements {
                let _ = self.draft.statement(statement);
            }
            let end = match data.terminator {
                Some(Terminator::Return) | None => Terminator::Goto(join),
                Some(end) => end,
            };
            let _ = self.draft.terminator(end);
        }
        self.draft.live = live;
    }

    /// Brings the result of a copied body into scope, and a few of its own locals that have a value now.
    fn bring_leftovers_into_scope(&mut self, locals: &[Local]) {
        let Some((&result, rest)) = locals.split_first() else {
            return;
        };
        let mut rest = rest.to_vec();
        self.rng.shuffle(&mut rest);
        let unit = self.universe.unit;
        let usable = |this: &mut Self, local: Local| {
            let decl = &this.draft.function().locals[local.index()];
            let ty = decl.ty;
            // The storage of a local with markers of its own is left to the copied body.
            let ours = !decl.marked || this.marked.contains(&local);
            ours && ty != unit && this.draft.can_read(&Place::local(local))
        };
        if usable(self, result) {
            self.bring_into_scope(result, false);
        }
        let mut left = MAX_LEFTOVERS;
        for local in rest {
            let ty = self.local_ty(local);
            if left > 0 && !self.facts(ty).has_pointer && usable(self, local) {
                self.bring_into_scope(local, false);
                left -= 1;
            }
        }
    }
}

/// The prefix of all names from donor `n`. No other name has an underscore.
fn prefix(n: usize) -> String {
    format!("s{n}_")
}

/// The rewriting of a donor's function for the program.
struct Transplant<'a> {
    translation: Translation<'a>,
    functions: &'a BTreeMap<FnId, FnId>,
    /// The new locals and blocks; if there are none, they keep their numbers.
    locals: &'a [Local],
    blocks: &'a [Block],
    site: &'a mut u32,
}

impl Rewrite for Transplant<'_> {
    fn ty(&mut self, ty: &mut Ty) {
        self.translation.ty(ty);
    }

    fn constant(&mut self, constant: Constant) {
        self.translation.constant(constant);
    }

    fn local(&mut self, local: &mut Local) {
        *local = *self.locals.get(local.index()).unwrap_or(local);
    }

    fn block(&mut self, block: &mut Block) {
        *block = *self.blocks.get(block.index()).unwrap_or(block);
    }

    fn callee(&mut self, id: &mut FnId) {
        *id = *self.functions.get(id).unwrap_or(id);
    }

    fn site(&mut self, site: &mut u32) {
        *site = *self.site;
        *self.site += 1;
    }
}

/// Removes the storage markers: a copied body may be executed again, and has several ends, at which some storage may
/// have begun and some not.
fn unmark(function: &mut Function) {
    for block in &mut function.blocks {
        block.statements.retain(|statement| {
            !matches!(
                statement,
                Statement::StorageLive(_) | Statement::StorageDead(_)
            )
        });
    }
    function.find_marked();
}

/// Returns true if a value of `ty` can be made: it leads to few types, and never back to itself.
fn is_makeable(types: &Types, ty: Ty) -> bool {
    let (mut open, mut done) = (Vec::new(), BTreeSet::new());
    is_makeable_within(types, ty, &mut open, &mut done)
}

fn is_makeable_within(types: &Types, ty: Ty, open: &mut Vec<Ty>, done: &mut BTreeSet<Ty>) -> bool {
    if done.contains(&ty) {
        return true;
    }
    if open.contains(&ty) || open.len() > MAX_DEPTH || done.len() > MAX_PARTS {
        return false;
    }
    open.push(ty);
    let mut makeable = |ty: Ty| is_makeable_within(types, ty, open, done);
    let result = match types.kind(ty) {
        TyKind::Int(_) | TyKind::Float(_) | TyKind::Bool | TyKind::Char | TyKind::FnPtr { .. } => {
            true
        }
        TyKind::Tuple(fields) => fields.iter().all(|field| makeable(*field)),
        TyKind::Array(part, length) => *length > 0 && makeable(*part),
        TyKind::RawPtr(_, part) | TyKind::Ref(_, part) => makeable(*part),
        TyKind::Adt(id) => {
            let def = types.adt(*id);
            let empty = match def.kind {
                AdtKind::Struct => false,
                AdtKind::Union => def.fields().is_empty(),
                AdtKind::Enum => def.variants.is_empty(),
            };
            !empty && def.field_types().all(makeable)
        }
    };
    open.pop();
    if result {
        done.insert(ty);
    }
    result
}
