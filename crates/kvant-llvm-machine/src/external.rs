//! Functions without a body: library functions, and unknown ones with the promises of their attributes.

use kvant_llvm::syntax::{self, Attribute, Function, Types};

use crate::code::{Constrained, Parameter};
use crate::constraint;
use crate::contract::{Contract, Effects, Grant};
use crate::environment::Effect;
use crate::library::{self, Routine};
use crate::meaning::Owner;
use crate::outcome::{Stop, Unsupported};
use crate::program::Program;

/// A function without a body, as a call sees it.
pub(crate) struct External {
    pub(crate) name: Box<str>,
    /// The code of a library function.
    pub(crate) routine: Option<Routine>,
    pub(crate) parameters: Box<[Parameter]>,
    pub(crate) contract: Option<Box<Contract>>,
    /// The constraints on the result.
    pub(crate) result: Constrained,
    /// True if a pointer in the result is new: `noalias`.
    pub(crate) is_fresh: bool,
    /// The parameter that the function returns.
    pub(crate) returned: Option<usize>,
    /// The effects that the attributes of the function and of the call allow.
    pub(crate) effects: Effects,
    /// True for `willreturn` and `nounwind`.
    pub(crate) returns: bool,
    pub(crate) is_noreturn: bool,
}

impl External {
    /// A function without a body, with the attributes of a call of it, if they are known.
    pub(crate) fn new(
        program: &Program<'_>,
        function: &Function,
        call: Option<&syntax::Call>,
        is_builtin: bool,
    ) -> Result<External, Stop> {
        let name = program.module.names.get(function.name);
        let library = match is_builtin {
            true => library::find(program.module, function),
            false => None,
        };
        let routine = library.and_then(Routine::of);
        if library.is_some() && routine.is_none() {
            return Err(Unsupported::Library { name: name.into() }.into());
        }
        let owner = match library {
            Some(_) => Owner::Known,
            None => Owner::Unknown,
        };
        program.refuse_function(owner, function)?;
        if let Some(call) = call {
            program.refuse_call(owner, call)?;
        }
        let of_call = call.map_or(&[][..], |call| &call.attributes[..]);
        let all = [&function.attributes[..], of_call].concat();
        let has = |word: &str| program.attributes(&all).any(|it| program.word(it) == word);
        let contract = Contract::of(program, &function.attributes);
        let (mut parameters, mut returned) = (Vec::new(), None);
        for (n, parameter) in function.parameters.iter().enumerate() {
            let argument = call.and_then(|call| call.arguments.get(n));
            let of_argument = argument.map_or(&[][..], |it| &it.attributes[..]);
            let has = |word: &str| {
                let mut all = parameter.attributes.iter().chain(of_argument);
                all.any(|it| program.word(it) == word)
            };
            if has("byval") {
                let name = "byval".into();
                return Err(Unsupported::Attribute { name }.into());
            }
            if has("returned") && owner == Owner::Unknown {
                returned = Some(n);
            }
            let kinds = program.shapes.leaves(parameter.ty)?;
            parameters.push(Parameter {
                length: kinds.len() as u32,
                kinds: kinds.into(),
                constraints: constraint::of_attributes(program, &parameter.attributes).into(),
                copy: None,
                grant: Grant::of(program, &parameter.attributes),
            });
        }
        let of_call = call.map_or(&[][..], |call| &call.result[..]);
        let fresh = |it: &Attribute| program.word(it) == "noalias";
        let kinds = match function.result {
            Types::VOID => Vec::new(),
            ty => program.shapes.leaves(ty)?,
        };
        let of_result = constraint::of_attributes(program, &function.result_attributes);
        let both = Contract::of(program, &all.clone().into());
        Ok(External {
            name: library.unwrap_or(name).into(),
            routine,
            parameters: parameters.into(),
            contract,
            is_fresh: function.result_attributes.iter().any(fresh) || of_call.iter().any(fresh),
            returned,
            result: (of_result.into(), kinds.into()),
            effects: both.map_or(Effects::ALL, |it| it.effects),
            returns: has("willreturn") && has("nounwind"),
            is_noreturn: has("noreturn"),
        })
    }
}

impl Effects {
    /// All effects together.
    pub(crate) fn effect(self) -> Effect {
        let all = [self.arguments, self.inaccessible, self.other];
        if all.iter().any(|it| it.writes) {
            return Effect::Writes;
        }
        match all.iter().any(|it| it.reads) {
            true => Effect::Reads,
            false => Effect::None,
        }
    }
}
