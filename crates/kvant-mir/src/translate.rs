//! Translation of types from one table to another.

use std::collections::VecDeque;

use crate::rewrite::Rewrite;
use crate::syntax::*;

/// A map from types of one table to types of another.
#[derive(Clone, Debug, Default)]
pub struct Translated {
    known: Vec<Option<Ty>>,
}

impl Translated {
    /// The new index of the type `old`, if it was translated.
    pub fn get(&self, old: Ty) -> Option<Ty> {
        self.known.get(old.index()).copied().flatten()
    }

    fn insert(&mut self, old: Ty, new: Ty) {
        if self.known.len() <= old.index() {
            self.known.resize(old.index() + 1, None);
        }
        self.known[old.index()] = Some(new);
    }
}

/// Translates types to a new table, and adds them where they are missing. As a [`Rewrite`] it translates every type that a
/// function names.
pub struct Translation<'a> {
    old: &'a Types,
    new: &'a mut Types,
    done: &'a mut Translated,
    /// The prefix of the names of declared types in the new table.
    prefix: &'a str,
    /// Declared types whose fields are not translated yet: old and new number.
    half: VecDeque<(AdtId, AdtId)>,
}

impl<'a> Translation<'a> {
    /// Continues a translation from `old` to `new`, of which `done` is the result so far. The names of declared types get a
    /// `prefix`, so that they differ from the names in `new`.
    pub fn new(
        old: &'a Types,
        new: &'a mut Types,
        done: &'a mut Translated,
        prefix: &'a str,
    ) -> Translation<'a> {
        Translation {
            old,
            new,
            done,
            prefix,
            half: VecDeque::new(),
        }
    }

    /// Translates the type `old`.
    pub fn translate(&mut self, old: Ty) -> Ty {
        let new = self.intern(old);
        self.fill();
        new
    }

    /// Declares these types, in this order.
    pub(crate) fn declare(&mut self, ids: impl Iterator<Item = AdtId>) {
        for id in ids {
            self.adt(id);
        }
        self.fill();
    }

    /// Translates the fields of declared types, and of further types that the fields name.
    fn fill(&mut self) {
        while let Some((old, new)) = self.half.pop_front() {
            let mut variants = self.old.adt(old).variants.clone();
            for field in variants.iter_mut().flat_map(|variant| &mut variant.fields) {
                field.ty = self.intern(field.ty);
            }
            self.new.adt_mut(new).variants = variants;
        }
    }

    fn intern(&mut self, ty: Ty) -> Ty {
        if let Some(known) = self.done.get(ty) {
            return known;
        }
        let kind = match self.old.kind(ty) {
            TyKind::Tuple(fields) => {
                TyKind::Tuple(fields.iter().map(|f| self.intern(*f)).collect())
            }
            TyKind::Array(element, length) => TyKind::Array(self.intern(*element), *length),
            TyKind::RawPtr(mutability, pointee) => {
                TyKind::RawPtr(*mutability, self.intern(*pointee))
            }
            TyKind::Ref(mutability, pointee) => TyKind::Ref(*mutability, self.intern(*pointee)),
            TyKind::FnPtr { arguments, result } => TyKind::FnPtr {
                arguments: arguments.iter().map(|ty| self.intern(*ty)).collect(),
                result: self.intern(*result),
            },
            TyKind::Adt(id) => return self.adt(*id),
            leaf @ (TyKind::Int(_) | TyKind::Float(_) | TyKind::Bool | TyKind::Char) => {
                leaf.clone()
            }
        };
        let new = self.new.intern(kind);
        self.done.insert(ty, new);
        new
    }

    /// Translates a declared type. It is declared before its fields are translated, so that it may point to itself and to
    /// later types.
    fn adt(&mut self, id: AdtId) -> Ty {
        let mut def = self.old.adt(id).clone();
        def.name.insert_str(0, self.prefix);
        let (new_id, new) = self.new.declare(def);
        if let Some(old) = self.old.lookup(&TyKind::Adt(id)) {
            self.done.insert(old, new);
        }
        self.half.push_back((id, new_id));
        new
    }
}

impl Rewrite for Translation<'_> {
    fn ty(&mut self, ty: &mut Ty) {
        *ty = self.translate(*ty);
    }

    /// Interns the type of a constant: [`Constant::ty`] looks it up.
    fn constant(&mut self, constant: Constant) {
        match constant {
            Constant::Int(_, int) => self.new.int(int),
            Constant::Float(_, float) => self.new.float(float),
            Constant::Bool(_) => self.new.bool(),
            Constant::Char(_) => self.new.char(),
            Constant::Unit => self.new.unit(),
        };
    }
}
