//! Operands and constants against their types.

use super::call::Signature;
use super::{Checker, Rule, Scope, Symbol, ensure, is_in};
use crate::names::{Name, unescaped};
use crate::syntax::{
    AddrSpace, Asm, Brackets, CastOp, Const, ConstExpr, InRange, Metadata, Type, TypeKind, Typed,
    Types, Value,
};

/// Variables that LLVM reads.
pub(super) const KNOWN_VARIABLES: &str =
    "llvm.used llvm.compiler.used llvm.global_ctors llvm.global_dtors";

impl<'m> Checker<'m> {
    /// An operand that is not a callee.
    pub(super) fn typed(&self, scope: Scope, operand: Typed) -> Rule {
        self.value(scope, operand.ty, operand.value)
    }

    /// An operand of this type.
    pub(super) fn value(&self, scope: Scope, ty: Type, value: Value) -> Rule {
        match value {
            Value::Local(local) => {
                let Some(found) = scope.locals.get(local.0 as usize) else {
                    return Err("a local is missing".into());
                };
                ensure!(
                    self.same(found.ty, ty),
                    "`{}` is defined with the type `{}`, and used with the type `{}`",
                    self.shown('%', found.name),
                    self.shown_type(found.ty),
                    self.shown_type(ty)
                );
                Ok(())
            }
            Value::Global(name) => {
                if self.name(name).starts_with("llvm.") {
                    ensure!(
                        !self.is_function(name),
                        "the address of an intrinsic is taken"
                    );
                    ensure!(
                        !is_in(KNOWN_VARIABLES, self.name(name)),
                        "a variable that only LLVM reads is used"
                    );
                }
                self.symbol_of_type(name, ty)
            }
            Value::Int(_) => self.integer(ty),
            Value::Undef | Value::Poison => {
                ensure!(
                    self.is_first_class(ty) && ty != Types::LABEL,
                    "there is no such value of this type"
                );
                Ok(())
            }
            Value::Zero => {
                ensure!(
                    self.is_first_class(ty)
                        && ty != Types::LABEL
                        && ty != Types::METADATA
                        && self.has_zero(ty),
                    "there is no such value of this type"
                );
                Ok(())
            }
            // The parser compares these with their types.
            Value::Null | Value::None => Ok(()),
            Value::Const(index) => match scope.constants.get(index as usize) {
                Some(constant) => self.constant(scope, ty, constant),
                None => Err("a constant is missing".into()),
            },
        }
    }

    fn is_function(&self, name: Name) -> bool {
        !matches!(
            self.symbols.get(&name),
            Some(Symbol::Global(_) | Symbol::Alias(_))
        )
    }

    /// A symbol with the type of a pointer into its address space.
    pub(super) fn symbol_of_type(&self, name: Name, ty: Type) -> Rule {
        let Some((space, default)) = self.space_of_symbol(name) else {
            return Err(format!(
                "`{}` is not defined in the module",
                self.shown('@', name)
            ));
        };
        ensure!(
            self.is_pointer_into(ty, space, default),
            "`{}` is a pointer into another address space, or no `{}`",
            self.shown('@', name),
            self.shown_type(ty)
        );
        Ok(())
    }

    /// The address space of a symbol, and the default one of its kind.
    fn space_of_symbol(&self, name: Name) -> Option<(AddrSpace, u32)> {
        Some(match self.symbols.get(&name)? {
            Symbol::Global(global) => (global.space, 0),
            Symbol::Function(function) => (function.space, self.layout.program_space),
            Symbol::Alias(alias) => {
                let ty = match (alias.target.ty, alias.target.value) {
                    (Types::VOID, Value::Const(index)) => {
                        // The type of a bare expression is its own.
                        match self.module.constants.get(index as usize)? {
                            Const::Expr(expr) => self.type_of(expr).unwrap_or(Types::PTR),
                            _ => Types::PTR,
                        }
                    }
                    (ty, _) => ty,
                };
                match self.types.get(ty) {
                    TypeKind::Ptr(space) => (*space, 0),
                    _ => (AddrSpace::Default, 0),
                }
            }
        })
    }

