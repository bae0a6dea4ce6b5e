//! Paths from a place to its parts.

use kvant_mir::{AdtKind, Local, Projection, Ty, TyKind, Types};

/// One step of a path whose indices are still to be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Field(u32),
    VariantField { variant: u32, field: u32 },
    Index(u64),
}

impl Step {
    /// The step in a place, where `index` chooses the index of an array of some length.
    pub(crate) fn projection(self, index: impl FnOnce(u64) -> Option<Local>) -> Option<Projection> {
        match self {
            Step::Field(n) => Some(Projection::Field(n)),
            Step::VariantField { variant, field } => {
                Some(Projection::VariantField { variant, field })
            }
            Step::Index(length) => index(length).map(Projection::Index),
        }
    }
}

/// A path from a place to a part of it.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    pub(crate) steps: Vec<Step>,
    pub(crate) leaf: Ty,
    pub(crate) firmness: Firmness,
}

/// The condition under which the place at the end of a path exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Firmness {
    /// Always.
    Firm,
    /// It may be written, and read if it was written last: the field of a union.
    Union,
    /// Only if an enum currently has that variant.
    Variant,
}

/// Types with more parts than this are not used: every part is a candidate for every choice.
pub(crate) const MAX_PATHS: usize = 24;

/// Every part of a type, the whole included. Pointers are not followed.
pub(crate) fn paths(types: &Types, ty: Ty) -> Vec<Path> {
    let mut paths = vec![Path {
        steps: Vec::new(),
        leaf: ty,
        firmness: Firmness::Firm,
    }];
    let mut done = 0;
    while done < paths.len() && paths.len() <= MAX_PATHS {
        let whole = paths[done].clone();
        let mut extend = |step, leaf, firmness| {
            let mut steps = Vec::with_capacity(whole.steps.len() + 1);
            steps.extend_from_slice(&whole.steps);
            steps.push(step);
            paths.push(Path {
                steps,
                leaf,
                firmness: whole.firmness.max(firmness),
            });
        };
        match types.kind(whole.leaf) {
            TyKind::Array(element, length) if *length > 0 => {
                extend(Step::Index(*length), *element, Firmness::Firm);
            }
            TyKind::Tuple(fields) => {
                for (n, field) in (0..).zip(fields) {
                    extend(Step::Field(n), *field, Firmness::Firm);
                }
            }
            TyKind::Adt(id) => {
                let def = types.adt(*id);
                for (variant, shape) in (0..).zip(&def.variants) {
                    for (field, ty) in (0..).zip(shape.field_types()) {
                        match def.kind {
                            AdtKind::Struct => extend(Step::Field(field), ty, Firmness::Firm),
                            AdtKind::Union => extend(Step::Field(field), ty, Firmness::Union),
                            AdtKind::Enum => {
                                let step = Step::VariantField { variant, field };
                                extend(step, ty, Firmness::Variant);
                            }
                        }
                    }
                }
            }
            TyKind::Array(..)
            | TyKind::Int(_)
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

/// The pairs of parts of a type that have the same type and always exist, each as fields of fields.
pub(crate) fn siblings(types: &Types, ty: Ty) -> Vec<[Vec<u32>; 2]> {
    let fields = |path: &Path| -> Option<Vec<u32>> {
        let field = |step: &Step| match step {
            Step::Field(n) => Some(*n),
            Step::VariantField { .. } | Step::Index(_) => None,
        };
        let firm = path.firmness == Firmness::Firm && types.is_copy(path.leaf);
        match firm {
            true => path.steps.iter().map(field).collect(),
            false => None,
        }
    };
    let parts: Vec<(Ty, Vec<u32>)> = paths(types, ty)
        .iter()
        .filter_map(|path| Some((path.leaf, fields(path)?)))
        .collect();
    let mut pairs = Vec::new();
    for (to, to_fields) in &parts {
        for (from, from_fields) in &parts {
            if to == from && to_fields != from_fields {
                pairs.push([to_fields.clone(), from_fields.clone()]);
            }
        }
    }
    pairs
}
