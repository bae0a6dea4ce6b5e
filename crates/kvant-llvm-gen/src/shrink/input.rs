//! Passes about inputs.

use kvant_llvm_machine::Leaf;
use kvant_llvm_refine::{Given, Input};

use super::edit::Edit;
use super::pass::Known;
use crate::Test;

/// A part of all inputs that becomes simpler.
#[derive(Clone, Debug)]
pub enum Simpler {
    /// The scalar of this number becomes another one.
    Scalar(usize, Leaf),
    /// The bytes of the object of this number become zero.
    Bytes(usize),
    /// The object of this number loses the second half of its bytes.
    Half(usize),
    /// The seed becomes zero.
    Seed,
}

pub(super) fn apply(test: &mut Test, simpler: &Simpler) -> Option<()> {
    for input in &mut test.inputs {
        match simpler {
            Simpler::Scalar(n, leaf) => *input.arguments.get_mut(*n)? = Given::Leaf(leaf.clone()),
            Simpler::Bytes(n) => {
                let object = input.objects.get_mut(*n)?;
                object.bytes = Some(vec![0; object.bytes.as_ref()?.len()]);
            }
            Simpler::Half(n) => {
                let object = input.objects.get_mut(*n)?;
                object.size = object.size.div_ceil(2);
                let size = object.size as usize;
                if let Some(bytes) = &mut object.bytes {
                    bytes.truncate(size);
                }
                let size = object.size;
                input
                    .links
                    .retain(|it| it.from.0 != *n || it.from.1 + 8 <= size);
            }
            Simpler::Seed => input.seed = 0,
        }
    }
    Some(())
}

/// Only one input is left.
pub(super) fn only(known: &Known<'_>) -> Vec<Edit> {
    match known.test.inputs.len() {
        0 | 1 => Vec::new(),
        count => (0..count).map(Edit::Input).collect(),
    }
}

/// Scalars become zero, objects have zeros.
pub(super) fn zeros(known: &Known<'_>) -> Vec<Edit> {
    let Some(input) = known.test.inputs.first() else {
        return Vec::new();
    };
    let scalars = numbers(input).filter(|it| it.1 != 0);
    let scalars = scalars.map(|(n, _)| Simpler::Scalar(n, Leaf::Int(0)));
    let objects = input.objects.iter().enumerate();
    let objects = objects.filter(|(_, it)| it.bytes.iter().flatten().any(|it| *it != 0));
    let objects = objects.map(|(n, _)| Simpler::Bytes(n));
    let seed = (input.seed != 0).then_some(Simpler::Seed);
    let all = scalars.chain(objects).chain(seed);
    all.map(Edit::Simpler).collect()
}

/// Scalars become one.
pub(super) fn ones(known: &Known<'_>) -> Vec<Edit> {
    smaller(known, |_| 1)
}

/// Scalars become half of them.
pub(super) fn halves(known: &Known<'_>) -> Vec<Edit> {
    smaller(known, |number| number / 2)
}

/// Objects lose half of their bytes.
pub(super) fn sizes(known: &Known<'_>) -> Vec<Edit> {
    let Some(input) = known.test.inputs.first() else {
        return Vec::new();
    };
    let objects = input.objects.iter().enumerate();
    let objects = objects.filter(|(_, it)| it.size > 1);
    objects
        .map(|(n, _)| Edit::Simpler(Simpler::Half(n)))
        .collect()
}

fn smaller(known: &Known<'_>, other: fn(u128) -> u128) -> Vec<Edit> {
    let Some(input) = known.test.inputs.first() else {
        return Vec::new();
    };
    let all = numbers(input).filter(|(_, number)| other(*number) < *number);
    let all = all.map(|(n, number)| Simpler::Scalar(n, Leaf::Int(other(number))));
    all.map(Edit::Simpler).collect()
}

/// The scalars that are numbers.
fn numbers(input: &Input) -> impl Iterator<Item = (usize, u128)> {
    let all = input.arguments.iter().enumerate();
    all.filter_map(|(n, it)| match it {
        Given::Leaf(Leaf::Int(number)) => Some((n, *number)),
        _ => None,
    })
}

/// The weight of an input.
pub(super) fn weight(input: &Input) -> u64 {
    let scalars = input.arguments.iter().map(|it| match it {
        Given::Leaf(Leaf::Int(number)) => u64::from(128 - number.leading_zeros()),
        Given::Leaf(Leaf::Ptr(_)) => 1,
        Given::Leaf(_) | Given::Pointer(..) => 2,
    });
    let objects = input.objects.iter().map(|it| {
        let bytes = it.bytes.iter().flatten().filter(|it| **it != 0).count();
        it.size + bytes as u64 + 1
    });
    scalars.chain(objects).sum::<u64>() + input.links.len() as u64 + u64::from(input.seed != 0)
}

/// Removes objects that no argument leads to.
pub(super) fn prune(input: &mut Input) {
    let mut needed = vec![false; input.objects.len()];
    let pointers = input.arguments.iter().filter_map(|it| match it {
        Given::Pointer(object, _) => Some(*object),
        Given::Leaf(_) => None,
    });
    let mut queue: Vec<usize> = pointers.collect();
    while let Some(object) = queue.pop() {
        match needed.get_mut(object) {
            Some(known) if !*known => *known = true,
            _ => continue,
        }
        let links = input.links.iter().filter(|it| it.from.0 == object);
        queue.extend(links.map(|it| it.to.0));
    }
    if needed.iter().all(|it| *it) {
        return;
    }
    let new = |old: usize| needed[..old].iter().filter(|it| **it).count();
    for given in &mut input.arguments {
        if let Given::Pointer(object, _) = given {
            *object = new(*object);
        }
    }
    input.links.retain(|it| needed[it.from.0]);
    for link in &mut input.links {
        link.from.0 = new(link.from.0);
        link.to.0 = new(link.to.0);
    }
    let mut kept = needed.iter();
    input
        .objects
        .retain(|_| kept.next().copied().unwrap_or(true));
}
