//! Types that are made of others: tuples, arrays, and declared types.

use super::*;
use kvant_mir::Variant;

/// The sort of a composite type.
#[derive(Clone, Copy)]
enum Sort {
    Tuple,
    Array,
    Struct,
    TupleStruct,
    Transparent,
    ZeroSized,
    Node,
    Enum,
    Union,
}

impl Universe {
    /// Draws one more composite type.
    pub(super) fn draw_composite(&mut self, types: &mut Types, swarm: &Swarm, rng: &mut Rng) {
        let weight = |feature, weight| u32::from(swarm.has(feature)) * weight;
        // The first enum and the first union are likelier than further ones.
        let first = |none: bool| if none { 3 } else { 1 };
        let nodes = weight(Feature::RecursiveTypes, weight(Feature::RawPointers, 1));
        let sorts = [
            (weight(Feature::Tuples, 2), Sort::Tuple),
            (weight(Feature::Arrays, 3), Sort::Array),
            (weight(Feature::Structs, 2), Sort::Struct),
            (weight(Feature::TupleStructs, 1), Sort::TupleStruct),
            (weight(Feature::TransparentStructs, 1), Sort::Transparent),
            (weight(Feature::ZeroSized, 1), Sort::ZeroSized),
            (nodes, Sort::Node),
            (
                weight(Feature::Enums, 2 * first(self.enums.is_empty())),
                Sort::Enum,
            ),
            (
                weight(Feature::Unions, first(self.unions.is_empty())),
                Sort::Union,
            ),
        ];
        if sorts.iter().all(|sort| sort.0 == 0) {
            return;
        }
        let sort = rng.weighted(&sorts);
        let Some(ty) = self.composite(types, swarm, rng, sort) else {
            return;
        };
        if self.composites.contains(&ty) || paths(types, ty).len() > MAX_PATHS {
            return;
        }
        match sort {
            Sort::Enum => self.enums.push(ty),
            Sort::Union => self.unions.push(ty),
            Sort::Node => self.nodes.push((ty, 0)),
            _ => {}
        }
        self.composites.push(ty);
    }

    fn composite(&self, types: &mut Types, swarm: &Swarm, rng: &mut Rng, sort: Sort) -> Option<Ty> {
        let def = match sort {
            Sort::Tuple => {
                let fields: Vec<Ty> = (0..rng.between(1, 4)).map(|_| self.part(rng)).collect();
                return Some(types.tuple(&fields));
            }
            Sort::Array => {
                let element = self.part(rng);
                // Some arrays are made by repeating one element, which must be copyable.
                if !types.is_copy(element) {
                    return None;
                }
                let length = *rng.pick(&[1, 2, 3, 4, 5, 7, 8, 9, 16]).unwrap_or(&4);
                return Some(types.array(element, length));
            }
            Sort::Struct => {
                let fields = self.fields(swarm, rng, 5, word);
                AdtDef::new_struct(name(types, 'S'), struct_repr(rng), fields)
            }
            Sort::TupleStruct => {
                let fields = self.fields(swarm, rng, 4, |n| n.to_string());
                AdtDef::new_struct(name(types, 'S'), struct_repr(rng), fields)
            }
            Sort::Transparent => {
                let field = |n: usize| match rng.percent(50) {
                    true => n.to_string(),
                    false => word(n),
                };
                let names = [0].map(field);
                let fields = names.map(|name| Field {
                    name,
                    ty: self.part(rng),
                });
                AdtDef::new_struct(name(types, 'S'), Repr::Transparent, fields.into())
            }
            Sort::ZeroSized => AdtDef::new_struct(name(types, 'Z'), struct_repr(rng), Vec::new()),
            Sort::Node => return Some(self.draw_node(types, rng)),
            Sort::Enum => self.draw_enum(types, swarm, rng),
            Sort::Union => {
                let fields = (0..rng.between(2, 4)).map(|n| Field {
                    name: word(n),
                    ty: self.known_part(types, rng),
                });
                let fields = fields.collect();
                AdtDef::new_union(name(types, 'U'), fields)
            }
        };
        Some(types.declare(def).1)
    }

    /// One to `most` fields. Now and then one of them is `()`.
    fn fields(
        &self,
        swarm: &Swarm,
        rng: &mut Rng,
        most: usize,
        name: impl Fn(usize) -> String,
    ) -> Vec<Field> {
        let unit = swarm.has(Feature::ZeroSized);
        (0..rng.between(1, most))
            .map(|n| Field {
                name: name(n),
                ty: match unit && rng.percent(4) {
                    true => self.unit,
                    false => self.part(rng),
                },
            })
            .collect()
    }

