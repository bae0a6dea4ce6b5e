//! Types and declarators.

use super::Printer;
use crate::{EnumId, FloatKind, Quals, RecordId, RecordKind, Signature, Type, TypeKind, Types};

impl Printer<'_> {
    /// Returns a declaration of `declarator`, or the type name if that is empty. Declarators are written inside out: the
    /// innermost part is the outermost part of the type.
    pub(super) fn declarator(&self, ty: Type, declarator: String) -> String {
        let (mut ty, mut inner) = (ty, declarator);
        loop {
            if let Some(name) = self.typedefs.get(&ty.id) {
                let name = format!("{}{name}", self.prefix);
                return joined(&qualified(ty.quals, &name), &inner);
            }
            match self.program.types.get(ty) {
                Some(TypeKind::Pointer(to)) => {
                    let quals = words(ty.quals);
                    let gap =
                        match !quals.is_empty() && !inner.is_empty() && !inner.starts_with('[') {
                            true => " ",
                            false => "",
                        };
                    inner = format!("*{quals}{gap}{inner}");
                    if self.binds_tighter(*to) {
                        inner = format!("({inner})");
                    }
                    ty = *to;
                }
                Some(TypeKind::Array(of, length)) => {
                    inner = format!("{inner}[{length}]");
                    // Qualifiers of an array apply to its elements.
                    ty = of.with(ty.quals);
                }
                Some(TypeKind::Function(signature)) => {
                    inner.push_str(&self.parameter_types(signature));
                    ty = signature.result;
                }
                _ => return joined(&qualified(ty.quals, &self.base(ty)), &inner),
            }
        }
    }

    /// True if a pointer to this type needs parentheses in its declarator.
    fn binds_tighter(&self, ty: Type) -> bool {
        !self.typedefs.contains_key(&ty.id)
            && matches!(
                self.program.types.get(ty),
                Some(TypeKind::Array(..) | TypeKind::Function(_))
            )
    }

    fn parameter_types(&self, signature: &Signature) -> String {
        let mut all: Vec<String> = signature
            .parameters
            .iter()
            .map(|ty| self.declarator(*ty, String::new()))
            .collect();
        if signature.variadic {
            all.push("...".to_owned());
        }
        match all.is_empty() {
            true => "(void)".to_owned(),
            false => format!("({})", all.join(", ")),
        }
    }

    /// The text of a type that needs no declarator.
    fn base(&self, ty: Type) -> String {
        match self.program.types.get(ty) {
            Some(TypeKind::Void) => "void".to_owned(),
            Some(TypeKind::Bool) => "_Bool".to_owned(),
            Some(TypeKind::VaList) => "__builtin_va_list".to_owned(),
            Some(TypeKind::Int(kind)) => kind.name().to_owned(),
            Some(TypeKind::Float(FloatKind::Float)) => "float".to_owned(),
            Some(TypeKind::Float(FloatKind::Double)) => "double".to_owned(),
            Some(TypeKind::Enum(id)) => self.enum_name(*id),
            Some(TypeKind::Record(id)) => self.record_name(*id),
            Some(TypeKind::Vector(of, lanes)) => {
                let of = Type::plain(*of);
                let words = match self.program.types.get(of) {
                    Some(TypeKind::Vector(..)) | None => "?".to_owned(),
                    Some(_) => self.base(of),
                };
                format!("VECTOR({words}, {lanes})")
            }
            _ => "?".to_owned(),
        }
    }

    fn enum_name(&self, id: EnumId) -> String {
        let found = self.program.enums.get(id.index());
        let name = found.map_or("?", |e| e.name.as_str());
        format!("enum {}{name}", self.prefix)
    }

    pub(super) fn record_name(&self, id: RecordId) -> String {
        let Some(record) = self.program.records.get(id.index()) else {
            return "struct ?".to_owned();
        };
        format!("{} {}{}", keyword(record.kind), self.prefix, record.name)
    }
}

/// True for floating types.
pub(super) fn is_floating(ty: Type) -> bool {
    ty.id == Types::FLOAT.id || ty.id == Types::DOUBLE.id
}

/// The keyword of a record's kind.
pub(super) fn keyword(kind: RecordKind) -> &'static str {
    match kind {
        RecordKind::Struct => "struct",
        RecordKind::Union => "union",
    }
}

fn words(quals: Quals) -> String {
    let all = [
        (Quals::CONST, "const"),
        (Quals::VOLATILE, "volatile"),
        (Quals::RESTRICT, "restrict"),
    ];
    let held = all.into_iter().filter(|(qual, _)| quals.contains(*qual));
    held.map(|(_, word)| word).collect::<Vec<_>>().join(" ")
}

fn qualified(quals: Quals, name: &str) -> String {
    match quals == Quals::NONE {
        true => name.to_owned(),
        false => format!("{} {name}", words(quals)),
    }
}

fn joined(specifier: &str, declarator: &str) -> String {
    let gap = match declarator.is_empty() || declarator.starts_with('[') {
        true => "",
        false => " ",
    };
    format!("{specifier}{gap}{declarator}")
}
