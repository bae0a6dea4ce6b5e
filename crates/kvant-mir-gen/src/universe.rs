//! The types of one program, drawn before anything is written.

use kvant_mir::layout::{FieldOrder, Layouts};
use kvant_mir::{AdtDef, AdtKind, Field, FloatTy, IntTy, Mutability, Repr, Ty, TyKind, Types};

use crate::TARGET;
use crate::config::Swarm;
use crate::feature::Feature;
use crate::path::{MAX_PATHS, paths, siblings};
use kvant_generate::Rng;

mod composite;

/// Numbers of iterations of loops: near the widths at which optimisers unroll and vectorise.
pub(crate) const TRIPS: [usize; 12] = [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33];

/// The field of the environment that holds [`TRIPS`]; the fields before it are scalars: the integers in
/// the order of [`IntTy::ALL`], the floats, a `char`.
pub(crate) const TRIPS_FIELD: u32 = 15;

/// The types a program uses.
pub(crate) struct Universe {
    /// The integers that are computed with.
    pub(crate) ints: Vec<Ty>,
    /// The floats that are computed with.
    pub(crate) floats: Vec<Ty>,
    /// `char`, if it is used.
    pub(crate) chars: Vec<Ty>,
    pub(crate) usize: Ty,
    pub(crate) bool: Ty,
    pub(crate) unit: Ty,
    /// Tuples, arrays, structs, unions and enums.
    pub(crate) composites: Vec<Ty>,
    /// The enums among them.
    pub(crate) enums: Vec<Ty>,
    /// The unions among them.
    pub(crate) unions: Vec<Ty>,
    /// The ones among them that are unions or contain one.
    pub(crate) with_unions: Vec<Ty>,
    /// The ones among them that have two parts of the same type.
    pub(crate) siblings: Vec<Ty>,
    /// The ones among them that point to their own type, with the field that does.
    pub(crate) nodes: Vec<(Ty, u32)>,
    /// Raw pointers, without the one to the environment.
    pub(crate) pointers: Vec<Ty>,
    pub(crate) references: Vec<Ty>,
    pub(crate) fn_pointers: Vec<Ty>,
    /// The types whose bytes may be reinterpreted as another type.
    pub(crate) known: Vec<Known>,
    /// The struct of opaque values that reaches every function, and the pointer to it.
    pub(crate) environment: Ty,
    pub(crate) environment_pointer: Ty,
}

/// A type whose layout is promised, without references.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) ty: Ty,
    pub(crate) size: u64,
    pub(crate) align: u64,
    pub(crate) made_of: MadeOf,
}

/// The sorts of bytes in a type. None of them may be reinterpreted as another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MadeOf {
    pointers: bool,
    functions: bool,
}

impl Universe {
    pub(crate) fn draw(types: &mut Types, swarm: &Swarm, rng: &mut Rng) -> Universe {
        let (environment, environment_pointer) = environment(types);
        let mut universe = Universe {
            ints: draw_ints(types, swarm, rng),
            floats: match swarm.has(Feature::Floats) {
                true => FloatTy::ALL.map(|float| types.float(float)).to_vec(),
                false => Vec::new(),
            },
            chars: match swarm.has(Feature::Chars) {
                true => vec![types.char()],
                false => Vec::new(),
            },
            usize: types.int(IntTy::Usize),
            bool: types.bool(),
            unit: types.unit(),
            composites: Vec::new(),
            enums: Vec::new(),
            unions: Vec::new(),
            with_unions: Vec::new(),
            siblings: Vec::new(),
            nodes: Vec::new(),
            pointers: Vec::new(),
            references: Vec::new(),
            fn_pointers: Vec::new(),
            known: Vec::new(),
            environment,
            environment_pointer,
        };
        for n in 0..rng.between(4, 9) {
            universe.draw_pointer(types, swarm, rng);
            universe.draw_reference(types, swarm, rng);
            universe.draw_composite(types, swarm, rng);
            if n % 3 == 1 {
                universe.draw_fn_pointer(types, swarm, rng);
            }
        }
        universe.draw_pointer(types, swarm, rng);
        universe.draw_reference(types, swarm, rng);
        universe.find_known(types);
        let holds_union = |ty: &&Ty| {
            types.any_part(**ty, |part, _| {
                types.as_adt_of(part, AdtKind::Union).is_some()
            })
        };
        let composites = universe.composites.iter();
        universe.with_unions = composites.filter(holds_union).copied().collect();
        let has_siblings = |ty: &&Ty| !siblings(types, **ty).is_empty();
        let composites = universe.composites.iter();
        universe.siblings = composites.filter(has_siblings).copied().collect();
        universe
    }

    /// A type for a local, an argument or a result.
    pub(crate) fn any(&self, rng: &mut Rng) -> Ty {
        let kinds: [(u32, &[Ty]); 8] = [
            (60, &self.ints),
            (10, &self.floats),
            (8, std::slice::from_ref(&self.bool)),
            (3, &self.chars),
            (20, &self.composites),
            (8, &self.pointers),
            (8, &self.references),
            (2, &self.fn_pointers),
        ];
        let kinds = kinds.map(|(weight, types)| match types.is_empty() {
            true => (0, types),
            false => (weight, types),
        });
        let kind = rng.weighted(&kinds);
        *rng.pick(kind).unwrap_or(&self.usize)
    }

