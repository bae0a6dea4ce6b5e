//! The canonical form of a program: what its text does not show is settled in one way.

use crate::print;
use crate::syntax::*;

/// Renumbers the types by first mention, as documented at [`Program::canonical`].
///
/// The text shows neither the numbers of types, nor whether a name was given or follows from the
/// number, nor what the entry function would tell the optimiser if it were not the entry function; and
/// which locals are marked it shows by their marks.
pub(crate) fn renumber(program: Program) -> Program {
    let mut program = program;
    let old = std::mem::take(&mut program.types);
    let mut renumbering = Renumbering {
        known: vec![None; old.len()],
        old: &old,
        new: Types::default(),
    };
    renumbering.adts();
    for function in &mut program.functions {
        renumbering.function(function);
        function.find_marked();
        settle_local_names(&mut function.locals);
        settle_block_names(&mut function.blocks);
    }
    for argument in &program.arguments {
        renumbering.constant(*argument);
    }
    program.types = renumbering.new;
    if let Some(entry) = program.functions.get_mut(program.entry.index()) {
        entry.inline = Inline::Never;
        entry.cold = false;
    }
    program
}

/// A table of types under way from an old numbering to the new one.
struct Renumbering<'a> {
    old: &'a Types,
    new: Types,
    /// The new number of each old type that was met.
    known: Vec<Option<Ty>>,
}

impl Renumbering<'_> {
    /// Declares every type before any field is looked at, so that they may point to themselves and to
    /// later ones.
    fn adts(&mut self) {
        for def in self.old.adts() {
            self.new.declare(def.clone());
        }
        for (n, def) in self.old.adts().iter().enumerate() {
            let mut variants = def.variants.clone();
            for field in variants.iter_mut().flat_map(|variant| &mut variant.fields) {
                field.ty = self.ty(field.ty);
            }
            self.new.adt_mut(AdtId::new(n)).variants = variants;
        }
    }

    fn ty(&mut self, ty: Ty) -> Ty {
        if let Some(known) = self.known[ty.index()] {
            return known;
        }
        let kind = match self.old.kind(ty) {
            TyKind::Tuple(fields) => TyKind::Tuple(fields.iter().map(|f| self.ty(*f)).collect()),
            TyKind::Array(element, length) => TyKind::Array(self.ty(*element), *length),
            TyKind::RawPtr(mutability, pointee) => TyKind::RawPtr(*mutability, self.ty(*pointee)),
            TyKind::Ref(mutability, pointee) => TyKind::Ref(*mutability, self.ty(*pointee)),
            TyKind::FnPtr { arguments, result } => TyKind::FnPtr {
                arguments: arguments.iter().map(|ty| self.ty(*ty)).collect(),
                result: self.ty(*result),
            },
            leaf @ (TyKind::Int(_)
            | TyKind::Float(_)
            | TyKind::Bool
            | TyKind::Char
            | TyKind::Adt(_)) => leaf.clone(),
        };
        let new = self.new.intern(kind);
        self.known[ty.index()] = Some(new);
        new
    }

    fn function(&mut self, function: &mut Function) {
        for local in &mut function.locals {
            local.ty = self.ty(local.ty);
        }
        for block in &mut function.blocks {
            for statement in &mut block.statements {
                match statement {
                    Statement::Assign(_, rvalue) => self.rvalue(rvalue),
                    Statement::Assume(operand) => self.operand(operand),
                    Statement::StorageLive(_)
                    | Statement::StorageDead(_)
                    | Statement::SetDiscriminant(..) => {}
                }
            }
            match &block.terminator {
                Some(Terminator::Switch { scrutinee, .. }) => self.operand(scrutinee),
                Some(Terminator::Call { arguments, .. }) => self.operands(arguments),
                Some(Terminator::Goto(_) | Terminator::Return | Terminator::Unreachable) | None => {
                }
            }
        }
    }

    fn rvalue(&mut self, rvalue: &mut Rvalue) {
        match rvalue {
            Rvalue::Use(x) | Rvalue::Unary(_, x) | Rvalue::Repeat(x, _) => self.operand(x),
            Rvalue::Binary(_, x, y) | Rvalue::Checked(_, x, y) | Rvalue::Offset(x, y) => {
                self.operand(x);
                self.operand(y);
            }
            Rvalue::Cast(x, ty) | Rvalue::Transmute(x, ty) => {
                self.operand(x);
                *ty = self.ty(*ty);
            }
            Rvalue::RawRef(..)
            | Rvalue::Ref(..)
            | Rvalue::FnPointer(_)
            | Rvalue::Discriminant(_) => {}
            Rvalue::Aggregate(ty, parts) | Rvalue::Variant(ty, _, parts) => {
                *ty = self.ty(*ty);
                self.operands(parts);
            }
            Rvalue::Union(ty, _, x) => {
                *ty = self.ty(*ty);
                self.operand(x);
            }
        }
    }

    fn operands(&mut self, operands: &[Operand]) {
        for operand in operands {
            self.operand(operand);
        }
    }

    fn operand(&mut self, operand: &Operand) {
        if let Operand::Const(constant) = operand {
            self.constant(*constant);
        }
    }

    /// A constant shows its type, and [`Constant::ty`] wants to find it.
    fn constant(&mut self, constant: Constant) {
        match constant {
            Constant::Int(_, int) => self.new.int(int),
            Constant::Float(_, float) => self.new.float(float),
            Constant::Bool(_) => self.new.bool(),
            Constant::Char(_) => self.new.char(),
            Constant::Unit => self.new.unit(),
        };
    }
}

/// Either all locals but the return place have names, or none has.
fn settle_local_names(locals: &mut [LocalDecl]) {
    let mut names: Vec<_> = locals.iter_mut().map(|local| &mut local.name).collect();
    settle(&mut names, print::local_number);
}

/// Either all blocks but the entry block have names, or none has.
fn settle_block_names(blocks: &mut [BlockData]) {
    let mut names: Vec<_> = blocks.iter_mut().map(|block| &mut block.name).collect();
    settle(&mut names, print::block_number);
}

/// The first of `names` is never in the text. The others follow from their numbers all together, or
/// are all written down.
fn settle(names: &mut [&mut Option<String>], write_number: fn(u32, &mut String)) {
    let Some((first, rest)) = names.split_first_mut() else {
        return;
    };
    **first = None;
    let follows = |n: usize| {
        let mut number = String::new();
        write_number(n as u32 + 1, &mut number);
        number
    };
    let mut named = rest.iter().enumerate().filter(|(_, name)| name.is_some());
    let free = named.any(|(n, name)| name.as_ref() != Some(&follows(n)));
    for (n, name) in rest.iter_mut().enumerate() {
        match (free, name.is_some()) {
            (true, false) => **name = Some(follows(n)),
            (false, true) => **name = None,
            _ => {}
        }
    }
}
