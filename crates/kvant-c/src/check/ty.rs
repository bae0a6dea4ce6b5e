//! Types and records, which are checked first.

use super::{LARGEST, LARGEST_ALIGN, Result, TYPE_DEPTH, global};
use crate::{
    CTarget, Field, IntKind, Program, Quals, Record, RecordKind, Type, TypeId, TypeKind, Types,
};

/// Checks that all types and records exist, are finite and are not too large.
pub(super) fn table(program: &Program, target: &CTarget) -> Result {
    let own = Types::default().len();
    for n in 0..program.types.len() {
        let id = TypeId(n as u32);
        if let Err(message) = kind(program, target, id, n < own) {
            return global(format!("type {n}: {message}"));
        }
    }
    if depths(&program.types, &mut Vec::new()) > TYPE_DEPTH {
        return global("a type is nested too deeply");
    }
    let mut sizes = Vec::with_capacity(program.records.len());
    for record in &program.records {
        match self::record(program, target, record, &sizes) {
            Ok(size) => sizes.push(size),
            Err(message) => return global(format!("`{}`: {message}", record.name)),
        }
    }
    for n in 0..program.types.len() {
        let ty = Type::plain(TypeId(n as u32));
        if let TypeKind::Array(..) = program.types.kind(ty)
            && bound(program, ty, &sizes).is_none_or(|size| size.bytes > LARGEST)
        {
            return global(format!("type {n}: it is larger than {LARGEST} bytes"));
        }
    }
    for enumeration in &program.enums {
        if enumeration.constants.is_empty() {
            return global(format!("`{}` has no constants", enumeration.name));
        }
    }
    for typedef in &program.typedefs {
        let fine = typedef.ty.quals == Quals::NONE
            && written(program, program.types.len(), target, typedef.ty).is_ok();
        if !fine {
            return global(format!(
                "the type of the typedef `{}` is invalid",
                typedef.name
            ));
        }
    }
    Ok(())
}

/// Returns the depth of the most deeply nested type. `known` caches the depths of the first types and is extended.
pub(crate) fn depths(types: &Types, known: &mut Vec<u32>) -> u32 {
    for n in known.len()..types.len() {
        let of = |ty: &Type| known.get(ty.id.0 as usize).copied().unwrap_or(0);
        let inner = match types.kind(Type::plain(TypeId(n as u32))) {
            TypeKind::Pointer(to) => of(to),
            TypeKind::Array(element, _) => of(element),
            TypeKind::Vector(element, _) => of(&Type::plain(*element)),
            TypeKind::Function(signature) => {
                let parameters = signature.parameters.iter().map(of);
                parameters.max().unwrap_or(0).max(of(&signature.result))
            }
            _ => 0,
        };
        known.push(inner + 1);
    }
    known.iter().copied().max().unwrap_or(0)
}

type Fine<T = ()> = std::result::Result<T, &'static str>;

fn kind(program: &Program, target: &CTarget, id: TypeId, own: bool) -> Fine {
    // A type is made of types before it, so none contains itself.
    let before = |ty: Type| written(program, id.0 as usize, target, ty);
    let exists = |ty: Type| program.types.get(ty);
    match program.types.kind(Type::plain(id)) {
        TypeKind::Pointer(to) => match exists(*to) {
            Some(TypeKind::VaList) => Err("there are no pointers to `va_list`"),
            _ => before(*to),
        },
        TypeKind::Array(of, length) => {
            before(*of)?;
            match exists(*of) {
                Some(TypeKind::Void | TypeKind::Function(_) | TypeKind::VaList) => {
                    Err("there are no such elements")
                }
                _ if *length == 0 => Err("an array has at least one element"),
                _ => Ok(()),
            }
        }
        TypeKind::Function(signature) => {
            for ty in signature.parameters.iter().chain([&signature.result]) {
                before(*ty)?;
                if ty.quals != Quals::NONE {
                    return Err("types of parameters and results have no qualifiers");
                }
                if let Some(TypeKind::Array(..) | TypeKind::Function(_) | TypeKind::VaList) =
                    exists(*ty)
                {
                    return Err("arrays and functions are neither passed nor returned");
                }
            }
            let void = |ty: &Type| ty.id == Types::VOID.id;
            match signature.parameters.iter().any(void) {
                true => Err("a parameter is void"),
                false => Ok(()),
            }
        }
        TypeKind::Vector(of, lanes) => {
            before(Type::plain(*of))?;
            let number = matches!(
                exists(Type::plain(*of)),
                Some(TypeKind::Int(_) | TypeKind::Float(_))
            );
            match number && lanes.is_power_of_two() && *lanes <= 64 {
                true => Ok(()),
                false => Err("the number of elements of a vector is a power of two up to 64"),
            }
        }
        TypeKind::Record(id) if id.index() >= program.records.len() => {
            Err("there is no such record")
        }
        TypeKind::Enum(id) if id.index() >= program.enums.len() => {
            Err("there is no such enumeration")
        }
        TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Void | TypeKind::Bool if !own => {
            Err("the type occurs twice")
        }
        _ => Ok(()),
    }
}

