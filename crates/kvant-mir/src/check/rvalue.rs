//! Rvalues.

use super::{Checker, Result};
use crate::layout::{FieldOrder, Layouts};
use crate::{
    AdtKind, BinOp, CheckedOp, FnId, IntTy, Mutability, Operand, Place, Rvalue, Ty, TyKind, UnOp,
    Variant,
};

impl Checker<'_> {
    /// Checks that an rvalue makes a value of type `expected`.
    pub(super) fn rvalue(&self, rvalue: &Rvalue, expected: Ty) -> Result {
        match rvalue {
            Rvalue::Use(operand) => {
                let found = self.operand(operand)?;
                self.same(expected, found, "the value")
            }
            Rvalue::Unary(op, operand) => self.unary(*op, operand, expected),
            Rvalue::Binary(op, left, right) => self.binary(*op, left, right, expected),
            Rvalue::Checked(op, left, right) => self.checked(*op, left, right, expected),
            Rvalue::Cast(operand, to) => {
                self.cast(operand, *to)?;
                self.same(expected, *to, "the result")
            }
            Rvalue::Transmute(operand, to) => {
                self.transmute(operand, *to)?;
                self.same(expected, *to, "the result")
            }
            Rvalue::RawRef(mutability, place) => {
                let pointee = self.borrowed(*mutability, place)?;
                match self.types.kind(expected) {
                    TyKind::RawPtr(m, p) if m == mutability && *p == pointee => Ok(()),
                    _ => self.mismatch("a raw pointer to", pointee, expected),
                }
            }
            Rvalue::Ref(mutability, place) => {
                let pointee = self.borrowed(*mutability, place)?;
                match self.types.kind(expected) {
                    TyKind::Ref(m, p) if m == mutability && *p == pointee => Ok(()),
                    _ => self.mismatch("a reference to", pointee, expected),
                }
            }
            Rvalue::FnPointer(id) => self.fn_pointer(*id, expected),
            Rvalue::Offset(pointer, count) => {
                let ty = self.operand(pointer)?;
                self.offset(ty, count)?;
                self.same(expected, ty, "the result")
            }
            Rvalue::Discriminant(place) => self.discriminant(place, expected),
            Rvalue::Aggregate(ty, parts) => {
                self.exists(*ty)?;
                self.same(expected, *ty, "the aggregate")?;
                self.aggregate(*ty, parts)
            }
            Rvalue::Variant(ty, variant, parts) => {
                self.exists(*ty)?;
                self.same(expected, *ty, "the enum")?;
                let wanted: Vec<Ty> = self.variant(*ty, *variant)?.field_types().collect();
                self.parts(*ty, &wanted, parts)
            }
            Rvalue::Union(ty, field, operand) => {
                self.exists(*ty)?;
                self.same(expected, *ty, "the union")?;
                let found = self.operand(operand)?;
                let def = self.types.as_adt_of(*ty, AdtKind::Union);
                match def.and_then(|def| def.fields().get(*field as usize)) {
                    Some(field) => self.same(field.ty, found, "the field"),
                    None => self.fail(format!(
                        "`{}` is no union with so many fields",
                        self.types.name(*ty)
                    )),
                }
            }
            Rvalue::Repeat(Operand::Move(_), _) => {
                self.fail("a value cannot be moved more than once: copy it")
            }
            Rvalue::Repeat(operand, length) => {
                let element = self.operand(operand)?;
                match self.types.kind(expected) {
                    TyKind::Array(e, n) if *e == element && n == length => Ok(()),
                    _ => self.fail(format!(
                        "`[{}; {length}]` is no `{}`",
                        self.types.name(element),
                        self.types.name(expected)
                    )),
                }
            }
        }
    }

    fn unary(&self, op: UnOp, operand: &Operand, expected: Ty) -> Result {
        let ty = self.operand(operand)?;
        let fits = match (op, self.types.kind(ty)) {
            (UnOp::Neg, TyKind::Int(int)) => int.is_signed(),
            (UnOp::Neg, TyKind::Float(_)) | (UnOp::Not, TyKind::Int(_) | TyKind::Bool) => true,
            _ => false,
        };
        if !fits {
            return self.fail(format!("{op:?} does not take a `{}`", self.types.name(ty)));
        }
        self.same(expected, ty, "the result")
    }

    fn checked(&self, op: CheckedOp, left: &Operand, right: &Operand, expected: Ty) -> Result {
        let ty = self.operand(left)?;
        let right = self.operand(right)?;
        if self.types.as_int(ty).is_none() {
            return self.fail(format!(
                "Checked({op:?}) does not take a `{}`",
                self.types.name(ty)
            ));
        }
        self.same(ty, right, "the right operand")?;
        match self.types.kind(expected) {
            TyKind::Tuple(fields)
                if fields.len() == 2
                    && fields[0] == ty
                    && *self.types.kind(fields[1]) == TyKind::Bool =>
            {
                Ok(())
            }
            _ => self.fail(format!(
                "the result is a `({}, bool)` where a `{}` is expected",
                self.types.name(ty),
                self.types.name(expected)
            )),
        }
    }

    fn cast(&self, operand: &Operand, to: Ty) -> Result {
        let from = self.operand(operand)?;
        self.exists(to)?;
        let fits = matches!(
            (self.types.kind(from), self.types.kind(to)),
            (
                TyKind::Int(_) | TyKind::Float(_),
                TyKind::Int(_) | TyKind::Float(_)
            ) | (TyKind::Bool | TyKind::Char, TyKind::Int(_))
                | (TyKind::Int(IntTy::U8), TyKind::Char)
        ) || self.is_pointer_cast(from, to);
        if !fits {
            return self.fail(format!(
                "`{}` cannot be cast to `{}`",
                self.types.name(from),
                self.types.name(to)
            ));
        }
        if from == to {
            return self.fail("custom MIR has no cast of a type to itself");
        }
        Ok(())
    }

    /// True for allowed casts between raw pointers: both pointee types are [legible](crate::Types::is_legible), one is an
    /// array of the other, or only the mutability changes.
    fn is_pointer_cast(&self, from: Ty, to: Ty) -> bool {
        let (TyKind::RawPtr(_, from), TyKind::RawPtr(_, to)) =
            (self.types.kind(from), self.types.kind(to))
        else {
            return false;
        };
        let is_array_of = |array: Ty, element: Ty| matches!(self.types.kind(array), TyKind::Array(of, _) if *of == element);
        from == to
            || is_array_of(*from, *to)
            || is_array_of(*to, *from)
            || [*from, *to].iter().all(|ty| self.types.is_legible(*ty))
    }

    /// Checks a transmute: both types must be [legible](crate::Types::is_legible) and have the same size.
    pub(super) fn transmute(&self, operand: &Operand, to: Ty) -> Result {
        let from = self.operand(operand)?;
        self.exists(to)?;
        let legible = self.types.is_legible(from) && self.types.is_legible(to);
        if from == to || !legible || self.size(from)? != self.size(to)? {
            return self.fail(format!(
                "`{}` cannot be transmuted to `{}`: types of one size whose layout is promised can, \
                 without references",
                self.types.name(from),
                self.types.name(to)
            ));
        }
        Ok(())
    }

    /// The size of a type whose layout is known.
    pub(super) fn size(&self, ty: Ty) -> Result<u64> {
        let mut layouts = Layouts::new(*self.target, FieldOrder::Declared);
        match layouts.of(self.types, ty) {
            Ok(layout) => Ok(layout.size),
            Err(_) => self.fail(format!("`{}` is too large", self.types.name(ty))),
        }
    }

    /// The type of a place that is borrowed.
    fn borrowed(&self, mutability: Mutability, place: &Place) -> Result<Ty> {
        match mutability {
            Mutability::Const => self.place(place),
            Mutability::Mut => self.written_place(place),
        }
    }

    fn mismatch(&self, what: &str, found: Ty, expected: Ty) -> Result {
        self.fail(format!(
            "{what} a `{}` is no `{}`",
            self.types.name(found),
            self.types.name(expected)
        ))
    }

    fn fn_pointer(&self, id: FnId, expected: Ty) -> Result {
        let Some(function) = self.program.functions.get(id.index()) else {
            return self.fail("the function does not exist");
        };
        let fits = match self.types.kind(expected) {
            TyKind::FnPtr { arguments, result } => {
                function
                    .locals
                    .first()
                    .is_some_and(|decl| decl.ty == *result)
                    && function.argument_types().eq(arguments.iter().copied())
            }
            _ => false,
        };
        if !fits {
            return self.fail(format!(
                "a pointer to function `{}` is no `{}`",
                function.name,
                self.types.name(expected)
            ));
        }
        Ok(())
    }

    /// Checks that a value of type `ty` is a raw pointer and `count` an offset.
    pub(super) fn offset(&self, ty: Ty, count: &Operand) -> Result {
        let count = self.operand(count)?;
        let is_count = matches!(self.types.as_int(count), Some(IntTy::Isize | IntTy::Usize));
        if !matches!(self.types.kind(ty), TyKind::RawPtr(..)) || !is_count {
            return self.fail(format!(
                "`{}` cannot be offset by `{}`: a raw pointer can by an `isize` or a `usize`",
                self.types.name(ty),
                self.types.name(count)
            ));
        }
        Ok(())
    }

    fn discriminant(&self, place: &Place, expected: Ty) -> Result {
        let ty = self.place(place)?;
        let Some(def) = self.types.as_adt_of(ty, AdtKind::Enum) else {
            return self.fail(format!("a `{}` has no discriminant", self.types.name(ty)));
        };
        if self.types.as_int(expected) != Some(def.discriminant_ty()) {
            return self.fail(format!(
                "the discriminant of a `{}` is a `{}`",
                def.name,
                def.discriminant_ty().name()
            ));
        }
        Ok(())
    }

    /// A variant of an enum.
    pub(super) fn variant(&self, ty: Ty, n: u32) -> Result<&Variant> {
        match self.types.variant(ty, n) {
            Some(variant) => Ok(variant),
            None => self.fail(format!(
                "`{}` is no enum with so many variants",
                self.types.name(ty)
            )),
        }
    }

    fn binary(&self, op: BinOp, left: &Operand, right: &Operand, expected: Ty) -> Result {
        let ty = self.operand(left)?;
        let other = self.operand(right)?;
        let fits = match self.types.kind(ty) {
            TyKind::Int(_) => true,
            TyKind::Bool => op.takes_bool(),
            TyKind::Float(_) => op.takes_float(),
            TyKind::Char | TyKind::RawPtr(..) => op.is_comparison(),
            _ => false,
        };
        if !fits {
            return self.fail(format!(
                "`{}` does not take a `{}`",
                op.symbol(),
                self.types.name(ty)
            ));
        }
        if op.is_shift() {
            if self.types.as_int(other).is_none() {
                return self.fail(format!(
                    "a shift amount must be an integer, not a `{}`",
                    self.types.name(other)
                ));
            }
        } else {
            self.same(ty, other, "the right operand")?;
        }
        if !op.is_comparison() {
            return self.same(expected, ty, "the result");
        }
        if *self.types.kind(expected) == TyKind::Bool {
            return Ok(());
        }
        self.fail(format!(
            "a comparison is a `bool` where a `{}` is expected",
            self.types.name(expected)
        ))
    }

    fn aggregate(&self, ty: Ty, parts: &[Operand]) -> Result {
        let wanted: Vec<Ty> = match self.types.kind(ty) {
            TyKind::Tuple(fields) if fields.is_empty() => {
                return self.fail("the unit value is a constant, not an aggregate");
            }
            TyKind::Tuple(fields) => fields.to_vec(),
            TyKind::Adt(id) if self.types.adt(*id).kind == AdtKind::Struct => {
                self.types.adt(*id).field_types().collect()
            }
            TyKind::Array(element, length) if *length == parts.len() as u64 => {
                vec![*element; parts.len()]
            }
            _ => {
                return self.fail(format!(
                    "{} values do not make a `{}`",
                    parts.len(),
                    self.types.name(ty)
                ));
            }
        };
        self.parts(ty, &wanted, parts)
    }

    /// Checks the types of the parts of a `ty`.
    fn parts(&self, ty: Ty, wanted: &[Ty], parts: &[Operand]) -> Result {
        if wanted.len() != parts.len() {
            return self.fail(format!(
                "`{}` has {} fields, and {} are given",
                self.types.name(ty),
                wanted.len(),
                parts.len()
            ));
        }
        for (part, wanted) in parts.iter().zip(wanted) {
            let found = self.operand(part)?;
            self.same(*wanted, found, "a field")?;
        }
        Ok(())
    }
}
