//! Statements and calls.

use super::body::{Writer, atom};
use super::locals::Form;
use super::place::{Binding, has_variant_field};
use crate::syntax::{
    AdtKind, Block, Callee, Constant, IntTy, Local, Operand, Place, Repr, Rvalue, Statement,
    Terminator, Ty,
};
use crate::uses::{self, Use};

impl Writer<'_> {
    /// Writes a statement. Storage statements are left out: storage is that of the block in which a variable is declared.
    pub(super) fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Assign(place, value) => {
                let Some(ty) = self.function.place_ty(&self.program.types, place) else {
                    self.trouble = Some("a path makes no sense");
                    return;
                };
                let text = self.rvalue(value, ty);
                match has_variant_field(place) && reads(value, place.local) {
                    true => self.assign_later(place, ty, &text),
                    false => self.assign(place, ty, &text),
                }
            }
            Statement::StorageLive(_) | Statement::StorageDead(_) => {}
            Statement::SetDiscriminant(place, variant) => self.set_discriminant(place, *variant),
            Statement::Assume(x) => {
                self.is_unsafe = true;
                let x = self.operand(x);
                self.line(&format!("std::hint::assert_unchecked({x});"));
            }
        }
    }

    fn assign(&mut self, place: &Place, ty: Ty, value: &str) {
        let n = place.local.index();
        let known = self.locals[n];
        if place.projection.is_empty() && known.form == Form::Absent {
            // The value has no use, but a call must be made.
            if value.ends_with(')') && value != "()" {
                self.line(&format!("{value};"));
            }
            return;
        }
        if place.projection.is_empty()
            && known.form == Form::AtAssignment
            && !std::mem::replace(&mut self.declared[n], true)
        {
            let (mutable, ty) = (if known.is_mut { "mut " } else { "" }, self.ty(ty));
            let name = &self.names[n];
            return self.line(&format!("let {mutable}{name}: {ty} = {value};"));
        }
        let line = self.through(place, Binding::Mut, &mut |_, place| {
            format!("{place} = {value}")
        });
        self.line(&format!("{line};"));
    }

    /// Writes an assignment that evaluates the value before the place.
    fn assign_later(&mut self, place: &Place, ty: Ty, value: &str) {
        let ty_text = self.ty(ty);
        self.line("{");
        self.line(&format!("    let value: {ty_text} = {value};"));
        let line = self.through(place, Binding::Mut, &mut |_, place| {
            format!("{place} = value")
        });
        self.line(&format!("    {line};"));
        self.line("}");
    }

    /// Writes a new value if the variant has no fields. Otherwise writes the tag, if its position is promised.
    fn set_discriminant(&mut self, place: &Place, n: u32) {
        let types = &self.program.types;
        let ty = self.function.place_ty(types, place);
        let found = ty
            .and_then(|ty| types.as_adt_of(ty, AdtKind::Enum))
            .zip(ty.and_then(|ty| types.variant(ty, n)));
        let Some((def, variant)) = found else {
            self.trouble = Some("a variant that does not exist");
            return;
        };
        if variant.fields.is_empty() {
            let value = format!("{}::{}", def.name, variant.name);
            let line = self.through(place, Binding::Mut, &mut |_, place| {
                format!("{place} = {value}")
            });
            return self.line(&format!("{line};"));
        }
        let fits = def
            .variants
            .iter()
            .all(|v| i32::try_from(v.discriminant).is_ok());
        let int = match def.repr {
            Repr::Int(int) => int,
            Repr::C if fits => IntTy::I32,
            _ => {
                self.trouble = Some("the discriminant of a variant with fields is set");
                return;
            }
        };
        self.is_unsafe = true;
        let value = super::place::literal(Constant::int(
            variant.discriminant,
            int,
            &kvant_memory::Target::X86_64,
        ));
        let line = self.through(place, Binding::Mut, &mut |_, place| {
            format!("*(&raw mut {place}).cast::<{}>() = {value}", int.name())
        });
        self.line(&format!("{line};"));
    }

    /// Writes the call that a block ends with.
    pub(super) fn call_of(&mut self, block: Block) {
        let function = self.function;
        let Some(Terminator::Call {
            destination,
            callee,
            arguments,
            ..
        }) = &function.blocks[block.index()].terminator
        else {
            return;
        };
        let Some(ty) = function.place_ty(&self.program.types, destination) else {
            self.trouble = Some("a path makes no sense");
            return;
        };
        let value = self.call(callee, arguments, ty);
        // MIR evaluates the place before the call, and the call may change the locals of its path.
        let may_move = destination
            .locals_of_path()
            .any(|local| self.census.is_borrowed(local));
        match (may_move, has_variant_field(destination)) {
            (true, true) => {
                self.trouble = Some("a result goes to the field of a variant that may move");
            }
            (true, false) => {
                let place = self.place(destination);
                self.line("{");
                self.line(&format!("    let to = &raw mut {place};"));
                self.line(&format!("    *to = {value};"));
                self.line("}");
                self.is_unsafe = true;
            }
            (false, true) => self.assign_later(destination, ty, &value),
            (false, false) => self.assign(destination, ty, &value),
        }
    }

    /// A call with a result of type `ty`.
    pub(super) fn call(&mut self, callee: &Callee, arguments: &[Operand], ty: Ty) -> String {
        match callee {
            Callee::Function(id) => {
                let Some(function) = self.program.functions.get(id.index()) else {
                    self.trouble = Some("a function that does not exist");
                    return String::new();
                };
                self.callees.push(*id);
                format!("{}({})", function.name, self.operands(arguments))
            }
            Callee::Pointer(place) => {
                let pointer = match self.operand(&Operand::Copy(place.clone())) {
                    pointer if place.projection.is_empty() => atom(pointer),
                    pointer => format!("({pointer})"),
                };
                format!("{pointer}({})", self.operands(arguments))
            }
            Callee::Intrinsic(intrinsic) => self.intrinsic(*intrinsic, arguments, ty),
            Callee::Observe { site } => {
                let ty = arguments.first().and_then(|x| self.operand_ty(x));
                let ty = ty.map_or_else(String::new, |ty| self.ty(ty));
                format!("kvant::observe_{ty}({site}, {})", self.operands(arguments))
            }
        }
    }
}

/// True if an rvalue uses a local.
fn reads(value: &Rvalue, local: Local) -> bool {
    let mut found = false;
    uses::rvalue(value, &mut |each, _: Use| found |= each == local);
    found
}
