//! The features that are live in a program.
//!
//! A feature is live if some of its text is executed and contributes to an observation or a decision. The text shows
//! most features; the others are known from the authors of statements.

use std::collections::BTreeSet;

use kvant_mir::{
    AdtDef, AdtKind, BinOp, Block, BlockData, Callee, FnId, Function, Inline, IntTy, Location,
    Operand, Place, Program, Projection, Repr, Rvalue, Statement, Terminator, Ty, TyKind, Types,
};

use super::run::Run;
use crate::feature::Feature;
use crate::grow::feature_of_intrinsic;
use crate::stats::Author;

/// Number of arguments that are passed in registers.
const REGISTERS: u32 = 6;
/// The name of the struct of opaque values that every program has.
const ENVIRONMENT: &str = "Env";

/// The features that are live, in their order.
pub(super) fn live(program: &Program, run: &Run, authors: &[Author]) -> Vec<Feature> {
    let mut finder = Finder {
        program,
        run,
        found: BTreeSet::new(),
    };
    for (n, function) in program.functions.iter().enumerate() {
        finder.function(FnId::new(n), function);
    }
    for author in authors {
        if let Some(feature) = author.feature
            && finder.matters(author.at)
        {
            finder.found.insert(feature);
        }
    }
    finder.found.into_iter().collect()
}

struct Finder<'a> {
    program: &'a Program,
    run: &'a Run,
    found: BTreeSet<Feature>,
}