    pub(crate) fn int(&self, rng: &mut Rng) -> Ty {
        *rng.pick(&self.ints).unwrap_or(&self.usize)
    }

    /// The field of a node type `ty` that points to its own type.
    pub(crate) fn node(&self, ty: Ty) -> Option<u32> {
        let found = self.nodes.iter().find(|node| node.0 == ty);
        found.map(|node| node.1)
    }

    /// A random type for a pointer or a reference to point to.
    fn draw_pointee(&self, rng: &mut Rng) -> Ty {
        match rng.pick(&self.composites) {
            Some(&ty) if rng.percent(50) => ty,
            _ => self.int(rng),
        }
    }

    fn draw_pointer(&mut self, types: &mut Types, swarm: &Swarm, rng: &mut Rng) {
        if !swarm.has(Feature::RawPointers) {
            return;
        }
        let pointee = self.draw_pointee(rng);
        let mutability = match rng.percent(80) {
            true => Mutability::Mut,
            false => Mutability::Const,
        };
        let ty = types.raw_ptr(mutability, pointee);
        if !self.pointers.contains(&ty) {
            self.pointers.push(ty);
        }
    }

    fn draw_reference(&mut self, types: &mut Types, swarm: &Swarm, rng: &mut Rng) {
        if !swarm.has(Feature::References) {
            return;
        }
        let pointee = self.draw_pointee(rng);
        let mutability = match rng.percent(55) {
            true => Mutability::Mut,
            false => Mutability::Const,
        };
        let ty = types.reference(mutability, pointee);
        if !self.references.contains(&ty) {
            self.references.push(ty);
        }
    }

    /// Draws the type of functions that take the environment and one more argument or a few.
    fn draw_fn_pointer(&mut self, types: &mut Types, swarm: &Swarm, rng: &mut Rng) {
        if !swarm.has(Feature::FnPointers) || !swarm.has(Feature::Calls) {
            return;
        }
        let mut arguments = vec![self.environment_pointer];
        for _ in 0..rng.between(1, 3) {
            arguments.push(self.any(rng));
        }
        let result = self.any(rng);
        let result = match types.holds_reference(result) {
            true => self.int(rng),
            false => result,
        };
        let ty = types.fn_ptr(&arguments, result);
        if !self.fn_pointers.contains(&ty) {
            self.fn_pointers.push(ty);
        }
    }

    /// Finds the types whose bytes may be reinterpreted as another type.
    fn find_known(&mut self, types: &Types) {
        let mut layouts = Layouts::new(TARGET, FieldOrder::Declared);
        let scalars = [&self.ints, &self.floats, &self.chars]
            .into_iter()
            .flatten();
        let all = scalars
            .chain([&self.bool])
            .chain(&self.composites)
            .chain(&self.pointers);
        for &ty in all {
            if !types.is_legible(ty) {
                continue;
            }
            let made_of = MadeOf {
                pointers: types.any_part(ty, |_, kind| matches!(kind, TyKind::RawPtr(..))),
                functions: types.any_part(ty, |_, kind| matches!(kind, TyKind::FnPtr { .. })),
            };
            if let Ok(layout) = layouts.of(types, ty) {
                self.known.push(Known {
                    ty,
                    size: layout.size,
                    align: layout.align,
                    made_of,
                });
            }
        }
    }
}

/// One number of each type and a `char`, so that every function finds opaque values of every type, and
/// the trip counts of loops.
fn environment(types: &mut Types) -> (Ty, Ty) {
    let mut scalars = IntTy::ALL.map(|int| types.int(int)).to_vec();
    scalars.extend(FloatTy::ALL.map(|float| types.float(float)));
    scalars.push(types.char());
    let mut fields: Vec<Field> = Vec::new();
    for ty in scalars {
        let name = format!("{}_", types.name(ty));
        fields.push(Field { name, ty });
    }
    let usize = types.int(IntTy::Usize);
    let ty = types.array(usize, TRIPS.len() as u64);
    let name = "trips".to_owned();
    fields.push(Field { name, ty });
    let (_, environment) = types.declare(AdtDef::new_struct("Env", Repr::Rust, fields));
    (environment, types.raw_ptr(Mutability::Mut, environment))
}

fn draw_ints(types: &mut Types, swarm: &Swarm, rng: &mut Rng) -> Vec<Ty> {
    let mut ints = IntTy::ALL.to_vec();
    if !swarm.has(Feature::WideInts) {
        ints.retain(|int| !matches!(int, IntTy::I128 | IntTy::U128));
    }
    rng.shuffle(&mut ints);
    ints.truncate(rng.between(3, 9));
    if !ints.contains(&IntTy::Usize) {
        ints.push(IntTy::Usize);
    }
    ints.into_iter().map(|int| types.int(int)).collect()
}
