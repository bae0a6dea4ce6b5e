//! Variables, aliases and the heads of functions: linkage, visibility, comdats, and types.

use super::attribute::Position;
use super::call::Signature;
use super::{Checker, Rule, Symbol, ensure};
use crate::names::Name;
use crate::syntax::{
    Alias, Attachment, Attribute, Const, DllStorage, Function, Global, Linkage, Preemption,
    Properties, Tailing, Type, TypeKind, Types, UnnamedAddr, Value, Visibility,
};

impl<'m> Checker<'m> {
    /// The properties behind a symbol. `is_declaration` is true where the linker sees no definition.
    fn tail(&self, name: Name, tail: &[Tailing], is_declaration: bool) -> Rule {
        for property in tail {
            match property {
                Tailing::Comdat(comdat) => {
                    ensure!(!is_declaration, "a declaration is in no comdat");
                    let comdat = comdat.unwrap_or(name);
                    ensure!(
                        comdat.as_number().is_none(),
                        "the comdat of a symbol without a name has no name"
                    );
                    ensure!(
                        self.comdats.contains_key(&comdat),
                        "`{}` is not defined in the module",
                        self.shown('$', comdat)
                    );
                }
                Tailing::Attachment(attachment) => {
                    self.attachment(self.outside(), attachment)?;
                    self.attachment_of_symbol(attachment)?;
                }
                Tailing::Prefix(value) | Tailing::Prologue(value) | Tailing::Personality(value) => {
                    self.typed(self.outside(), *value)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    pub(super) fn global(&self, global: &'m Global) -> Rule {
        let linkage = global.properties.linkage.unwrap_or(Linkage::External);
        let is_declaration = global.init.is_none();
        properties(global.properties, is_declaration)?;
        self.tail(
            global.name,
            &global.tail,
            is_declaration || linkage == Linkage::AvailableExternally,
        )?;
        let is_wrong = matches!(
            self.types.get(global.ty),
            TypeKind::Void
                | TypeKind::Label
                | TypeKind::Metadata
                | TypeKind::Token
                | TypeKind::Opaque(_)
                | TypeKind::Function { .. }
        );
        ensure!(
            !is_wrong && !self.is_no_global(global.ty),
            "a variable has no such type"
        );
        ensure!(
            !self.is_scalable(global.ty),
            "a variable has no scalable type"
        );
        let space = self.space(global.space, 0).filter(|space| *space < 1 << 24);
        let Some(space) = space else {
            return Err("there is no such address space".into());
        };
        if let (Some(bits), Some(width @ 0..64)) =
            (self.size_in_bits(global.ty), self.address_bits(space))
        {
            ensure!(
                (bits / 8) >> width == 0,
                "a variable is larger than its address space"
            );
        }
        ensure!(
            linkage != Linkage::Appending
                || matches!(self.types.get(global.ty), TypeKind::Array { .. }),
            "a variable with the linkage `appending` is an array"
        );
        for attribute in self.resolved(&global.attributes) {
            self.attribute(&attribute, Position::Function)?;
        }
        if let Some(init) = global.init {
            ensure!(
                self.is_sized(global.ty),
                "a variable with a value has a type with a size"
            );
            self.value(self.outside(), global.ty, init)?;
        }
        if linkage == Linkage::Common {
            let is_comdat = |it: &Tailing| matches!(it, Tailing::Comdat(_));
            ensure!(
                !global.is_constant && !global.tail.iter().any(is_comdat),
                "a variable with the linkage `common` is no constant and in no comdat"
            );
            let is_zero = match global.init {
                Some(Value::Int(value)) => value == 0,
                Some(Value::Undef | Value::Poison) => false,
                _ => true,
            };
            ensure!(is_zero, "a variable with the linkage `common` is zero");
        }
        self.known_variable(global, linkage)
    }

    /// Variables whose names LLVM knows.
    fn known_variable(&self, global: &'m Global, linkage: Linkage) -> Rule {
        let is_ctors = match self.name(global.name) {
            "llvm.global_ctors" | "llvm.global_dtors" => true,
            "llvm.used" | "llvm.compiler.used" => false,
            _ => return Ok(()),
        };
        ensure!(
            global.init.is_none() || linkage == Linkage::Appending,
            "this variable has the linkage `appending`"
        );
        let TypeKind::Array { element, .. } = self.types.get(global.ty) else {
            return Ok(());
        };
        let is_right = match self.shape(*element) {
            TypeKind::Struct { fields, .. } if is_ctors => {
                fields.len() == 3
                    && self.bits(fields[0]) == Some(32)
                    && self.is_scalar_pointer(fields[1])
                    && self.is_scalar_pointer(fields[2])
            }
            TypeKind::Ptr(_) => !is_ctors,
            _ => false,
        };
        ensure!(is_right, "this variable has another type");
        if let (false, Some(init)) = (is_ctors, global.init) {
            let elements = match init {
                Value::Const(index) => self.module.constants.get(index as usize),
                _ => None,
            };
            let Some(Const::Aggregate(_, elements)) = elements else {
                ensure!(
                    !matches!(init, Value::Zero),
                    "the value of this variable is a list of symbols"
                );
                return Ok(());
            };
            for element in elements {
                ensure!(
                    self.base(self.outside(), element.value).is_some(),
                    "the value of this variable is a list of symbols"
                );
            }
        }
        Ok(())
    }

    pub(super) fn alias(&self, alias: &'m Alias) -> Rule {
        let linkage = alias.properties.linkage.unwrap_or(Linkage::External);
        properties(alias.properties, false)?;
        self.tail(alias.name, &alias.tail, false)?;
        let is_right = match linkage {
            Linkage::Appending | Linkage::Common | Linkage::ExternWeak => false,
            Linkage::AvailableExternally => !alias.is_ifunc,
            _ => true,
        };
        ensure!(is_right, "this symbol has another linkage");
        let scope = self.outside();
        match (alias.target.ty, alias.target.value) {
            (Types::VOID, Value::Const(index)) => {
                // A bare expression has its own type.
                let constant = self.module.constants.get(index as usize);
                if let Some(Const::Expr(expr)) = constant
                    && let Some(ty) = self.type_of(expr)
                {
                    self.value(scope, ty, alias.target.value)?;
                }
            }
            _ => self.typed(scope, alias.target)?,
        }
        let mut seen = vec![alias.name];
        let mut value = alias.target.value;
        loop {
            let base = self.base(scope, value);
            match base {
                Some(Symbol::Alias(next)) => {
                    ensure!(!seen.contains(&next.name), "aliases form a cycle");
                    let is_weak = matches!(
                        next.properties.linkage,
                        Some(Linkage::Weak | Linkage::Linkonce | Linkage::ExternWeak)
                    );
                    ensure!(
                        alias.is_ifunc || !is_weak,
                        "an alias points to one that another module may replace"
                    );
                    if next.is_ifunc {
                        return Ok(());
                    }
                    seen.push(next.name);
                    value = next.target.value;
                }
                Some(Symbol::Function(found)) => {
                    let is_external =
                        found.properties.linkage == Some(Linkage::AvailableExternally);
                    let is_defined = found.body.is_some()
                        && (!is_external || linkage == Linkage::AvailableExternally);
                    ensure!(
                        is_defined || linkage == Linkage::AvailableExternally && !alias.is_ifunc,
                        "the target of this symbol is not defined in the module"
                    );
                    ensure!(
                        !alias.is_ifunc || self.is_scalar_pointer(found.result),
                        "the resolver of an ifunc returns a pointer"
                    );
                    return Ok(());
                }
                Some(Symbol::Global(found)) => {
                    ensure!(!alias.is_ifunc, "the resolver of an ifunc is a function");
                    let is_external =
                        found.properties.linkage == Some(Linkage::AvailableExternally);
                    ensure!(
                        found.init.is_some() && !is_external
                            || linkage == Linkage::AvailableExternally,
                        "the target of an alias is not defined in the module"
                    );
                    return Ok(());
                }
                None => {
                    ensure!(!alias.is_ifunc, "the resolver of an ifunc is a function");
                    ensure!(
                        !matches!(value, Value::Null | Value::Undef | Value::Poison),
                        "the target of an alias is a symbol or an expression"
                    );
                    return Ok(());
                }
            }
        }
    }

    /// Everything of a function but its body.
    pub(super) fn head(&self, function: &'m Function) -> Rule {
        let is_definition = function.body.is_some();
        let name = self.name(function.name);
        let is_intrinsic = name.starts_with("llvm.");
        let linkage = function.properties.linkage;
        let is_right = match linkage.unwrap_or(Linkage::External) {
            Linkage::External => true,
            Linkage::ExternWeak => !is_definition,
            Linkage::Appending | Linkage::Common => false,
            _ => is_definition,
        };
        ensure!(is_right, "this function has another linkage");
        properties(function.properties, !is_definition)?;
        self.tail(
            function.name,
            &function.tail,
            !is_definition || linkage == Some(Linkage::AvailableExternally),
        )?;
        for attachment in &function.early {
            self.attachment(self.outside(), attachment)?;
            self.attachment_of_symbol(attachment)?;
        }
        self.attachments_of_function(function)?;
        ensure!(
            !is_intrinsic || !is_definition,
            "an intrinsic is not defined"
        );
        let is_personality = |it: &Tailing| matches!(it, Tailing::Personality(_));
        ensure!(
            is_definition || !function.tail.iter().any(is_personality),
            "a declaration has no personality"
        );
        let result = function.result;
        ensure!(
            result == Types::VOID
                || self.is_first_class(result) && !matches!(result, Types::LABEL | Types::METADATA),
            "a function has no result of this type"
        );
        ensure!(
            is_intrinsic || !self.is_token(result) && !self.is_amx(result),
            "only intrinsics have a result of this type"
        );
        for parameter in &function.parameters {
            let ty = parameter.ty;
            ensure!(
                self.is_first_class(ty) && ty != Types::LABEL,
                "a function has no parameter of this type"
            );
            ensure!(
                is_intrinsic || ty != Types::METADATA && !self.is_token(ty) && !self.is_amx(ty),
                "only intrinsics have a parameter of this type"
            );
        }
        self.attributes_of_head(function, is_intrinsic)?;
        self.convention(function)?;
        if is_intrinsic {
            self.intrinsic(&Signature {
                result,
                parameters: function.parameters.iter().map(|it| it.ty).collect(),
                is_variadic: function.is_variadic,
                name,
            })?;
        }
        Ok(())
    }

    fn attributes_of_head(&self, function: &Function, is_intrinsic: bool) -> Rule {
        // LLVM gives an intrinsic its own attributes, unless it does not know the name.
        if is_intrinsic {
            return self.positions(function);
        }
        self.attributes_of_value(
            &function.result_attributes,
            Position::Result,
            function.result,
        )?;
        let types: Vec<Type> = function.parameters.iter().map(|it| it.ty).collect();
        for parameter in &function.parameters {
            let attributes = &parameter.attributes;
            self.attributes_of_value(attributes, Position::Parameter, parameter.ty)?;
            ensure!(
                !self.has(attributes, "immarg"),
                "`immarg` is an attribute of parameters of intrinsics"
            );
            ensure!(
                !self.has(attributes, "elementtype"),
                "`elementtype` is an attribute of arguments"
            );
            ensure!(
                !self.has(attributes, "sret") || function.result == Types::VOID,
                "a function with `sret` returns nothing"
            );
        }
        let all: Vec<(&[Attribute], Type)> = function
            .parameters
            .iter()
            .map(|it| (&it.attributes[..], it.ty))
            .collect();
        self.attributes_of_all(&all, function.result, all.len())?;
        let attributes = self.resolved(&function.attributes);
        self.attributes_of_function(&attributes, Position::Function, &types)?;
        ensure!(
            !self.has(&attributes, "builtin"),
            "`builtin` is an attribute of calls"
        );
        ensure!(
            !self.has(&attributes, "jumptable")
                || function.properties.unnamed_addr == Some(UnnamedAddr::Global),
            "`jumptable` needs `unnamed_addr`"
        );
        let is_writable = |it: &crate::syntax::Parameter| self.has(&it.attributes, "writable");
        let memory = attributes.iter().find_map(|it| match it {
            Attribute::Text(name, text) if self.name(*name) == "memory" => Some(self.name(*text)),
            _ => None,
        });
        ensure!(
            !function.parameters.iter().any(is_writable) || memory.is_none_or(writes_arguments),
            "`writable` needs a function that writes to its arguments"
        );
        Ok(())
    }

    fn positions(&self, function: &Function) -> Rule {
        let position = |all: &[Attribute], position| {
            all.iter().try_for_each(|it| self.attribute(it, position))
        };
        position(&function.result_attributes, Position::Result)?;
        position(&self.resolved(&function.attributes), Position::Function)?;
        for parameter in &function.parameters {
            position(&parameter.attributes, Position::Parameter)?;
            self.beside_immarg(&parameter.attributes)?;
            if self.has(&parameter.attributes, "immarg") {
                let mut all = parameter.attributes.iter();
                all.try_for_each(|it| self.fits(it, parameter.ty))?;
            }
        }
        Ok(())
    }

    fn convention(&self, function: &Function) -> Rule {
        let convention = function.convention.map_or("", |it| self.name(it));
        let is_variadic = function.is_variadic;
        let is_gpu = convention.starts_with("amdgpu_") && !convention.starts_with("amdgpu_gfx");
        let has = |word: &str| {
            let of = |it: &crate::syntax::Parameter| self.has(&it.attributes, word);
            function.parameters.iter().any(of)
        };
        match convention {
            "amdgpu_kernel" | "spir_kernel" | "amdgpu_cs_chain" | "amdgpu_cs_chain_preserve" => {
                ensure!(
                    function.result == Types::VOID,
                    "a function of this convention returns nothing"
                );
            }
            "x86_intrcc" => ensure!(
                function
                    .parameters
                    .first()
                    .is_none_or(|it| self.has(&it.attributes, "byval")),
                "the first parameter of this convention is `byval`"
            ),
            _ => {}
        }
        if is_gpu {
            for word in ["sret", "byval", "preallocated", "inalloca"] {
                ensure!(!has(word), "a function of this convention has no `{word}`");
            }
        }
        let never_variadic = is_gpu
            || matches!(
                convention,
                "fastcc"
                    | "coldcc"
                    | "intel_ocl_bicc"
                    | "ptx_kernel"
                    | "ptx_device"
                    | "spir_kernel"
                    | "amdgpu_gfx_whole_wave"
            );
        ensure!(
            !is_variadic || !never_variadic,
            "a function of this convention is not variadic"
        );
        Ok(())
    }

    fn attachments_of_function(&self, function: &'m Function) -> Rule {
        let of_tail = function.tail.iter().filter_map(|it| match it {
            Tailing::Attachment(attachment) => Some(attachment),
            _ => None,
        });
        let all: Vec<&Attachment> = function.early.iter().chain(of_tail).collect();
        for kind in ["prof", "kcfi_type"] {
            let count = all.iter().filter(|it| self.name(it.kind) == kind).count();
            ensure!(count <= 1, "a function has one attachment `!{kind}`");
            ensure!(
                kind != "prof" || count == 0 || function.body.is_some(),
                "a declaration has no attachment `!prof`"
            );
        }
        Ok(())
    }
}

/// Linkage, visibility, DLL storage class and preemption.
fn properties(properties: Properties, is_declaration: bool) -> Rule {
    let linkage = properties.linkage.unwrap_or(Linkage::External);
    let visibility = properties.visibility.unwrap_or(Visibility::Default);
    let is_local = matches!(linkage, Linkage::Private | Linkage::Internal);
    ensure!(
        !is_local || visibility == Visibility::Default,
        "a symbol with local linkage has the default visibility"
    );
    ensure!(
        !is_local || properties.dll.is_none(),
        "a symbol with local linkage has no DLL storage class"
    );
    match properties.dll {
        Some(DllStorage::Import) => {
            ensure!(
                properties.preemption != Some(Preemption::DsoLocal),
                "a symbol with `dllimport` is not `dso_local`"
            );
            ensure!(
                visibility == Visibility::Default,
                "a symbol with `dllimport` has the default visibility"
            );
            ensure!(
                linkage == Linkage::AvailableExternally
                    || is_declaration && matches!(linkage, Linkage::External | Linkage::ExternWeak),
                "a symbol with `dllimport` is a declaration"
            );
        }
        Some(DllStorage::Export) => ensure!(
            visibility != Visibility::Hidden,
            "a symbol with `dllexport` is not hidden"
        ),
        None => {}
    }
    Ok(())
}

/// True if `memory(…)` lets a function write to its arguments.
fn writes_arguments(memory: &str) -> bool {
    let parts = memory.split(',').map(str::trim);
    let mut access = "none";
    for part in parts {
        match part.split_once(':') {
            Some(("argmem", argument)) => access = argument.trim(),
            None => access = part,
            _ => {}
        }
    }
    access.contains("write")
}