impl Finder<'_> {
    fn add(&mut self, feature: Feature, found: bool) {
        if found {
            self.found.insert(feature);
        }
    }

    /// Returns true if the statement or terminator at `at` contributes to an observation or a decision.
    fn matters(&self, at: Location) -> bool {
        let tally = self.run.text.tally(at);
        let block = &self.program.function(at.function).blocks[at.block.index()];
        match block.statements.get(at.statement as usize) {
            Some(Statement::Assign(..) | Statement::SetDiscriminant(..)) => tally.live > 0,
            Some(Statement::Assume(_)) => tally.runs > 0,
            Some(Statement::StorageLive(_) | Statement::StorageDead(_)) => false,
            None => match &block.terminator {
                Some(Terminator::Switch { .. }) => tally.runs > 0,
                Some(Terminator::Call { callee, .. }) => match callee {
                    Callee::Observe { .. } | Callee::Pointer(_) => tally.runs > 0,
                    Callee::Function(_) => tally.live + tally.live_arguments > 0,
                    Callee::Intrinsic(_) => tally.live > 0,
                },
                _ => false,
            },
        }
    }

    fn function(&mut self, id: FnId, function: &Function) {
        let entry = id == self.program.entry;
        let live = self.run.is_function_live(id, function);
        if live && !entry {
            let repeated = self.run.entered[id.index()] > 1;
            self.add(Feature::Calls, repeated);
            self.add(Feature::Recursion, self.run.recursive.contains(&id));
            let attributes = function.inline != Inline::Free || function.cold;
            self.add(Feature::Attributes, attributes);
            self.add(Feature::ManyArguments, function.arguments > REGISTERS);
        }
        for (n, block) in function.blocks.iter().enumerate() {
            self.block(id, function, Block::new(n), block);
        }
    }

    fn block(&mut self, id: FnId, function: &Function, block: Block, data: &BlockData) {
        let repeated = self.run.repeated.contains(&(id, block));
        let live = repeated && self.run.is_block_live(id, block, function);
        self.add(Feature::Loops, live);
        let at = |statement: usize| Location {
            function: id,
            block,
            statement: statement as u32,
        };
        for (n, statement) in data.statements.iter().enumerate() {
            if self.matters(at(n)) {
                self.statement(id, function, statement);
            }
        }
        let end = at(data.statements.len());
        if let Some(terminator) = &data.terminator
            && self.matters(end)
        {
            self.terminator(id, function, block, terminator);
        }
    }

    fn statement(&mut self, id: FnId, function: &Function, statement: &Statement) {
        match statement {
            Statement::Assign(place, rvalue) => {
                self.destination(id, function, place);
                self.rvalue(function, place, rvalue);
            }
            Statement::SetDiscriminant(place, _) => {
                self.add(Feature::SetDiscriminants, true);
                self.destination(id, function, place);
            }
            Statement::Assume(operand) => {
                self.add(Feature::Assumes, true);
                self.operand(function, operand);
            }
            Statement::StorageLive(_) | Statement::StorageDead(_) => {}
        }
    }

    /// A place that a live statement assigns to.
    fn destination(&mut self, id: FnId, function: &Function, place: &Place) {
        self.place(function, place);
        if place.is_indirect() {
            return;
        }
        let marked = function.locals[place.local.index()].marked;
        self.add(Feature::StorageMarkers, marked);
        let reused = self.run.reused.contains(&(id, place.local));
        self.add(Feature::StorageReuse, reused);
    }

    fn rvalue(&mut self, function: &Function, place: &Place, rvalue: &Rvalue) {
        let types = &self.program.types;
        let ty = function.place_ty(types, place);
        for operand in rvalue.operands() {
            self.operand(function, operand);
        }
        match rvalue {
            Rvalue::Use(operand) => {
                let siblings = operand.place().is_some_and(|source| {
                    source.local == place.local && !source.is_indirect() && !place.is_indirect()
                });
                self.add(Feature::SiblingCopies, siblings);
                self.value(ty);
            }
            Rvalue::Binary(op, left, right) => {
                let division = matches!(op, BinOp::Div | BinOp::Rem);
                let int = ty.is_some_and(|ty| types.as_int(ty).is_some());
                self.add(Feature::Division, division && int);
                let left = operand_ty(self.program, function, left);
                let pointers = left.is_some_and(|ty| types.is_pointer(ty));
                self.add(Feature::PointerComparisons, pointers);
                for ty in [left, operand_ty(self.program, function, right), ty] {
                    self.value(ty);
                }
            }
            Rvalue::Unary(_, operand) => {
                self.value(operand_ty(self.program, function, operand));
                self.value(ty);
            }
            Rvalue::Cast(operand, to) => {
                let pointer = matches!(types.kind(*to), TyKind::RawPtr(..));
                self.add(Feature::PointerCasts, pointer);
                self.value(operand_ty(self.program, function, operand));
                self.value(ty);
            }
            Rvalue::Checked(_, left, _) => {
                self.add(Feature::Checked, true);
                self.value(operand_ty(self.program, function, left));
            }
            Rvalue::Transmute(operand, _) => {
                self.add(Feature::Transmutes, true);
                self.value(operand_ty(self.program, function, operand));
                self.value(ty);
            }
            Rvalue::RawRef(_, target) => {
                self.place(function, target);
                let ty = function.place_ty(types, target);
                let environment = ty.is_some_and(|ty| is_environment(types, ty));
                self.add(Feature::RawPointers, !environment);
            }
            Rvalue::Ref(_, target) => {
                self.place(function, target);
                self.add(Feature::References, true);
            }
            Rvalue::FnPointer(_) => self.add(Feature::FnPointers, true),
            Rvalue::Offset(..) => self.add(Feature::PointerArithmetic, true),
            Rvalue::Discriminant(target) => {
                self.place(function, target);
                self.add(Feature::Enums, true);
            }
            Rvalue::Aggregate(made, _) | Rvalue::Variant(made, ..) | Rvalue::Union(made, ..) => {
                self.value(Some(*made));
            }
            Rvalue::Repeat(..) => self.value(ty),
        }
    }

    fn terminator(&mut self, id: FnId, function: &Function, block: Block, terminator: &Terminator) {
        match terminator {
            Terminator::Switch { scrutinee, .. } => {
                self.operand(function, scrutinee);
                self.value(operand_ty(self.program, function, scrutinee));
                let loop_test = self.is_loop_test(id, function, block, terminator);
                self.add(Feature::Switches, !loop_test);
                let decoy = |target: Block| self.is_decoy(id, function, target);
                let decoy = terminator.successors().any(decoy);
                self.add(Feature::Decoys, decoy);
            }
            Terminator::Call {
                destination,
                callee,
                arguments,
                ..
            } => {
                let own = matches!(callee, Callee::Observe { .. });
                for operand in arguments {
                    self.operand(function, operand);
                }
                if own {
                    return;
                }
                self.destination(id, function, destination);
                match callee {
                    Callee::Pointer(place) => {
                        self.place(function, place);
                        self.add(Feature::FnPointers, true);
                    }
                    Callee::Intrinsic(intrinsic) => {
                        self.add(feature_of_intrinsic(*intrinsic), true);
                        for operand in arguments {
                            self.value(operand_ty(self.program, function, operand));
                        }
                    }
                    Callee::Function(_) | Callee::Observe { .. } => {}
                }
                self.value(function.place_ty(&self.program.types, destination));
            }
            Terminator::Goto(_) | Terminator::Return | Terminator::Unreachable => {}
        }
    }

    /// Returns true if a switch decides if a loop continues: from one target there is a path back to the switch, from
    /// another there is none but through the first. In a nested loop only switches at the end of a body are
    /// recognised.
    fn is_loop_test(&self, id: FnId, function: &Function, block: Block, end: &Terminator) -> bool {
        let in_loop = self.run.repeated.contains(&(id, block));
        let targets: Vec<Block> = end.successors().collect();
        let ways = targets
            .iter()
            .filter(|target| leads_to(function, **target, block, &targets));
        in_loop && ways.count() < targets.len()
    }

    /// Returns true if a block is never executed and not empty.
    fn is_decoy(&self, function: FnId, body: &Function, block: Block) -> bool {
        let begin = Location {
            function,
            block,
            statement: 0,
        };
        !body.blocks[block.index()].statements.is_empty() && self.run.text.tally(begin).runs == 0
    }

    fn operand(&mut self, function: &Function, operand: &Operand) {
        // Values that cannot be copied are always moved.
        let ty = operand_ty(self.program, function, operand);
        let copyable = ty.is_some_and(|ty| self.program.types.is_copy(ty));
        self.add(Feature::Moves, operand.is_move() && copyable);
        if let Some(place) = operand.place() {
            self.place(function, place);
        }
    }

    /// A place in a live statement.
    fn place(&mut self, function: &Function, place: &Place) {
        let types = &self.program.types;
        let mut ty = function.locals[place.local.index()].ty;
        for step in &place.projection {
            match (step, types.kind(ty)) {
                (Projection::Deref, TyKind::RawPtr(_, pointee)) => {
                    self.add(Feature::RawPointers, !is_environment(types, *pointee));
                }
                (Projection::Deref, _) => self.add(Feature::References, true),
                (Projection::Index(_), _) if is_trips(types, ty) => {}
                _ => self.part_of(ty),
            }
            match types.step(ty, *step) {
                Some(next) => ty = next,
                None => return,
            }
        }
    }

    /// A value in a live statement, by its type.
    fn value(&mut self, ty: Option<Ty>) {
        let Some(ty) = ty else {
            return;
        };
        match self.program.types.kind(ty) {
            TyKind::Int(int) => {
                let wide = matches!(int, IntTy::I128 | IntTy::U128);
                self.add(Feature::WideInts, wide);
            }
            TyKind::Float(_) => self.add(Feature::Floats, true),
            TyKind::Char => self.add(Feature::Chars, true),
            TyKind::Bool | TyKind::RawPtr(..) | TyKind::Ref(..) | TyKind::FnPtr { .. } => {}
            TyKind::Tuple(_) | TyKind::Array(..) | TyKind::Adt(_) => self.part_of(ty),
        }
    }

    /// A part or the whole of a value of this composite type, in a live statement.
    fn part_of(&mut self, ty: Ty) {
        let types = &self.program.types;
        if is_environment(types, ty) || is_trips(types, ty) {
            return;
        }
        let parts = types.part_types(ty);
        let empty = parts.iter().any(|part| self.run.empty[part.index()]);
        self.add(Feature::ZeroSized, empty);
        match types.kind(ty) {
            TyKind::Tuple(fields) => {
                let pair = matches!(**fields, [x, y]
                    if types.as_int(x).is_some() && *types.kind(y) == TyKind::Bool);
                self.add(Feature::Tuples, !pair && !fields.is_empty());
            }
            TyKind::Array(..) => self.add(Feature::Arrays, true),
            TyKind::Adt(_) => {
                if let Some(def) = types.as_adt(ty) {
                    self.adt(ty, def);
                }
            }
            _ => {}
        }
    }

    fn adt(&mut self, ty: Ty, def: &AdtDef) {
        let types = &self.program.types;
        match def.kind {
            AdtKind::Union => self.add(Feature::Unions, true),
            AdtKind::Enum => self.add(Feature::Enums, true),
            AdtKind::Struct => {
                let to_itself = |part: Ty| types.pointee(part) == Some(ty);
                let node = def.field_types().any(to_itself);
                let tuple = def.variants.iter().any(kvant_mir::Variant::is_tuple_like);
                match def.repr {
                    _ if node => self.add(Feature::RecursiveTypes, true),
                    Repr::Transparent => self.add(Feature::TransparentStructs, true),
                    _ if tuple => self.add(Feature::TupleStructs, true),
                    _ => self.add(Feature::Structs, !def.fields().is_empty()),
                }
            }
        }
    }
}

