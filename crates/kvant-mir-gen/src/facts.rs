//! Properties of types that the generator often needs, computed once.

use kvant_mir::{AdtKind, Ty, TyKind, Types};

/// The properties of one type.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools)] // They are independent of each other.
pub(crate) struct Facts {
    /// Its values may be copied.
    pub(crate) is_copy: bool,
    /// Not every bit pattern is valid: it contains a `bool`, a `char`, an enum or a pointer.
    pub(crate) has_invalid_values: bool,
    /// It contains a float, whose bits are not determined if it is a NaN.
    pub(crate) has_float: bool,
    /// It contains a union, whose last written field is not known.
    pub(crate) has_union: bool,
    /// It contains a pointer to memory.
    pub(crate) has_pointer: bool,
}

/// The facts of types, computed on demand.
#[derive(Default)]
pub(crate) struct FactTable {
    known: Vec<Option<Facts>>,
}

impl FactTable {
    pub(crate) fn of(&mut self, types: &Types, ty: Ty) -> Facts {
        let n = ty.index();
        if let Some(Some(facts)) = self.known.get(n) {
            return *facts;
        }
        if self.known.len() <= n {
            self.known.resize(n + 1, None);
        }
        *self.known[n].insert(find(types, ty))
    }
}

fn find(types: &Types, ty: Ty) -> Facts {
    let mut facts = Facts {
        is_copy: types.is_copy(ty),
        has_invalid_values: false,
        has_float: false,
        has_union: false,
        has_pointer: false,
    };
    types.any_part(ty, |_, kind| {
        match kind {
            TyKind::Bool | TyKind::Char | TyKind::FnPtr { .. } => facts.has_invalid_values = true,
            TyKind::RawPtr(..) | TyKind::Ref(..) => {
                facts.has_invalid_values = true;
                facts.has_pointer = true;
            }
            TyKind::Float(_) => facts.has_float = true,
            TyKind::Adt(id) => match types.adt(*id).kind {
                AdtKind::Enum => facts.has_invalid_values = true,
                AdtKind::Union => facts.has_union = true,
                AdtKind::Struct => {}
            },
            TyKind::Int(_) | TyKind::Tuple(_) | TyKind::Array(..) => {}
        }
        false
    });
    facts
}
