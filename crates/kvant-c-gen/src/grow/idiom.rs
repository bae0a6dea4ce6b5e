//! Trees of integer operations over a few leaves and related constants, as peephole rules match them. All of them are unsigned,
//! or signed where nothing can overflow, so that they are defined for all data.

use kvant_c::{BinOp, Expr, ExprKind, Init, IntKind, LocalId, Type, Types, UnaryOp};

use super::Grower;
use super::place::Use;
use crate::scope;

/// A tree that is being composed: the type of all its nodes, the nodes so far, and its constants.
struct Tree {
    ty: Type,
    width: u32,
    nodes: Vec<Expr>,
    constants: Vec<u128>,
}

impl Grower {
    /// Composes patterns; a node that is used again becomes a local.
    pub(super) fn idiom(&mut self) -> bool {
        let kinds = [
            IntKind::UInt,
            IntKind::UInt,
            IntKind::ULong,
            IntKind::ULongLong,
        ];
        let kind = kinds[self.rng.below(kinds.len())];
        let ty = Types::int(kind);
        let width = self.target.int_bits(kind);
        let mut tree = Tree {
            ty,
            width,
            nodes: Vec::new(),
            constants: self.related_constants(width),
        };
        for _ in 0..self.rng.between(1, 3) {
            let Some(leaf) = self.leaf_integer() else {
                return false;
            };
            let leaf = match leaf.ty.unqualified() == ty {
                true => leaf,
                false => leaf.cast(ty),
            };
            tree.nodes.push(leaf);
        }
        for n in 0..self.rng.between(2, 5) {
            let Some(node) = self.pattern(&tree) else {
                return false;
            };
            // A node becomes a local before it is used twice.
            if n % 2 == 1 {
                match self.declare("w", ty, Some(Init::Expr(node))) {
                    Some(id) => tree.nodes.push(self.used(id, ty)),
                    None => return false,
                }
            } else {
                tree.nodes.push(node);
            }
        }
        let Some(root) = tree.nodes.pop() else {
            return false;
        };
        for _ in 0..4 {
            let Some(to) = self.place(Use::Write) else {
                return false;
            };
            if !self.program.types.is_integer(to.ty) {
                continue;
            }
            let made = self.make(ExprKind::Assign(Box::new(to), Box::new(root)));
            return self.compute(made);
        }
        self.mix_into_observed(root)
    }

    fn used(&mut self, id: LocalId, ty: Type) -> Expr {
        let e = scope::name(id, ty);
        self.was_read(&e);
        e
    }

    /// A constant, its neighbours, complement and negation; powers of two and their masks; the ends of the type.
    fn related_constants(&mut self, width: u32) -> Vec<u128> {
        let mask = u128::MAX >> (128 - width);
        let c = match self.rng.percent(50) {
            true => 1_u128 << self.rng.below(width as usize),
            false => u128::from(self.rng.bits()) & mask,
        };
        let around = [
            c,
            c.wrapping_add(1),
            c.wrapping_sub(1),
            !c,
            c.wrapping_neg(),
            1,
            mask,
            mask >> 1,
            (mask >> 1) + 1,
            0xff,
            0xffff,
        ];
        around.into_iter().map(|n| n & mask).collect()
    }

    /// One pattern over the existing nodes.
    fn pattern(&mut self, tree: &Tree) -> Option<Expr> {
        let node = match self.rng.below(3) {
            0 => self.bits(tree)?,
            1 => self.choice(tree)?,
            _ => self.arithmetic(tree)?,
        };
        Some(match node.ty == tree.ty {
            true => node,
            false => node.cast(tree.ty),
        })
    }

    fn node(&mut self, tree: &Tree) -> Expr {
        tree.nodes[self.rng.below(tree.nodes.len())].clone()
    }

    fn related(&mut self, tree: &Tree) -> Expr {
        Expr::int(
            tree.ty,
            tree.constants[self.rng.below(tree.constants.len())],
        )
    }

    fn apply(&mut self, op: BinOp, a: Expr, b: Expr) -> Option<Expr> {
        self.make(ExprKind::Binary(op, Box::new(a), Box::new(b)))
    }

    /// Masks, shifts and rotations.
    fn bits(&mut self, tree: &Tree) -> Option<Expr> {
        let (x, y, c) = (self.node(tree), self.node(tree), self.related(tree));
        let k = self.rng.between(1, tree.width as usize - 1) as u128;
        match self.rng.below(7) {
            // (x & c) | (y & ~c)
            0 => {
                let a = self.apply(BinOp::And, x, c.clone())?;
                let not = self.make(ExprKind::Unary(UnaryOp::Not, Box::new(c)))?;
                let b = self.apply(BinOp::And, y, not)?;
                self.apply(BinOp::Or, a, b)
            }
            // A rotation.
            1 => {
                let left = self.apply(BinOp::Shl, x.clone(), small(k))?;
                let right = self.apply(BinOp::Shr, x, small(u128::from(tree.width) - k))?;
                self.apply(BinOp::Or, left, right)
            }
            // Shifts in both directions.
            2 => {
                let down = self.apply(BinOp::Shr, x, small(k))?;
                self.apply(BinOp::Shl, down, small(k))
            }
            3 => {
                let up = self.apply(BinOp::Shl, x, small(k))?;
                self.apply(BinOp::Shr, up, small(k))
            }
            // One bit.
            4 => {
                let down = self.apply(BinOp::Shr, x, small(k))?;
                self.apply(BinOp::And, down, small(1))
            }
            // Clears the lowest bit that is set.
            5 => {
                let less = self.apply(BinOp::Sub, x.clone(), small(1))?;
                self.apply(BinOp::And, x, less)
            }
            // (x ^ y) & x
            _ => {
                let different = self.apply(BinOp::Xor, x.clone(), y)?;
                self.apply(BinOp::And, different, x)
            }
        }
    }