fn operand_ty(program: &Program, function: &Function, operand: &Operand) -> Option<Ty> {
    match operand {
        Operand::Copy(place) | Operand::Move(place) => function.place_ty(&program.types, place),
        Operand::Const(constant) => constant.ty(&program.types),
    }
}

fn is_environment(types: &Types, ty: Ty) -> bool {
    types.as_adt(ty).is_some_and(|def| def.name == ENVIRONMENT)
}

/// Returns true if a type is that of the trip counts in the environment.
fn is_trips(types: &Types, ty: Ty) -> bool {
    let usize = types.lookup(&TyKind::Int(IntTy::Usize));
    let length = crate::universe::TRIPS.len() as u64;
    matches!(*types.kind(ty), TyKind::Array(element, n) if Some(element) == usize && n == length)
}

/// Returns true if there is a path from one block to another that goes through none of `others`.
fn leads_to(function: &Function, from: Block, to: Block, others: &[Block]) -> bool {
    let mut seen = vec![false; function.blocks.len()];
    for other in others.iter().filter(|other| **other != from) {
        seen[other.index()] = true;
    }
    let mut open = vec![from];
    while let Some(block) = open.pop() {
        if block == to {
            return true;
        }
        if std::mem::replace(&mut seen[block.index()], true) {
            continue;
        }
        if let Some(end) = &function.blocks[block.index()].terminator {
            open.extend(end.successors());
        }
    }
    false
}
