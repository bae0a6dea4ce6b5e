//! Calls: the types and attributes of arguments, operand bundles, and `musttail`.

use super::attribute::Position;
use super::{Checker, Rule, Scope, Symbol, ensure, is_in};
use crate::names::Name;
use crate::syntax::{
    Asm, Attribute, Body, Bundle, Call, Const, Function, Instruction, Op, Tail, Type, TypeKind,
    Types, Value,
};

/// The parts of a function's type.
pub(super) struct Signature<'t> {
    pub(super) result: Type,
    pub(super) parameters: Vec<Type>,
    pub(super) is_variadic: bool,
    pub(super) name: &'t str,
}

/// The function that a call is known to call.
#[derive(Clone, Copy)]
enum Callee<'m> {
    Unknown,
    /// One without a declaration.
    Intrinsic,
    Function(&'m Function),
}

/// Intrinsics that `invoke` may call.
const INVOKED: &str = "llvm.donothing llvm.seh. llvm.coro. llvm.experimental.patchpoint llvm.fake.use \
     llvm.experimental.gc.statepoint llvm.wasm. llvm.objc.";

/// Calling conventions of functions that only a device calls.
const KERNELS: &str = "amdgpu_cs amdgpu_cs_chain amdgpu_cs_chain_preserve amdgpu_es amdgpu_gfx_whole_wave \
     amdgpu_gs amdgpu_hs amdgpu_kernel amdgpu_ls amdgpu_ps amdgpu_vs spir_kernel";

/// Attributes of parameters that change how an argument is passed.
const PASSING: &str =
    "sret byval inalloca inreg alignstack swiftself swiftasync swifterror preallocated byref";

impl<'m> Checker<'m> {
    pub(super) fn call(
        &self,
        function: &'m Function,
        body: &'m Body,
        scope: Scope<'m>,
        call: &'m Call,
        instruction: &'m Instruction,
    ) -> Rule {
        let signature = self.signature(call);
        ensure!(
            signature.result != Types::LABEL && signature.result != Types::METADATA,
            "a call has no result of this type"
        );
        ensure!(
            call.flags.is_empty() || self.is_float_like(signature.result),
            "fast-math flags on a result that is no float"
        );
        let convention = call.convention.map_or("", |it| self.name(it));
        ensure!(
            !is_in(KERNELS, convention),
            "functions of this calling convention are not called"
        );
        let fixed = signature.parameters.len();
        let count = call.arguments.len();
        ensure!(
            count == fixed || signature.is_variadic && count > fixed,
            "the call has {count} arguments, and the function {fixed} parameters"
        );
        for (argument, ty) in call.arguments.iter().zip(&signature.parameters) {
            ensure!(
                self.same(argument.value.ty, *ty),
                "an argument is of the type `{}`, and not `{}`",
                self.shown_type(argument.value.ty),
                self.shown_type(*ty)
            );
        }
        let callee = self.callee(scope, call, &signature)?;
        let is_known = !matches!(callee, Callee::Unknown);
        let is_intrinsic = signature.name.starts_with("llvm.");
        for argument in &call.arguments {
            let ty = argument.value.ty;
            ensure!(
                ty != Types::LABEL && self.is_first_class(ty),
                "an argument is of a type without values"
            );
            ensure!(
                !self.is_amx(ty) || matches!(argument.value.value, Value::Local(_)),
                "a constant of this type is no argument"
            );
            ensure!(
                is_intrinsic || self.alignment(ty) <= 1 << 32,
                "an argument is aligned too much"
            );
            ensure!(
                is_intrinsic || ty != Types::METADATA && !self.is_token(ty),
                "only intrinsics have arguments of this type"
            );
            self.typed(scope, argument.value)?;
        }
        ensure!(
            is_intrinsic || self.alignment(signature.result) <= 1 << 32,
            "the result is aligned too much"
        );
        ensure!(
            is_known || !self.is_token(signature.result) && !self.is_amx(signature.result),
            "an indirect call has no result of this type"
        );
        if let Op::CallBr(_) = instruction.op {
            ensure!(
                called_asm(scope, call).is_some() || is_intrinsic,
                "`callbr` of a function"
            );
        }
        if let Op::Invoke(..) = instruction.op {
            ensure!(
                !is_intrinsic || INVOKED.split(' ').any(|it| signature.name.starts_with(it)),
                "`invoke` of an intrinsic"
            );
        }
        self.attributes_of_call(scope, call, &signature, callee)?;
        self.allocated_arguments(body, call)?;
        for bundle in &call.bundles {
            for operand in &bundle.operands {
                match operand.value {
                    // The function of this bundle may be an intrinsic.
                    Value::Global(name) => self.symbol_of_type(name, operand.ty)?,
                    _ => self.typed(scope, *operand)?,
                }
            }
        }
        self.bundles(scope, body, &call.bundles, is_known)?;
        if call.tail == Some(Tail::MustTail) {
            ensure!(
                called_asm(scope, call).is_none(),
                "a `musttail` call of inline assembly"
            );
            self.must_tail(function, call, &signature)?;
        }
        ensure!(
            !call.forwards || call.tail == Some(Tail::MustTail) && function.is_variadic,
            "`...` forwards the arguments of a variadic function in a `musttail` call"
        );
        if is_intrinsic {
            self.intrinsic_call(function, scope, call, &signature)?;
        }
        Ok(())
    }