    /// The type of a constant expression, unless it is a vector that no operand has the type of.
    pub(super) fn type_of(&self, expr: &ConstExpr) -> Option<Type> {
        let operand = |n: usize| expr.operands().get(n).map(|it| it.ty);
        match expr {
            ConstExpr::Binary(..) => operand(0),
            ConstExpr::Cast(_, _, _, ty) => Some(*ty),
            ConstExpr::ICmp(_, [first, _]) | ConstExpr::FCmp(_, [first, _]) => {
                self.vector(first.ty).is_none().then_some(Types::I1)
            }
            ConstExpr::Gep { operands, .. } => {
                let base = operand(0)?;
                match operands.iter().any(|it| self.vector(it.ty).is_some()) {
                    true => self.vector(base).map(|_| base),
                    false => Some(base),
                }
            }
            ConstExpr::Named(name, _) => match self.name(*name) {
                "extractelement" => operand(0).map(|it| self.types.scalar(it)),
                "shufflevector" => None,
                "select" => operand(1),
                _ => operand(0),
            },
        }
    }

    /// True if a constant expression whose type no operand has is of this type.
    fn is_vector_of(&self, expr: &ConstExpr, ty: Type) -> bool {
        let lanes = |n: usize| expr.operands().get(n).and_then(|it| self.vector(it.ty));
        let scalar = |n: usize| expr.operands().get(n).map(|it| self.types.scalar(it.ty));
        let found = self.types.scalar(ty);
        match expr {
            ConstExpr::ICmp(..) | ConstExpr::FCmp(..) => {
                found == Types::I1 && self.vector(ty) == lanes(0)
            }
            ConstExpr::Named(..) => {
                scalar(0).is_some_and(|it| self.same(it, found)) && self.vector(ty) == lanes(2)
            }
            ConstExpr::Gep { operands, .. } => {
                let longest = (0..operands.len()).find_map(lanes);
                scalar(0).is_some_and(|it| self.same(it, found)) && self.vector(ty) == longest
            }
            _ => true,
        }
    }

    fn integer(&self, ty: Type) -> Rule {
        let scalar = self.types.get(self.types.scalar(ty));
        ensure!(
            matches!(scalar, TypeKind::Int(_) | TypeKind::Byte(_)),
            "an integer is not of the type `{}`",
            self.shown_type(ty)
        );
        Ok(())
    }

    fn constant(&self, scope: Scope, ty: Type, constant: &Const) -> Rule {
        let is_pointer = matches!(self.types.get(ty), TypeKind::Ptr(_));
        match constant {
            Const::Int(_) => self.integer(ty),
            Const::Float(kind, _) => {
                ensure!(
                    self.float_kind(ty) == Some(*kind),
                    "a float is not of the type `{}`",
                    self.shown_type(ty)
                );
                Ok(())
            }
            Const::Aggregate(brackets, elements) => self.aggregate(scope, ty, *brackets, elements),
            Const::Bytes(text) => {
                let bytes = unescaped(self.name(*text)).len() as u64;
                let is_right = match self.types.get(ty) {
                    TypeKind::Array { length, element } => {
                        *length == bytes && self.bits(*element) == Some(8)
                    }
                    _ => false,
                };
                ensure!(is_right, "these are {bytes} bytes, and not of this type");
                Ok(())
            }
            Const::Splat(value) => {
                ensure!(
                    self.vector(ty).is_some() && self.same(self.types.scalar(ty), value.ty),
                    "a splat is a vector of its element"
                );
                self.typed(scope, *value)
            }
            Const::Expr(expr) => self.expression(scope, ty, expr),
            Const::BlockAddress(function, block) => {
                ensure!(is_pointer, "the address of a block is a pointer");
                let Some(Symbol::Function(found)) = self.symbols.get(function) else {
                    return Err("the address of a block names no function".into());
                };
                let Some(body) = &found.body else {
                    return Err("the address of a block names a declaration".into());
                };
                let label = body.blocks.iter().position(|it| {
                    let name = body.locals[it.label.0 as usize].name;
                    name == *block
                });
                ensure!(label.is_some(), "the address of a block names no block");
                ensure!(
                    label != Some(0),
                    "the address of the first block cannot be taken"
                );
                Ok(())
            }
            Const::DsoLocalEquivalent(name) | Const::NoCfi(name) => {
                ensure!(is_pointer, "the address of a symbol is a pointer");
                ensure!(
                    self.symbols.contains_key(name),
                    "`{}` is not defined in the module",
                    self.shown('@', *name)
                );
                Ok(())
            }
            Const::PtrAuth(parts) => self.ptrauth(scope, parts),
            Const::Asm(_) => Err("the address of inline assembly is taken".into()),
            Const::Metadata(metadata) => {
                ensure!(ty == Types::METADATA, "metadata is of the type `metadata`");
                self.metadata(scope, metadata)
            }
        }
    }

