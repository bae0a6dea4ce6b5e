//! One type replaced by another one, also inside of other types.

use std::collections::HashMap;

use kvant_mir::{AdtId, Program, Rewrite, Ty, TyKind, Types};

/// Replaces the type `old` by `new`, also in every type that contains it.
pub(super) fn substitute(program: &mut Program, old: Ty, new: Ty) {
    let mut types = std::mem::take(&mut program.types);
    let mut substitution = Substitution {
        types: &mut types,
        known: HashMap::from([(old, new)]),
    };
    for n in 0..substitution.types.adts().len() {
        let id = AdtId::new(n);
        let mut variants = substitution.types.adt(id).variants.clone();
        for field in variants.iter_mut().flat_map(|variant| &mut variant.fields) {
            field.ty = substitution.map(field.ty);
        }
        substitution.types.adt_mut(id).variants = variants;
    }
    for function in &mut program.functions {
        substitution.function(function);
    }
    program.types = types;
}

struct Substitution<'a> {
    types: &'a mut Types,
    known: HashMap<Ty, Ty>,
}

impl Substitution<'_> {
    fn map(&mut self, ty: Ty) -> Ty {
        if let Some(&known) = self.known.get(&ty) {
            return known;
        }
        let kind = match self.types.kind(ty).clone() {
            TyKind::Tuple(parts) => {
                TyKind::Tuple(parts.iter().map(|part| self.map(*part)).collect())
            }
            TyKind::Array(element, length) => TyKind::Array(self.map(element), length),
            TyKind::RawPtr(mutability, pointee) => TyKind::RawPtr(mutability, self.map(pointee)),
            TyKind::Ref(mutability, pointee) => TyKind::Ref(mutability, self.map(pointee)),
            TyKind::FnPtr { arguments, result } => TyKind::FnPtr {
                arguments: arguments.iter().map(|ty| self.map(*ty)).collect(),
                result: self.map(result),
            },
            leaf => leaf,
        };
        let new = self.types.intern(kind);
        self.known.insert(ty, new);
        new
    }
}

impl Rewrite for Substitution<'_> {
    fn ty(&mut self, ty: &mut Ty) {
        *ty = self.map(*ty);
    }
}
