//! Inputs of functions.

use kvant_llvm_machine::{Leaf, Machine, Object, Pointer, Stop};

/// An input: memory that pointers among the arguments lead to, the arguments, and the seed of everything unknown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Input {
    /// The objects.
    pub objects: Vec<Object>,
    /// Pointers in these objects.
    pub links: Vec<Link>,
    /// One for each scalar of the parameters.
    pub arguments: Vec<Given>,
    /// The seed of unknown functions and variables.
    pub seed: u64,
    /// Its kind.
    pub kind: Kind,
}

/// A pointer in an object of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The object that it is in, by its number, and the offset there.
    pub from: (usize, u64),
    /// The object that it points to, and the offset there.
    pub to: (usize, i64),
}

/// The kinds of inputs. A difference on a plain one is worth more than one that needs undef.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Everything is defined.
    #[default]
    Plain,
    /// Some of it is poison.
    Poison,
    /// Some of it is undef.
    Undef,
}

impl Kind {
    /// The name in records.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Plain => "plain",
            Kind::Poison => "poison",
            Kind::Undef => "undef",
        }
    }
}

/// A scalar of an argument.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// A value: a number, null, poison or undef.
    Leaf(Leaf),
    /// A pointer into an object, by its number and an offset.
    Pointer(usize, i64),
}

impl Input {
    /// An input without memory.
    pub fn of_leaves(leaves: impl IntoIterator<Item = Leaf>) -> Input {
        Input {
            arguments: leaves.into_iter().map(Given::Leaf).collect(),
            ..Input::default()
        }
    }

    /// Makes the objects of the input. Returns pointers to them.
    pub fn make(&self, machine: &mut Machine<'_, '_>) -> Result<Vec<Pointer>, Stop> {
        let objects = self.objects.iter();
        let objects = objects.map(|object| machine.make_object(object));
        let objects: Vec<Pointer> = objects.collect::<Result<_, _>>()?;
        for Link { from, to } in &self.links {
            if let (Some(place), Some(value)) = (objects.get(from.0), objects.get(to.0)) {
                machine.store_pointer(place.at(from.1 as i64), value.at(to.1))?;
            }
        }
        Ok(objects)
    }

    /// The leaves of the arguments, once the objects are there.
    pub fn leaves(&self, objects: &[Pointer]) -> Vec<Leaf> {
        let leaf = |given: &Given| match given {
            Given::Leaf(leaf) => leaf.clone(),
            Given::Pointer(object, offset) => {
                let start = objects.get(*object).copied().unwrap_or(Pointer::NULL);
                Leaf::Ptr(start.at(start.offset.wrapping_add(*offset)))
            }
        };
        self.arguments.iter().map(leaf).collect()
    }
}
