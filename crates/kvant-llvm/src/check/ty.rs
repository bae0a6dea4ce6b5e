//! Types: their form, their size, and when two are the same.

use super::{Checker, Fault, Rule, ensure};
use crate::syntax::{AddrSpace, FloatKind, Type, TypeKind, Types};

/// Named types may contain one another this deeply, and have this many parts in all. It bounds the time of every rule.
const DEEPEST: u32 = 300;
const MOST_PARTS: u64 = 1 << 20;

impl Checker<'_> {
    /// The bits of an address in an address space, unless only the target knows them.
    pub(super) fn address_bits(&self, space: u32) -> Option<u32> {
        self.has_layout
            .then(|| self.layout.pointer(space).index_bits)
    }

    /// Checks every type that occurs in the module.
    pub(super) fn check_types(&self) -> Result<(), Fault> {
        let mut parts = vec![None; self.types.len()];
        for ty in self.types.all() {
            self.type_is_valid(ty)
                .and_then(|()| self.parts(ty, &mut parts, 0).map(|_| ()))
                .map_err(|message| Checker::fault(self.shown_type(ty), message))?;
        }
        Ok(())
    }

    fn type_is_valid(&self, ty: Type) -> Rule {
        let never = |ty: Type| {
            matches!(
                self.types.get(ty),
                TypeKind::Void | TypeKind::Label | TypeKind::Metadata | TypeKind::Function { .. }
            )
        };
        match self.types.get(ty) {
            TypeKind::Named(name) => ensure!(
                self.named.contains_key(name),
                "this type is not defined in the module"
            ),
            TypeKind::Array { element, .. } => ensure!(
                !never(*element)
                    && !matches!(
                        self.types.get(*element),
                        TypeKind::Token | TypeKind::Opaque(_)
                    ),
                "an array has no elements of this type"
            ),
            TypeKind::Vector { element, .. } => ensure!(
                matches!(
                    self.types.get(*element),
                    TypeKind::Int(_) | TypeKind::Byte(_) | TypeKind::Float(_) | TypeKind::Ptr(_)
                ) || self.target_has(*element, Property::VectorElement),
                "a vector has elements that are integers, floats or pointers"
            ),
            TypeKind::Struct { fields, .. } => ensure!(
                !fields
                    .iter()
                    .any(|field| never(*field) || *field == Types::TOKEN),
                "a struct has no fields of this type"
            ),
            TypeKind::Function {
                result, parameters, ..
            } => {
                ensure!(
                    *result == Types::VOID || !never(*result),
                    "a function has no result of this type"
                );
                ensure!(
                    !parameters
                        .iter()
                        .any(|it| never(*it) && *it != Types::METADATA),
                    "a function has no parameter of this type"
                );
            }
            TypeKind::Ptr(AddrSpace::Number(number)) => {
                ensure!(*number < 1 << 24, "an address space is a number of 24 bits");
            }
            TypeKind::Ptr(space) => ensure!(
                self.space(*space, 0).is_some(),
                "the data layout has no address space of this name"
            ),
            TypeKind::Target(text) => target_is_valid(self.name(*text))?,
            _ => {}
        }
        Ok(())
    }

    /// The struct behind a name, or the type itself.
    pub(super) fn shape(&self, ty: Type) -> &TypeKind {
        match self.types.get(ty) {
            kind @ TypeKind::Named(name) => match self.named.get(name) {
                Some(Some(ty)) => self.types.get(*ty),
                _ => kind,
            },
            kind => kind,
        }
    }

    /// The number of parts of a type; those of an element count once. `known` has the number of each type that was looked at, and
    /// zero for those that contain the type.
    fn parts(&self, ty: Type, known: &mut [Option<u64>], depth: u32) -> Rule<u64> {
        match known[ty.0 as usize] {
            Some(0) => return Err("a type contains itself".into()),
            Some(parts) => return Ok(parts),
            None => known[ty.0 as usize] = Some(0),
        }
        ensure!(depth <= DEEPEST, "types contain one another too deeply");
        let inner = match self.shape(ty) {
            TypeKind::Struct { fields, .. } => &fields[..],
            TypeKind::Array { element, .. } => std::slice::from_ref(element),
            _ => &[],
        };
        let mut parts = 1u64;
        for ty in inner {
            parts = parts.saturating_add(self.parts(*ty, known, depth + 1)?);
        }
        ensure!(parts <= MOST_PARTS, "types contain one another too often");
        known[ty.0 as usize] = Some(parts);
        Ok(parts)
    }

    /// True if values of the type have a size.
    pub(super) fn is_sized(&self, ty: Type) -> bool {
        match self.shape(ty) {
            TypeKind::Void
            | TypeKind::Label
            | TypeKind::Metadata
            | TypeKind::Token
            | TypeKind::Named(_)
            | TypeKind::Function { .. } => false,
            TypeKind::Array { element, .. } => self.is_sized(*element),
            TypeKind::Struct { fields, .. } => {
                let is_homogeneous = fields.first().is_some_and(|first| {
                    matches!(
                        self.types.get(*first),
                        TypeKind::Vector {
                            is_scalable: true,
                            ..
                        }
                    ) && fields.iter().all(|field| field == first)
                });
                is_homogeneous
                    || fields
                        .iter()
                        .all(|field| self.is_sized(*field) && !self.is_scalable(*field))
            }
            TypeKind::Target(_) => self.target_has(ty, Property::Sized),
            _ => true,
        }
    }

    /// True if the type is a scalable vector or contains one.
    pub(super) fn is_scalable(&self, ty: Type) -> bool {
        match self.shape(ty) {
            TypeKind::Vector { is_scalable, .. } => *is_scalable,
            TypeKind::Array { element, .. } => self.is_scalable(*element),
            TypeKind::Struct { fields, .. } => fields.iter().any(|it| self.is_scalable(*it)),
            TypeKind::Target(_) => self.target_has(ty, Property::Scalable),
            _ => false,
        }
    }

    /// True for types of values: everything but `void`, functions and opaque structs.
    pub(super) fn is_first_class(&self, ty: Type) -> bool {
        !matches!(
            self.shape(ty),
            TypeKind::Void | TypeKind::Function { .. } | TypeKind::Named(_)
        )
    }

    /// The number of an address space; none for a name that the data layout gives it.
    pub(super) fn space(&self, space: AddrSpace, default: u32) -> Option<u32> {
        match space {
            AddrSpace::Default => Some(default),
            AddrSpace::Number(number) => Some(number),
            AddrSpace::Named(name) => self.layout.space_of_name(self.name(name)),
        }
    }

    /// True for a pointer into an address space.
    pub(super) fn is_pointer_into(&self, ty: Type, space: AddrSpace, default: u32) -> bool {
        match self.types.get(ty) {
            TypeKind::Ptr(found) => {
                let (a, b) = (self.space(*found, 0), self.space(space, default));
                a == b || a.is_none() || b.is_none()
            }
            _ => false,
        }
    }

    /// True if two types are the same. Names of address spaces and blanks in types of targets may differ.
    pub(super) fn same(&self, a: Type, b: Type) -> bool {
        if a == b {
            return true;
        }
        let may_differ = |kind: &TypeKind| {
            matches!(
                kind,
                TypeKind::Ptr(AddrSpace::Named(_)) | TypeKind::Target(_)
            )
        };
        let canonical = |ty| {
            let mut text = self.shown_type(ty).replace(' ', "");
            for space in self.types.all().map(|ty| self.types.get(ty)) {
                if let TypeKind::Ptr(AddrSpace::Named(name)) = space
                    && let Some(number) = self.space(AddrSpace::Named(*name), 0)
                {
                    let named = format!("addrspace(\"{}\")", self.name(*name));
                    text = text.replace(&named, &format!("addrspace({number})"));
                }
            }
            text.replace("addrspace(0)", "")
        };
        self.types.all().any(|ty| may_differ(self.types.get(ty))) && canonical(a) == canonical(b)
    }

    /// The shape of a vector: whether it is scalable, and its length.
    pub(super) fn vector(&self, ty: Type) -> Option<(bool, u32)> {
        match self.types.get(ty) {
            TypeKind::Vector {
                is_scalable,
                length,
                ..
            } => Some((*is_scalable, *length)),
            _ => None,
        }
    }

    /// The bits of an integer, also as the element of a vector.
    pub(super) fn int_bits(&self, ty: Type) -> Option<u32> {
        match self.types.get(self.types.scalar(ty)) {
            TypeKind::Int(bits) => Some(*bits),
            _ => None,
        }
    }

    /// True for integers and vectors of them.
    pub(super) fn is_int(&self, ty: Type) -> bool {
        self.int_bits(ty).is_some()
    }

    /// The kind of a float, also as the element of a vector.
    pub(super) fn float_kind(&self, ty: Type) -> Option<FloatKind> {
        match self.types.get(self.types.scalar(ty)) {
            TypeKind::Float(kind) => Some(*kind),
            _ => None,
        }
    }

    /// True for floats and vectors of them.
    pub(super) fn is_float(&self, ty: Type) -> bool {
        self.float_kind(ty).is_some()
    }

    /// True for floats, vectors of them, and arrays and structs of nothing else.
    pub(super) fn is_float_like(&self, ty: Type) -> bool {
        match self.shape(ty) {
            TypeKind::Array { element, .. } => self.is_float_like(*element),
            TypeKind::Struct { fields, .. } => {
                let first = fields.first();
                first.is_some_and(|first| {
                    self.is_float_like(*first) && fields.iter().all(|it| it == first)
                })
            }
            _ => self.is_float(ty),
        }
    }

    /// True for pointers and vectors of them.
    pub(super) fn is_pointer(&self, ty: Type) -> bool {
        matches!(self.types.get(self.types.scalar(ty)), TypeKind::Ptr(_))
    }

    /// True for tokens, and types of a target that behave like them.
    pub(super) fn is_token(&self, ty: Type) -> bool {
        ty == Types::TOKEN || self.target_has(ty, Property::Token)
    }

    /// The bits of a value that is no aggregate and no pointer.
    pub(super) fn bits(&self, ty: Type) -> Option<u64> {
        match self.types.get(ty) {
            TypeKind::Int(bits) | TypeKind::Byte(bits) => Some(u64::from(*bits)),
            TypeKind::Float(kind) => Some(u64::from(kind.bits())),
            TypeKind::Vector {
                length, element, ..
            } => Some(u64::from(*length) * self.bits(*element)?),
            TypeKind::Opaque(name) => Some(match self.name(*name) {
                "x86_amx" => 8192,
                _ => 64,
            }),
            _ => None,
        }
    }

    /// The bits that a value takes, where they are known. Padding does not count.
    pub(super) fn size_in_bits(&self, ty: Type) -> Option<u64> {
        match self.shape(ty) {
            TypeKind::Ptr(space) => {
                let space = self.space(*space, 0).unwrap_or(0);
                Some(u64::from(self.address_bits(space).unwrap_or(64)))
            }
            TypeKind::Vector {
                length, element, ..
            } => Some(u64::from(*length) * self.size_in_bits(*element)?),
            TypeKind::Array { length, element } => {
                self.size_in_bits(*element)?.checked_mul(*length)
            }
            TypeKind::Struct { fields, .. } => fields.iter().try_fold(0u64, |sum, field| {
                sum.checked_add(self.size_in_bits(*field)?)
            }),
            _ => self.bits(ty),
        }
    }

    /// The alignment of a type, as far as vectors decide it.
    pub(super) fn alignment(&self, ty: Type) -> u64 {
        match self.shape(ty) {
            TypeKind::Vector { .. } => {
                let bytes = self.size_in_bits(ty).unwrap_or(8).div_ceil(8);
                bytes.checked_next_power_of_two().unwrap_or(u64::MAX)
            }
            TypeKind::Array { element, .. } => self.alignment(*element),
            TypeKind::Struct {
                fields,
                is_packed: false,
            } => {
                let alignments = fields.iter().map(|it| self.alignment(*it));
                alignments.max().unwrap_or(1)
            }
            _ => 1,
        }
    }

    fn target_has(&self, ty: Type, property: Property) -> bool {
        match self.types.get(ty) {
            TypeKind::Target(text) => has_property(self.name(*text), property),
            _ => false,
        }
    }

    /// True if a type of a target has a value of zeros. Other types have one.
    pub(super) fn has_zero(&self, ty: Type) -> bool {
        !matches!(self.types.get(ty), TypeKind::Target(_)) || self.target_has(ty, Property::Zero)
    }

    /// True if a type is or contains one of a target that variables may not have.
    pub(super) fn is_no_global(&self, ty: Type) -> bool {
        self.lacks(ty, Property::Global)
    }

    /// True if a type is or contains one of a target that may not be on the stack.
    pub(super) fn is_no_local(&self, ty: Type) -> bool {
        self.lacks(ty, Property::Local)
    }

    fn lacks(&self, ty: Type, property: Property) -> bool {
        match self.shape(ty) {
            TypeKind::Array { element, .. } => self.lacks(*element, property),
            TypeKind::Struct { fields, .. } => fields.iter().any(|it| self.lacks(*it, property)),
            TypeKind::Target(_) => !self.target_has(ty, property),
            _ => false,
        }
    }
}

