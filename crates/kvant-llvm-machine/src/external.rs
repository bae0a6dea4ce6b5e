//! Functions without a body: library functions, and unknown ones with the promises of their attributes.

use kvant_llvm::syntax::{self, Attribute, Function, Types};

use crate::code::{Call, Constrained, Parameter};
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
        let is_marked = |it: &Attribute| program.word(it) == "nobuiltin";
        let mut attributes = program.attributes(&function.attributes);
        if !is_builtin
            && library::find(program.module, function).is_some()
            && !attributes.any(is_marked)
        {
            // A compiler adds attributes of the library function to the declaration, although the call is none of it.
            return Err(Unsupported::Library { name: name.into() }.into());
        }
        let routine = library.and_then(Routine::of);
        if library.is_some() && (routine.is_none() || program.defines_library) {
            return Err(Unsupported::Library { name: name.into() }.into());
        }
        let owner = match library {
            Some(_) => Owner::Known,
            None => Owner::Unknown,
        };
        program.refuse_function(owner, function)?;
        if let Some(call) = call {
            let owner = match owner {
                Owner::Known => Owner::Known,
                _ => Owner::UnknownCall,
            };
            program.refuse_call(owner, call)?;
        }
        let contract = Contract::of(program, &function.attributes);
        let (mut parameters, mut returned) = (Vec::new(), None);
        for (n, parameter) in function.parameters.iter().enumerate() {
            let has = |word: &str| {
                let mut all = parameter.attributes.iter();
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
        let fresh = |it: &Attribute| program.word(it) == "noalias";
        let kinds = match function.result {
            Types::VOID => Vec::new(),
            ty => program.shapes.leaves(ty)?,
        };
        let of_result = constraint::of_attributes(program, &function.result_attributes);
        Ok(External {
            name: library.unwrap_or(name).into(),
            routine,
            parameters: parameters.into(),
            contract,
            is_fresh: function.result_attributes.iter().any(fresh),
            returned,
            result: (of_result.into(), kinds.into()),
        })
    }
}

/// The promises of a function. Those of a call of it are not asked for, because a compiler may lose them.
#[derive(Clone, Copy)]
pub(crate) struct Promises {
    /// The effects that it may have.
    pub(crate) effects: Effects,
    /// True for `willreturn` and `nounwind`.
    pub(crate) returns: bool,
    pub(crate) will_return: bool,
    pub(crate) is_noreturn: bool,
}

impl Promises {
    pub(crate) fn new(external: &External, call: &Call) -> Promises {
        let own = external.contract.as_deref();
        let of_call = call.contract.as_deref();
        let has =
            |contract: Option<&Contract>, is_it: fn(&Contract) -> bool| contract.is_some_and(is_it);
        Promises {
            effects: own.map_or(Effects::ALL, |it| it.effects),
            // Nothing unwinds, whatever is promised.
            returns: has(own, |it| it.will_return)
                && (has(own, |it| it.no_unwind) || has(of_call, |it| it.no_unwind)),
            will_return: has(own, |it| it.will_return),
            is_noreturn: has(own, |it| it.no_return),
        }
    }
}

impl Effects {
    /// All effects together.
    pub(crate) fn effect(self) -> Effect {
        let all = [self.inaccessible, self.other, self.arguments];
        let reads = all.iter().any(|it| it.reads);
        match (self.inaccessible.writes || self.other.writes, reads) {
            (true, true) => Effect::Writes,
            (true, false) => Effect::WritesOnly,
            (false, true) if self.arguments.writes => Effect::Arguments,
            (false, false) if self.arguments.writes => Effect::WritesOnly,
            (false, true) => Effect::Reads,
            (false, false) => Effect::None,
        }
    }
}
