//! Decodes calls.

use kvant_llvm::Name;
use kvant_llvm::syntax::{
    self, Asm, Attachment, Const, Function, Tail, Type, TypeKind, Types, Value,
};

use super::{Decoder, has_word};
use crate::code::{Call, Callee, Instruction, Masked, Pattern, Signature, Span};
use crate::constraint;
use crate::contract::{Contract, Grant};
use crate::external::External;
use crate::intrinsic::Intrinsic;
use crate::leaf::{Leaf, Pointer};
use crate::library;
use crate::meaning::Owner;
use crate::outcome::{Stop, Ub, Unsupported};
use crate::program::{Program, Symbol};

impl Decoder<'_, '_> {
    /// A call.
    pub(super) fn call(
        &mut self,
        call: &syntax::Call,
        (to, length): (u32, u32),
        attachments: &[Attachment],
    ) -> Result<Instruction, Stop> {
        self.program.refuse_call(Owner::Known, call)?;
        if let Value::Const(index) = call.callee
            && let Some(Const::Asm(asm)) = self.body.constants.get(index as usize)
        {
            return self.assembly(asm, call, to);
        }
        let callee = match self.called_name(call.callee) {
            Some(name) => self.callee(name, call)?,
            None => {
                let pointer = self.value(Types::PTR, call.callee)?;
                Callee::Pointer(pointer, Box::new(Signature::new(self.program, call)))
            }
        };
        if call.tail == Some(Tail::MustTail) && self.function.is_variadic {
            let name = "musttail call in a variadic function".into();
            return Err(Unsupported::Instruction { name }.into());
        }
        let (mut arguments, mut constraints) = (Vec::new(), Vec::new());
        for argument in &call.arguments {
            if let Callee::Intrinsic(_) | Callee::Masked(..) | Callee::Pattern(_) = callee {
                arguments.push(self.argument(argument)?);
                continue;
            }
            arguments.push(self.span(argument.value)?);
            let of_argument = constraint::of_attributes(self.program, &argument.attributes);
            let kinds = match of_argument.is_empty() {
                true => Vec::new(),
                false => self.program.shapes.leaves(argument.value.ty)?,
            };
            constraints.push((of_argument.into(), kinds.into()));
        }
        let grants: Vec<_> = call
            .arguments
            .iter()
            // Of a copy, attributes of the call are about the memory that is copied, which is read only.
            .map(|argument| {
                let copied = self.program.type_attribute("byval", &argument.attributes);
                match copied {
                    Some(_) => None,
                    None => Grant::of(self.program, &argument.attributes),
                }
            })
            .collect();
        let has_no_grants = grants.iter().all(Option::is_none);
        let contract = Contract::of(self.program, &call.attributes);
        let mut bundles = Vec::new();
        for bundle in &call.bundles {
            let operands = bundle.operands.iter().map(|operand| self.span(*operand));
            let operands = operands.collect::<Result<Vec<Span>, Stop>>()?;
            let tag = self.program.module.names.get(bundle.tag);
            bundles.push((tag.into(), operands.into()));
        }
        let of_result = constraint::of_result(
            self.program,
            &self.body.constants,
            &call.result,
            attachments,
        );
        let is_returned =
            |it: &syntax::Argument| has_word(self.program, &it.attributes, "returned");
        let returned = call.arguments.iter().position(is_returned);
        let rest = match self.program.module.types.get(call.ty) {
            TypeKind::Function {
                parameters,
                is_variadic: true,
                ..
            } => {
                let rest = call.arguments.get(parameters.len()..);
                self.program.passed_all(rest.unwrap_or_default())
            }
            _ => None,
        };
        let ty = self.program.result_of(call.ty);
        let kinds = match ty {
            Types::VOID => Vec::new(),
            ty => self.program.shapes.leaves(ty)?,
        };
        Ok(Instruction::Call(Box::new(Call {
            callee,
            returned: returned.and_then(|n| arguments.get(n).copied()),
            arguments: arguments.into(),
            constraints: constraints.into(),
            of_result: of_result.into(),
            bundles: bundles.into(),
            is_plain: has_no_grants && !contract.as_ref().is_some_and(|it| it.limits_memory()),
            contract,
            grants: match has_no_grants {
                true => Box::default(),
                false => grants.into(),
            },
            rest,
            is_tail: matches!(call.tail, Some(Tail::Tail | Tail::MustTail)),
            result: (to, length),
            kinds: kinds.into(),
        })))
    }

