//! Places.

use super::{Checker, Result};
use crate::{IntTy, Mutability, Place, Projection, Ty, TyKind};

impl Checker<'_> {
    /// The type of a place. Only the first step may dereference, and indices are `usize` locals.
    pub(super) fn place(&self, place: &Place) -> Result<Ty> {
        self.local(place.local)?;
        for (n, step) in place.projection.iter().enumerate() {
            match step {
                Projection::Deref if n > 0 => {
                    return self.fail(format!(
                        "`{}` dereferences after its first step: copy the pointer to a local first",
                        self.show(place)
                    ));
                }
                Projection::Index(local) => {
                    let ty = self.local(*local)?;
                    if self.types.as_int(ty) != Some(IntTy::Usize) {
                        return self.fail(format!(
                            "an index must be a `usize`, and `{}` is a `{}`",
                            self.show(&Place::local(*local)),
                            self.types.name(ty)
                        ));
                    }
                }
                Projection::Deref | Projection::Field(_) | Projection::VariantField { .. } => {}
            }
        }
        match self.function.place_ty(self.types, place) {
            Some(ty) => Ok(ty),
            None => self.fail(format!(
                "the path `{}` does not fit the type `{}`",
                self.show(place),
                self.types.name(self.local(place.local)?)
            )),
        }
    }

    /// The type of a place that is written. Writes through `*const` pointers are refused, although MIR allows them, and so are
    /// writes through `&`.
    pub(super) fn written_place(&self, place: &Place) -> Result<Ty> {
        let ty = self.place(place)?;
        if place.is_indirect()
            && let TyKind::RawPtr(Mutability::Const, _) | TyKind::Ref(Mutability::Const, _) =
                self.types.kind(self.local(place.local)?)
        {
            return self.fail(format!(
                "`{}` writes through a `*const` or `&` pointer: make it a `*mut` or `&mut`",
                self.show(place)
            ));
        }
        Ok(ty)
    }
}
