//! Constant expressions, and the symbols that constants name.

use kvant_llvm::Name;
use kvant_llvm::syntax::{CastOp, ConstExpr, Constants, Flags, IntPredicate, Type, Typed};

use crate::cast;
use crate::choice::Choices;
use crate::code::{Source, Step};
use crate::compare;
use crate::float::{self, FloatOp};
use crate::int::{self, Context};
use crate::leaf::{Leaf, Origin, Pointer, signed};
use crate::memory::Memory;
use crate::outcome::{Stop, Unspecified, Unsupported};
use crate::program::{Program, Symbol};
use crate::shape::Scalar;
use crate::walk::Walk;

/// Aliases may stand for one another this often.
const ALIASES: u32 = 64;

/// Notices that a constant is nondeterministic.
#[derive(Default)]
struct Asked(bool);

impl Choices for Asked {
    fn choose(&mut self, _count: u128) -> u128 {
        self.0 = true;
        0
    }
}

impl Program<'_> {
    /// The leaves of a constant expression.
    pub(super) fn expression(
        &self,
        expression: &ConstExpr,
        constants: &Constants,
    ) -> Result<Vec<Leaf>, Stop> {
        let mut asked = Asked::default();
        let mut context = Context {
            origin: Origin::OUTSIDE,
            choices: &mut asked,
        };
        let operand = |typed: &Typed| self.constant(typed.ty, typed.value, constants);
        let leaves = match expression {
            ConstExpr::Binary(op, flags, [a, b]) => {
                let (_, Scalar::Int(width)) = self.shapes.lanes(a.ty)? else {
                    return Err(refused("expression on floats"));
                };
                let (a, b) = (operand(a)?, operand(b)?);
                let pairs = a.iter().zip(&b);
                pairs
                    .map(|(a, b)| int::binary(&mut context, *op, *flags, width, [a, b]))
                    .collect::<Result<Vec<Leaf>, Stop>>()
            }
            ConstExpr::Cast(op, flags, value, ty) => {
                self.cast_of(&mut context, (*op, *flags), operand(value)?, value.ty, *ty)
            }
            ConstExpr::ICmp(predicate, [a, b]) => {
                self.compare_of(&mut context, *predicate, a.ty, [operand(a)?, operand(b)?])
            }
            ConstExpr::FCmp(predicate, [a, b]) => {
                let op = FloatOp::Compare(*predicate);
                self.float_of(&mut context, op, a.ty, [&operand(a)?, &operand(b)?])
            }
            ConstExpr::Gep {
                in_range: Some(_), ..
            } => Err(refused("getelementptr inrange")),
            ConstExpr::Gep {
                flags,
                source,
                operands,
                ..
            } => self.gep_of(*flags, *source, operands, constants),
            ConstExpr::Named(name, operands) => {
                let operands = operands
                    .iter()
                    .map(|it| Ok((it.ty, operand(it)?)))
                    .collect::<Result<Vec<_>, Stop>>()?;
                self.named(&mut context, self.module.names.get(*name), &operands)
            }
        };
        match leaves {
            Err(Stop::Ub(_)) => Err(refused("expression with undefined behaviour")),
            Ok(_) if asked.0 => Err(refused("expression of undef")),
            leaves => leaves,
        }
    }

    fn cast_of(
        &self,
        context: &mut Context<'_>,
        (op, flags): (CastOp, Flags),
        values: Vec<Leaf>,
        from: Type,
        into: Type,
    ) -> Result<Vec<Leaf>, Stop> {
        let (from, into) = (self.shapes.lanes(from)?, self.shapes.lanes(into)?);
        let pointer = self.pointer_bits();
        if op == CastOp::BitCast {
            let is_big_endian = self.layout.is_big_endian;
            return cast::bitcast(values, from, into, is_big_endian);
        }
        if from.1.is_far() || into.1.is_far() {
            return Err(Unspecified::AddressSpace.into());
        }
        let cast = |value: &Leaf| match (from.1, into.1) {
            (Scalar::Int(from), Scalar::Int(into)) => {
                cast::resize(context, op, flags, from, into, value)
            }
            (Scalar::Float(_), _) | (_, Scalar::Float(_)) => {
                let result = float::cast(context, op, flags, from.1, into.1, value)?;
                no_subnormal(from.1, value)?;
                no_subnormal(into.1, &result)?;
                Ok(result)
            }
            (from, into) => cast::address(op, value, from.bits(pointer), into, pointer),
        };
        values.iter().map(cast).collect()
    }

    /// A comparison of integers or pointers.
    fn compare_of(
        &self,
        context: &mut Context<'_>,
        predicate: IntPredicate,
        ty: Type,
        [a, b]: [Vec<Leaf>; 2],
    ) -> Result<Vec<Leaf>, Stop> {
        let (_, scalar) = self.shapes.lanes(ty)?;
        if scalar.is_far() {
            return Err(Unspecified::AddressSpace.into());
        }
        let width = scalar.bits(self.pointer_bits());
        let one = |(a, b): (&Leaf, &Leaf)| match compare::pair([a, b]) {
            Some(pair) => compare::pointers(self, predicate, pair, |a, b| self.is_inside(a, b)),
            None => int::compare(context, predicate, false, width, [a, b]),
        };
        a.iter().zip(&b).map(one).collect()
    }

    /// An operation on floats.
    fn float_of(
        &self,
        context: &mut Context<'_>,
        op: FloatOp,
        ty: Type,
        [a, b]: [&[Leaf]; 2],
    ) -> Result<Vec<Leaf>, Stop> {
        let (_, scalar @ Scalar::Float(kind)) = self.shapes.lanes(ty)? else {
            return Err(Stop::IllFormed("a float operation on another type".into()));
        };
        let one = |(a, b): (&Leaf, &Leaf)| {
            if op != FloatOp::Negate {
                no_subnormal(scalar, a)?;
                no_subnormal(scalar, b)?;
            }
            float::execute(context, op, Flags::default(), kind, [a, b])
        };
        a.iter().zip(b).map(one).collect()
    }

    fn gep_of(
        &self,
        flags: Flags,
        source: Type,
        operands: &[Typed],
        constants: &Constants,
    ) -> Result<Vec<Leaf>, Stop> {
        let Some((base, indices)) = operands.split_first() else {
            return Err(Stop::IllFormed("getelementptr without a base".into()));
        };
        let bases = self.constant(base.ty, base.value, constants)?;
        let is_vector = self.shapes.is_vector(base.ty);
        let (mut lanes, mut leaves) = (bases.len(), Vec::new());
        let steps = self.steps(source, indices, constants, &mut |index| {
            let of_index = self.constant(index.ty, index.value, constants)?;
            lanes = lanes.max(of_index.len());
            let first = leaves.len();
            leaves.extend(of_index);
            Ok(Source::constant(first as u32))
        })?;
        let index_of = |source: &Source, lane: usize, is_vector: bool| {
            let first = source.split().err()?;
            leaves.get(first + if is_vector { lane } else { 0 })
        };
        let one = |lane: usize| {
            let pointer = match bases.get(if is_vector { lane } else { 0 }) {
                Some(Leaf::Ptr(pointer)) => *pointer,
                Some(Leaf::Poison(origin)) => return Ok(Leaf::Poison(*origin)),
                _ => return Err(Unspecified::Address.into()),
            };
            let mut walk = Walk::new(flags, self.address_bits(base.ty), pointer);
            for step in &steps {
                let stepped = match step {
                    Step::Bytes(bytes) => walk.step(i128::from(*bytes), 128, 1),
                    Step::Index {
                        index,
                        is_vector,
                        width,
                        scale,
                    } => match index_of(index, lane, *is_vector) {
                        Some(Leaf::Int(index)) => walk.step(signed(*index, *width), *width, *scale),
                        Some(Leaf::Poison(origin)) => return Ok(Leaf::Poison(*origin)),
                        _ => return Err(Unspecified::Address.into()),
                    },
                };
                if walk.is_poison(stepped, |a, b| self.is_inside(a, b))? {
                    return Ok(Leaf::Poison(Origin::OUTSIDE));
                }
            }
            Ok(Leaf::Ptr(walk.pointer))
        };
        (0..lanes).map(one).collect()
    }

    /// True if both pointers are inside of their symbol or at its end.
    fn is_inside(&self, from: Pointer, to: Pointer) -> Result<bool, Stop> {
        let Some(node) = from.node else {
            return Ok(false);
        };
        let (size, is_known) = match self.symbols.get(node.index as usize) {
            Some(Symbol::Global(global)) => (self.size(global.ty)?.0, global.init.is_some()),
            _ => (0, false),
        };
        let is_inside = [from, to]
            .iter()
            .all(|it| u64::try_from(it.offset).is_ok_and(|offset| offset <= size));
        match is_inside || is_known {
            true => Ok(is_inside),
            false => Err(Unspecified::Address.into()),
        }
    }

    /// An expression that is its name and its operands.
    fn named(
        &self,
        context: &mut Context<'_>,
        name: &str,
        operands: &[(Type, Vec<Leaf>)],
    ) -> Result<Vec<Leaf>, Stop> {
        let poison = Leaf::Poison(Origin::OUTSIDE);
        let index = |leaves: &[Leaf]| match leaves.first() {
            Some(Leaf::Int(index)) => usize::try_from(*index).unwrap_or(usize::MAX),
            _ => usize::MAX,
        };
        match (name, operands) {
            ("extractelement", [(_, vector), (_, at)]) => {
                let element = vector.get(index(at)).cloned();
                Ok(vec![element.unwrap_or(poison)])
            }
            ("insertelement", [(_, vector), (_, element), (_, at)]) => {
                let mut vector = vector.clone();
                match (vector.get_mut(index(at)), element.first()) {
                    (Some(slot), Some(element)) => *slot = element.clone(),
                    _ => vector.fill(poison),
                }
                Ok(vector)
            }
            ("shufflevector", [(_, first), (_, second), (_, mask)]) => {
                let lane = |leaf: &Leaf| {
                    let at = index(std::slice::from_ref(leaf));
                    let second = || second.get(at.checked_sub(first.len())?);
                    first.get(at).or_else(second).unwrap_or(&poison).clone()
                };
                Ok(mask.iter().map(lane).collect())
            }
            ("select", [(ty, conditions), (_, yes), (_, no)]) => {
                let is_lanewise = self.shapes.is_vector(*ty);
                let one = |(n, (yes, no)): (usize, (&Leaf, &Leaf))| match conditions
                    .get(if is_lanewise { n } else { 0 })
                {
                    Some(Leaf::Int(0)) => Ok(no.clone()),
                    Some(Leaf::Int(_)) => Ok(yes.clone()),
                    Some(Leaf::Poison(origin)) => Ok(Leaf::Poison(*origin)),
                    _ => Err(refused("expression of undef")),
                };
                yes.iter().zip(no).enumerate().map(one).collect()
            }
            ("fneg", [(ty, value)]) => self.float_of(context, FloatOp::Negate, *ty, [value, value]),
            _ => Err(Stop::IllFormed("an expression without its operands".into())),
        }
    }

    /// The pointer that the name of a symbol stands for.
    pub(super) fn symbol(&self, name: Name) -> Result<Leaf, Stop> {
        let number = self.symbol_number(name);
        let number = number.ok_or_else(|| refused("an undefined symbol"))?;
        let Symbol::Alias(alias) = &self.symbols[number as usize] else {
            return Ok(Leaf::Ptr(Pointer::to(Memory::symbol(number))));
        };
        if alias.is_ifunc {
            return Err(refused("ifunc"));
        }
        let depth = self.aliases.get();
        if depth > ALIASES {
            return Err(Stop::IllFormed("an alias of itself".into()));
        }
        self.aliases.set(depth + 1);
        let target = alias.target;
        let ty = match target.ty {
            kvant_llvm::syntax::Types::VOID => kvant_llvm::syntax::Types::PTR,
            ty => ty,
        };
        let leaves = self.constant(ty, target.value, &self.module.constants);
        self.aliases.set(depth);
        match leaves?.as_slice() {
            [leaf] => Ok(leaf.clone()),
            _ => Err(Stop::IllFormed("an alias of a vector".into())),
        }
    }
}

/// Refuses subnormal floats, which some functions flush to zero. A constant does not know its function.
fn no_subnormal(scalar: Scalar, leaf: &Leaf) -> Result<(), Stop> {
    match (scalar, leaf) {
        (Scalar::Float(kind), Leaf::Int(bits)) if matches!(float::class(kind, *bits), 4 | 7) => {
            Err(Unspecified::FloatEnvironment.into())
        }
        _ => Ok(()),
    }
}

/// The refusal of a constant.
pub(super) fn refused(name: &str) -> Stop {
    let name = name.into();
    Unsupported::Constant { name }.into()
}
