//! Trees of integer operations with related constants, in the shapes that peephole rules match.
//!
//! Each idiom is a small function that writes the nodes of one pattern and takes its operands from
//! other idioms, from earlier nodes of the same tree, or from the tree's few leaves. All of them are
//! defined for all values of the leaves, so a tree in a loop never limits the number of its iterations.

mod arithmetic;
mod bits;
mod choice;
mod question;

use kvant_mir::{BinOp, Callee, Constant, IntTy, Intrinsic, Local, Operand, Rvalue, Ty, UnOp};
use kvant_mir_machine::arithmetic::truncate;

use super::{Grower, Result};
use crate::TARGET;
use crate::feature::Feature;
use kvant_generate::Rng;

/// Writes a pattern on integers of one type with operands up to a depth. Its result is of that type,
/// or for a question a `bool`.
type Builder = fn(&mut Tree, IntTy, usize) -> Result<Operand>;

/// A pattern: its weight, its name in the statistics, the feature it needs beside its own, and its function.
type Idiom = (u32, &'static str, Option<Feature>, Builder);

/// Patterns that give an integer.
const NUMBERS: [Idiom; 25] = [
    (2, "idiom: chain", None, arithmetic::chain),
    (1, "idiom: multiple", None, arithmetic::multiple),
    (1, "idiom: product and sum", None, arithmetic::factored),
    (1, "idiom: high half", None, arithmetic::high_half),
    (1, "idiom: average", None, arithmetic::average),
    (
        1,
        "idiom: division",
        Some(Feature::Division),
        arithmetic::division,
    ),
    (
        1,
        "idiom: mul-back",
        Some(Feature::Division),
        arithmetic::multiplied_back,
    ),
    (
        1,
        "idiom: division by shifts",
        None,
        arithmetic::division_by_shifts,
    ),
    (2, "idiom: sandwich", None, bits::sandwich),
    (1, "idiom: other sign", None, bits::other_sign),
    (1, "idiom: shift pair", None, bits::shift_pair),
    (1, "idiom: rotate", None, bits::rotate),
    (
        1,
        "idiom: rotate intrinsic",
        Some(Feature::BitIntrinsics),
        bits::rotate_intrinsic,
    ),
    (1, "idiom: mask", None, bits::mask),
    (1, "idiom: merge", None, bits::merge),
    (1, "idiom: lowest bit", None, bits::lowest_bit),
    (1, "idiom: complements", None, bits::complements),
    (1, "idiom: pack", None, bits::pack),
    (
        1,
        "idiom: count bits",
        Some(Feature::BitIntrinsics),
        bits::count,
    ),
    (1, "idiom: sign", None, bits::sign),
    (1, "idiom: extremum", None, choice::extremum),
    (1, "idiom: clamp", None, choice::clamp),
    (1, "idiom: absolute", None, choice::absolute),
    (1, "idiom: saturated", None, choice::saturated),
    (8, "idiom: answer", None, choice::answer),
];

/// Patterns that give a `bool`.
const QUESTIONS: [Idiom; 8] = [
    (1, "idiom: comparison", None, question::comparison),
    (1, "idiom: range", None, question::range),
    (1, "idiom: both", None, question::both),
    (1, "idiom: bit test", None, question::bit_test),
    (1, "idiom: power of two", None, question::power_of_two),
    (1, "idiom: overflow", None, question::overflow),
    (
        1,
        "idiom: checked",
        Some(Feature::Checked),
        question::overflow_flag,
    ),
    (1, "idiom: moved comparison", None, question::moved),
];

impl Grower {
    /// Writes a tree, and assigns its root.
    pub(super) fn idiom(&mut self) -> Result {
        self.attempt(|this| {
            let ty = this.universe.int(&mut this.rng);
            // Trees on trial or in code that is not executed stay small.
            let small = !this.draft.live || this.trials > 0;
            let (depth, room) = match small {
                true => (2, 5),
                false => (this.rng.between(3, 6), this.rng.between(6, 22)),
            };
            let mut tree = Tree::plant(this, ty, room)?;
            let int = tree.int;
            let root = tree.built(&NUMBERS, int, depth)?;
            let is_zero = tree.grower.draft.peek(&root) == Some(0);
            let rvalue = match is_zero || tree.percent(50) {
                true => {
                    let leaf = tree.other_than(&root, int, 0)?;
                    let op = tree.pick(&[BinOp::Add, BinOp::Sub, BinOp::BitXor]);
                    Rvalue::Binary(op, root, leaf)
                }
                false => Rvalue::Use(root),
            };
            this.assign(ty, rvalue).map(|_| ())
        })
    }
}

/// A tree that is being written, from its leaves to its root. Every node is an operand of another one, so all of them
/// lead to the root.
struct Tree<'g> {
    grower: &'g mut Grower,
    /// The type of the leaves.
    int: IntTy,
    /// Constants that are related to each other.
    pool: Vec<u128>,
    leaves: Vec<Operand>,
    /// The nodes written so far.
    nodes: Vec<(Ty, Operand)>,
    /// Number of statements that may still be written.
    room: usize,
}