    fn aggregate(&self, scope: Scope, ty: Type, brackets: Brackets, elements: &[Typed]) -> Rule {
        let one = |length: u64, element: Type| {
            ensure!(
                elements.len() as u64 == length,
                "there are {} elements, and not {length}",
                elements.len()
            );
            let other = elements.iter().find(|it| !self.same(it.ty, element));
            ensure!(
                other.is_none(),
                "an element is not of the type `{}`",
                self.shown_type(element)
            );
            Ok(())
        };
        match (brackets, self.shape(ty)) {
            (Brackets::Array, TypeKind::Array { length, element }) => one(*length, *element)?,
            (
                Brackets::Vector,
                TypeKind::Vector {
                    length,
                    element,
                    is_scalable: false,
                },
            ) => one(u64::from(*length), *element)?,
            (Brackets::Struct | Brackets::PackedStruct, TypeKind::Struct { is_packed, fields }) => {
                ensure!(
                    *is_packed == (brackets == Brackets::PackedStruct),
                    "a packed struct is written with `<{{` and `}}>`"
                );
                ensure!(
                    fields.len() == elements.len(),
                    "there are {} fields, and not {}",
                    elements.len(),
                    fields.len()
                );
                for (field, element) in fields.iter().zip(elements) {
                    ensure!(
                        self.same(*field, element.ty),
                        "a field is of the type `{}`, and not `{}`",
                        self.shown_type(*field),
                        self.shown_type(element.ty)
                    );
                }
            }
            _ => return Err(format!("this is no `{}`", self.shown_type(ty))),
        }
        elements
            .iter()
            .try_for_each(|element| self.typed(scope, *element))
    }

    fn expression(&self, scope: Scope, ty: Type, expr: &ConstExpr) -> Rule {
        let is_right = match self.type_of(expr) {
            Some(found) => self.same(found, ty),
            None => self.is_vector_of(expr, ty),
        };
        ensure!(
            is_right,
            "a constant expression is not of the type `{}`",
            self.shown_type(ty)
        );
        match expr {
            ConstExpr::Binary(_, _, [first, _]) => ensure!(
                self.is_int(first.ty),
                "arithmetic of integers on another type"
            ),
            ConstExpr::Cast(op, _, value, to) => self.cast(*op, value.ty, *to)?,
            ConstExpr::ICmp(_, [first, _]) => ensure!(
                self.is_int(first.ty) || self.is_pointer(first.ty),
                "`icmp` of another type"
            ),
            ConstExpr::FCmp(_, [first, _]) => {
                ensure!(self.is_float(first.ty), "`fcmp` of another type");
            }
            ConstExpr::Gep {
                source,
                operands,
                in_range,
                ..
            } => {
                if let Some(InRange::Bounds(low, high)) = in_range {
                    let bound = |name: Name| self.name(name).parse::<i128>().unwrap_or(0);
                    ensure!(
                        bound(*low) < bound(*high),
                        "the bounds of `inrange` are not in order"
                    );
                }
                ensure!(
                    !self.is_scalable(*source),
                    "a constant `getelementptr` into a scalable type"
                );
                self.gep(scope, *source, operands, true)?;
            }
            ConstExpr::Named(name, operands) => match (self.name(*name), &operands[..]) {
                ("extractelement", [a, b]) => self.extract_element(&[*a, *b])?,
                ("insertelement", [a, b, c]) => self.insert_element(&[*a, *b, *c])?,
                ("shufflevector", [a, b, c]) => self.shuffle(scope, &[*a, *b, *c])?,
                ("select", [a, b, c]) => self.select(&[*a, *b, *c])?,
                ("fneg", [a]) => ensure!(self.is_float(a.ty), "`fneg` of another type"),
                _ => return Err("a constant expression has another number of operands".into()),
            },
        }
        expr.operands()
            .iter()
            .try_for_each(|operand| self.typed(scope, *operand))
    }

