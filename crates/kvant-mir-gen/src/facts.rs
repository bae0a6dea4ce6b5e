//! What the generator often asks of a type, found once.

use kvant_mir::{AdtKind, Ty, TyKind, Types};

/// Facts of one type.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools)] // They are independent of each other.
pub(crate) struct Facts {
    /// Its values may be copied.
    pub(crate) is_copy: bool,
    /// Not every byte is fine in it: there is a `bool`, a `char`, an enum or a pointer somewhere.
    pub(crate) is_choosy: bool,
    /// There is a float in it, whose bits are not known if it is a NaN.
    pub(crate) has_float: bool,
    /// There is a union in it, of which nobody knows what was written last.
    pub(crate) has_union: bool,
    /// There is a pointer to memory in it.
    pub(crate) has_pointer: bool,
}

/// The facts of every type that was asked for.
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
        is_choosy: false,
        has_float: false,
        has_union: false,
        has_pointer: false,
    };
    types.any_part(ty, |_, kind| {
        match kind {
            TyKind::Bool | TyKind::Char | TyKind::FnPtr { .. } => facts.is_choosy = true,
            TyKind::RawPtr(..) | TyKind::Ref(..) => {
                facts.is_choosy = true;
                facts.has_pointer = true;
            }
            TyKind::Float(_) => facts.has_float = true,
            TyKind::Adt(id) => match types.adt(*id).kind {
                AdtKind::Enum => facts.is_choosy = true,
                AdtKind::Union => facts.has_union = true,
                AdtKind::Struct => {}
            },
            TyKind::Int(_) | TyKind::Tuple(_) | TyKind::Array(..) => {}
        }
        false
    });
    facts
}
