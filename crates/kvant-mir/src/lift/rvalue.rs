//! Rvalues.

use super::body::{Writer, atom};
use super::place::{Binding, any_pattern, has_variant_field};
use crate::syntax::{
    AdtKind, BinOp, CheckedOp, Constant, FnId, IntTy, Operand, Place, Rvalue, Ty, TyKind, UnOp,
    Variant,
};

impl Writer<'_> {
    /// An rvalue of type `ty`.
    pub(super) fn rvalue(&mut self, rvalue: &Rvalue, ty: Ty) -> String {
        match rvalue {
            Rvalue::Use(x) => self.plain(x),
            Rvalue::Unary(op, x) => self.unary(*op, x, ty),
            Rvalue::Binary(op, x, y) => self.binary(*op, x, y),
            Rvalue::Checked(op, x, y) => {
                let name = match op {
                    CheckedOp::Add => "overflowing_add",
                    CheckedOp::Sub => "overflowing_sub",
                    CheckedOp::Mul => "overflowing_mul",
                };
                self.method(name, x, &[y])
            }
            Rvalue::Cast(x, to) => {
                let x = match self.operand(x) {
                    x if x.starts_with(['-', 'm']) => atom(x),
                    x => x,
                };
                format!("{x} as {}", self.ty(*to))
            }
            Rvalue::Transmute(x, to) => self.transmute(x, *to),
            Rvalue::RawRef(mutability, place) => self.raw(*mutability, place),
            Rvalue::Ref(mutability, place) => self.reference(*mutability, place),
            Rvalue::FnPointer(id) => self.fn_pointer(*id, ty),
            Rvalue::Offset(pointer, count) => self.offset(pointer, count),
            Rvalue::Discriminant(place) => self.discriminant(place),
            Rvalue::Aggregate(ty, parts) => self.aggregate(*ty, parts),
            Rvalue::Variant(ty, n, parts) => {
                let types = &self.program.types;
                let found = types.as_adt(*ty).zip(types.variant(*ty, *n));
                let Some((def, variant)) = found else {
                    self.trouble = Some("a variant that does not exist");
                    return String::new();
                };
                let parts = match parts.is_empty() {
                    true => String::new(),
                    false => self.parts(variant, parts),
                };
                format!("{}::{}{parts}", def.name, variant.name)
            }
            Rvalue::Union(ty, n, x) => {
                let def = self.program.types.as_adt(*ty);
                let field =
                    def.and_then(|def| Some((&def.name, &def.fields().get(*n as usize)?.name)));
                let Some((name, field)) = field else {
                    self.trouble = Some("a union that does not exist");
                    return String::new();
                };
                format!("{name} {{ {field}: {} }}", self.plain(x))
            }
            Rvalue::Repeat(x, length) => format!("[{}; {length}]", self.plain(x)),
        }
    }

    /// `x.name(y, …)`.
    pub(super) fn method(&mut self, name: &str, x: &Operand, rest: &[&Operand]) -> String {
        let x = self.receiver(x);
        let rest: Vec<String> = rest.iter().map(|each| self.plain(each)).collect();
        format!("{x}.{name}({})", rest.join(", "))
    }

    fn unary(&mut self, op: UnOp, x: &Operand, ty: Ty) -> String {
        let is_int = matches!(self.program.types.get(ty), Some(TyKind::Int(_)));
        match op {
            UnOp::Neg if is_int => self.method("wrapping_neg", x, &[]),
            UnOp::Neg => format!("-{}", self.receiver(x)),
            UnOp::Not => format!("!{}", self.receiver(x)),
        }
    }

    /// A binary operation. Arithmetic on integers becomes a wrapping method. Division becomes the checked operator, whose check
    /// never fails.
    fn binary(&mut self, op: BinOp, x: &Operand, y: &Operand) -> String {
        let ty = self.operand_ty(x);
        let is_int = ty.is_some_and(|ty| self.program.types.as_int(ty).is_some());
        let name = match op {
            BinOp::Add => "wrapping_add",
            BinOp::Sub => "wrapping_sub",
            BinOp::Mul => "wrapping_mul",
            BinOp::Shl => "wrapping_shl",
            BinOp::Shr => "wrapping_shr",
            _ => "",
        };
        if op.is_shift() {
            let (x, y) = (self.receiver(x), self.shift_amount(y));
            return format!("{x}.{name}({y})");
        }
        if is_int && !name.is_empty() {
            return self.method(name, x, &[y]);
        }
        // The type of the left side determines that of the right one.
        let right = match (x, y) {
            (Operand::Copy(_) | Operand::Move(_), Operand::Const(_)) => self.plain(y),
            _ => self.side(y),
        };
        format!("{} {} {right}", self.side(x), op.symbol())
    }

    /// An operand beside an operator.
    fn side(&mut self, x: &Operand) -> String {
        match self.operand(x) {
            x if x.starts_with("match ") => atom(x),
            x => x,
        }
    }

    /// The amount of a shift as the `u32` that methods take. Only its lowest bits matter.
    pub(super) fn shift_amount(&mut self, y: &Operand) -> String {
        let ty = self.operand_ty(y);
        match ty.and_then(|ty| self.program.types.as_int(ty)) {
            Some(IntTy::U32) => self.plain(y),
            _ => format!("{} as u32", self.receiver(y)),
        }
    }

    pub(super) fn transmute(&mut self, x: &Operand, to: Ty) -> String {
        self.is_unsafe = true;
        let from = self
            .operand_ty(x)
            .map_or_else(String::new, |ty| self.ty(ty));
        let (to, x) = (self.ty(to), self.operand(x));
        format!("std::mem::transmute::<{from}, {to}>({x})")
    }

    fn fn_pointer(&mut self, id: FnId, ty: Ty) -> String {
        let Some(function) = self.program.functions.get(id.index()) else {
            self.trouble = Some("a function that does not exist");
            return String::new();
        };
        format!("{} as {}", function.name, self.ty(ty))
    }

    pub(super) fn offset(&mut self, pointer: &Operand, count: &Operand) -> String {
        self.is_unsafe = true;
        let ty = self.operand_ty(count);
        let name = match ty.and_then(|ty| self.program.types.as_int(ty)) {
            Some(IntTy::Usize) => "add",
            _ => "offset",
        };
        self.method(name, pointer, &[count])
    }

    /// A discriminant. An enum without fields is cast, any other needs a `match`.
    fn discriminant(&mut self, place: &Place) -> String {
        let types = &self.program.types;
        let ty = self.function.place_ty(types, place);
        let Some(def) = ty.and_then(|ty| types.as_adt_of(ty, AdtKind::Enum)) else {
            self.trouble = Some("the discriminant of no enum");
            return String::new();
        };
        let int = def.discriminant_ty();
        if def.variants.iter().all(|variant| variant.fields.is_empty()) {
            let text = self.operand(&Operand::Copy(place.clone()));
            let text = if has_variant_field(place) {
                atom(text)
            } else {
                text
            };
            return format!("{text} as {}", int.name());
        }
        let arms = def.variants.iter().map(|variant| {
            let value = Constant::int(variant.discriminant, int, &kvant_memory::Target::X86_64);
            format!(
                "{} => {}",
                any_pattern(&def.name, variant),
                super::place::literal(value)
            )
        });
        let arms = arms.collect::<Vec<_>>().join(", ");
        self.through(place, Binding::Shared, &mut |_, place| {
            format!("match {place} {{ {arms} }}")
        })
    }

    fn aggregate(&mut self, ty: Ty, parts: &[Operand]) -> String {
        let types = &self.program.types;
        match types.get(ty) {
            Some(TyKind::Adt(id)) => {
                let def = types.adt(*id);
                let parts = match def.variants.first() {
                    Some(shape) if !parts.is_empty() => self.parts(shape, parts),
                    _ => " {}".to_owned(),
                };
                format!("{}{parts}", def.name)
            }
            Some(TyKind::Array(..)) => format!("[{}]", self.operands(parts)),
            _ if parts.len() == 1 => format!("({},)", self.operands(parts)),
            _ => format!("({})", self.operands(parts)),
        }
    }

    /// The parts after the name of a struct or variant.
    fn parts(&mut self, shape: &Variant, parts: &[Operand]) -> String {
        if shape.is_tuple_like() {
            return format!("({})", self.operands(parts));
        }
        let mut texts = Vec::new();
        for (part, field) in parts.iter().zip(&shape.fields) {
            let text = self.plain(part);
            texts.push(match text == field.name {
                true => text,
                false => format!("{}: {text}", field.name),
            });
        }
        format!(" {{ {} }}", texts.join(", "))
    }
}
