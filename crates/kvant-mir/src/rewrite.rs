//! A traversal of everything that a function names, to replace it.

use crate::syntax::*;

/// Replaces types, locals, places, blocks, functions or operands that a function names. The default methods change nothing
/// by themselves.
pub trait Rewrite {
    /// A type.
    fn ty(&mut self, _ty: &mut Ty) {}

    /// A local.
    fn local(&mut self, _local: &mut Local) {}

    /// A block.
    fn block(&mut self, _block: &mut Block) {}

    /// A function that is called or pointed to.
    fn callee(&mut self, _id: &mut FnId) {}

    /// The number of an observation.
    fn site(&mut self, _site: &mut u32) {}

    /// A constant, which has a type without naming it.
    fn constant(&mut self, _constant: Constant) {}

    /// A place: its base local, and the locals of its indices.
    fn place(&mut self, place: &mut Place) {
        self.local(&mut place.local);
        for step in &mut place.projection {
            if let Projection::Index(local) = step {
                self.local(local);
            }
        }
    }

    /// An operand.
    fn operand(&mut self, operand: &mut Operand) {
        match operand {
            Operand::Copy(path) | Operand::Move(path) => self.place(path),
            Operand::Const(constant) => self.constant(*constant),
        }
    }

    /// A whole function: its locals, then its blocks, in the order of the text.
    fn function(&mut self, function: &mut Function) {
        for local in &mut function.locals {
            self.ty(&mut local.ty);
        }
        for block in &mut function.blocks {
            for each in &mut block.statements {
                statement(self, each);
            }
            if let Some(end) = &mut block.terminator {
                terminator(self, end);
            }
        }
    }
}

fn operands(rewrite: &mut (impl Rewrite + ?Sized), operands: &mut [Operand]) {
    for operand in operands {
        rewrite.operand(operand);
    }
}

fn statement(rewrite: &mut (impl Rewrite + ?Sized), statement: &mut Statement) {
    match statement {
        Statement::Assign(to, value) => {
            rewrite.place(to);
            rvalue(rewrite, value);
        }
        Statement::StorageLive(local) | Statement::StorageDead(local) => rewrite.local(local),
        Statement::SetDiscriminant(of, _) => rewrite.place(of),
        Statement::Assume(operand) => rewrite.operand(operand),
    }
}

fn rvalue(rewrite: &mut (impl Rewrite + ?Sized), rvalue: &mut Rvalue) {
    match rvalue {
        Rvalue::Use(x) | Rvalue::Unary(_, x) | Rvalue::Repeat(x, _) => rewrite.operand(x),
        Rvalue::Binary(_, x, y) | Rvalue::Checked(_, x, y) | Rvalue::Offset(x, y) => {
            rewrite.operand(x);
            rewrite.operand(y);
        }
        Rvalue::Cast(x, ty) | Rvalue::Transmute(x, ty) => {
            rewrite.operand(x);
            rewrite.ty(ty);
        }
        Rvalue::RawRef(_, of) | Rvalue::Ref(_, of) | Rvalue::Discriminant(of) => {
            rewrite.place(of);
        }
        Rvalue::FnPointer(id) => rewrite.callee(id),
        Rvalue::Aggregate(ty, parts) | Rvalue::Variant(ty, _, parts) => {
            rewrite.ty(ty);
            operands(rewrite, parts);
        }
        Rvalue::Union(ty, _, x) => {
            rewrite.ty(ty);
            rewrite.operand(x);
        }
    }
}

fn terminator(rewrite: &mut (impl Rewrite + ?Sized), terminator: &mut Terminator) {
    match terminator {
        Terminator::Goto(target) => rewrite.block(target),
        Terminator::Switch {
            scrutinee,
            arms,
            otherwise,
        } => {
            rewrite.operand(scrutinee);
            for (_, block) in arms {
                rewrite.block(block);
            }
            rewrite.block(otherwise);
        }
        Terminator::Call {
            destination,
            callee,
            arguments,
            target,
        } => {
            rewrite.place(destination);
            match callee {
                Callee::Function(id) => rewrite.callee(id),
                Callee::Pointer(pointer) => rewrite.place(pointer),
                Callee::Observe { site } => rewrite.site(site),
                Callee::Intrinsic(_) => {}
            }
            operands(rewrite, arguments);
            rewrite.block(target);
        }
        Terminator::Return | Terminator::Unreachable => {}
    }
}