    /// A struct that begins with a pointer to its own type.
    fn draw_node(&self, types: &mut Types, rng: &mut Rng) -> Ty {
        let empty = AdtDef::new_struct(name(types, 'N'), struct_repr(rng), Vec::new());
        let (id, ty) = types.declare(empty);
        let next = Field {
            name: "next".to_owned(),
            ty: types.raw_ptr(Mutability::Mut, ty),
        };
        let rest = (0..rng.between(1, 2)).map(|n| Field {
            name: word(n),
            ty: self.part(rng),
        });
        let fields = std::iter::once(next).chain(rest).collect();
        types.adt_mut(id).variants[0].fields = fields;
        ty
    }

    fn draw_enum(&self, types: &Types, swarm: &Swarm, rng: &mut Rng) -> AdtDef {
        let ints = [
            IntTy::U8,
            IntTy::I8,
            IntTy::U16,
            IntTy::I16,
            IntTy::U32,
            IntTy::I32,
            IntTy::U64,
            IntTy::I64,
            IntTy::Isize,
            IntTy::Usize,
        ];
        let repr = match rng.below(10) {
            0..=3 => Repr::Rust,
            4 | 5 => Repr::C,
            _ => Repr::Int(*rng.pick(&ints).unwrap_or(&IntTy::U8)),
        };
        let fieldless = rng.percent(20);
        let count = rng.between(1, 5);
        let mut variants: Vec<Variant> = (0..count)
            .map(|n| Variant {
                name: format!("V{n}"),
                discriminant: n as i128,
                fields: match rng.below(4) {
                    _ if fieldless => Vec::new(),
                    0 => Vec::new(),
                    1 => self.fields(swarm, rng, 3, word),
                    _ => self.fields(swarm, rng, 3, |n| n.to_string()),
                },
            })
            .collect();
        if let (Repr::Rust, [only]) = (repr, &mut *variants) {
            // Without bytes, rustc forgets that it was ever assigned: see docs/FINDINGS.md.
            only.fields = vec![Field {
                name: "0".to_owned(),
                ty: self.int(rng),
            }];
        }
        let fieldless = variants.iter().all(|variant| variant.fields.is_empty());
        let may_choose = fieldless || matches!(repr, Repr::Int(_));
        if may_choose && rng.percent(70) {
            choose_discriminants(&mut variants, repr, rng);
        }
        AdtDef {
            name: name(types, 'E'),
            kind: AdtKind::Enum,
            repr,
            variants,
        }
    }

    /// A type for a field or element.
    fn part(&self, rng: &mut Rng) -> Ty {
        match (
            rng.below(40),
            rng.pick(&self.composites),
            rng.pick(&self.pointers),
        ) {
            (0..=8, Some(&composite), _) => composite,
            (9..=12, _, Some(&pointer)) => pointer,
            (13..=14, ..) => self.bool,
            (15..=16, ..) => *rng.pick(&self.chars).unwrap_or(&self.bool),
            (17..=20, ..) => *rng.pick(&self.floats).unwrap_or(&self.usize),
            (21, ..) => *rng.pick(&self.references).unwrap_or(&self.usize),
            (22, ..) => *rng.pick(&self.fn_pointers).unwrap_or(&self.usize),
            _ => self.int(rng),
        }
    }

    /// A type for a field of a union: its layout is specified.
    fn known_part(&self, types: &Types, rng: &mut Rng) -> Ty {
        for _ in 0..4 {
            let ty = self.part(rng);
            if types.is_legible(ty) {
                return ty;
            }
        }
        self.int(rng)
    }
}

/// A name for one more type.
fn name(types: &Types, letter: char) -> String {
    format!("{letter}{}", types.adts().len())
}

fn word(n: usize) -> String {
    format!("f{n}")
}

fn struct_repr(rng: &mut Rng) -> Repr {
    match rng.percent(50) {
        true => Repr::C,
        false => Repr::Rust,
    }
}

/// Unusual discriminants: negative ones, those at the ends of the type, neighbours, in no order.
fn choose_discriminants(variants: &mut [Variant], repr: Repr, rng: &mut Rng) {
    let int = match repr {
        Repr::Int(int) => int,
        Repr::C => IntTy::I32,
        Repr::Rust | Repr::Transparent => IntTy::Isize,
    };
    let bits = int.bits(&TARGET);
    let (low, high) = match int.is_signed() {
        true => (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1),
        false => (0, (1_i128 << bits) - 1),
    };
    let mut taken = Vec::new();
    for variant in variants {
        let mut value = match rng.below(6) {
            0 => low + rng.below(3) as i128,
            1 => high - rng.below(3) as i128,
            2 => -(rng.below(100) as i128),
            3 => i128::from(rng.bits()),
            _ => rng.below(120) as i128,
        };
        if !(low..=high).contains(&value) {
            value = rng.below(100) as i128;
        }
        while taken.contains(&value) {
            value = if value == high { low } else { value + 1 };
        }
        taken.push(value);
        variant.discriminant = value;
    }
}
