//! Bridges between types: instructions that make a value of one type out of a value of another.
//!
//! Every bridge keeps most of the value's information, so that a result depends on what was put in. None of them is undefined or makes
//! poison out of defined values, except for loads through pointers: the machine decides about these.

use kvant_generate::Rng;
use kvant_llvm::syntax::{
    BinaryOp, Brackets, CastOp, Const, IntPredicate, Op, Type, TypeKind, Typed, Types, Value,
};

use crate::build::Builder;

/// Bytes behind a pointer that an integer may choose among.
const REACH: i32 = 7;

/// The elements that a mask of a new shuffle may have.
const LANES: u32 = 64;

/// Makes a value of the type `to`. `pointers` are values of type `ptr` that addresses may be made of. `None` if there is no way.
pub(crate) fn bridge(
    build: &mut Builder<'_>,
    rng: &mut Rng,
    from: Typed,
    to: Type,
    pointers: &[Typed],
) -> Option<Typed> {
    if from.ty == to {
        return Some(from);
    }
    let mut bridge = Bridge {
        build,
        rng,
        pointers,
    };
    bridge.make(from, to)
}

struct Bridge<'s, 'b> {
    build: &'s mut Builder<'b>,
    rng: &'s mut Rng,
    pointers: &'s [Typed],
}

impl Bridge<'_, '_> {
    fn kind(&self, ty: Type) -> TypeKind {
        self.build.types.get(ty).clone()
    }

    fn make(&mut self, from: Typed, to: Type) -> Option<Typed> {
        if from.ty == to {
            return Some(from);
        }
        match (self.kind(from.ty), self.kind(to)) {
            (TypeKind::Vector { .. }, TypeKind::Vector { .. }) => self.vector(from, to),
            (
                TypeKind::Vector {
                    length, element, ..
                },
                _,
            ) => {
                let element = self.lane(from, element, length);
                self.make(element, to)
            }
            (TypeKind::Struct { fields, .. }, _) => {
                let field = self.rng.below(fields.len().max(1));
                let ty = *fields.get(field)?;
                let op = Op::ExtractValue(from, Box::new([field as u32]));
                let part = self.build.add(op, ty);
                self.make(part, to)
            }
            (TypeKind::Array { length, element }, _) => {
                let index = self.rng.below((length as usize).max(1));
                if length == 0 {
                    return None;
                }
                let op = Op::ExtractValue(from, Box::new([index as u32]));
                let part = self.build.add(op, element);
                self.make(part, to)
            }
            (_, TypeKind::Vector { element, .. }) => {
                let scalar = self.make(from, element)?;
                self.spread(scalar, to)
            }
            (_, TypeKind::Struct { fields, .. }) => {
                let places: Vec<(u32, Type)> = (0..).zip(fields.iter().copied()).collect();
                self.filled(from, to, &places)
            }
            (_, TypeKind::Array { length, element }) => {
                let places: Vec<(u32, Type)> =
                    (0..length.min(4) as u32).map(|it| (it, element)).collect();
                self.filled(from, to, &places)
            }
            (one, other) => self.scalar(from, &one, to, &other),
        }
    }

