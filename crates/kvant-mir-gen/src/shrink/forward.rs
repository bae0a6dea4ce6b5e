//! Copy propagation: reads of a copy become reads of the source, and dereferences of a pointer become uses of its
//! referent.

use kvant_mir::{
    Local, Location, Operand, Place, Program, Projection, Rewrite, Rvalue, Statement, Terminator,
};

use super::edit::{Act, Edit};
use super::record::Record;
use super::text::{Line, locations};

/// Locals that are assigned once in the text, from an operand or as a pointer to a place.
pub(super) fn copies(program: &Program, _: &Record) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, line) in locations(program) {
        let Line::Statement(Statement::Assign(to, rvalue)) = line else {
            continue;
        };
        if !to.projection.is_empty() || assignments(program, at, to.local) != 1 {
            continue;
        }
        match rvalue {
            Rvalue::Use(operand) if operand.place() != Some(to) => {
                edits.push(Edit::new(at, Act::Forward(to.local, operand.clone())));
            }
            Rvalue::RawRef(_, place) | Rvalue::Ref(_, place) => {
                edits.push(Edit::new(at, Act::Through(to.local, place.clone())));
            }
            _ => {}
        }
    }
    edits
}

/// Number of assignments to a local or to a part of it in the text.
fn assignments(program: &Program, at: Location, local: Local) -> usize {
    let function = program.function(at.function);
    let is_it = |place: &Place| place.local == local && !place.is_indirect();
    let mut count = usize::from(function.is_parameter_or_return(local));
    for block in &function.blocks {
        let statements = block.statements.iter();
        count += statements
            .filter(|statement| matches!(statement, Statement::Assign(to, _) if is_it(to)))
            .count();
        if let Some(Terminator::Call { destination, .. }) = &block.terminator {
            count += usize::from(is_it(destination));
        }
    }
    count
}

/// Replaces `local` by `with`, and removes the assignment at `at`.
pub(super) fn forward(program: &mut Program, at: Location, local: Local, with: &Operand) {
    let function = program.function_mut(at.function);
    Forward { local, with }.function(function);
    let block = &mut function.blocks[at.block.index()];
    block.statements.remove(at.statement as usize);
}

struct Forward<'a> {
    local: Local,
    with: &'a Operand,
}

impl Rewrite for Forward<'_> {
    fn operand(&mut self, operand: &mut Operand) {
        match operand {
            Operand::Copy(place) | Operand::Move(place) => {
                let whole = place.local == self.local && place.projection.is_empty();
                match self.with {
                    Operand::Const(_) if whole => *operand = self.with.clone(),
                    _ => self.place(place),
                }
            }
            Operand::Const(_) => {}
        }
    }

    fn place(&mut self, place: &mut Place) {
        let Some(with) = self.with.place() else {
            return;
        };
        for step in &mut place.projection {
            if let Projection::Index(local) = step
                && *local == self.local
                && with.projection.is_empty()
            {
                *local = with.local;
            }
        }
        if place.local == self.local {
            place.local = with.local;
            place.projection.splice(0..0, with.projection.clone());
        }
    }
}

/// Replaces dereferences of `pointer` by the place that it points to.
pub(super) fn through(program: &mut Program, at: Location, pointer: Local, to: &Place) {
    Through { pointer, to }.function(program.function_mut(at.function));
}

struct Through<'a> {
    pointer: Local,
    to: &'a Place,
}

impl Rewrite for Through<'_> {
    fn place(&mut self, place: &mut Place) {
        if place.local == self.pointer && place.is_indirect() {
            place.local = self.to.local;
            place.projection.splice(0..1, self.to.projection.clone());
        }
    }
}
