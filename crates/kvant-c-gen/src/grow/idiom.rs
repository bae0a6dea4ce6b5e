//! Trees of integer operations over a few leaves and related constants, as peephole rules look for them. All of it is
//! unsigned, or signed where nothing can overflow, so that it is defined for any data.

use kvant_c::{BinOp, Expr, ExprKind, Init, IntKind, LocalId, Stmt, Type, Types, UnaryOp};

use super::Grower;
use super::place::Use;
use crate::scope;

/// A tree that is being composed: the type that everything in it has, its nodes so far, and its constants.
struct Tree {
    ty: Type,
    width: u32,
    nodes: Vec<Expr>,
    constants: Vec<u128>,
}

impl Grower {
    /// Composes patterns; each that is used again is a local.
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
            let Some(node) = self.pattern(&mut tree) else {
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
        self.fold_away(root)
    }

    fn used(&mut self, id: LocalId, ty: Type) -> Expr {
        let e = scope::name(id, ty);
        self.was_read(&e);
        e
    }

    /// C, its neighbours, its complement, its negative; powers of two and their masks; the ends of the type.
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

    /// One pattern over nodes that there are.
    fn pattern(&mut self, tree: &mut Tree) -> Option<Expr> {
        let x = tree.nodes[self.rng.below(tree.nodes.len())].clone();
        let y = tree.nodes[self.rng.below(tree.nodes.len())].clone();
        let c = Expr::int(
            tree.ty,
            tree.constants[self.rng.below(tree.constants.len())],
        );
        let k = self.rng.between(1, tree.width as usize - 1) as u128;
        let k_of = |n: u128| Expr::int(Types::INT, n);
        let signed = signed_of(tree.ty);
        let bin = |grower: &mut Grower, op: BinOp, a: Expr, b: Expr| {
            grower.make(ExprKind::Binary(op, Box::new(a), Box::new(b)))
        };
        let node = match self.rng.below(18) {
            // (x & c) op (y & ~c)
            0 => {
                let a = bin(self, BinOp::And, x, c.clone())?;
                let not = self.make(ExprKind::Unary(UnaryOp::Not, Box::new(c)))?;
                let b = bin(self, BinOp::And, y, not)?;
                bin(self, BinOp::Or, a, b)?
            }
            // A rotation.
            1 => {
                let left = bin(self, BinOp::Shl, x.clone(), k_of(k))?;
                let right = bin(self, BinOp::Shr, x, k_of(u128::from(tree.width) - k))?;
                bin(self, BinOp::Or, left, right)?
            }
            // Back and forth.
            2 => {
                let down = bin(self, BinOp::Shr, x, k_of(k))?;
                bin(self, BinOp::Shl, down, k_of(k))?
            }
            3 => {
                let up = bin(self, BinOp::Shl, x, k_of(k))?;
                bin(self, BinOp::Shr, up, k_of(k))?
            }
            // The sign, spread over all bits.
            4 => {
                let sign = bin(
                    self,
                    BinOp::Shr,
                    x.cast(signed),
                    k_of(u128::from(tree.width) - 1),
                )?;
                bin(self, BinOp::Xor, sign.cast(tree.ty), y)?
            }
            // The smaller or larger one.
            5 => {
                let op = self.comparison_op();
                let less = bin(self, op, x.clone(), y.clone())?;
                self.conditional(less, x, y)?
            }
            6 => {
                let less = bin(
                    self,
                    BinOp::Lt,
                    x.clone().cast(signed),
                    y.clone().cast(signed),
                )?;
                self.conditional(less, y, x)?
            }
            // The distance from zero.
            7 => {
                let below = bin(self, BinOp::Lt, x.clone().cast(signed), k_of(0))?;
                let negative = self.make(ExprKind::Unary(UnaryOp::Neg, Box::new(x.clone())))?;
                self.conditional(below, negative, x)?
            }
            // Truncated and extended again.
            8 => {
                use IntKind::*;
                let kinds = [SChar, UChar, Short, UShort, Int, UInt];
                let through = Types::int(kinds[self.rng.below(kinds.len())]);
                x.cast(through).cast(tree.ty)
            }
            // Division and remainder by a constant.
            9 => {
                let op = match self.rng.percent(50) {
                    true => BinOp::Div,
                    false => BinOp::Rem,
                };
                let divisors = [3, 5, 7, 10, 8, 16, 100, 641];
                let divisor = divisors[self.rng.below(divisors.len())];
                match self.rng.percent(50) {
                    true => bin(self, op, x, Expr::int(tree.ty, divisor))?,
                    false => {
                        let divided = bin(self, op, x.cast(signed), Expr::int(signed, divisor))?;
                        divided.cast(tree.ty)
                    }
                }
            }
            // A comparison with a constant after arithmetic with its neighbour.
            10 => {
                let moved = bin(self, BinOp::Add, x, c)?;
                let n = tree.constants[self.rng.below(tree.constants.len())];
                let op = self.comparison_op();
                let answer = bin(self, op, moved, Expr::int(tree.ty, n))?;
                self.conditional(answer, y.clone(), k_of(1).cast(tree.ty))?
            }
            // One bit.
            11 => {
                let down = bin(self, BinOp::Shr, x, k_of(k))?;
                bin(self, BinOp::And, down, k_of(1))?
            }
            // Whether exactly these bits are set.
            12 => {
                let masked = bin(self, BinOp::And, x, c.clone())?;
                let same = bin(self, BinOp::Eq, masked, c)?;
                bin(self, BinOp::Add, y, same)?
            }
            // The lowest bit that is set, or all but that.
            13 => {
                let less = bin(self, BinOp::Sub, x.clone(), k_of(1))?;
                bin(self, BinOp::And, x, less)?
            }
            // x * c1 +- x * c2
            14 => {
                let a = bin(self, BinOp::Mul, x.clone(), c)?;
                let n = tree.constants[self.rng.below(tree.constants.len())];
                let b = bin(self, BinOp::Mul, x, Expr::int(tree.ty, n))?;
                bin(self, BinOp::Sub, a, b)?
            }
            // (x ^ y) & x, and what it can become.
            15 => {
                let different = bin(self, BinOp::Xor, x.clone(), y)?;
                bin(self, BinOp::And, different, x)?
            }
            16 => {
                let sum = bin(self, BinOp::Add, x.clone(), y)?;
                let carry = bin(self, BinOp::Lt, sum.clone(), x)?;
                bin(self, BinOp::Add, sum, carry)?
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
                let op = ops[self.rng.below(ops.len())];
                bin(self, op, x, c)?
            }
        };
        Some(match node.ty == tree.ty {
            true => node,
            false => node.cast(tree.ty),
        })
    }

    fn conditional(&mut self, condition: Expr, a: Expr, b: Expr) -> Option<Expr> {
        let kind = ExprKind::Conditional(Box::new(condition), Box::new(a), Box::new(b));
        self.make(kind)
    }
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