    /// Conversions of scalars.
    fn scalar(&mut self, from: Typed, one: &TypeKind, to: Type, other: &TypeKind) -> Option<Typed> {
        Some(match (one, other) {
            (TypeKind::Int(from_bits), TypeKind::Int(bits)) => {
                self.int(from, (*from_bits, *bits), to)
            }
            (TypeKind::Int(from_bits), TypeKind::Float(kind)) => {
                match *from_bits == kind.bits() && self.rng.one_in(2) {
                    true => self.build.cast(CastOp::BitCast, from, to),
                    // The largest numbers fit into a half only up to 65504; others become infinite, which is defined.
                    false => {
                        let ops = [CastOp::SiToFp, CastOp::UiToFp];
                        let op = ops[self.rng.below(ops.len())];
                        self.build.cast(op, from, to)
                    }
                }
            }
            (TypeKind::Float(kind), TypeKind::Int(_)) => {
                let bits = self.build.types.int(kind.bits());
                let bits = self.build.cast(CastOp::BitCast, from, bits);
                self.make(bits, to)?
            }
            (TypeKind::Float(one), TypeKind::Float(other)) => {
                let op = match one.bits().cmp(&other.bits()) {
                    std::cmp::Ordering::Less => CastOp::FpExt,
                    std::cmp::Ordering::Greater => CastOp::FpTrunc,
                    std::cmp::Ordering::Equal => CastOp::BitCast,
                };
                self.build.cast(op, from, to)
            }
            (TypeKind::Ptr(space), TypeKind::Int(_) | TypeKind::Float(_)) => {
                if space.is_default() && self.rng.one_in(2) {
                    return Some(self.build.load(to, from, 1));
                }
                let is_null = self.build.compare(IntPredicate::Eq, from, Value::Null);
                self.make(is_null, to)?
            }
            (TypeKind::Int(_) | TypeKind::Float(_), TypeKind::Ptr(space)) => {
                if !space.is_default() {
                    return None;
                }
                let wide = self.build.types.int(64);
                let index = self.make(from, wide)?;
                let index = self.build.binary(BinaryOp::And, index, Value::Int(REACH));
                let base = *self
                    .pointers
                    .get(self.rng.below(self.pointers.len().max(1)))?;
                self.build.offset(base, index)
            }
            _ => return None,
        })
    }

    /// An integer with more or fewer bits.
    fn int(&mut self, from: Typed, (from_bits, bits): (u32, u32), to: Type) -> Typed {
        if from_bits < bits {
            let op = match self.rng.one_in(2) {
                true => CastOp::SExt,
                false => CastOp::ZExt,
            };
            return self.build.cast(op, from, to);
        }
        let scalar = self.build.types.scalar(from.ty) == from.ty;
        match (bits, self.rng.below(3)) {
            (1, 0 | 1) if scalar => {
                let predicates = [IntPredicate::Ne, IntPredicate::Slt, IntPredicate::Ugt];
                let predicate = predicates[self.rng.below(predicates.len())];
                self.build.compare(predicate, from, Value::Int(0))
            }
            (_, 2) if scalar && from_bits < 1 << 16 => {
                let shift = Value::Int((from_bits - bits) as i32);
                let high = self.build.binary(BinaryOp::LShr, from, shift);
                self.build.cast(CastOp::Trunc, high, to)
            }
            _ => self.build.cast(CastOp::Trunc, from, to),
        }
    }

    /// An element of a vector.
    fn lane(&mut self, from: Typed, element: Type, length: u32) -> Typed {
        let index = self.rng.below((length as usize).max(1)) as i32;
        let index = self.build.int(64, index);
        let op = Op::ExtractElement(Box::new([from, index]));
        self.build.add(op, element)
    }

    /// A vector with a scalar in one lane, or in all.
    fn spread(&mut self, scalar: Typed, to: Type) -> Option<Typed> {
        let TypeKind::Vector {
            is_scalable,
            length,
            ..
        } = self.kind(to)
        else {
            return None;
        };
        let zero = Typed {
            ty: to,
            value: Value::Zero,
        };
        let lane = match is_scalable || self.rng.one_in(2) {
            true => 0,
            false => self.rng.below((length as usize).max(1)) as i32,
        };
        let index = self.build.int(64, lane);
        let one = self
            .build
            .add(Op::InsertElement(Box::new([zero, scalar, index])), to);
        if is_scalable || lane != 0 || self.rng.one_in(3) {
            return Some(one);
        }
        let word = self.build.types.int(32);
        let mask = self.build.types.intern(TypeKind::Vector {
            is_scalable: false,
            length,
            element: word,
        });
        let mask = Typed {
            ty: mask,
            value: Value::Zero,
        };
        let op = Op::ShuffleVector(Box::new([one, zero, mask]));
        Some(self.build.add(op, to))
    }