    /// The types of a conversion.
    pub(super) fn cast(&self, op: CastOp, from: Type, to: Type) -> Rule {
        let bits = |ty| self.int_bits(ty);
        let floats = || {
            let kinds = (self.float_kind(from), self.float_kind(to));
            match kinds {
                (Some(from), Some(to)) => Some((from.bits(), to.bits())),
                _ => None,
            }
        };
        let ints = || Some((bits(from)?, bits(to)?));
        let space = |ty: Type| match self.types.get(self.types.scalar(ty)) {
            TypeKind::Ptr(space) => self.space(*space, 0),
            _ => None,
        };
        let is_right = match op {
            CastOp::Trunc => ints().is_some_and(|(from, to)| from > to),
            CastOp::ZExt | CastOp::SExt => ints().is_some_and(|(from, to)| from < to),
            CastOp::FpTrunc => floats().is_some_and(|(from, to)| from > to),
            CastOp::FpExt => floats().is_some_and(|(from, to)| from < to),
            CastOp::UiToFp | CastOp::SiToFp => bits(from).is_some() && self.is_float(to),
            CastOp::FpToUi | CastOp::FpToSi => self.is_float(from) && bits(to).is_some(),
            CastOp::PtrToInt => self.is_pointer(from) && bits(to).is_some(),
            CastOp::PtrToAddr => {
                let width = space(from).and_then(|space| self.address_bits(space));
                self.is_pointer(from)
                    && bits(to).is_some()
                    && width.is_none_or(|it| bits(to) == Some(it))
            }
            CastOp::IntToPtr => bits(from).is_some() && self.is_pointer(to),
            CastOp::AddrSpaceCast => {
                self.is_pointer(from)
                    && self.is_pointer(to)
                    && (space(from) != space(to) || space(from).is_none())
            }
            CastOp::BitCast => {
                let (a, b) = (self.is_pointer(from), self.is_pointer(to));
                let is_byte =
                    |ty| matches!(self.types.get(self.types.scalar(ty)), TypeKind::Byte(_));
                match a || b {
                    true if is_byte(from) || is_byte(to) => true,
                    true => {
                        let lanes = |ty| self.vector(ty).unwrap_or((false, 1));
                        a && b
                            && lanes(from) == lanes(to)
                            && (space(from) == space(to) || space(from).is_none())
                    }
                    false => {
                        let scalable = |ty| self.vector(ty).is_some_and(|it| it.0);
                        self.same(from, to)
                            || self.bits(from).is_some()
                                && self.bits(from) == self.bits(to)
                                && scalable(from) == scalable(to)
                    }
                }
            }
        };
        let is_right = is_right && (op == CastOp::BitCast || self.vector(from) == self.vector(to));
        ensure!(
            is_right,
            "`{}` does not convert `{}` to `{}`",
            op.text(),
            self.shown_type(from),
            self.shown_type(to)
        );
        Ok(())
    }

    pub(super) fn is_amx(&self, ty: Type) -> bool {
        matches!(self.types.get(ty), TypeKind::Opaque(name) if self.name(*name) == "x86_amx")
    }

    fn ptrauth(&self, scope: Scope, parts: &[Typed]) -> Rule {
        ensure!(
            (1..=5).contains(&parts.len()),
            "`ptrauth` has one to five parts"
        );
        for (n, part) in parts.iter().enumerate() {
            let is_right = match n {
                1 => self.bits(part.ty) == Some(32) && self.is_immediate(scope, part.value),
                2 => self.bits(part.ty) == Some(64) && self.is_immediate(scope, part.value),
                _ => matches!(self.types.get(part.ty), TypeKind::Ptr(_)),
            };
            ensure!(is_right, "part {} of `ptrauth` has another type", n + 1);
            ensure!(
                n != 4 || matches!(part.value, Value::Global(_) | Value::Null),
                "the deactivation symbol of `ptrauth` is a symbol or `null`"
            );
            self.typed(scope, *part)?;
        }
        Ok(())
    }

    /// True for a number.
    pub(super) fn is_immediate(&self, scope: Scope, value: Value) -> bool {
        match value {
            Value::Int(_) | Value::Zero => true,
            Value::Const(index) => {
                matches!(
                    scope.constants.get(index as usize),
                    Some(Const::Int(_) | Const::Float(..))
                ) || self.is_sum(scope, index)
            }
            _ => false,
        }
    }

