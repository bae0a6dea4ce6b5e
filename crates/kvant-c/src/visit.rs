//! Walks over the expressions of a program.

use crate::{Expr, ExprKind, Function, Init, Program, Stmt, Storage};

impl Program {
    /// Calls `see` with every expression, outer ones before their operands, initial values included.
    pub fn visit<'a>(&'a self, see: &mut dyn FnMut(&'a Expr)) {
        for global in &self.globals {
            if let Some(init) = &global.init {
                init.visit(see);
            }
        }
        for function in &self.functions {
            function.visit(see);
        }
    }
}

impl Function {
    /// Calls `see` with every expression of the function.
    pub fn visit<'a>(&'a self, see: &mut dyn FnMut(&'a Expr)) {
        for local in &self.locals {
            if let Storage::Static(Some(init)) = &local.storage {
                init.visit(see);
            }
        }
        for statement in self.blocks.iter().flat_map(|block| &block.statements) {
            statement.visit(see);
        }
    }
}

impl Stmt {
    /// Calls `see` with every expression of the statement, except for those in nested blocks.
    pub fn visit<'a>(&'a self, see: &mut dyn FnMut(&'a Expr)) {
        if let Stmt::Declare(_, Some(init)) = self {
            init.visit(see);
        }
        self.exprs().for_each(|e| e.visit(see));
    }
}

impl Init {
    /// Calls `see` with every expression in it.
    pub fn visit<'a>(&'a self, see: &mut dyn FnMut(&'a Expr)) {
        match self {
            Init::Expr(e) => e.visit(see),
            Init::List(items) => {
                for item in items {
                    item.value.visit(see);
                }
            }
        }
    }
}

impl Expr {
    /// Calls `see` with this expression and everything in it.
    pub fn visit<'a>(&'a self, see: &mut dyn FnMut(&'a Expr)) {
        see(self);
        for operand in self.operands() {
            operand.visit(see);
        }
        if let ExprKind::Compound(init) = &self.kind {
            init.visit(see);
        }
    }
}