    /// One vector of another.
    fn vector(&mut self, from: Typed, to: Type) -> Option<Typed> {
        let (
            TypeKind::Vector {
                is_scalable: is_from_scalable,
                length: from_length,
                element: from_element,
            },
            TypeKind::Vector {
                is_scalable,
                length,
                element,
            },
        ) = (self.kind(from.ty), self.kind(to))
        else {
            return None;
        };
        let as_scalar = |this: &mut Self| {
            let scalar = this.lane(from, from_element, from_length);
            let scalar = this.make(scalar, element)?;
            this.spread(scalar, to)
        };
        if is_from_scalable || is_scalable || from_length == 0 || length > LANES {
            return as_scalar(self);
        }
        let mut from = from;
        if from_length != length {
            let indices = (0..length).map(|_| self.rng.below(from_length as usize) as i32);
            let indices: Vec<i32> = indices.collect();
            from = self.shuffled(from, (from_element, length), &indices);
        }
        match (self.kind(from_element), self.kind(element)) {
            _ if from.ty == to => Some(from),
            (TypeKind::Int(from_bits), TypeKind::Int(bits)) => {
                Some(self.int(from, (from_bits, bits), to))
            }
            (TypeKind::Int(_), TypeKind::Float(_)) => {
                Some(self.build.cast(CastOp::SiToFp, from, to))
            }
            (TypeKind::Float(one), TypeKind::Int(bits)) if one.bits() == bits => {
                Some(self.build.cast(CastOp::BitCast, from, to))
            }
            (TypeKind::Float(one), TypeKind::Float(other)) => {
                let op = match one.bits().cmp(&other.bits()) {
                    std::cmp::Ordering::Less => CastOp::FpExt,
                    std::cmp::Ordering::Greater => CastOp::FpTrunc,
                    std::cmp::Ordering::Equal => CastOp::BitCast,
                };
                Some(self.build.cast(op, from, to))
            }
            _ => {
                let scalar = self.lane(from, from_element, length);
                let scalar = self.make(scalar, element)?;
                self.spread(scalar, to)
            }
        }
    }

    /// The elements of a vector with these numbers.
    fn shuffled(&mut self, from: Typed, (element, length): (Type, u32), indices: &[i32]) -> Typed {
        let word = self.build.types.int(32);
        let [ty, mask_type] = [element, word].map(|element| {
            self.build.types.intern(TypeKind::Vector {
                is_scalable: false,
                length,
                element,
            })
        });
        let parts = indices.iter().map(|index| Typed {
            ty: word,
            value: Value::Int(*index),
        });
        let mask = Const::Aggregate(Brackets::Vector, parts.collect());
        let mask = Typed {
            ty: mask_type,
            value: self.build.constant(mask),
        };
        let other = Typed {
            ty: from.ty,
            value: Value::Zero,
        };
        let op = Op::ShuffleVector(Box::new([from, other, mask]));
        self.build.add(op, ty)
    }

    /// A struct or an array with a value in one of its parts, and zeros in the others.
    fn filled(&mut self, from: Typed, to: Type, places: &[(u32, Type)]) -> Option<Typed> {
        let start = self.rng.below(places.len().max(1));
        let zero = Typed {
            ty: to,
            value: Value::Zero,
        };
        for n in 0..places.len() {
            let (index, ty) = places[(start + n) % places.len()];
            if let Some(part) = self.make(from, ty) {
                let op = Op::InsertValue(Box::new([zero, part]), Box::new([index]));
                return Some(self.build.add(op, to));
            }
        }
        None
    }
}

/// True for types that values of crossed functions have: no tokens, labels and types of targets.
pub(crate) fn is_bridgeable(types: &Types, ty: Type) -> bool {
    match types.get(ty) {
        TypeKind::Int(bits) => *bits <= 128,
        TypeKind::Float(_) => true,
        TypeKind::Ptr(space) => space.is_default(),
        TypeKind::Vector { element, .. } => is_bridgeable(types, *element),
        TypeKind::Struct { fields, .. } => fields.iter().any(|it| is_bridgeable(types, *it)),
        TypeKind::Array { length, element } => *length > 0 && is_bridgeable(types, *element),
        _ => false,
    }
}