/// Checks that a type can be written: it is one of the first `types`, and its qualifiers are allowed.
pub(super) fn written(program: &Program, types: usize, target: &CTarget, ty: Type) -> Fine {
    if ty.id.0 as usize >= types {
        return Err("there is no such type");
    }
    match program.types.kind(ty) {
        TypeKind::Int(IntKind::Int128 | IntKind::UInt128) if !target.int128 => {
            Err("the target has no `__int128`")
        }
        TypeKind::Array(..) if ty.quals != Quals::NONE => {
            Err("qualifiers of an array are those of its elements")
        }
        TypeKind::Function(_) if ty.quals != Quals::NONE => Err("a function has no qualifiers"),
        TypeKind::Pointer(to) if ty.quals.contains(Quals::RESTRICT) => {
            match program.types.get(*to) {
                Some(TypeKind::Function(_)) => Err("a pointer to a function is not restrict"),
                _ => Ok(()),
            }
        }
        TypeKind::Pointer(_) => Ok(()),
        _ if ty.quals.contains(Quals::RESTRICT) => Err("only pointers are restrict"),
        _ => Ok(()),
    }
}

/// A lower bound of an object, before its layout is computed.
#[derive(Clone, Copy)]
struct Bound {
    /// A lower bound of its size.
    bytes: u64,
    /// Nesting of records in it.
    depth: u32,
}

/// Bounds a type, given the bounds of the records so far. `None` if it contains another record, or is too large.
fn bound(program: &Program, ty: Type, records: &[Bound]) -> Option<Bound> {
    let (mut ty, mut count) = (ty, 1u64);
    loop {
        match program.types.get(ty)? {
            TypeKind::Array(of, length) => {
                count = count.checked_mul(*length)?;
                ty = *of;
            }
            TypeKind::Record(id) => {
                let of = records.get(id.index())?;
                let bytes = of.bytes.checked_mul(count)?;
                return Some(Bound { bytes, ..*of });
            }
            TypeKind::Vector(_, lanes) => {
                let bytes = count.checked_mul(16 * u64::from(*lanes))?;
                return Some(Bound { bytes, depth: 0 });
            }
            TypeKind::Int(IntKind::Char | IntKind::SChar | IntKind::UChar) | TypeKind::Bool => {
                return Some(Bound {
                    bytes: count,
                    depth: 0,
                });
            }
            _ => {
                let bytes = count.checked_mul(8)?;
                return Some(Bound { bytes, depth: 0 });
            }
        }
    }
}

fn record(program: &Program, target: &CTarget, record: &Record, before: &[Bound]) -> Fine<Bound> {
    let mut whole = Bound { bytes: 0, depth: 0 };
    for field in &record.fields {
        self::field(program, target, field)?;
        let Some(of) = bound(program, field.ty, before) else {
            return Err("a member is too large, or its record is declared later");
        };
        // For any alignment the padding is smaller than this.
        whole.bytes = whole.bytes.saturating_add(of.bytes).saturating_add(16);
        whole.depth = whole.depth.max(of.depth);
        if crate::print::completed_before(program, field.ty) > before.len() {
            return Err("a member needs a record that is declared later");
        }
    }
    if record.fields.iter().all(Field::is_unnamed) {
        return Err("it needs a member with a name");
    }
    if let Some(align) = record.align {
        if !align.is_power_of_two() || align > LARGEST_ALIGN {
            return Err("its alignment is no power of two, or too large");
        }
        whole.bytes = whole.bytes.saturating_add(u64::from(align));
    }
    whole.depth += 1;
    match whole.bytes <= LARGEST && whole.depth <= TYPE_DEPTH {
        true => Ok(whole),
        false => Err(match record.kind {
            RecordKind::Struct => "the struct is too large or nested too deeply",
            RecordKind::Union => "the union is too large or nested too deeply",
        }),
    }
}

fn field(program: &Program, target: &CTarget, field: &Field) -> Fine {
    written(program, program.types.len(), target, field.ty)?;
    let kind = program.types.kind(field.ty);
    if matches!(
        kind,
        TypeKind::Void | TypeKind::Function(_) | TypeKind::VaList
    ) {
        return Err("a member is no object");
    }
    let Some(bits) = field.bits else {
        return match field.name {
            Some(_) => Ok(()),
            None => Err("only a bit-field can do without a name"),
        };
    };
    // Compilers disagree on the promotion of other types.
    let width = match kind {
        TypeKind::Bool => 1,
        TypeKind::Int(IntKind::Int | IntKind::UInt) => 32,
        _ => return Err("bit-fields are `int`, `unsigned int` or `_Bool` in the subset"),
    };
    match bits {
        _ if bits > width => Err("a bit-field is wider than its type"),
        0 if field.name.is_some() => Err("a bit-field with a name has at least one bit"),
        _ => Ok(()),
    }
}