    /// Comparisons, and selections by them.
    fn choice(&mut self, tree: &Tree) -> Option<Expr> {
        let (x, y, c) = (self.node(tree), self.node(tree), self.related(tree));
        let signed = signed_of(tree.ty);
        match self.rng.below(6) {
            // Minimum or maximum.
            0 => {
                let op = self.comparison_op();
                let less = self.apply(op, x.clone(), y.clone())?;
                self.conditional(less, x, y)
            }
            1 => {
                let (a, b) = (x.clone().cast(signed), y.clone().cast(signed));
                let less = self.apply(BinOp::Lt, a, b)?;
                self.conditional(less, y, x)
            }
            // The absolute value.
            2 => {
                let below = self.apply(BinOp::Lt, x.clone().cast(signed), small(0))?;
                let negative = self.make(ExprKind::Unary(UnaryOp::Neg, Box::new(x.clone())))?;
                self.conditional(below, negative, x)
            }
            // A comparison with a constant after arithmetic with its neighbour.
            3 => {
                let moved = self.apply(BinOp::Add, x, c)?;
                let op = self.comparison_op();
                let neighbour = self.related(tree);
                let answer = self.apply(op, moved, neighbour)?;
                self.conditional(answer, y, Expr::int(tree.ty, 1))
            }
            // A comparison of masked bits.
            4 => {
                let masked = self.apply(BinOp::And, x, c.clone())?;
                let same = self.apply(BinOp::Eq, masked, c)?;
                self.apply(BinOp::Add, y, same)
            }
            // A sum with its carry.
            _ => {
                let sum = self.apply(BinOp::Add, x.clone(), y)?;
                let carry = self.apply(BinOp::Lt, sum.clone(), x)?;
                self.apply(BinOp::Add, sum, carry)
            }
        }
    }

    /// Products, quotients, and conversions through another type.
    fn arithmetic(&mut self, tree: &Tree) -> Option<Expr> {
        use IntKind::*;
        let (x, y, c) = (self.node(tree), self.node(tree), self.related(tree));
        let signed = signed_of(tree.ty);
        match self.rng.below(5) {
            // The sign, extended to all bits.
            0 => {
                let last = u128::from(tree.width) - 1;
                let sign = self.apply(BinOp::Shr, x.cast(signed), small(last))?;
                self.apply(BinOp::Xor, sign.cast(tree.ty), y)
            }
            // Truncated and extended again.
            1 => {
                let kinds = [SChar, UChar, Short, UShort, Int, UInt];
                let through = Types::int(kinds[self.rng.below(kinds.len())]);
                Some(x.cast(through).cast(tree.ty))
            }
            // Division and remainder by a constant.
            2 => {
                let op = *self.rng.pick(&[BinOp::Div, BinOp::Rem])?;
                let divisor = *self.rng.pick(&[3, 5, 7, 10, 8, 16, 100, 641])?;
                let through = *self.rng.pick(&[tree.ty, signed])?;
                self.apply(op, x.cast(through), Expr::int(through, divisor))
            }
            // x * c1 - x * c2
            3 => {
                let a = self.apply(BinOp::Mul, x.clone(), c)?;
                let other = self.related(tree);
                let b = self.apply(BinOp::Mul, x, other)?;
                self.apply(BinOp::Sub, a, b)
            }
            _ => {
                let ops = [
                    BinOp::Add,
                    BinOp::Sub,
                    BinOp::Xor,
                    BinOp::And,
                    BinOp::Or,
                    BinOp::Mul,
                ];
                let op = *self.rng.pick(&ops)?;
                self.apply(op, x, c)
            }
        }
    }

    fn conditional(&mut self, condition: Expr, a: Expr, b: Expr) -> Option<Expr> {
        let kind = ExprKind::Conditional(Box::new(condition), Box::new(a), Box::new(b));
        self.make(kind)
    }
}

fn small(n: u128) -> Expr {
    Expr::int(Types::INT, n)
}

fn signed_of(ty: Type) -> Type {
    if ty == Types::UINT {
        Types::INT
    } else if ty == Types::ULONG {
        Types::int(IntKind::Long)
    } else {
        Types::int(IntKind::LongLong)
    }
}
