//! Types.

use super::decimal;
use crate::syntax::{AdtKind, Mutability, Ty, TyKind, Types};

/// Appends `ty` in Rust, without lifetimes, for people.
pub fn ty(types: &Types, ty: Ty, out: &mut String) {
    let spelling = Spelling {
        lifetime: "",
        borrowing: &[],
        log: false,
    };
    spelling.ty(types, ty, out);
}

/// The lifetime of references. `rustc` does not check borrows in custom MIR.
pub(super) const STATIC: &str = "'static";

/// The details in which texts of types differ.
#[derive(Clone, Copy)]
pub(super) struct Spelling<'a> {
    /// The lifetime of references.
    pub(super) lifetime: &'a str,
    /// For each declared type, true if it has a lifetime parameter: see [`borrowing`].
    pub(super) borrowing: &'a [bool],
    /// True if functions have a log as their first argument.
    pub(super) log: bool,
}

impl Spelling<'_> {
    pub(super) fn ty(&self, types: &Types, ty: Ty, out: &mut String) {
        let Some(kind) = types.get(ty) else {
            return out.push_str("no_such_type");
        };
        match kind {
            TyKind::Int(int) => out.push_str(int.name()),
            TyKind::Float(float) => out.push_str(float.name()),
            TyKind::Bool => out.push_str("bool"),
            TyKind::Char => out.push_str("char"),
            TyKind::Tuple(fields) => {
                out.push('(');
                self.list(types, fields, out);
                out.push_str(if fields.len() == 1 { ",)" } else { ")" });
            }
            TyKind::Array(element, length) => {
                out.push('[');
                self.ty(types, *element, out);
                out.push_str("; ");
                decimal((*length).into(), out);
                out.push(']');
            }
            TyKind::Adt(id) => {
                out.push_str(&types.adt(*id).name);
                if self.borrowing.get(id.index()) == Some(&true) {
                    out.push('<');
                    out.push_str(self.lifetime);
                    out.push('>');
                }
            }
            TyKind::RawPtr(mutability, pointee) => {
                out.push_str(match mutability {
                    Mutability::Const => "*const ",
                    Mutability::Mut => "*mut ",
                });
                self.ty(types, *pointee, out);
            }
            TyKind::Ref(mutability, pointee) => {
                out.push('&');
                if !self.lifetime.is_empty() {
                    out.push_str(self.lifetime);
                    out.push(' ');
                }
                out.push_str(match mutability {
                    Mutability::Const => "",
                    Mutability::Mut => "mut ",
                });
                self.ty(types, *pointee, out);
            }
            TyKind::FnPtr { arguments, result } => self.fn_ptr(types, arguments, *result, out),
        }
    }

    /// Appends `fn(arguments) -> result`.
    pub(super) fn fn_ptr(&self, types: &Types, arguments: &[Ty], result: Ty, out: &mut String) {
        out.push_str("fn(");
        if self.log {
            out.push_str("*mut kvant::Log");
            if !arguments.is_empty() {
                out.push_str(", ");
            }
        }
        self.list(types, arguments, out);
        out.push_str(") -> ");
        self.ty(types, result, out);
    }

    /// True if the text of `ty` contains a lifetime.
    pub(super) fn names_lifetime(&self, types: &Types, ty: Ty) -> bool {
        names_lifetime(types, ty, self.borrowing)
    }

    fn list(&self, types: &Types, all: &[Ty], out: &mut String) {
        for (n, ty) in all.iter().enumerate() {
            if n > 0 {
                out.push_str(", ");
            }
            self.ty(types, *ty, out);
        }
    }
}

/// For each declared type, true if it gets a lifetime parameter: the enums whose fields contain a lifetime.
///
/// `rustc` takes the type of `Field(Variant(…), …)` from the declaration, and its MIR validator refuses `'static` there. A
/// lifetime parameter is erased by then.
pub(super) fn borrowing(types: &Types) -> Vec<bool> {
    let mut borrowing = vec![false; types.adts().len()];
    if !types
        .iter()
        .any(|(_, kind)| matches!(kind, TyKind::Ref(..)))
    {
        return borrowing;
    }
    loop {
        let mut changed = false;
        for (n, def) in types.adts().iter().enumerate() {
            if def.kind == AdtKind::Enum
                && !borrowing[n]
                && def
                    .field_types()
                    .any(|ty| names_lifetime(types, ty, &borrowing))
            {
                borrowing[n] = true;
                changed = true;
            }
        }
        if !changed {
            return borrowing;
        }
    }
}

/// See [`Spelling::names_lifetime`].
fn names_lifetime(types: &Types, ty: Ty, borrowing: &[bool]) -> bool {
    let mut todo = vec![ty];
    while let Some(ty) = todo.pop() {
        match types.get(ty) {
            Some(TyKind::Ref(..)) => return true,
            Some(TyKind::Adt(id)) if borrowing.get(id.index()) == Some(&true) => return true,
            Some(TyKind::Tuple(fields)) => todo.extend(fields),
            Some(TyKind::Array(part, _) | TyKind::RawPtr(_, part)) => todo.push(*part),
            Some(TyKind::FnPtr { arguments, result }) => {
                todo.extend(arguments);
                todo.push(*result);
            }
            _ => {}
        }
    }
    false
}
