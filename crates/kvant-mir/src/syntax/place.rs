//! Places and the operands that read them.

use super::{Constant, Local};

/// One step from a place to a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Projection {
    /// `*p`. Custom MIR allows it as the first step only.
    Deref,
    /// `.n` of a tuple, or the `n`th field of a struct or union.
    Field(u32),
    /// A field of one variant of an enum. The enum must be of that variant.
    #[allow(missing_docs)]
    VariantField { variant: u32, field: u32 },
    /// `[i]` with a local of type `usize`.
    Index(Local),
}

/// A path to a piece of memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The base of the path.
    pub local: Local,
    /// The steps from there.
    pub projection: Vec<Projection>,
}

impl Place {
    /// The whole of `local`.
    pub fn local(local: Local) -> Place {
        Place {
            local,
            projection: Vec::new(),
        }
    }

    /// This place with a further step.
    #[must_use]
    pub fn project(mut self, step: Projection) -> Place {
        self.projection.push(step);
        self
    }

    /// The locals that are read to evaluate the path.
    pub fn locals_of_path(&self) -> impl Iterator<Item = Local> {
        let pointer = self.is_indirect().then_some(self.local);
        let indices = self.projection.iter().filter_map(|step| match step {
            Projection::Index(local) => Some(*local),
            _ => None,
        });
        pointer.into_iter().chain(indices)
    }

    /// True if the path dereferences a pointer.
    pub fn is_indirect(&self) -> bool {
        self.projection.first() == Some(&Projection::Deref)
    }
}

impl From<Local> for Place {
    fn from(local: Local) -> Place {
        Place::local(local)
    }
}

/// An operand of a statement or terminator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// The value of a place, which stays initialised.
    Copy(Place),
    /// The value of a place, which becomes uninitialised.
    Move(Place),
    /// A constant.
    Const(Constant),
}

impl Operand {
    /// True for a move.
    pub fn is_move(&self) -> bool {
        matches!(self, Operand::Move(_))
    }

    /// The place that is read; `None` for a constant.
    pub fn place(&self) -> Option<&Place> {
        match self {
            Operand::Copy(place) | Operand::Move(place) => Some(place),
            Operand::Const(_) => None,
        }
    }
}

impl From<Local> for Operand {
    fn from(local: Local) -> Operand {
        Operand::Copy(local.into())
    }
}

impl From<Place> for Operand {
    fn from(place: Place) -> Operand {
        Operand::Copy(place)
    }
}

impl From<Constant> for Operand {
    fn from(constant: Constant) -> Operand {
        Operand::Const(constant)
    }
}