/// The parameters of a type of a target.
fn target_is_valid(text: &str) -> Rule {
    // Types inside of the type have commas of their own.
    let mut depth = 0;
    let mut parts = text.split(|c| {
        depth += i32::from(matches!(c, '(' | '{' | '[' | '<'));
        depth -= i32::from(matches!(c, ')' | '}' | ']' | '>'));
        c == ',' && depth == 0
    });
    let name = parts.next().unwrap_or_default().trim().trim_matches('"');
    // Types come before numbers.
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let mut had_number = false;
    let (mut types, mut numbers) = (0, 0);
    for part in parts.map(str::trim) {
        ensure!(
            !had_number || is_number(part),
            "the types of a target's type come before the numbers"
        );
        had_number |= is_number(part);
        match is_number(part) {
            true => numbers += 1,
            false => types += 1,
        }
    }
    let is_right = match name {
        "aarch64.svcount" => (types, numbers) == (0, 0),
        "riscv.vector.tuple" => (types, numbers) == (1, 1),
        "amdgcn.named.barrier" => (types, numbers) == (0, 1),
        "amdgpu.stridemark" => types == 0 && numbers <= 1,
        _ => true,
    };
    ensure!(is_right, "this type of a target has other parameters");
    Ok(())
}

/// A property of a type of a target.
#[derive(Clone, Copy)]
enum Property {
    Sized,
    Scalable,
    VectorElement,
    Zero,
    Global,
    Local,
    Token,
}

fn has_property(text: &str, property: Property) -> bool {
    let name = text.split(',').next().unwrap_or_default();
    let name = name.trim().trim_matches('"');
    let is_scalable = matches!(name, "aarch64.svcount" | "riscv.vector.tuple");
    let is_barrier = name == "amdgcn.named.barrier";
    let is_test = name == "llvm.test.vectorelement";
    let is_dx = name.starts_with("dx.");
    let is_global = is_barrier || is_test || is_dx || {
        name.starts_with("spirv.") || name.starts_with("wasm.")
    };
    match property {
        Property::Sized => is_scalable || is_global,
        Property::Scalable => is_scalable,
        Property::VectorElement => is_test,
        Property::Zero => is_scalable || is_global && !is_dx,
        Property::Global => is_global,
        Property::Local => !is_barrier,
        Property::Token => is_dx || name == "amdgpu.stridemark",
    }
}