impl<'g> Tree<'g> {
    /// A tree without nodes, with its leaves and its constants.
    fn plant(grower: &'g mut Grower, ty: Ty, room: usize) -> Result<Tree<'g>> {
        let int = grower.draft.program.types.as_int(ty);
        let int = int.ok_or(crate::draft::Refusal::Nothing)?;
        let mut leaves: Vec<Operand> = Vec::new();
        for _ in 0..grower.rng.between(2, 4) {
            let leaf = grower.opaque(int)?;
            // Mostly one load from memory is enough for all uses.
            let is_local = leaf
                .place()
                .is_some_and(|place| place.projection.is_empty());
            let leaf = match is_local || grower.rng.percent(20) {
                true => leaf,
                false => grower.assign_new(ty, Rvalue::Use(leaf), false)?.into(),
            };
            if !leaves.contains(&leaf) {
                leaves.push(leaf);
            }
        }
        let mut pool = pool(&mut grower.rng, grower.favourite, width(int));
        // Comparisons of a leaf change their result near its current value.
        if let Some(leaf) = leaves.first()
            && let Some(now) = grower.draft.peek(leaf)
        {
            pool.push(now);
            pool.push(truncate(now.wrapping_add(1), width(int)));
        }
        Ok(Tree {
            pool,
            grower,
            int,
            leaves,
            nodes: Vec::new(),
            room,
        })
    }

    /// An integer operand: the result of an idiom, an earlier node or a leaf.
    fn value(&mut self, int: IntTy, depth: usize) -> Result<Operand> {
        if depth == 0 || self.room == 0 || self.percent(20) {
            return self.atom(int);
        }
        let value = self.built(&NUMBERS, int, depth)?;
        // Operations on zero mostly give zero, which hides wrong results of earlier nodes.
        match self.grower.draft.peek(&value) == Some(0) {
            true => self.mixed(int, value),
            false => Ok(value),
        }
    }

    /// A value combined with a leaf.
    fn mixed(&mut self, int: IntTy, value: Operand) -> Result<Operand> {
        let leaf = self.other_than(&value, int, 0)?;
        let op = self.pick(&[BinOp::Add, BinOp::Sub, BinOp::BitXor]);
        self.op(int, op, value, leaf)
    }

    /// A `bool` operand.
    fn question(&mut self, int: IntTy, depth: usize) -> Result<Operand> {
        let bool = self.grower.universe.bool;
        if self.percent(20)
            && let Some(node) = self.earlier(bool)
        {
            return Ok(node);
        }
        match depth == 0 || self.room == 0 {
            true => question::comparison(self, int, 0),
            false => self.built(&QUESTIONS, int, depth),
        }
    }

    /// The result of a random idiom of a table.
    fn built(&mut self, table: &[Idiom], int: IntTy, depth: usize) -> Result<Operand> {
        let has = |needs: Option<Feature>| needs.is_none_or(|f| self.grower.swarm.has(f));
        let table = table.iter().filter(|idiom| has(idiom.2));
        let table: Vec<(u32, &Idiom)> = table.map(|idiom| (idiom.0, idiom)).collect();
        let &(_, name, _, builder) = self.grower.rng.weighted(&table);
        let result = builder(self, int, depth.saturating_sub(1));
        self.grower.draft.stats.count(name, result.is_ok());
        result
    }

    /// An earlier node, or a leaf that is cast if necessary.
    fn atom(&mut self, int: IntTy) -> Result<Operand> {
        let ty = self.ty(int);
        if self.percent(40)
            && let Some(node) = self.earlier(ty)
        {
            return Ok(node);
        }
        let n = self.grower.rng.below(self.leaves.len().max(1));
        let leaf = match self.leaves.get(n) {
            Some(leaf) => leaf.clone(),
            None => self.grower.opaque(self.int)?,
        };
        self.cast(leaf, int)
    }

    /// An earlier node of this type.
    fn earlier(&mut self, ty: Ty) -> Option<Operand> {
        let nodes = self.nodes.iter().filter(|node| node.0 == ty);
        let nodes: Vec<&Operand> = nodes.map(|node| &node.1).collect();
        self.grower.rng.pick(&nodes).map(|node| (*node).clone())
    }

    /// A value other than this one: `x - x` is a constant.
    fn other_than(&mut self, other: &Operand, int: IntTy, depth: usize) -> Result<Operand> {
        let value = self.value(int, depth)?;
        if value != *other {
            return Ok(value);
        }
        // Otherwise one that is computed from it.
        let constant = self.constant(int);
        let op = self.pick(&[BinOp::Add, BinOp::BitXor, BinOp::Sub]);
        self.op(int, op, value, constant)
    }

    /// Two values that are not the same.
    fn pair(&mut self, int: IntTy, depth: usize) -> Result<[Operand; 2]> {
        let left = self.value(int, depth)?;
        let right = self.other_than(&left, int, depth.saturating_sub(1))?;
        Ok([left, right])
    }

    /// Two values that are not the same, the second of which may be a constant.
    fn pair_or_constant(&mut self, int: IntTy, depth: usize) -> Result<[Operand; 2]> {
        if self.percent(50) {
            return self.pair(int, depth);
        }
        Ok([self.value(int, depth)?, self.constant(int)])
    }

    /// Writes a node.
    fn node(&mut self, ty: Ty, rvalue: Rvalue) -> Result<Operand> {
        let local = self.grower.assign_hidden(ty, rvalue)?;
        Ok(self.keep(ty, local))
    }

    /// Records a node. Some nodes come into scope for other constructs.
    fn keep(&mut self, ty: Ty, local: Local) -> Operand {
        if self.percent(35) {
            self.grower.bring_known_into_scope(local, false, false);
        }
        self.room = self.room.saturating_sub(1);
        self.nodes.push((ty, local.into()));
        local.into()
    }

    /// `left op right`.
    fn op(&mut self, int: IntTy, op: BinOp, left: Operand, right: Operand) -> Result<Operand> {
        let ty = self.ty(int);
        self.node(ty, Rvalue::Binary(op, left, right))
    }

    /// `left op right` of a comparison, or of two `bool`s.
    fn ask(&mut self, op: BinOp, left: Operand, right: Operand) -> Result<Operand> {
        let bool = self.grower.universe.bool;
        self.node(bool, Rvalue::Binary(op, left, right))
    }

    /// `!x`.
    fn not(&mut self, int: IntTy, x: Operand) -> Result<Operand> {
        let ty = self.ty(int);
        self.node(ty, Rvalue::Unary(UnOp::Not, x))
    }

    /// `-x`, also of unsigned integers.
    fn neg(&mut self, int: IntTy, x: Operand) -> Result<Operand> {
        if int.is_signed() && self.percent(60) {
            let ty = self.ty(int);
            return self.node(ty, Rvalue::Unary(UnOp::Neg, x));
        }
        self.op(int, BinOp::Sub, literal(int, 0), x)
    }

    /// `x as int`, or `x` if it is one already.
    fn cast(&mut self, x: Operand, int: IntTy) -> Result<Operand> {
        let ty = self.ty(int);
        if x.place().and_then(|place| self.grower.place_ty(place)) == Some(ty) {
            return Ok(x);
        }
        self.node(ty, Rvalue::Cast(x, ty))
    }

    /// The result of an intrinsic.
    fn call(&mut self, intrinsic: Intrinsic, x: Vec<Operand>, result: IntTy) -> Result<Operand> {
        let ty = self.ty(result);
        let local = self.grower.attempt(|this| {
            let local = this.declare(ty, false)?;
            this.propose_call(local.into(), Callee::Intrinsic(intrinsic), x)?;
            Ok(local)
        })?;
        Ok(self.keep(ty, local))
    }

    /// `if question { yes } else { no }`: by a branch, or by a mask.
    fn choose(
        &mut self,
        int: IntTy,
        question: Operand,
        [yes, no]: [Operand; 2],
    ) -> Result<Operand> {
        if self.percent(70) {
            let ty = self.ty(int);
            let arms = [Rvalue::Use(yes), Rvalue::Use(no)];
            let local = self.grower.choose(ty, question, arms)?;
            return Ok(self.keep(ty, local));
        }
        let chosen = self.cast(question, int)?;
        let all = self.neg(int, chosen)?;
        let differing = self.op(int, BinOp::BitXor, yes, no.clone())?;
        let differing = self.op(int, BinOp::BitAnd, differing, all)?;
        self.op(int, BinOp::BitXor, differing, no)
    }

    fn ty(&mut self, int: IntTy) -> Ty {
        self.grower.draft.program.types.int(int)
    }

    fn percent(&mut self, percent: u32) -> bool {
        self.grower.rng.percent(percent)
    }

    /// A random item of a list.
    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.grower.rng.below(items.len())]
    }

    /// A constant of the pool that is not 0.
    fn constant(&mut self, int: IntTy) -> Operand {
        self.constant_but(int, &[0])
    }

    /// A constant that neither clears nor keeps all bits.
    fn partial(&mut self, int: IntTy) -> Operand {
        self.constant_but(int, &[0, u128::MAX])
    }

    /// A constant to divide by: `MIN / -1` is not defined, and `x / 1` is `x`.
    fn divisor(&mut self, int: IntTy) -> u128 {
        if self.percent(40) {
            let small = self.grower.rng.between(2, 17) as u128;
            let negative = int.is_signed() && self.percent(30);
            let small = if negative {
                small.wrapping_neg()
            } else {
                small
            };
            return truncate(small, width(int));
        }
        self.bits_but(int, &[0, 1, u128::MAX])
    }

    /// A constant that is none of these, as far as the width of the type shows.
    fn constant_but(&mut self, int: IntTy, but: &[u128]) -> Operand {
        let bits = self.bits_but(int, but);
        literal(int, bits)
    }

    fn bits_but(&mut self, int: IntTy, but: &[u128]) -> u128 {
        let bits = width(int);
        let fits = |value: &u128| but.iter().all(|other| truncate(*other, bits) != *value);
        let pool = self.pool.iter().map(|value| truncate(*value, bits));
        let pool: Vec<u128> = pool.filter(fits).collect();
        *self.grower.rng.pick(&pool).unwrap_or(&6)
    }

    /// A number of bits to shift by, which is not 0: half of the width, all but one, or any.
    fn amount(&mut self, int: IntTy) -> u32 {
        let bits = width(int);
        match self.grower.rng.below(8) {
            0 => bits / 2,
            1 => bits - 1,
            2 | 3 => self.grower.rng.between(1, bits as usize - 1) as u32,
            _ => self.grower.rng.between(1, bits as usize / 2) as u32,
        }
    }

    /// Some other type, of any width.
    fn other_type(&mut self, int: IntTy) -> IntTy {
        let wide = self.grower.swarm.has(Feature::WideInts) || width(self.int) == 128;
        let others = IntTy::ALL.into_iter();
        let others: Vec<IntTy> = others
            .filter(|&other| other != int && (wide || width(other) < 128))
            .collect();
        *self.grower.rng.pick(&others).unwrap_or(&int)
    }

    /// The type of twice the width, if there is one.
    fn wider(&mut self, int: IntTy) -> Option<IntTy> {
        let wide = self.grower.swarm.has(Feature::WideInts);
        let twice = |other: &IntTy| {
            width(*other) == 2 * width(int)
                && other.is_signed() == int.is_signed()
                && (wide || width(*other) < 128)
        };
        IntTy::ALL.into_iter().find(twice)
    }
}

