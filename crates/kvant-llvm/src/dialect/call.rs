//! Calls of intrinsics in an older version's words.

use rustc_hash::FxHashMap;

use super::degrade::{Degrader, Said};
use super::intrinsic;
use super::table::{Construct, FORMS, Form, OVERLOADED, is_like, reason};
use crate::names::Name;
use crate::syntax::{
    AddrSpace, Argument, Attribute, Body, Call, Function, Item, Op, Parameter, Properties, Type,
    TypeKind, Typed, Types, Value,
};

impl Degrader {
    /// For each local that is an `alloca` its size in bytes, if that is the same in all data layouts.
    pub(super) fn allocas(&self, body: &Body) -> FxHashMap<u32, Option<u64>> {
        if !self.missing.is_missing("lifetime marker without size") {
            return FxHashMap::default();
        }
        let allocas = body.instructions.iter().filter_map(|it| {
            let Op::Alloca(alloca) = &it.op else {
                return None;
            };
            let count = match alloca.count.map(|it| it.value) {
                None => Some(1),
                Some(Value::Int(count)) => u64::try_from(count).ok(),
                Some(_) => None,
            };
            let size = self.portable_size(alloca.ty);
            let bytes = size.and_then(|it| it.checked_mul(count?));
            Some((it.result?.0, bytes))
        });
        allocas.collect()
    }

    /// The size of a type in bytes, if it is the same in all data layouts.
    fn portable_size(&self, ty: Type) -> Option<u64> {
        match self.module.types.get(ty) {
            TypeKind::Int(bits @ (1..=8 | 16 | 32 | 64)) => Some(u64::from(bits.div_ceil(8))),
            TypeKind::Float(kind) if kind.bits() <= 64 => Some(u64::from(kind.bits() / 8)),
            TypeKind::Array { length, element } => {
                self.portable_size(*element)?.checked_mul(*length)
            }
            _ => None,
        }
    }

    /// The index and the type of an argument that an intrinsic has in older versions only.
    fn older_argument(&mut self, name: Name, arguments: usize) -> Option<(usize, Type)> {
        let found = intrinsic::find(self.module.names.get(name))?;
        let (what, count, at, bits) = match found.base {
            "lifetime.start" | "lifetime.end" => ("lifetime marker without size", 1, 0, 64),
            "masked.load" | "masked.gather" => ("masked access with align attribute", 3, 1, 32),
            "masked.store" | "masked.scatter" => ("masked access with align attribute", 3, 2, 32),
            _ => return None,
        };
        let applies = arguments == count && self.missing.is_missing(what);
        applies.then(|| (at, self.module.types.int(bits)))
    }

