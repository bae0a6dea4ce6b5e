//! Places and the operands that read them.

use super::{Constant, Local};

/// One step from a place to a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Projection {
    /// `*p`. Only the first step may dereference: custom MIR demands it.
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
    /// Where the path begins.
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

    /// This place and one step more.
    #[must_use]
    pub fn project(mut self, step: Projection) -> Place {
        self.projection.push(step);
        self
    }

    /// The locals that are read to find out where the path leads.
    pub fn locals_of_path(&self) -> impl Iterator<Item = Local> {
        let pointer = self.is_indirect().then_some(self.local);
        let indices = self.projection.iter().filter_map(|step| match step {
            Projection::Index(local) => Some(*local),
            _ => None,
        });
        pointer.into_iter().chain(indices)
    }

    /// Whether the path goes through a pointer.
    pub fn is_indirect(&self) -> bool {
        self.projection.first() == Some(&Projection::Deref)
    }
}

impl From<Local> for Place {
    fn from(local: Local) -> Place {
        Place::local(local)
    }
}

/// Where a statement gets a value from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// The value of a place, which keeps it.
    Copy(Place),
    /// The value of a place, which is uninitialised from then on.
    Move(Place),
    /// A constant.
    Const(Constant),
}

impl Operand {
    /// Whether the value is taken away from where it was.
    pub fn is_move(&self) -> bool {
        matches!(self, Operand::Move(_))
    }

    /// The place read, if one is.
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
