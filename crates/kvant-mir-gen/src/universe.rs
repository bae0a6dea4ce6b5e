//! The types of one program, drawn before anything is written.

use kvant_mir::{AdtDef, Field, FloatTy, IntTy, Mutability, Repr, Ty, TyKind, Types};

use crate::config::{Feature, Swarm};
use crate::rng::Rng;

/// How often a loop may go round: around the widths in which optimisers unroll and vectorise.
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
    /// Tuples, arrays and structs.
    pub(crate) composites: Vec<Ty>,
    /// Raw pointers, without the one to the environment.
    pub(crate) pointers: Vec<Ty>,
    /// The struct of opaque values that reaches every function, and the pointer to it.
    pub(crate) environment: Ty,
    pub(crate) environment_pointer: Ty,
}

/// One step of a path whose indices are still to be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Field(u32),
    Index(u64),
}

/// A way from a place to a part of it.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    pub(crate) steps: Vec<Step>,
    pub(crate) leaf: Ty,
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
            pointers: Vec::new(),
            environment,
            environment_pointer,
        };
        for _ in 0..rng.between(3, 8) {
            universe.draw_pointer(types, swarm, rng);
            universe.draw_composite(types, swarm, rng);
        }
        universe.draw_pointer(types, swarm, rng);
        universe
    }

    /// A type for a local, an argument or a result.
    pub(crate) fn any(&self, rng: &mut Rng) -> Ty {
        let kinds: [(u32, &[Ty]); 6] = [
            (60, &self.ints),
            (10, &self.floats),
            (8, std::slice::from_ref(&self.bool)),
            (3, &self.chars),
            (14, &self.composites),
            (8, &self.pointers),
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

    fn draw_pointer(&mut self, types: &mut Types, swarm: &Swarm, rng: &mut Rng) {
        if !swarm.has(Feature::RawPointers) {
            return;
        }
        let pointee = match rng.pick(&self.composites) {
            Some(&ty) if rng.percent(50) => ty,
            _ => self.int(rng),
        };
        let mutability = match rng.percent(80) {
            true => Mutability::Mut,
            false => Mutability::Const,
        };
        let ty = types.raw_ptr(mutability, pointee);
        if !self.pointers.contains(&ty) {
            self.pointers.push(ty);
        }
    }

    fn draw_composite(&mut self, types: &mut Types, swarm: &Swarm, rng: &mut Rng) {
        let kinds = [
            (u32::from(swarm.has(Feature::Tuples)) * 2, Feature::Tuples),
            (u32::from(swarm.has(Feature::Arrays)) * 3, Feature::Arrays),
            (u32::from(swarm.has(Feature::Structs)) * 2, Feature::Structs),
        ];
        if kinds.iter().all(|kind| kind.0 == 0) {
            return;
        }
        let ty = match rng.weighted(&kinds) {
            Feature::Arrays => {
                let element = self.part(rng);
                let length = *rng.pick(&[1, 2, 3, 4, 5, 7, 8, 9, 16]).unwrap_or(&4);
                types.array(element, length)
            }
            Feature::Structs => {
                let fields = (0..rng.between(1, 5)).map(|n| Field {
                    name: format!("f{n}"),
                    ty: self.part(rng),
                });
                let fields = fields.collect();
                let repr = match rng.percent(50) {
                    true => Repr::C,
                    false => Repr::Rust,
                };
                let name = format!("S{}", types.adts().len());
                types.declare(AdtDef::new_struct(name, repr, fields)).1
            }
            _ => {
                let fields: Vec<Ty> = (0..rng.between(1, 4)).map(|_| self.part(rng)).collect();
                types.tuple(&fields)
            }
        };
        if !self.composites.contains(&ty) && paths(types, ty).len() <= MAX_PATHS {
            self.composites.push(ty);
        }
    }

    /// A type for a field or element.
    fn part(&self, rng: &mut Rng) -> Ty {
        match (
            rng.below(20),
            rng.pick(&self.composites),
            rng.pick(&self.pointers),
        ) {
            (0..=3, Some(&composite), _) => composite,
            (4..=5, _, Some(&pointer)) => pointer,
            (6, ..) => self.bool,
            (7, ..) => *rng.pick(&self.chars).unwrap_or(&self.bool),
            (8..=9, ..) => *rng.pick(&self.floats).unwrap_or(&self.usize),
            _ => self.int(rng),
        }
    }
}

/// Types with more parts than this are not used: every part is a candidate for every choice.
const MAX_PATHS: usize = 24;

/// Every part of a type, the whole included. Pointers are not followed.
pub(crate) fn paths(types: &Types, ty: Ty) -> Vec<Path> {
    let mut paths = vec![Path {
        steps: Vec::new(),
        leaf: ty,
    }];
    let mut done = 0;
    while done < paths.len() && paths.len() <= MAX_PATHS {
        let Path { steps, leaf } = paths[done].clone();
        let extend = |step, leaf| {
            let mut steps = steps.clone();
            steps.push(step);
            Path { steps, leaf }
        };
        match types.kind(leaf) {
            TyKind::Array(element, length) => paths.push(extend(Step::Index(*length), *element)),
            TyKind::Tuple(_) | TyKind::Adt(_) => {
                for n in 0..types.field_count(leaf).unwrap_or(0) as u32 {
                    if let Some(field) = types.field(leaf, n) {
                        paths.push(extend(Step::Field(n), field));
                    }
                }
            }
            TyKind::Int(_)
            | TyKind::Float(_)
            | TyKind::Bool
            | TyKind::Char
            | TyKind::RawPtr(..)
            | TyKind::Ref(..)
            | TyKind::FnPtr { .. } => {}
        }
        done += 1;
    }
    paths
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
