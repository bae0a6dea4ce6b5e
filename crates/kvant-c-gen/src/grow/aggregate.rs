//! Assignments of whole structs and unions.

use kvant_c::{Expr, ExprKind};

use super::Grower;
use crate::feature::Feature;

impl Grower {
    /// `a = b`, or `a = (T){…}`.
    pub(super) fn aggregate(&mut self) -> bool {
        let Some(to) = self.record_place(None) else {
            return false;
        };
        if self.program.modifiable(&to).is_err() {
            return false;
        }
        let ty = to.ty.unqualified();
        let literal = self.has(Feature::CompoundLiterals) && self.rng.percent(30);
        let value = match literal {
            true => {
                let init = self.mixed_init(ty);
                Some(Expr {
                    kind: ExprKind::Compound(Box::new(init)),
                    ty,
                })
            }
            false => self.record_place(Some(ty)),
        };
        let made = value.and_then(|value| {
            let kind = ExprKind::Assign(Box::new(to.clone()), Box::new(value));
            self.make(kind)
        });
        self.compute(made)
    }
}