    /// Arguments that are allocated for the call come from an `alloca` that says so.
    fn allocated_arguments(&self, body: &Body, call: &Call) -> Rule {
        for argument in &call.arguments {
            let is_inalloca = self.has(&argument.attributes, "inalloca");
            let is_swifterror = self.has(&argument.attributes, "swifterror");
            if !is_inalloca && !is_swifterror {
                continue;
            }
            let definition = body
                .instructions
                .iter()
                .find(|it| it.result.map(Value::Local) == Some(argument.value.value));
            if let Some(Op::Alloca(alloca)) = definition.map(|it| &it.op) {
                ensure!(
                    (!is_inalloca || alloca.is_inalloca)
                        && (!is_swifterror || alloca.is_swifterror),
                    "an argument is allocated in another way"
                );
            }
        }
        Ok(())
    }

    /// The type of the function, as the call says it.
    fn signature(&self, call: &Call) -> Signature<'m> {
        let name = match call.callee {
            Value::Global(name) => self.name(name),
            _ => "",
        };
        match self.types.get(call.ty) {
            TypeKind::Function {
                result,
                parameters,
                is_variadic,
            } => Signature {
                result: *result,
                parameters: parameters.to_vec(),
                is_variadic: *is_variadic,
                name,
            },
            _ => Signature {
                result: call.ty,
                parameters: call.arguments.iter().map(|it| it.value.ty).collect(),
                is_variadic: false,
                name,
            },
        }
    }

    /// The function that is called.
    fn callee(&self, scope: Scope<'m>, call: &Call, signature: &Signature) -> Rule<Callee<'m>> {
        match call.callee {
            Value::Global(name) => match self.symbols.get(&name) {
                Some(Symbol::Function(found)) => {
                    ensure!(
                        self.space(found.space, self.layout.program_space)
                            == self.space(call.space, self.layout.program_space),
                        "the callee is in another address space"
                    );
                    if signature.name.starts_with("llvm.") {
                        self.as_declared(signature, found)?;
                        self.intrinsic(signature)?;
                    }
                    Ok(Callee::Function(found))
                }
                Some(_) => Ok(Callee::Unknown),
                None if signature.name.starts_with("llvm.") => {
                    self.intrinsic(signature)?;
                    Ok(Callee::Intrinsic)
                }
                None => Err(format!(
                    "`{}` is not defined in the module",
                    self.shown('@', name)
                )),
            },
            Value::Local(local) => {
                let found = scope.locals.get(local.0 as usize);
                let ty = found.map_or(Types::VOID, |it| it.ty);
                ensure!(
                    self.is_pointer_into(ty, call.space, self.layout.program_space),
                    "the callee is no pointer into the address space of functions"
                );
                Ok(Callee::Unknown)
            }
            Value::Const(index) => match scope.constants.get(index as usize) {
                Some(Const::Asm(_)) => Ok(Callee::Unknown),
                _ if call.space.is_default() && self.layout.program_space == 0 => {
                    self.value(scope, Types::PTR, call.callee)?;
                    Ok(Callee::Unknown)
                }
                _ => Ok(Callee::Unknown),
            },
            _ => Ok(Callee::Unknown),
        }
    }

    fn attributes_of_call(
        &self,
        scope: Scope,
        call: &Call,
        signature: &Signature,
        callee: Callee,
    ) -> Rule {
        let asm = called_asm(scope, call);
        let is_intrinsic = signature.name.starts_with("llvm.");
        self.attributes_of_value(&call.result, Position::Result, signature.result)?;
        let declared = |n: usize| {
            let parameter = match callee {
                Callee::Function(found) => found.parameters.get(n),
                _ => None,
            };
            parameter.map_or(&[][..], |it| &it.attributes)
        };
        let mut any = false;
        for (n, argument) in call.arguments.iter().enumerate() {
            let attributes = &argument.attributes;
            any |= !attributes.is_empty();
            self.attributes_of_value(attributes, Position::Parameter, argument.value.ty)?;
            ensure!(
                is_intrinsic || !self.has(attributes, "immarg"),
                "`immarg` is an attribute of parameters of intrinsics"
            );
            ensure!(
                is_intrinsic || asm.is_some() || !self.has(attributes, "elementtype"),
                "`elementtype` is an attribute of arguments of intrinsics and inline assembly"
            );
            if self.has(declared(n), "immarg") {
                self.immediate(scope, declared(n), argument.value.value)?;
            }
        }
        // The arguments of the function follow those of a statepoint.
        if any
            && !signature
                .name
                .starts_with("llvm.experimental.gc.statepoint")
        {
            let all: Vec<(&[Attribute], Type)> = call
                .arguments
                .iter()
                .map(|it| (&it.attributes[..], it.value.ty))
                .collect();
            self.attributes_of_all(&all, signature.result, signature.parameters.len())?;
        }
        if let Some(asm) = asm {
            self.asm_operands(asm, call)?;
            self.asm(asm, signature)?;
        }
        let attributes = self.resolved(&call.attributes);
        self.attributes_of_function(&attributes, Position::Call, &signature.parameters)?;
        ensure!(
            !self.has(&attributes, "denormal_fpenv"),
            "`denormal_fpenv` is an attribute of functions, not of calls"
        );
        let is_speculatable = || match callee {
            Callee::Function(found) => self.has(&self.resolved(&found.attributes), "speculatable"),
            Callee::Intrinsic => true,
            Callee::Unknown => false,
        };
        ensure!(
            !self.has(&attributes, "speculatable") || is_speculatable(),
            "`speculatable` is an attribute of functions, not of calls"
        );
        Ok(())
    }

    /// `callbr` has a constraint for each of its other blocks.
    pub(super) fn labels(&self, scope: Scope, call: &Call, count: usize) -> Rule {
        let Some(asm) = called_asm(scope, call) else {
            return Ok(());
        };
        let constraints = self.name(asm.constraints).split(',');
        ensure!(
            constraints.filter(|it| it.starts_with('!')).count() == count,
            "`callbr` has a constraint for each of its other blocks"
        );
        Ok(())
    }

    /// Operands of inline assembly that are in memory are pointers with `elementtype`.
    fn asm_operands(&self, asm: &Asm, call: &Call) -> Rule {
        let mut arguments = call.arguments.iter();
        for constraint in self.name(asm.constraints).split(',') {
            if constraint.starts_with(['~', '!']) || constraint.is_empty() {
                continue;
            }
            let is_output = constraint.starts_with('=');
            let is_indirect = constraint
                .trim_start_matches(['=', '&', '%'])
                .starts_with('*');
            if is_output && !is_indirect {
                continue;
            }
            let Some(argument) = arguments.next() else {
                break;
            };
            let has_type = self.has(&argument.attributes, "elementtype");
            ensure!(
                has_type == is_indirect
                    && (!is_indirect || self.is_scalar_pointer(argument.value.ty)),
                "an operand in memory is a pointer with `elementtype`"
            );
        }
        Ok(())
    }

    fn immediate(&self, scope: Scope, attributes: &[Attribute], value: Value) -> Rule {
        ensure!(
            self.is_immediate(scope, value),
            "an argument is not a constant number, and the parameter is `immarg`"
        );
        let range = attributes.iter().find_map(|it| match it {
            Attribute::Text(name, text) if self.name(*name) == "range" => Some(self.name(*text)),
            _ => None,
        });
        let range = range.and_then(|text| {
            let (low, high) = text.split_once(' ')?.1.split_once(',')?;
            Some((low.trim().parse::<i128>().ok()?, high.trim().parse().ok()?))
        });
        if let (Some((low, high)), Some(number)) = (range, self.number(scope, value)) {
            ensure!(
                low > high || (low..high).contains(&number),
                "an argument is outside of the range of its parameter"
            );
        }
        Ok(())
    }

    fn bundles(&self, scope: Scope, body: &Body, bundles: &[Bundle], is_direct: bool) -> Rule {
        const ONCE: &str = "deopt gc-transition funclet cfguardtarget ptrauth kcfi preallocated gc-live \
     clang.arc.attachedcall";
        for (n, bundle) in bundles.iter().enumerate() {
            let tag = self.name(bundle.tag);
            let is_again = bundles[..n].iter().any(|it| it.tag == bundle.tag);
            ensure!(
                !is_again || !is_in(ONCE, tag),
                "two bundles have the tag \"{tag}\""
            );
            let count = match tag {
                "funclet" | "cfguardtarget" | "kcfi" | "preallocated" => Some(1),
                "ptrauth" => Some(2),
                _ => None,
            };
            ensure!(
                count.is_none_or(|count| bundle.operands.len() == count),
                "the bundle \"{tag}\" has another number of operands"
            );
            let first = bundle.operands.first();
            let is_right = match (tag, first) {
                ("funclet", Some(operand)) => {
                    let definition = body
                        .instructions
                        .iter()
                        .find(|it| it.result.map(Value::Local) == Some(operand.value));
                    matches!(
                        definition.map(|it| &it.op),
                        Some(Op::CatchPad(..) | Op::CleanupPad(..))
                    )
                }
                ("kcfi" | "ptrauth", Some(operand)) => {
                    self.bits(operand.ty) == Some(32) && self.is_immediate(scope, operand.value)
                }
                _ => true,
            };
            ensure!(
                is_right,
                "the operand of the bundle \"{tag}\" is of another kind"
            );
            if tag == "ptrauth" {
                let last = bundle.operands.last().map(|it| it.ty);
                ensure!(
                    last.is_some_and(|ty| self.bits(ty) == Some(64)),
                    "the discriminator of the bundle \"ptrauth\" is an `i64`"
                );
                ensure!(!is_direct, "a direct call has the bundle \"ptrauth\"");
            }
        }
        Ok(())
    }

    fn must_tail(&self, function: &Function, call: &Call, signature: &Signature) -> Rule {
        ensure!(
            function.is_variadic == call.forwards || !signature.is_variadic,
            "a `musttail` call forwards `...`"
        );
        ensure!(
            function.is_variadic == signature.is_variadic,
            "a `musttail` call is variadic as its function is"
        );
        ensure!(
            self.same(function.result, signature.result),
            "a `musttail` call returns the type of its function"
        );
        let convention = |name: Option<Name>| match name.map(|it| self.name(it)) {
            None | Some("ccc" | "cc 0") => "",
            Some(name) => name,
        };
        ensure!(
            convention(function.convention) == convention(call.convention),
            "a `musttail` call has the calling convention of its function"
        );
        let passing = |attributes: &[Attribute]| {
            let is = |it: &&Attribute| is_in(PASSING, self.word(it));
            let mut all: Vec<Attribute> = attributes.iter().filter(is).copied().collect();
            if self.has(attributes, "byval") || self.has(attributes, "byref") {
                let is_align = |it: &&Attribute| self.word(it) == "align";
                all.extend(attributes.iter().filter(is_align));
            }
            all.sort_by_key(|it| self.word(it));
            all
        };
        if let "tailcc" | "swifttailcc" = convention(call.convention) {
            ensure!(
                !function.is_variadic,
                "a `musttail` call of this convention is not variadic"
            );
            let parameters = function.parameters.iter().map(|it| &it.attributes);
            let arguments = call.arguments.iter().map(|it| &it.attributes);
            for attributes in parameters.chain(arguments) {
                for word in ["inalloca", "inreg", "swifterror", "preallocated", "byref"] {
                    ensure!(
                        !self.has(attributes, word),
                        "a `musttail` call of this convention has no `{word}`"
                    );
                }
            }
            return Ok(());
        }
        if signature.name.starts_with("llvm.") {
            return Ok(());
        }
        ensure!(
            function.parameters.len() == signature.parameters.len(),
            "a `musttail` call has the parameters of its function"
        );
        for ((parameter, argument), ty) in function
            .parameters
            .iter()
            .zip(&call.arguments)
            .zip(&signature.parameters)
        {
            ensure!(
                self.same(parameter.ty, *ty),
                "a `musttail` call has the parameters of its function"
            );
            ensure!(
                passing(&parameter.attributes) == passing(&argument.attributes),
                "a `musttail` call passes its arguments as its function does"
            );
        }
        Ok(())
    }
}

/// The inline assembly that is called.
fn called_asm<'c>(scope: Scope<'c>, call: &Call) -> Option<&'c Asm> {
    match call.callee {
        Value::Const(index) => match scope.constants.get(index as usize)? {
            Const::Asm(asm) => Some(asm),
            _ => None,
        },
        _ => None,
    }
}
