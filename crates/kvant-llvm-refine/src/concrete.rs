//! Values of undef bits.

use kvant_llvm_machine::{Byte, Event, Leaf, Rich, Scalar};

use crate::behaviour::Behaviour;

/// Patterns of undef bits.
const PATTERNS: [u128; 3] = [0, u128::MAX, u128::MAX / 3];

/// The behaviour with some values for its undef bits; none if that cannot be said.
pub(crate) fn values(behaviour: &Behaviour) -> Option<Vec<Behaviour>> {
    PATTERNS.iter().map(|it| value(behaviour, *it)).collect()
}

fn value(behaviour: &Behaviour, pattern: u128) -> Option<Behaviour> {
    let mut value = behaviour.clone();
    if let Ok(leaves) = &mut value.end {
        fill(leaves, &behaviour.types, pattern)?;
    }
    for event in &mut value.events {
        match event {
            Event::Call(call) => {
                fill(&mut call.arguments, &call.types, pattern)?;
                for region in call.memory.iter_mut().flatten() {
                    region.bytes = region.bytes.iter().map(|it| byte(*it, pattern)).collect();
                }
            }
            Event::Load(access) | Event::Store(access) => {
                fill(&mut access.value, &access.types, pattern)?;
            }
        }
    }
    for bytes in value.memory.values_mut() {
        for it in bytes {
            *it = byte(*it, pattern);
        }
    }
    Some(value)
}

fn byte(byte: Byte, pattern: u128) -> Byte {
    match byte {
        Byte::Bits { bits, undef } => Byte::Bits {
            bits: bits | undef & pattern as u8,
            undef: 0,
        },
        byte => byte,
    }
}

fn fill(leaves: &mut [Leaf], types: &[Scalar], pattern: u128) -> Option<()> {
    for (n, leaf) in leaves.iter_mut().enumerate() {
        let (bits, undef) = match leaf {
            Leaf::Undef => {
                let width = match types.get(n)? {
                    Scalar::Int(width) if *width <= 128 => *width,
                    Scalar::Float(kind) => kind.bits(),
                    Scalar::Int(_) | Scalar::Ptr | Scalar::Far(_) => return None,
                };
                (0, u128::MAX >> (128 - width.max(1)))
            }
            Leaf::Rich(rich) => match **rich {
                Rich::Partial { bits, undef } => (bits, undef),
                Rich::Wide(_) => continue,
            },
            _ => continue,
        };
        *leaf = Leaf::Int(bits | undef & pattern);
    }
    Some(())
}
