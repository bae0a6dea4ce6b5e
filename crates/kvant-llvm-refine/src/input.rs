//! Inputs of functions.

use kvant_llvm_machine::{Leaf, Machine, Object, Pointer, Stop};

/// An input: memory that pointers among the arguments lead to, the arguments, and the seed of everything unknown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Input {
    /// The objects.
    pub objects: Vec<Object>,
    /// One for each scalar of the parameters.
    pub arguments: Vec<Given>,
    /// The seed of unknown functions and variables.
    pub seed: u64,
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
    pub(crate) fn make(&self, machine: &mut Machine<'_, '_>) -> Result<Vec<Pointer>, Stop> {
        let objects = self.objects.iter();
        objects.map(|object| machine.make_object(object)).collect()
    }

    /// The leaves of the arguments, once the objects are there.
    pub(crate) fn leaves(&self, objects: &[Pointer]) -> Vec<Leaf> {
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
