//! Arms that no execution reaches, filled with code that looks reachable.
//!
//! The machine shows that a decoy is dead: the arm could have been taken during the whole growth, and no execution
//! took it.

use kvant_mir::{
    BinOp, Block, Constant, FnId, Local, Operand, Place, Projection, Rvalue, Statement, Terminator,
};

use crate::draft::Arm;
use crate::feature::Feature;
use crate::grow::Grower;

/// Maximum number of statements that a decoy imitates from another block.
const LONGEST_IMITATION: usize = 6;

/// Writes all arms that are still open.
pub(crate) fn fill(grower: &mut Grower) {
    grower.draft.live = false;
    while let Some((&key, _)) = grower.draft.arms.first_key_value() {
        grower.draft.at = key;
        if let Some(arm) = grower.draft.take_arm() {
            grower.draft.stats.grown.decoys += 1;
            write(grower, &arm);
        }
    }
}

fn write(grower: &mut Grower, arm: &Arm) {
    let end = Terminator::Goto(arm.join);
    let wanted = grower.swarm.has(Feature::Decoys);
    let room = grower.draft.statements() < grower.swarm.statements;
    let kind = grower.rng.below(10);
    let end = match kind {
        0 => Terminator::Unreachable,
        1 | 2 => end,
        _ if !wanted || !room => end,
        _ => {
            let scope = grower.scope_of(arm);
            let scope = std::mem::replace(&mut grower.scope, scope);
            let region = grower.open_region();
            grower.retired.clear();
            if let Some((place, variant)) = &arm.known {
                grower.use_variant(place, *variant);
            }
            if kind < 6 {
                imitate(grower);
            }
            let budget = grower.rng.between(2, 9);
            grower.fill_region(budget);
            // Nothing is executed, so nothing can be refused.
            let _ = grower.close_region(&region);
            grower.scope = scope;
            end
        }
    };
    let _ = grower.draft.terminator(end);
}

/// Copies a few statements of some block of the same function, with small changes.
fn imitate(grower: &mut Grower) {
    let id = grower.draft.at.0;
    for _ in 0..4 {
        let blocks = grower.draft.function().blocks.len();
        let block = Block::new(grower.rng.below(blocks));
        let copied = imitable(grower, id, block);
        if copied.is_empty() {
            continue;
        }
        for statement in copied {
            let statement = change(grower, statement);
            let _ = grower.draft.statement(statement);
        }
        return;
    }
}

/// The first assignments of a block that name only locals in scope, and write no read-only local.
fn imitable(grower: &Grower, id: FnId, block: Block) -> Vec<Statement> {
    let function = grower.draft.program.function(id);
    let usable = |local: Local| grower.scope.contains(local);
    let writable = |local: Local| {
        let mut entries = grower.scope.entries().iter();
        entries.any(|entry| entry.local == local && !entry.frozen)
    };
    function.blocks[block.index()]
        .statements
        .iter()
        .filter(|statement| match statement {
            Statement::Assign(place, rvalue) => {
                let mut known = place.is_indirect() || writable(place.local);
                locals(place, rvalue, &mut |local| known &= usable(local));
                known
            }
            Statement::StorageLive(_)
            | Statement::StorageDead(_)
            | Statement::SetDiscriminant(..)
            | Statement::Assume(_) => false,
        })
        .take(LONGEST_IMITATION)
        .cloned()
        .collect()
}

/// Visits every local that an assignment names.
fn locals(place: &Place, rvalue: &Rvalue, visit: &mut impl FnMut(Local)) {
    let mut of_place = |place: &Place| {
        visit(place.local);
        for step in &place.projection {
            if let Projection::Index(local) = step {
                visit(*local);
            }
        }
    };
    of_place(place);
    rvalue
        .operands()
        .filter_map(Operand::place)
        .for_each(&mut of_place);
    if let Rvalue::RawRef(_, place) | Rvalue::Ref(_, place) | Rvalue::Discriminant(place) = rvalue {
        of_place(place);
    }
}

/// Replaces the operator by another one of the same kind, or a constant by a neighbouring one, in about every second
/// statement.
fn change(grower: &mut Grower, mut statement: Statement) -> Statement {
    const LIKE: [BinOp; 3] = [BinOp::Add, BinOp::Sub, BinOp::Mul];
    if let Statement::Assign(_, Rvalue::Binary(op, left, right)) = &mut statement
        && grower.rng.percent(50)
    {
        let constant = [&mut *left, &mut *right]
            .into_iter()
            .find_map(|operand| match operand {
                Operand::Const(Constant::Int(bits, int)) => Some((bits, *int)),
                _ => None,
            });
        match constant {
            Some((bits, int)) => {
                let width = int.bits(&crate::TARGET);
                *bits = kvant_mir_machine::arithmetic::truncate(*bits ^ 1, width);
            }
            None if LIKE.contains(op) => {
                *op = *grower.rng.pick(&LIKE).unwrap_or(op);
            }
            None => {}
        }
    }
    statement
}
