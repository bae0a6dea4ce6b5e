//! Places and operands.

use super::body::{Writer, atom};
use super::function::is_unit;
use super::locals::Form;
use crate::print;
use crate::syntax::{
    AdtKind, Constant, Mutability, Operand, Place, Projection, Ty, TyKind, Variant,
};

/// The binding mode of a variant's field in a pattern.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Binding {
    /// By value, if the field can be copied.
    Value,
    /// By reference.
    Shared,
    /// By mutable reference.
    Mut,
}

impl Writer<'_> {
    /// A place without fields of variants on its path.
    pub(super) fn place(&mut self, place: &Place) -> String {
        self.through(place, Binding::Shared, &mut |_, place| place)
    }

    /// The result of `finish` on the text of a place. Fields of variants are bound by patterns.
    pub(super) fn through(
        &mut self,
        place: &Place,
        binding: Binding,
        finish: &mut dyn FnMut(&mut Self, String) -> String,
    ) -> String {
        let name = &self.names[place.local.index()];
        let start = match self.locals[place.local.index()].form {
            Form::Memory => {
                self.is_unsafe = true;
                format!("*{name}")
            }
            _ => name.clone(),
        };
        let ty = self.function.locals[place.local.index()].ty;
        self.walk(start, ty, &place.projection, binding, finish)
    }

    fn walk(
        &mut self,
        start: String,
        ty: Ty,
        steps: &[Projection],
        binding: Binding,
        finish: &mut dyn FnMut(&mut Self, String) -> String,
    ) -> String {
        let variant_field = steps.iter().enumerate().find_map(|(n, step)| match step {
            Projection::VariantField { variant, field } => Some((n, *variant, *field)),
            _ => None,
        });
        let Some((n, variant, field)) = variant_field else {
            let (text, _) = self.path(start, ty, steps);
            return finish(self, text);
        };
        let (scrutinee, ty) = self.path(start, ty, &steps[..n]);
        let (types, rest) = (&self.program.types, &steps[n + 1..]);
        let found = types.as_adt(ty).zip(types.variant(ty, variant));
        let (Some((def, shape)), Some(inner)) = (found, types.variant_field(ty, variant, field))
        else {
            self.trouble = Some("a path makes no sense");
            return String::new();
        };
        let (bound, start) = match binding {
            Binding::Value if rest.is_empty() => ("part", "part"),
            Binding::Value | Binding::Shared => ("ref part", "*part"),
            Binding::Mut => ("ref mut part", "*part"),
        };
        let pattern = field_pattern(&def.name, shape, field, bound);
        self.is_unsafe = true;
        let found = self.walk(start.to_owned(), inner, rest, binding, finish);
        format!(
            "match {scrutinee} {{ {pattern} => {found}, _ => std::hint::unreachable_unchecked() }}"
        )
    }

    /// The place after further steps, and its type.
    fn path(&mut self, start: String, mut ty: Ty, steps: &[Projection]) -> (String, Ty) {
        let (mut text, types) = (start, &self.program.types);
        for step in steps {
            match step {
                Projection::Deref => {
                    self.is_unsafe |= matches!(types.get(ty), Some(TyKind::RawPtr(..)));
                    text = format!("*{text}");
                }
                Projection::Field(n) => {
                    self.is_unsafe |= types.as_adt_of(ty, AdtKind::Union).is_some();
                    let field = types
                        .as_adt(ty)
                        .and_then(|def| def.fields().get(*n as usize));
                    let name = field.map_or_else(|| n.to_string(), |field| field.name.clone());
                    text = format!("{}.{name}", atom(text));
                }
                Projection::Index(local) => {
                    let index = self.operand(&Operand::Copy((*local).into()));
                    text = format!("{}[{index}]", atom(text));
                }
                Projection::VariantField { .. } => {}
            }
            match types.step(ty, *step) {
                Some(next) => ty = next,
                None => self.trouble = Some("a path makes no sense"),
            }
        }
        (text, ty)
    }

    /// An operand. A move of a type that can be copied becomes a copy.
    pub(super) fn operand(&mut self, operand: &Operand) -> String {
        let place = match operand {
            Operand::Const(constant) => return literal(*constant),
            Operand::Copy(place) | Operand::Move(place) => place,
        };
        let Some(ty) = self.operand_ty(operand) else {
            self.trouble = Some("a path makes no sense");
            return String::new();
        };
        let known = self.locals[place.local.index()];
        if place.projection.is_empty() && known.form == Form::Absent && is_unit(self.program, ty) {
            return "()".to_owned();
        }
        if self.program.types.is_copy(ty) {
            return self.through(place, Binding::Value, &mut |_, place| place);
        }
        let is_seen = known.form != Form::Memory && !known.moves_unseen;
        if place.projection.is_empty() && is_seen {
            return self.names[place.local.index()].clone();
        }
        self.is_unsafe = true;
        self.through(place, Binding::Shared, &mut |_, place| {
            format!("std::ptr::read(&raw const {place})")
        })
    }

    /// An operand without a type suffix, where the context determines the type.
    pub(super) fn plain(&mut self, operand: &Operand) -> String {
        let text = self.operand(operand);
        match operand {
            Operand::Const(Constant::Int(..) | Constant::Float(..)) => match text.split_once('_') {
                Some((number, _)) if !text.contains("::") => number.to_owned(),
                _ => text,
            },
            _ => text,
        }
    }

    /// Operands separated by commas, without type suffixes.
    pub(super) fn operands(&mut self, operands: &[Operand]) -> String {
        let texts: Vec<String> = operands.iter().map(|each| self.plain(each)).collect();
        texts.join(", ")
    }

    /// An operand that a method can be called on.
    pub(super) fn receiver(&mut self, operand: &Operand) -> String {
        atom(self.operand(operand))
    }

    pub(super) fn operand_ty(&self, operand: &Operand) -> Option<Ty> {
        let types = &self.program.types;
        match operand {
            Operand::Copy(place) | Operand::Move(place) => self.function.place_ty(types, place),
            Operand::Const(constant) => constant.ty(types),
        }
    }

    /// A raw pointer to a place.
    pub(super) fn raw(&mut self, mutability: Mutability, place: &Place) -> String {
        match has_variant_field(place) {
            true => self.raw_to_variant_field(mutability, place),
            false => format!("{}{}", raw_borrow(mutability), self.place(place)),
        }
    }

    /// A raw pointer to a place that only a pattern reaches. A pattern binds a reference, and a pointer derived from it is
    /// invalid after the next use of the whole enum. So the reference only yields the offset of the field.
    fn raw_to_variant_field(&mut self, mutability: Mutability, place: &Place) -> String {
        let is_variant_field = |step: &Projection| matches!(step, Projection::VariantField { .. });
        let first = place
            .projection
            .iter()
            .position(is_variant_field)
            .unwrap_or(0);
        let whole = Place {
            local: place.local,
            projection: place.projection[..first].to_vec(),
        };
        let types = &self.program.types;
        let found = self
            .function
            .place_ty(types, &whole)
            .zip(self.function.place_ty(types, place));
        let Some((from, ty)) = found else {
            self.trouble = Some("a path makes no sense");
            return String::new();
        };
        let (ty, start) = (self.ty(ty), "*to".to_owned());
        let steps = &place.projection[first..];
        let found = self.walk(start, from, steps, Binding::Shared, &mut |_, part| {
            format!("to.byte_offset((&raw const {part}).byte_offset_from(to)).cast::<{ty}>()")
        });
        let whole = self.place(&whole);
        format!("{{ let to = {}{whole}; {found} }}", raw_borrow(mutability))
    }

    /// A reference to a place. It is derived from a raw pointer, so that the borrow checker does not track it.
    pub(super) fn reference(&mut self, mutability: Mutability, place: &Place) -> String {
        let types = &self.program.types;
        let ty = self.function.locals[place.local.index()].ty;
        let is_raw = place.is_indirect() && matches!(types.get(ty), Some(TyKind::RawPtr(..)));
        let borrow = match mutability {
            Mutability::Const => "&",
            Mutability::Mut => "&mut ",
        };
        self.is_unsafe = true;
        if is_raw && !has_variant_field(place) {
            let place = self.place(place);
            return format!("{borrow}{place}");
        }
        let binding = match mutability {
            Mutability::Const => Binding::Shared,
            Mutability::Mut => Binding::Mut,
        };
        self.through(place, binding, &mut |_, place| {
            format!("{borrow}*({}{place})", raw_borrow(mutability))
        })
    }

    /// A pattern for the variant with this discriminant, if there is one.
    pub(super) fn variant_with(&self, ty: Ty, bits: u128) -> Option<String> {
        let def = self.program.types.as_adt_of(ty, AdtKind::Enum)?;
        let int = def.discriminant_ty();
        let of = |variant: &Variant| {
            Constant::int(variant.discriminant, int, &kvant_memory::Target::X86_64).bits()
        };
        let variant = def.variants.iter().find(|variant| of(variant) == bits)?;
        Some(any_pattern(&def.name, variant))
    }
}

