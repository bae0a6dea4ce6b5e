//! Constants that are not in a body yet.

use kvant_llvm::syntax::{
    Brackets, Const, FloatKind, Item, Module, Type, TypeKind, Typed, Types, Value,
};
use kvant_llvm::{Name, Names};
use kvant_llvm_machine::{Leaf, Program};

use crate::body::OpenBody;

/// A constant that is not in a body yet.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// A short one.
    Plain(Value),
    /// A long integer.
    Long(i128),
    /// A float, by its bits.
    Float(FloatKind, u128),
    /// A vector, an array or a struct.
    Aggregate(Brackets, Vec<(Type, Literal)>),
}

impl Literal {
    /// The integer.
    pub(super) fn int(number: i128) -> Literal {
        match i32::try_from(number) {
            Ok(short) => Literal::Plain(Value::Int(short)),
            Err(_) => Literal::Long(number),
        }
    }

    /// The zero of a type.
    pub(super) fn zero(types: &Types, ty: Type) -> Option<Literal> {
        Some(match types.get(ty) {
            TypeKind::Int(_) => Literal::int(0),
            TypeKind::Float(kind) => Literal::Float(*kind, 0),
            TypeKind::Ptr(_) => Literal::Plain(Value::Null),
            TypeKind::Vector { .. }
            | TypeKind::Array { .. }
            | TypeKind::Struct { .. }
            | TypeKind::Named(_)
            | TypeKind::Byte(_) => Literal::Plain(Value::Zero),
            _ => return None,
        })
    }

    /// The value of a type that consists of these leaves. None if a leaf is undef, poison, or a pointer to memory without a name.
    pub(super) fn of(program: &Program<'_>, ty: Type, leaves: &[Leaf]) -> Option<Literal> {
        let mut rest = leaves.iter();
        let literal = of_leaves(program, ty, &mut rest)?;
        rest.next().is_none().then_some(literal)
    }

    /// The constant as an operand in a body.
    pub(super) fn value(&self, names: &mut Names, body: &mut OpenBody) -> Value {
        let constant = match self {
            Literal::Plain(value) => return *value,
            Literal::Long(number) => Const::Int(names.intern(&number.to_string())),
            Literal::Float(kind, bits) => Const::Float(*kind, *bits),
            Literal::Aggregate(brackets, parts) => {
                let parts = parts.iter().map(|(ty, part)| Typed {
                    ty: *ty,
                    value: part.value(names, body),
                });
                Const::Aggregate(*brackets, parts.collect())
            }
        };
        body.constant(constant)
    }

    fn is_zero(&self) -> bool {
        matches!(
            self,
            Literal::Plain(Value::Int(0) | Value::Zero | Value::Null) | Literal::Float(_, 0)
        )
    }
}

fn of_leaves(
    program: &Program<'_>,
    ty: Type,
    leaves: &mut std::slice::Iter<'_, Leaf>,
) -> Option<Literal> {
    let module = program.module();
    let (brackets, parts) = match module.types.get(ty) {
        TypeKind::Int(bits @ 1..=128) => {
            let Leaf::Int(number) = leaves.next()? else {
                return None;
            };
            let shift = 128 - bits;
            return Some(Literal::int((number << shift).cast_signed() >> shift));
        }
        TypeKind::Float(kind) => {
            let Leaf::Int(bits) = leaves.next()? else {
                return None;
            };
            return Some(Literal::Float(*kind, *bits));
        }
        TypeKind::Ptr(_) => {
            let Leaf::Ptr(pointer) = leaves.next()? else {
                return None;
            };
            return match pointer.node {
                None if pointer.offset == 0 => Some(Literal::Plain(Value::Null)),
                Some(node) if pointer.offset == 0 => {
                    let name = module.names.find(program.symbol_at(node)?)?;
                    Some(Literal::Plain(Value::Global(name)))
                }
                _ => None,
            };
        }
        TypeKind::Vector {
            is_scalable: false,
            length,
            element,
        } => (Brackets::Vector, vec![*element; *length as usize]),
        TypeKind::Array { length, element } if *length <= MOST => {
            (Brackets::Array, vec![*element; *length as usize])
        }
        _ => {
            let (is_packed, fields) = fields(module, ty)?;
            let brackets = match is_packed {
                true => Brackets::PackedStruct,
                false => Brackets::Struct,
            };
            (brackets, fields.to_vec())
        }
    };
    let parts = parts
        .into_iter()
        .map(|ty| Some((ty, of_leaves(program, ty, leaves)?)));
    let parts: Vec<(Type, Literal)> = parts.collect::<Option<_>>()?;
    match parts.iter().all(|it| it.1.is_zero()) {
        true => Some(Literal::Plain(Value::Zero)),
        false => Some(Literal::Aggregate(brackets, parts)),
    }
}

/// Arrays of more elements are not written.
const MOST: u64 = 64;

/// The fields of a struct, and true if it is packed.
fn fields(module: &Module, ty: Type) -> Option<(bool, &[Type])> {
    match module.types.get(ty) {
        TypeKind::Struct { is_packed, fields } => Some((*is_packed, fields)),
        TypeKind::Named(name) => fields(module, definition(module, *name)?),
        _ => None,
    }
}

fn definition(module: &Module, name: Name) -> Option<Type> {
    module.items.iter().find_map(|item| match item {
        Item::Type(it, definition) if *it == name => *definition,
        _ => None,
    })
}
