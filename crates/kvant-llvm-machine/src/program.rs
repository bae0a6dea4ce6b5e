//! A module that is ready to be executed.

use std::cell::OnceCell;
use std::collections::HashMap;

use kvant_llvm::Name;
use kvant_llvm::syntax::{Function, Item, Module, Type, TypeKind};

use crate::code::Code;
use crate::decode;
use crate::outcome::Stop;
use crate::shape::Shapes;

/// A module with its functions, which are decoded when they are called first.
pub struct Program<'m> {
    pub(crate) module: &'m Module,
    pub(crate) shapes: Shapes<'m>,
    /// The number of bits of a pointer.
    pub(crate) pointer_bits: u32,
    functions: Vec<(&'m Function, OnceCell<Result<Code, Stop>>)>,
    numbers: HashMap<Name, u32>,
}

impl<'m> Program<'m> {
    /// The program of a module.
    pub fn new(module: &'m Module) -> Program<'m> {
        let functions = module.items.iter().filter_map(|item| match item {
            Item::Function(function) => Some(&**function),
            _ => None,
        });
        let functions: Vec<_> = functions.map(|it| (it, OnceCell::new())).collect();
        let numbers = (0..)
            .zip(&functions)
            .map(|(n, (function, _))| (function.name, n));
        Program {
            module,
            shapes: Shapes::new(module),
            pointer_bits: 64,
            numbers: numbers.collect(),
            functions,
        }
    }

    /// The function of this name, without the sigil.
    pub fn function(&self, name: &str) -> Option<&'m Function> {
        let number = self.number_of(name)?;
        Some(self.functions[number as usize].0)
    }

    pub(crate) fn number_of(&self, name: &str) -> Option<u32> {
        self.function_number(self.module.names.find(name)?)
    }

    pub(crate) fn function_number(&self, name: Name) -> Option<u32> {
        self.numbers.get(&name).copied()
    }

    pub(crate) fn code(&self, number: u32) -> Result<&Code, Stop> {
        let (function, code) = &self.functions[number as usize];
        let code = code.get_or_init(|| decode::function(self, function));
        code.as_ref().map_err(Clone::clone)
    }

    /// The type of the result of a call of this type.
    pub(crate) fn result_of(&self, ty: Type) -> Type {
        match self.module.types.get(ty) {
            TypeKind::Function { result, .. } => *result,
            _ => ty,
        }
    }
}
