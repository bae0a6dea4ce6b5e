//! The parameters of a function, and the numbers in its code.

use crate::code::Instruction;
use crate::constraint::Constraint;
use crate::leaf::Leaf;
use crate::outcome::Stop;
use crate::program::Program;
use crate::shape::Scalar;

/// The parameters of a function, and the numbers in its code.
#[derive(Clone, Debug, Default)]
pub struct Signature {
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// Integers and the bits of floats in its code, each once.
    pub literals: Vec<u128>,
    /// True if it computes with floats.
    pub has_floats: bool,
    /// The number of the function in an [`Origin`](crate::Origin).
    pub number: u32,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its scalars.
    pub scalars: Vec<Scalar>,
    /// The alignment that an attribute demands of pointers.
    pub align: u64,
    /// The number of bytes that pointers must lead to.
    pub dereferenceable: u64,
    /// True if poison and undef are undefined behaviour.
    pub is_defined: bool,
    /// True for `noalias`.
    pub is_alone: bool,
}

impl Program<'_> {
    /// The signature of a function with a body.
    pub fn signature(&self, name: &str) -> Result<Signature, Stop> {
        let number = self.symbol_named(name);
        let number = number.ok_or_else(|| Stop::IllFormed("there is no such function".into()))?;
        let code = self.code(number)?;
        let parameters = code.parameters.iter().map(|parameter| {
            let mut result = Parameter {
                scalars: parameter.kinds.to_vec(),
                align: 1,
                dereferenceable: 0,
                is_defined: false,
                is_alone: parameter.grant.as_ref().is_some_and(|it| it.no_alias),
            };
            if let Some((size, align)) = parameter.copy {
                (result.dereferenceable, result.align) = (size, align);
            }
            for constraint in &parameter.constraints {
                match constraint {
                    Constraint::Align(align) => result.align = result.align.max(*align),
                    Constraint::Dereferenceable(bytes, _) => {
                        result.dereferenceable = result.dereferenceable.max(*bytes);
                    }
                    Constraint::NoUndef => result.is_defined = true,
                    Constraint::Range(_) | Constraint::NonNull | Constraint::NoFpClass(_) => {}
                }
            }
            result
        });
        let constants = code.constants.iter().filter_map(|leaf| match leaf {
            Leaf::Int(bits) => Some(*bits),
            _ => None,
        });
        let cases = code.instructions.iter().flat_map(|it| match it {
            Instruction::Switch { cases, .. } => &cases[..],
            _ => &[],
        });
        let mut literals: Vec<u128> = constants.chain(cases.map(|(case, _)| *case)).collect();
        literals.sort_unstable();
        literals.dedup();
        let is_float =
            |it: &Instruction| matches!(it, Instruction::Float { .. } | Instruction::FloatCall(_));
        Ok(Signature {
            parameters: parameters.collect(),
            literals,
            has_floats: code.instructions.iter().any(is_float),
            number,
        })
    }
}