    pub(super) fn call(&mut self, call: &mut Call, allocas: &FxHashMap<u32, Option<u64>>) -> Said {
        self.convention(call.convention)?;
        self.space(call.space)?;
        self.fast_math_of(call.ty, &mut call.flags);
        let what = "vector variant of a call with a struct";
        if self.missing.is_missing(what) && self.is_struct(call.ty) {
            let mut groups = call.attributes.iter().filter_map(|it| match it {
                Attribute::Group(number) => self.groups.get(number),
                _ => None,
            });
            let variant = self.module.names.find("vector-function-abi-variant");
            let is_variant =
                |it: &Attribute| matches!(it, Attribute::String(key, _) if Some(*key) == variant);
            if call.attributes.iter().any(is_variant)
                || groups.any(|it| it.attributes.iter().any(is_variant))
            {
                return Err(what.to_owned());
            }
        }
        let Value::Global(name) = call.callee else {
            return Ok(());
        };
        if !self.module.names.get(name).starts_with("llvm.") {
            return Ok(());
        }
        let operands: Vec<Typed> = call.arguments.iter().map(|it| it.value).collect();
        self.form(name, call.ty, &operands)?;
        if self.module.names.get(name) == "llvm.assume" {
            self.assume(call);
        }
        if let Some((at, ty)) = self.older_argument(name, call.arguments.len()) {
            let align = self.module.names.find("align");
            let pointer = &call.arguments[at.saturating_sub(1)];
            let value = match at {
                // A lifetime marker: the size of the object, or -1 for all of it.
                0 => match pointer.value.value {
                    Value::Local(local) => {
                        let size = allocas.get(&local.0).copied().flatten();
                        size.and_then(|it| i32::try_from(it).ok()).unwrap_or(-1)
                    }
                    _ => -1,
                },
                _ => {
                    let align = pointer.attributes.iter().find_map(|it| match it {
                        Attribute::Int(name, value) if Some(*name) == align => Some(*value),
                        _ => None,
                    });
                    i32::try_from(align.unwrap_or(1)).unwrap_or(1 << 30)
                }
            };
            let value = Typed {
                ty,
                value: Value::Int(value),
            };
            let mut arguments = std::mem::take(&mut call.arguments).into_vec();
            let attributes = Box::default();
            arguments.insert(at, Argument { value, attributes });
            call.arguments = arguments.into();
            if let TypeKind::Function {
                result,
                parameters,
                is_variadic,
            } = self.module.types.get(call.ty).clone()
            {
                let mut parameters = parameters.into_vec();
                parameters.insert(at, ty);
                call.ty = self.module.types.intern(TypeKind::Function {
                    result,
                    parameters: parameters.into(),
                    is_variadic,
                });
            }
        }
        if self.missing.is_missing("intrinsic without declaration")
            && !self.declared.contains(&name)
        {
            call.callee = Value::Global(self.declare_called(name, call)?);
        }
        Ok(())
    }

    /// An error if an intrinsic has another signature in the version. The operands are those of a call, or the parameters.
    fn form(&self, name: Name, ty: Type, operands: &[Typed]) -> Said {
        let Some(found) = intrinsic::find(self.module.names.get(name)) else {
            return Ok(());
        };
        let types = &self.module.types;
        let result = match types.get(ty) {
            TypeKind::Function { result, .. } => *result,
            _ => ty,
        };
        let mut all = operands.iter().map(|it| it.ty).chain([result]);
        for (base, form, since) in FORMS {
            if !is_like(base, found.base) || self.missing.version.number() >= *since {
                continue;
            }
            let is_vector = |ty| matches!(types.get(ty), TypeKind::Vector { .. });
            let (has_form, what) = match form {
                Form::Void => (result == Types::VOID, "without result"),
                Form::Vector => (is_vector(result), "of a vector"),
                Form::Any => (true, "with another signature"),
                Form::Mmx => {
                    let is_long = |ty| *types.get(types.scalar(ty)) == TypeKind::Int(64);
                    let is_one = |ty| matches!(types.get(ty), TypeKind::Vector { length: 1, .. });
                    let is_mmx = all.any(|ty| is_one(ty) && is_long(ty));
                    (is_mmx, "of <1 x i64>")
                }
                Form::Space => {
                    let is_other =
                        |ty| matches!(types.get(ty), TypeKind::Ptr(space) if !space.is_default());
                    (all.any(is_other), "in another address space")
                }
                Form::VariableLength => {
                    let is_variable = match operands.get(2).map(|it| it.value) {
                        Some(Value::Local(_) | Value::Undef | Value::Poison) => true,
                        Some(Value::Int(at)) => matches!(types.get(result),
                            TypeKind::Vector { length, .. } if i64::from(at) >= i64::from(*length)),
                        _ => false,
                    };
                    (is_variable, "with a variable")
                }
            };
            if has_form {
                return Err(format!("llvm.{} {what}", found.base));
            }
        }
        Ok(())
    }