    /// True for arithmetic on numbers, which LLVM computes.
    fn is_sum(&self, scope: Scope, index: u32) -> bool {
        match scope.constants.get(index as usize) {
            Some(Const::Expr(expr)) => match &**expr {
                ConstExpr::Binary(_, _, operands) => operands
                    .iter()
                    .all(|operand| self.is_immediate(scope, operand.value)),
                ConstExpr::Cast(_, _, operand, _) => {
                    operand.value == Value::Null || self.is_immediate(scope, operand.value)
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// The value of an integer of up to 128 bits, if it is a number.
    pub(super) fn number(&self, scope: Scope, value: Value) -> Option<i128> {
        match value {
            Value::Int(value) => Some(i128::from(value)),
            Value::Zero => Some(0),
            Value::Const(index) => match scope.constants.get(index as usize)? {
                Const::Int(text) => {
                    let text = self.name(*text);
                    match text.split_once("0x") {
                        Some((_, digits)) => i128::from_str_radix(digits, 16).ok(),
                        None => text.parse().ok(),
                    }
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The symbol that a constant is or points into.
    pub(super) fn base(&self, scope: Scope<'m>, value: Value) -> Option<Symbol<'m>> {
        match value {
            Value::Global(name) => self.symbols.get(&name).copied(),
            Value::Const(index) => match scope.constants.get(index as usize)? {
                Const::Expr(expr) => match &**expr {
                    ConstExpr::Cast(_, _, value, _) => self.base(scope, value.value),
                    ConstExpr::Gep { operands, .. } => self.base(scope, operands.first()?.value),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// Inline assembly as a callee: outputs, inputs, labels and clobbers, in this order, and as many as the call has.
    pub(super) fn asm(&self, asm: &Asm, signature: &Signature) -> Rule {
        let constraints = self.name(asm.constraints);
        let (mut outputs, mut indirect, mut inputs) = (0, 0, 0);
        let mut last = 0;
        for constraint in constraints.split(',').filter(|_| !constraints.is_empty()) {
            let rest = constraint.trim_start_matches(['=', '~', '!', '*', '&', '%']);
            ensure!(!rest.is_empty(), "a constraint has no code");
            let order = match constraint.as_bytes()[0] {
                b'=' => 0,
                b'!' => 2,
                b'~' => 3,
                _ => 1,
            };
            ensure!(
                order >= last || order == 1 && last == 2,
                "constraints are outputs, inputs, labels and clobbers, in this order"
            );
            last = last.max(order);
            let is_indirect = constraint
                .trim_start_matches(['=', '&', '%'])
                .starts_with('*');
            match order {
                0 if is_indirect => indirect += 1,
                0 => outputs += 1,
                1 => inputs += 1,
                3 => ensure!(
                    constraint.starts_with("~{"),
                    "a clobber is a register in braces"
                ),
                _ => {}
            }
        }
        let is_right = match (outputs, self.shape(signature.result)) {
            (0, kind) => *kind == TypeKind::Void,
            (1, kind) => !matches!(kind, TypeKind::Struct { .. }),
            (count, TypeKind::Struct { fields, .. }) => fields.len() == count,
            _ => false,
        };
        ensure!(is_right, "inline assembly has as many results as outputs");
        ensure!(
            signature.parameters.len() == inputs + indirect,
            "inline assembly has as many arguments as inputs"
        );
        Ok(())
    }

    /// A string, a node or a value.
    pub(super) fn metadata(&self, scope: Scope, metadata: &Metadata) -> Rule {
        match metadata {
            Metadata::Value(value) => {
                ensure!(
                    value.ty != Types::METADATA,
                    "a value of metadata is no metadata"
                );
                match value.value {
                    // Also symbols that no instruction may use.
                    Value::Global(name) => self.symbol_of_type(name, value.ty),
                    _ => self.typed(scope, *value),
                }
            }
            Metadata::Node(number) => {
                ensure!(
                    self.nodes.contains_key(number),
                    "`!{number}` is not defined in the module"
                );
                Ok(())
            }
            Metadata::Tuple(elements) => elements
                .iter()
                .try_for_each(|element| self.metadata(scope, element)),
            Metadata::Special(text) => self.nodes_in(self.name(*text)),
            Metadata::String(_) | Metadata::Null => Ok(()),
        }
    }
}