/// True if the path has a field of a variant.
pub(super) fn has_variant_field(place: &Place) -> bool {
    let is_one = |step: &Projection| matches!(step, Projection::VariantField { .. });
    place.projection.iter().any(is_one)
}

pub(super) fn raw_borrow(mutability: Mutability) -> &'static str {
    match mutability {
        Mutability::Const => "&raw const ",
        Mutability::Mut => "&raw mut ",
    }
}

/// A constant.
pub(super) fn literal(constant: Constant) -> String {
    let mut text = String::new();
    print::constant(constant, &mut text);
    text
}

/// The pattern that matches any value of a variant.
pub(super) fn any_pattern(name: &str, shape: &Variant) -> String {
    let rest = match (shape.fields.is_empty(), shape.is_tuple_like()) {
        (true, _) => "",
        (false, true) => "(..)",
        (false, false) => " { .. }",
    };
    format!("{name}::{}{rest}", shape.name)
}

/// The pattern that binds one field of a variant.
fn field_pattern(name: &str, shape: &Variant, field: u32, bound: &str) -> String {
    if shape.is_tuple_like() {
        let skipped = "_, ".repeat(field as usize);
        let rest = match field as usize + 1 == shape.fields.len() {
            true => "",
            false => ", ..",
        };
        return format!("{name}::{}({skipped}{bound}{rest})", shape.name);
    }
    let field = shape
        .fields
        .get(field as usize)
        .map_or("", |field| &field.name);
    let rest = if shape.fields.len() == 1 { "" } else { ", .." };
    format!("{name}::{} {{ {field}: {bound}{rest} }}", shape.name)
}