    /// The name of the callee, if there is one.
    fn called_name(&self, callee: Value) -> Option<Name> {
        match callee {
            Value::Global(name) => Some(name),
            Value::Const(index) => match &self.body.constants[index as usize] {
                // A function that does the same.
                Const::DsoLocalEquivalent(name) => Some(*name),
                _ => None,
            },
            _ => None,
        }
    }

    /// Inline assembly without instructions: each output is the input that is tied to it.
    fn assembly(&mut self, asm: &Asm, call: &syntax::Call, to: u32) -> Result<Instruction, Stop> {
        let names = &self.program.module.names;
        let constraints = names.get(asm.constraints).split(',');
        let is_clobber = |it: &&str| it.starts_with('~');
        let constraints: Vec<&str> = constraints.filter(|it| !is_clobber(it)).collect();
        let outputs = constraints.iter().filter(|it| it.starts_with('=')).count();
        let is_indirect = constraints.iter().any(|it| it.contains('*'));
        if !names.get(asm.template).is_empty() || is_indirect {
            let name = "asm".into();
            return Err(Unsupported::Constant { name }.into());
        }
        let inputs = constraints.get(outputs..).unwrap_or_default();
        let tied = |output: usize| inputs.iter().position(|it| *it == output.to_string());
        let mut parts = Vec::new();
        for output in 0..outputs {
            let argument = tied(output).and_then(|n| call.arguments.get(n));
            let Some(argument) = argument else {
                let name = "asm".into();
                return Err(Unsupported::Constant { name }.into());
            };
            parts.push(Some(self.span(argument.value)?));
        }
        Ok(Instruction::Copy {
            to,
            parts: parts.into(),
        })
    }

    pub(super) fn callee(&self, name: Name, call: &syntax::Call) -> Result<Callee, Stop> {
        let text = self.program.module.names.get(name);
        if let Some(masked) = Masked::of(text) {
            let vector = match (masked.stores(), call.arguments.first()) {
                (true, Some(value)) => value.value.ty,
                _ => self.program.result_of(call.ty),
            };
            let (_, element) = self.program.shapes.lanes(vector)?;
            return Ok(Callee::Masked(masked, element));
        }
        if text.starts_with("llvm.experimental.memset.pattern.")
            && let Some(value) = call.arguments.get(1)
        {
            let (pieces, bytes) = self.program.pieces(value.value.ty)?;
            let (stride, _) = self.program.size(value.value.ty)?;
            return Ok(Callee::Pattern(Box::new(Pattern {
                pieces: pieces.into(),
                bytes,
                stride,
            })));
        }
        if text.starts_with("llvm.") {
            let known = Intrinsic::of(text).map(Callee::Intrinsic);
            return known.ok_or_else(|| Unsupported::Intrinsic { name: text.into() }.into());
        }
        let external = || Stop::from(Unsupported::External { name: text.into() });
        self.program.symbol_number(name).ok_or_else(external)?;
        let number = match self.program.symbol(name)? {
            Leaf::Ptr(Pointer {
                node: Some(node),
                offset: 0,
                ..
            }) => node.index,
            _ => return Err(Ub::BadCall.into()),
        };
        let signature = Signature::new(self.program, call);
        match &self.program.symbols[number as usize] {
            Symbol::Function(function, _) if signature.fits(self.program, function) => {
                let is_builtin = self.is_builtin(function, call);
                if function.body.is_none() {
                    let external = External::new(self.program, function, Some(call), is_builtin)?;
                    return Ok(Callee::External(Box::new(external)));
                }
                // A compiler need not look at the body.
                if is_builtin && library::find(self.program.module, function).is_some() {
                    return Err(Unsupported::Library { name: text.into() }.into());
                }
                Ok(Callee::Function(number))
            }
            Symbol::Function(function, _) => Err(signature.misfit(self.program, function)),
            _ => Err(Ub::BadCall.into()),
        }
    }
}

