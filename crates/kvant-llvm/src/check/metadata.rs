//! Metadata: nodes that are defined, and attachments of known kinds.

use super::{Checker, Fault, Rule, Scope, ensure, is_in};
use crate::names::Name;
use crate::syntax::{
    Attachment, CastOp, Const, Instruction, Item, Metadata, Op, Type, TypeKind, Typed, Types, Value,
};

/// The elements of a node, and the constants that they refer to.
type Tuple<'n> = (Scope<'n>, &'n [Metadata]);

impl Checker<'_> {
    /// The nodes that a text such as `!DILocation(scope: !1)` refers to are defined.
    pub(super) fn nodes_in(&self, text: &str) -> Rule {
        let mut is_quoted = false;
        for (at, byte) in text.bytes().enumerate() {
            match byte {
                b'"' => is_quoted = !is_quoted,
                b'!' if !is_quoted => {
                    let digits = text[at + 1..]
                        .bytes()
                        .take_while(u8::is_ascii_digit)
                        .count();
                    let digits = &text[at + 1..at + 1 + digits];
                    let is_defined = match digits.parse() {
                        Ok(number) => self.nodes.contains_key(&number),
                        Err(_) => digits.is_empty(),
                    };
                    ensure!(is_defined, "`!{digits}` is not defined in the module");
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// `!0 = …`.
    pub(super) fn definition_of_node(&self, node: &Metadata) -> Rule {
        self.metadata(self.outside(), node)
    }

    /// `!name = !{ … }`.
    pub(super) fn named_metadata(&self, name: &str, nodes: &[Metadata]) -> Rule {
        let mut flags = Vec::new();
        for node in nodes {
            self.metadata(self.outside(), node)?;
            let elements = self.elements(self.outside(), node).map(|it| it.1);
            match name {
                "llvm.ident" | "llvm.commandline" => ensure!(
                    matches!(elements, Some([Metadata::String(_)])),
                    "a node of this list has one string"
                ),
                "llvm.module.flags" => {
                    let flag = self.module_flag(elements.unwrap_or_default())?;
                    ensure!(
                        flag.is_none() || !flags.contains(&flag),
                        "two flags of the module have the same name"
                    );
                    flags.push(flag);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// A flag of the module. Its name is returned, unless it requires another flag.
    fn module_flag(&self, flag: &[Metadata]) -> Rule<Option<Name>> {
        let [behavior, name, value] = flag else {
            return Err("a flag of a module has three parts".into());
        };
        let scope = self.outside();
        let behavior = self.constant_int(scope, behavior).map(|it| it.1);
        ensure!(
            behavior.is_some_and(|it| (1..=8).contains(&it)),
            "the behavior of a flag is a number from 1 to 8"
        );
        let Metadata::String(name) = name else {
            return Err("the name of a flag is a string".into());
        };
        match behavior {
            Some(3) => ensure!(
                matches!(
                    self.elements(scope, value),
                    Some((_, [Metadata::String(_), _]))
                ),
                "a flag that requires another names it and its value"
            ),
            Some(5 | 6) => ensure!(
                self.elements(scope, value).is_some(),
                "a flag that is appended is a node"
            ),
            Some(7 | 8) => ensure!(
                self.constant_int(scope, value).is_some(),
                "a flag with a smallest or largest value is a number"
            ),
            _ => {}
        }
        match self.name(*name) {
            "wchar_size" | "SemanticInterposition" => ensure!(
                self.constant_int(scope, value).is_some(),
                "the value of this flag is a number"
            ),
            _ => {}
        }
        Ok((behavior != Some(3)).then_some(*name))
    }

    /// The elements of a tuple, or of the node with a number, with the constants that they refer to.
    fn elements<'n>(&'n self, scope: Scope<'n>, node: &'n Metadata) -> Option<Tuple<'n>> {
        match node {
            Metadata::Node(number) => match self.nodes.get(number)? {
                Metadata::Tuple(elements) => Some((self.outside(), elements)),
                _ => None,
            },
            Metadata::Tuple(elements) => Some((scope, elements)),
            _ => None,
        }
    }

    /// A number that is written as metadata, with its type.
    fn constant_int(&self, scope: Scope, metadata: &Metadata) -> Option<(Type, i128)> {
        match metadata {
            Metadata::Value(Typed { ty, value }) => {
                let is_int = matches!(self.types.get(*ty), TypeKind::Int(_));
                let number = self.number(scope, *value)?;
                is_int.then_some((*ty, number))
            }
            _ => None,
        }
    }

    /// `!kind !node` behind anything.
    pub(super) fn attachment(&self, scope: Scope, attachment: &Attachment) -> Rule {
        self.metadata(scope, &attachment.node)
    }

    /// `!kind !node` behind a variable or function.
    pub(super) fn attachment_of_symbol(&self, attachment: &Attachment) -> Rule {
        let kind = self.name(attachment.kind);
        let Some((scope, elements)) = self.elements(self.outside(), &attachment.node) else {
            return Ok(());
        };
        let is_right = match kind {
            "associated" | "implicit.ref" => match elements {
                [Metadata::Value(value)] => self.is_scalar_pointer(value.ty),
                _ => false,
            },
            "kcfi_type" => match elements {
                [one] => self
                    .constant_int(scope, one)
                    .is_some_and(|(ty, _)| self.bits(ty) == Some(32)),
                _ => false,
            },
            "elf_section_properties" => {
                elements.len() == 2
                    && elements
                        .iter()
                        .all(|it| self.constant_int(scope, it).is_some())
            }
            "absolute_symbol" => {
                !elements.is_empty()
                    && elements.len().is_multiple_of(2)
                    && elements
                        .iter()
                        .all(|it| self.constant_int(scope, it).is_some())
            }
            _ => true,
        };
        ensure!(is_right, "the attachment `!{kind}` of another form");
        Ok(())
    }

    /// The attachments of an instruction.
    pub(super) fn attachments(&self, scope: Scope, instruction: &Instruction) -> Rule {
        let Some(attachments) = &instruction.attachments else {
            return Ok(());
        };
        let ty = match instruction.result {
            Some(result) => scope.locals[result.0 as usize].ty,
            None => Types::VOID,
        };
        for attachment in attachments {
            self.attachment(scope, attachment)?;
            let kind = self.name(attachment.kind);
            if kind == "dbg" {
                ensure!(
                    self.is_special(&attachment.node, "DILocation"),
                    "`!dbg` is no `!DILocation`"
                );
                continue;
            }
            if let Some(tuple) = self.elements(scope, &attachment.node) {
                self.kind(kind, &instruction.op, ty, tuple)?;
            }
        }
        Ok(())
    }

    /// True if a node is `!name(…)`.
    fn is_special(&self, node: &Metadata, name: &str) -> bool {
        let node = match node {
            Metadata::Node(number) => self.nodes.get(number).copied(),
            node => Some(node),
        };
        match node {
            Some(Metadata::Special(text)) => {
                let text = self.name(*text).strip_prefix('!').unwrap_or_default();
                text.strip_prefix(name)
                    .is_some_and(|rest| rest.trim_start().starts_with('('))
            }
            _ => false,
        }
    }

    /// A node of a known kind behind an instruction with a result of this type.
    fn kind(&self, kind: &str, op: &Op, ty: Type, (scope, elements): Tuple) -> Rule {
        let is_load = matches!(op, Op::Load(_));
        let is_call = matches!(op, Op::Call(_) | Op::Invoke(..) | Op::CallBr(_));
        let is_memory =
            is_load || is_call || matches!(op, Op::Store(_) | Op::AtomicRmw(_) | Op::CmpXchg(_));
        let is_pointer = self.is_scalar_pointer(ty);
        let one = || match elements {
            [one] => self.constant_int(scope, one),
            _ => None,
        };
        let is_right = match kind {
            "range" => is_load || matches!(op, Op::Call(_) | Op::Invoke(..)),
            "noalias.addrspace" | "mem.cache_hint" => is_memory,
            "nonnull" => is_load && is_pointer && elements.is_empty(),
            "noundef" => is_load && elements.is_empty(),
            "align" => {
                is_load
                    && is_pointer
                    && one().is_some_and(|(ty, value)| {
                        self.bits(ty) == Some(64)
                            && u64::try_from(value).is_ok_and(u64::is_power_of_two)
                            && value <= 1 << 32
                    })
            }
            "dereferenceable" | "dereferenceable_or_null" => {
                let is_cast = matches!(op, Op::Cast(CastOp::IntToPtr, ..));
                (is_load || is_cast)
                    && is_pointer
                    && one().is_some_and(|(ty, _)| self.bits(ty) == Some(64))
            }
            "nofree" => {
                matches!(op, Op::Cast(CastOp::IntToPtr, ..)) && is_pointer && elements.is_empty()
            }
            "nofpclass" => {
                is_load
                    && self.is_float_like(ty)
                    && one().is_some_and(|(ty, value)| {
                        self.bits(ty) == Some(32) && (1..1024).contains(&value)
                    })
            }
            "invariant.group" => matches!(op, Op::Load(_) | Op::Store(_)),
            "invariant.load" => {
                let is_intrinsic = match op {
                    Op::Call(call) => match call.callee {
                        Value::Global(name) => self.name(name).starts_with("llvm."),
                        _ => false,
                    },
                    _ => false,
                };
                is_load || is_intrinsic
            }
            "inline_history" => is_call,
            "captures" => self.captures(op, elements),
            "fpmath" => self.is_float_like(ty) && is_accuracy(scope, elements),
            "tbaa" => {
                let is_access = is_memory || matches!(op, Op::VaArg(..));
                is_access && elements.len() >= 2
            }
            "annotation" => {
                let is_text = |it: &Metadata| match it {
                    Metadata::String(_) => true,
                    node => {
                        let inner = self.elements(scope, node);
                        inner.is_some_and(|(_, all)| {
                            !all.is_empty()
                                && all.iter().all(|it| matches!(it, Metadata::String(_)))
                        })
                    }
                };
                !elements.is_empty() && elements.iter().all(is_text)
            }
            "amdgpu.expected.active.lanes" => {
                one().is_some_and(|(ty, _)| self.bits(ty) == Some(32))
            }
            "alias.scope" | "noalias" => elements
                .iter()
                .all(|it| matches!(it, Metadata::Node(_) | Metadata::Tuple(_))),
            _ => true,
        };
        ensure!(
            is_right,
            "the attachment `!{kind}` on another instruction, or of another form"
        );
        match kind {
            "range" => self.ranges(scope, elements, Some(self.types.scalar(ty))),
            "noalias.addrspace" => self.ranges(scope, elements, None),
            _ => Ok(()),
        }
    }

    fn captures(&self, op: &Op, elements: &[Metadata]) -> bool {
        const WORDS: &str = "address address_is_null provenance read_provenance";
        let is_word = |it: &Metadata| match it {
            Metadata::String(text) => is_in(WORDS, self.name(*text)),
            _ => false,
        };
        let is_pointer = match op {
            Op::Store(store) => self.is_scalar_pointer(store.value.ty),
            _ => false,
        };
        is_pointer && !elements.is_empty() && elements.iter().all(is_word)
    }

    /// Pairs of numbers in order, of a type.
    fn ranges(&self, scope: Scope, elements: &[Metadata], ty: Option<Type>) -> Rule {
        ensure!(
            !elements.is_empty() && elements.len().is_multiple_of(2),
            "ranges are pairs"
        );
        let mut all = Vec::new();
        for pair in elements.chunks(2) {
            let (Some((low_ty, low)), Some((high_ty, high))) = (
                self.constant_int(scope, &pair[0]),
                self.constant_int(scope, &pair[1]),
            ) else {
                // Numbers of more than 128 bits are not compared.
                let is_value = |it: &Metadata| match it {
                    Metadata::Value(value) => self.is_immediate(scope, value.value),
                    _ => false,
                };
                ensure!(pair.iter().all(is_value), "a bound of a range is a number");
                return Ok(());
            };
            ensure!(
                self.same(low_ty, high_ty)
                    && ty.is_none_or(|ty| self.same(ty, low_ty))
                    && (ty.is_some() || self.bits(low_ty) == Some(32)),
                "the bounds of a range have another type"
            );
            let bits = self.int_bits(low_ty).unwrap_or(128).min(127);
            // The value as a signed one.
            let signed = |value: i128| value << (128 - bits) >> (128 - bits);
            ensure!(signed(low) != signed(high), "a range is empty");
            all.push((signed(low), signed(high)));
        }
        for two in all.windows(2) {
            let ((low, high), (next, _)) = (two[0], two[1]);
            ensure!(low < next, "ranges are not in order");
            ensure!(
                low > high || high < next,
                "ranges overlap, or follow on one another"
            );
        }
        Ok(())
    }

    /// Debug records and intrinsics of debug information are not in one module.
    pub(super) fn check_calls_of_debug_info(&self) -> Result<(), Fault> {
        let is_old = |name: &str| {
            matches!(
                name,
                "llvm.dbg.value" | "llvm.dbg.declare" | "llvm.dbg.label" | "llvm.dbg.assign"
            )
        };
        let (mut has_records, mut has_calls) = (false, false);
        for item in &self.module.items {
            let Item::Function(function) = item else {
                continue;
            };
            let instructions = function.body.iter().flat_map(|body| &body.instructions);
            for instruction in instructions {
                match &instruction.op {
                    Op::DebugRecord(..) => has_records = true,
                    Op::Call(call) => {
                        has_calls |=
                            matches!(call.callee, Value::Global(name) if is_old(self.name(name)));
                    }
                    _ => {}
                }
            }
        }
        match has_records && has_calls {
            true => Err(Checker::fault(
                String::new(),
                "debug records and intrinsics of debug information are in one module".into(),
            )),
            false => Ok(()),
        }
    }
}

/// One float that is positive and finite.
fn is_accuracy(scope: Scope, elements: &[Metadata]) -> bool {
    let [
        Metadata::Value(Typed {
            value: Value::Const(index),
            ..
        }),
    ] = elements
    else {
        return false;
    };
    match scope.constants.get(*index as usize) {
        Some(Const::Float(kind, bits)) => {
            // A float that is positive and finite.
            kind.bits() == 32 && (1..0x7f80_0000).contains(bits)
        }
        _ => false,
    }
}