/// Width of a type in bits.
fn width(int: IntTy) -> u32 {
    int.bits(&TARGET)
}

/// The sign bit.
fn sign_bit(int: IntTy) -> u128 {
    1 << (width(int) - 1)
}

/// A constant, truncated to its type.
fn literal(int: IntTy, value: u128) -> Operand {
    Constant::Int(truncate(value, width(int)), int).into()
}

/// The amount of a shift.
fn by(amount: u32) -> Operand {
    Constant::Int(amount.into(), IntTy::U32).into()
}

/// The type of the same width with a sign, or without one.
fn with_sign(int: IntTy, signed: bool) -> IntTy {
    let pointer = |int| matches!(int, IntTy::Isize | IntTy::Usize);
    let fits = |other: &IntTy| {
        width(*other) == width(int)
            && other.is_signed() == signed
            && pointer(*other) == pointer(int)
    };
    IntTy::ALL.into_iter().find(fits).unwrap_or(int)
}

/// A random number, its relatives, and a few numbers that depend on the width only.
fn pool(rng: &mut Rng, favourite: u128, bits: u32) -> Vec<u128> {
    let ones = u128::MAX / 255;
    let c = match rng.below(6) {
        0 | 1 => favourite,
        2 => rng.between(2, 17) as u128,
        3 => 1 << rng.below(bits as usize),
        4 => [ones * 0x55, ones * 0x0f, ones, 0xff, 0xff00][rng.below(5)],
        _ => u128::from(rng.bits()),
    };
    let power = 1_u128 << rng.below(bits as usize);
    let minimum = 1_u128 << (bits - 1);
    let mut others = vec![
        power,
        power - 1,
        power + 1,
        power.wrapping_neg(),
        minimum,
        minimum - 1,
        u128::MAX,
        u128::from(bits),
        u128::from(bits - 1),
        u128::from(bits / 2),
        1,
    ];
    rng.shuffle(&mut others);
    others.truncate(4);
    let mut pool = vec![
        c,
        c.wrapping_add(1),
        c.wrapping_sub(1),
        !c,
        c.wrapping_neg(),
    ];
    pool.append(&mut others);
    for value in &mut pool {
        *value = truncate(*value, bits);
    }
    pool
}