impl<'m> Decoder<'_, 'm> {
    /// The library function that a call is of, if it is one and has no body.
    pub(super) fn library(&self, call: &syntax::Call) -> Option<&'static str> {
        library::find(self.program.module, self.library_function(call)?)
    }

    /// The function without a body that a call is of, if it may be a library function.
    pub(super) fn library_function(&self, call: &syntax::Call) -> Option<&'m Function> {
        let program = self.program;
        let number = program.symbol_number(self.called_name(call.callee)?)?;
        match &program.symbols[number as usize] {
            Symbol::Function(function, _)
                if function.body.is_none()
                    && !program.defines_library
                    && self.is_builtin(function, call) =>
            {
                Some(*function)
            }
            _ => None,
        }
    }

    /// True if a function may be recognised by its name in a call.
    fn is_builtin(&self, function: &Function, call: &syntax::Call) -> bool {
        let program = self.program;
        let has = |attributes: &syntax::Attributes, word: &str| {
            let mut all = program.attributes(attributes);
            all.any(|it| program.word(it) == word)
        };
        let name = program.module.names.get(function.name);
        let caller = &self.function.attributes;
        let is_not = has(&call.attributes, "nobuiltin")
            || has(&function.attributes, "nobuiltin")
            || has(caller, "no-builtins")
            || has(caller, &format!("no-builtin-{name}"));
        !is_not || has(&call.attributes, "builtin")
    }
}

impl Signature {
    /// The signature of the callee that a call expects.
    pub(super) fn new(program: &Program<'_>, call: &syntax::Call) -> Signature {
        let arguments = call.arguments.iter().map(|argument| {
            let passing = passing(program, &argument.attributes);
            (argument.value.ty, passing)
        });
        Signature {
            result: program.result_of(call.ty),
            convention: call.convention,
            arguments: arguments.collect(),
        }
    }

    /// True if a function has these types, and takes the same arguments by value.
    pub(crate) fn fits(&self, program: &Program<'_>, function: &Function) -> bool {
        let count = function.parameters.len();
        let has_all = match function.is_variadic {
            true => self.arguments.len() >= count,
            false => self.arguments.len() == count,
        };
        // That of C may be written or not.
        let of_c = |name: Option<Name>| {
            name.filter(|it| !matches!(program.module.names.get(*it), "ccc" | "cc 0"))
        };
        let same = |(parameter, expected): (&syntax::Parameter, &(_, _))| {
            (parameter.ty, passing(program, &parameter.attributes)) == *expected
        };
        has_all
            && function.result == self.result
            && of_c(function.convention) == of_c(self.convention)
            && function.parameters.iter().zip(&self.arguments).all(same)
    }

    /// The reason why a function that does not fit is not called. Types of the same scalars are refused, because compilers merge
    /// functions that differ in the names of types only.
    pub(crate) fn misfit(&self, program: &Program<'_>, function: &Function) -> Stop {
        let leaves = |ty: Type| match ty {
            Types::VOID => Some(Vec::new()),
            ty => program.shapes.leaves(ty).ok(),
        };
        let size = |ty: Option<Type>| ty.map(|ty| program.size(ty).ok());
        let resembles = |(parameter, expected): (&syntax::Parameter, &(Type, [_; 2]))| {
            leaves(parameter.ty) == leaves(expected.0)
                && passing(program, &parameter.attributes).map(size) == expected.1.map(size)
        };
        let arguments = self.arguments.iter();
        let is_similar = function.parameters.len() == self.arguments.len()
            && leaves(function.result) == leaves(self.result)
            && function.parameters.iter().zip(arguments).all(resembles);
        match is_similar && function.convention == self.convention {
            true => {
                let name = "call with other types of the same scalars".into();
                Unsupported::Instruction { name }.into()
            }
            false => Ub::BadCall.into(),
        }
    }
}

/// The types of `byval` and `sret`.
fn passing(program: &Program<'_>, attributes: &syntax::Attributes) -> [Option<Type>; 2] {
    ["byval", "sret"].map(|attribute| program.type_attribute(attribute, attributes))
}
