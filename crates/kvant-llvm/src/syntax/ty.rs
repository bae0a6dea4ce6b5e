//! Types, each kept once in a table.

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher as _;

use super::FloatKind;
use crate::names::Name;

/// A type of a module: an index into its [`Types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Type(pub(crate) u32);

/// The shape of a type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TypeKind {
    /// `void`.
    Void,
    /// `label`.
    Label,
    /// `metadata`.
    Metadata,
    /// `token`.
    Token,
    /// `x86_amx`, or `x86_mmx` up to LLVM 19.
    Opaque(Name),
    /// An integer of this many bits.
    Int(u32),
    /// A byte type of this many bits, since LLVM 23.
    Byte(u32),
    /// A float.
    Float(FloatKind),
    /// A pointer.
    Ptr(AddrSpace),
    /// A vector.
    Vector {
        /// True for `<vscale x …>`.
        is_scalable: bool,
        /// The number of elements, or its smallest number.
        length: u32,
        /// The type of an element.
        element: Type,
    },
    /// An array.
    Array {
        /// The number of elements.
        length: u64,
        /// The type of an element.
        element: Type,
    },
    /// A struct without a name.
    Struct {
        /// True for `<{ … }>`.
        is_packed: bool,
        /// The types of the fields.
        fields: Box<[Type]>,
    },
    /// `%name`.
    Named(Name),
    /// A function.
    Function {
        /// The type of the result.
        result: Type,
        /// The types of the parameters.
        parameters: Box<[Type]>,
        /// True if there may be more arguments.
        is_variadic: bool,
    },
    /// `target("…", …)`, with the text inside of the parentheses.
    Target(Name),
}

/// An address space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AddrSpace {
    /// Not written: the default one.
    #[default]
    Default,
    /// `addrspace(1)`. Zero is the default one too.
    Number(u32),
    /// `addrspace("A")`, a name of the data layout.
    Named(Name),
}

impl AddrSpace {
    /// True for the address space 0.
    pub fn is_default(self) -> bool {
        matches!(self, AddrSpace::Default | AddrSpace::Number(0))
    }
}

/// The types of a module.
#[derive(Clone)]
pub struct Types {
    kinds: Vec<TypeKind>,
    table: HashTable<u32>,
    /// The types of integers of up to this many bits, where they occur.
    ints: [Option<Type>; 129],
}

impl Types {
    /// `void`.
    pub const VOID: Type = Type(0);
    /// `label`.
    pub const LABEL: Type = Type(1);
    /// `metadata`.
    pub const METADATA: Type = Type(2);
    /// `token`.
    pub const TOKEN: Type = Type(3);
    /// `ptr`.
    pub const PTR: Type = Type(4);
    /// `i1`.
    pub const I1: Type = Type(5);

    /// The type of this shape.
    pub fn intern(&mut self, kind: TypeKind) -> Type {
        if let TypeKind::Int(bits) = kind {
            return self.int(bits);
        }
        self.insert(kind)
    }

    /// The integer of this many bits.
    pub fn int(&mut self, bits: u32) -> Type {
        if let Some(Some(ty)) = self.ints.get(bits as usize) {
            return *ty;
        }
        let ty = self.insert(TypeKind::Int(bits));
        if let Some(known) = self.ints.get_mut(bits as usize) {
            *known = Some(ty);
        }
        ty
    }

    /// The pointer into an address space.
    pub fn ptr(&mut self, space: AddrSpace) -> Type {
        match space.is_default() {
            true => Types::PTR,
            false => self.insert(TypeKind::Ptr(space)),
        }
    }

    fn insert(&mut self, kind: TypeKind) -> Type {
        let hash = FxBuildHasher.hash_one(&kind);
        let kinds = &mut self.kinds;
        if let Some(n) = self.table.find(hash, |n| kinds[*n as usize] == kind) {
            return Type(*n);
        }
        let n = kinds.len() as u32;
        kinds.push(kind);
        let again = |n: &u32| FxBuildHasher.hash_one(&kinds[*n as usize]);
        self.table.insert_unique(hash, n, again);
        Type(n)
    }

    /// Removes the types that were added since there were so many.
    pub(crate) fn truncate(&mut self, count: usize) {
        while self.kinds.len() > count {
            let Some(kind) = self.kinds.pop() else { return };
            let n = self.kinds.len() as u32;
            let hash = FxBuildHasher.hash_one(&kind);
            if let Ok(entry) = self.table.find_entry(hash, |it| *it == n) {
                entry.remove();
            }
            if let TypeKind::Int(bits) = kind
                && let Some(known) = self.ints.get_mut(bits as usize)
            {
                *known = None;
            }
        }
    }

    /// The shape of a type.
    pub fn get(&self, ty: Type) -> &TypeKind {
        &self.kinds[ty.0 as usize]
    }

    /// All types.
    pub fn all(&self) -> impl Iterator<Item = Type> + use<> {
        (0..self.kinds.len() as u32).map(Type)
    }

    /// The number of types.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// False: some types are always there.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The type of an element of a vector, or the type itself.
    pub fn scalar(&self, ty: Type) -> Type {
        match self.get(ty) {
            TypeKind::Vector { element, .. } => *element,
            _ => ty,
        }
    }

    /// A type like `ty`, with `element` instead of its elements if it is a vector, and `element` otherwise.
    pub fn with_scalar(&mut self, ty: Type, element: Type) -> Type {
        match *self.get(ty) {
            TypeKind::Vector {
                is_scalable,
                length,
                ..
            } => self.intern(TypeKind::Vector {
                is_scalable,
                length,
                element,
            }),
            _ => element,
        }
    }
}

impl Default for Types {
    fn default() -> Types {
        let mut types = Types {
            kinds: Vec::new(),
            table: HashTable::new(),
            ints: [None; 129],
        };
        for kind in [
            TypeKind::Void,
            TypeKind::Label,
            TypeKind::Metadata,
            TypeKind::Token,
            TypeKind::Ptr(AddrSpace::Default),
            TypeKind::Int(1),
        ] {
            types.intern(kind);
        }
        types
    }
}

impl PartialEq for Types {
    fn eq(&self, other: &Types) -> bool {
        self.kinds == other.kinds
    }
}

impl std::fmt::Debug for Types {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.kinds.fmt(f)
    }
}