    /// Leaves out bundles of `llvm.assume` that the version refuses.
    fn assume(&mut self, call: &mut Call) {
        let is_true = matches!(call.arguments.first(), Some(it) if it.value.value == Value::Int(1));
        let what = "assume with a condition and bundles";
        let all = !is_true && !call.bundles.is_empty() && self.missing.is_missing(what);
        if all {
            self.drop(what.to_owned(), true);
            call.bundles = Box::default();
        }
        let mut kept = Vec::with_capacity(call.bundles.len());
        for bundle in std::mem::take(&mut call.bundles) {
            let tag = self.module.names.get(bundle.tag);
            let lack = [Construct::Bundle(tag), Construct::Attribute(tag)]
                .into_iter()
                .find(|what| self.missing.lack(*what).is_some());
            let is_variable = tag != "align"
                && matches!(bundle.operands.get(1), Some(it) if matches!(it.value, Value::Local(_)));
            let what = match tag {
                "dereferenceable" => "dereferenceable bundle with a variable",
                _ => "other bundle with a variable",
            };
            let sized = (is_variable && self.missing.is_missing(what)).then(|| what.to_owned());
            match lack.map(reason).or(sized) {
                Some(what) => self.drop(what, true),
                None => kept.push(bundle),
            }
        }
        call.bundles = kept.into();
    }

    /// The name of an intrinsic that is called without a declaration. Since 18 the types behind it need not fit; readers before that
    /// put them right, but they need one declaration for each signature.
    fn declare_called(&mut self, name: Name, call: &Call) -> Said<Name> {
        let signature = match self.module.types.get(call.ty) {
            TypeKind::Function { .. } => call.ty,
            _ => {
                let parameters = call.arguments.iter().map(|it| it.value.ty).collect();
                self.module.types.intern(TypeKind::Function {
                    result: call.ty,
                    parameters,
                    is_variadic: false,
                })
            }
        };
        let TypeKind::Function {
            result,
            parameters,
            is_variadic,
        } = self.module.types.get(signature).clone()
        else {
            return Ok(name);
        };
        if let Some(known) = self.undeclared.get(&(name, signature)) {
            return Ok(*known);
        }
        self.function_name(name)?;
        let text = self.module.names.get(name);
        let base = intrinsic::find(text).map_or("", |it| it.base);
        let is_bare = base.len() + "llvm.".len() == text.len() && !intrinsic::is_of_target(base);
        let is_overloaded = OVERLOADED.iter().any(|it| is_like(it, base));
        let is_plain = |ty: &Type| {
            let kind = self.module.types.get(*ty);
            matches!(
                kind,
                TypeKind::Ptr(_) | TypeKind::Metadata | TypeKind::Token
            )
        };
        let is_sure = is_overloaded || text == "llvm.assume" || parameters.iter().all(is_plain);
        if is_bare && !is_sure {
            return Err(format!("{text} without declaration and types"));
        }
        let same = self.undeclared.keys().filter(|it| it.0 == name).count();
        let unique = match same > 0 || is_bare && is_overloaded {
            false => name,
            true => {
                let text = format!("{text}.{same}");
                self.module.names.intern(&text)
            }
        };
        self.undeclared.insert((name, signature), unique);
        let parameters = parameters.iter().map(|ty| Parameter {
            ty: *ty,
            attributes: Box::default(),
            name: None,
        });
        let item = Item::Function(Box::new(Function {
            name: self.function_name(unique)?,
            properties: Properties::default(),
            early: Box::default(),
            convention: None,
            result_attributes: Box::default(),
            result,
            parameters: parameters.collect(),
            is_variadic,
            space: AddrSpace::Default,
            attributes: Box::default(),
            tail: Box::default(),
            body: None,
        }));
        self.called.push(item);
        Ok(unique)
    }

    /// A declaration, which may be that of an intrinsic.
    pub(super) fn declaration(&mut self, function: &mut Function) -> Said {
        let parameters = function.parameters.iter().map(|it| Typed {
            ty: it.ty,
            // No operand is of this value.
            value: Value::None,
        });
        let parameters: Vec<Typed> = parameters.collect();
        self.form(function.name, function.result, &parameters)?;
        if let Some((at, ty)) = self.older_argument(function.name, function.parameters.len()) {
            let mut parameters = std::mem::take(&mut function.parameters).into_vec();
            let parameter = Parameter {
                ty,
                attributes: Box::default(),
                name: None,
            };
            parameters.insert(at, parameter);
            function.parameters = parameters.into();
        }
        function.name = self.function_name(function.name)?;
        Ok(())
    }
}
