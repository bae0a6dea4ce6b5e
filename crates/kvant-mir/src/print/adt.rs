//! Declarations of types.

use super::decimal;
use super::ty::Spelling;
use crate::syntax::{AdtDef, AdtId, AdtKind, Field, Repr, TyKind, Types, Variant};

/// The lifetime parameter of enums with references.
const LIFETIME: &str = "'a";

/// Appends all declarations. Outside of declarations, types are written as in `spelling`. If `derives` is false, `Clone` and
/// `Copy` are implemented explicitly, which costs the compiler less than deriving them.
pub(super) fn declarations(types: &Types, spelling: Spelling<'_>, derives: bool, out: &mut String) {
    for (n, def) in types.adts().iter().enumerate() {
        let borrows = spelling.borrowing.get(n) == Some(&true);
        let mut writer = Writer {
            types,
            spelling: match borrows {
                true => Spelling {
                    lifetime: LIFETIME,
                    ..spelling
                },
                false => spelling,
            },
            out,
        };
        let ty = types.lookup(&TyKind::Adt(AdtId::new(n)));
        let is_copy = ty.is_some_and(|ty| types.is_copy(ty));
        writer.attributes(is_copy && derives, def);
        writer.push(match def.kind {
            AdtKind::Struct => "struct ",
            AdtKind::Union => "union ",
            AdtKind::Enum => "enum ",
        });
        writer.push(&def.name);
        if borrows {
            writer.push("<");
            writer.push(LIFETIME);
            writer.push(">");
        }
        match def.kind {
            AdtKind::Enum => writer.variants(def),
            AdtKind::Struct | AdtKind::Union => def.variants.iter().for_each(|v| writer.shape(v)),
        }
        if is_copy && !derives {
            writer.copies(def, borrows);
        }
    }
}

struct Writer<'a> {
    types: &'a Types,
    spelling: Spelling<'a>,
    out: &'a mut String,
}

impl Writer<'_> {
    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Writes the attributes of a type. Every type that can be copied is `Copy`, so that a value may be used more than once.
    fn attributes(&mut self, derives: bool, def: &AdtDef) {
        self.push(match derives {
            true => "\n#[derive(Clone, Copy)]\n",
            false => "\n",
        });
        let repr = match def.repr {
            Repr::Rust => return,
            Repr::C => "C",
            Repr::Transparent => "transparent",
            Repr::Int(int) => int.name(),
        };
        self.push("#[repr(");
        self.push(repr);
        self.push(")]\n");
    }

    /// Writes implementations of `Copy` and `Clone`.
    fn copies(&mut self, def: &AdtDef, borrows: bool) {
        let lifetime = if borrows { "<'a>" } else { "" };
        for (name, body) in [
            ("Copy", ""),
            ("Clone", " fn clone(&self) -> Self { *self } "),
        ] {
            self.push("impl");
            self.push(lifetime);
            self.push(" ");
            self.push(name);
            self.push(" for ");
            self.push(&def.name);
            self.push(lifetime);
            self.push(" {");
            self.push(body);
            self.push("}\n");
        }
    }

    /// Writes the fields of a struct or union, one per line if they have names.
    fn shape(&mut self, shape: &Variant) {
        let fields = &shape.fields;
        if shape.is_tuple_like() {
            self.push("(");
            self.field_types(fields);
            return self.push(");\n");
        }
        self.push(" {");
        for field in fields {
            self.push("\n    ");
            self.field(field);
            self.push(",");
        }
        self.push(if fields.is_empty() { "}\n" } else { "\n}\n" });
    }

    /// Writes the variants of an enum, one per line. A discriminant is written unless it is one more than the one before.
    fn variants(&mut self, def: &AdtDef) {
        self.push(" {");
        let mut implied = 0;
        for variant in &def.variants {
            self.push("\n    ");
            self.push(&variant.name);
            let fields = &variant.fields;
            if variant.is_tuple_like() {
                self.push("(");
                self.field_types(fields);
                self.push(")");
            } else if !fields.is_empty() {
                for (n, field) in fields.iter().enumerate() {
                    self.push(if n == 0 { " { " } else { ", " });
                    self.field(field);
                }
                self.push(" }");
            }
            if variant.discriminant != implied {
                self.push(" = ");
                self.push(if variant.discriminant < 0 { "-" } else { "" });
                decimal(variant.discriminant.unsigned_abs(), self.out);
            }
            self.push(",");
            implied = variant.discriminant.wrapping_add(1);
        }
        self.push(if def.variants.is_empty() {
            "}\n"
        } else {
            "\n}\n"
        });
    }

    fn field(&mut self, field: &Field) {
        self.push(&field.name);
        self.push(": ");
        self.spelling.ty(self.types, field.ty, self.out);
    }

    fn field_types(&mut self, fields: &[Field]) {
        for (n, field) in fields.iter().enumerate() {
            if n > 0 {
                self.push(", ");
            }
            self.spelling.ty(self.types, field.ty, self.out);
        }
    }
}
