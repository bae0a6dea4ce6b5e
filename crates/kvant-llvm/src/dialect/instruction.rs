//! Instructions in an older version's words.

use rustc_hash::FxHashMap;

use super::degrade::{Degrader, Said};
use super::table::{Construct, reason};
use crate::syntax::{
    Attachment, Body, CastOp, Const, Flag, Flags, Instruction, LocalInfo, Op, Part, Type, TypeKind,
    Types, Value,
};

impl Degrader {
    pub(super) fn blocks(&mut self, body: &mut Body) -> Said {
        let allocas = self.allocas(body);
        let mut kept = Vec::with_capacity(body.instructions.len());
        let mut blocks = body.blocks.iter_mut().peekable();
        let instructions = std::mem::take(&mut body.instructions);
        for (n, mut instruction) in instructions.into_iter().enumerate() {
            while let Some(block) = blocks.next_if(|block| block.end as usize <= n) {
                block.end = kept.len() as u32;
            }
            if let Some(block) = blocks.peek_mut()
                && block.start as usize == n
            {
                block.start = kept.len() as u32;
            }
            if self.instruction(&mut instruction, &body.locals, &allocas)? {
                kept.push(instruction);
            }
        }
        for block in blocks {
            block.end = kept.len() as u32;
        }
        body.instructions = kept;
        Ok(())
    }

    /// Returns false if the instruction is left out.
    fn instruction(
        &mut self,
        instruction: &mut Instruction,
        locals: &[LocalInfo],
        allocas: &FxHashMap<u32, Option<u64>>,
    ) -> Said<bool> {
        let op = &mut instruction.op;
        if matches!(op, Op::DebugRecord(..)) && self.missing.is_missing("debug record") {
            self.drop("debug record".to_owned(), false);
            return Ok(false);
        }
        match op {
            Op::Binary(op, flags, ..) => self.flags(op.text(), flags),
            Op::ICmp(_, flags, ..) => self.flags("icmp", flags),
            Op::Cast(op, flags, ..) => {
                if *op == CastOp::PtrToAddr {
                    self.need("ptrtoaddr")?;
                }
                self.flags(op.text(), flags);
                self.fast_math(op.text(), flags);
            }
            Op::Gep(gep) => self.flags("getelementptr", &mut gep.flags),
            Op::Phi(flags, ty, _) => self.fast_math_of(*ty, flags),
            Op::Select(flags, operands) => self.fast_math_of(operands[1].ty, flags),
            Op::AtomicRmw(rmw) => {
                self.missing.require(Construct::Rmw(rmw.op))?;
                if rmw.access.is_elementwise {
                    self.need("elementwise atomicrmw")?;
                }
                let ty = rmw.operands[1].ty;
                if let TypeKind::Vector { element, .. } = self.module.types.get(ty) {
                    let what = match self.module.types.get(*element) {
                        TypeKind::Float(_) => "atomicrmw of a float vector",
                        _ => "atomicrmw of an integer vector",
                    };
                    self.need(what)?;
                }
            }
            Op::CallBr(parts) => {
                if parts.0.ty != Types::VOID {
                    self.need("result of callbr")?;
                }
                let is_asm = match parts.0.callee {
                    Value::Const(at) => matches!(self.constants[at as usize], Const::Asm(_)),
                    _ => false,
                };
                if !is_asm {
                    self.need("callbr of an intrinsic")?;
                }
            }
            Op::Alloca(alloca) => {
                self.space(alloca.space)?;
                self.in_memory(alloca.ty)?;
            }
            Op::Load(_) | Op::Store(_) => {
                if let Some((ty, access)) = op.access_mut() {
                    self.in_memory(ty)?;
                    if access.atomic.is_some() && self.is_vector(ty) {
                        self.need("atomic load or store of a vector")?;
                    }
                    if access.is_elementwise {
                        self.need("elementwise load or store")?;
                    }
                }
            }
            _ => {}
        }
        if let Some(call) = instruction.op.call_mut() {
            self.call(call, allocas)?;
        }
        let mut result = Ok(());
        instruction.op.parts_mut(&mut |part| {
            let said = self.part(part);
            if result.is_ok() {
                result = said;
            }
        });
        result?;
        let result = instruction.result.map(|it| locals[it.0 as usize].ty);
        if let Some(ty) = result {
            self.ty(ty)?;
        }
        if let Some(attachments) = &mut instruction.attachments {
            self.attachments(result.unwrap_or(Types::VOID), attachments);
        }
        Ok(true)
    }

    fn is_vector(&self, ty: Type) -> bool {
        matches!(self.module.types.get(ty), TypeKind::Vector { .. })
    }

    fn attachments(&mut self, ty: Type, attachments: &mut Box<[Attachment]>) {
        let (of_vector, of_struct) = (self.is_vector(ty), self.is_struct(ty));
        let what = |kind: &str| match kind {
            "range" if of_vector => ("!range of a vector", true),
            "fpmath" if of_struct => ("!fpmath of a struct", true),
            "memprof" | "callsite" => ("!memprof", false),
            "callee_type" => ("!callee_type", false),
            _ => ("", false),
        };
        let mut kept = Vec::with_capacity(attachments.len());
        for mut attachment in std::mem::take(attachments) {
            let (what, has_meaning) = what(self.module.names.get(attachment.kind));
            match self.missing.is_missing(what) {
                true => self.drop(what.to_owned(), has_meaning),
                false => {
                    self.metadata(&mut attachment.node, None);
                    kept.push(attachment);
                }
            }
        }
        *attachments = kept.into();
    }

    /// An error if values of a type cannot be in memory.
    fn in_memory(&self, ty: Type) -> Said {
        let TypeKind::Struct { fields, .. } = self.module.types.get(self.resolve(ty)) else {
            return Ok(());
        };
        match fields.iter().any(|it| self.is_scalable(*it)) {
            true => self.need("struct of scalable vectors in memory"),
            false => Ok(()),
        }
    }

    pub(super) fn resolve(&self, ty: Type) -> Type {
        match self.module.types.get(ty) {
            TypeKind::Named(name) => self.named.get(name).copied().unwrap_or(ty),
            _ => ty,
        }
    }

    fn part(&mut self, part: Part<'_>) -> Said {
        match part {
            Part::Type(ty) => self.ty(ty),
            Part::Value(ty, value) => self.value(ty, value),
            Part::Attributes(ty, attributes) => self.attributes(ty, attributes),
            Part::Metadata(metadata) => {
                self.metadata(metadata, None);
                Ok(())
            }
        }
    }

    pub(super) fn flags(&mut self, op: &str, flags: &mut Flags) {
        for flag in flags.iter() {
            let what = Construct::Flag(op, flag);
            if self.missing.lack(what).is_some() {
                *flags = flags.without(flag);
                self.drop(reason(what), true);
            }
        }
    }

    fn fast_math(&mut self, op: &str, flags: &mut Flags) {
        let what = Construct::FastMath(op);
        let is_fast = |flag: &Flag| Flags::FAST.has(*flag);
        if self.missing.lack(what).is_some() && flags.iter().any(|flag| is_fast(&flag)) {
            let fast = flags.iter().filter(is_fast);
            *flags = fast.fold(*flags, Flags::without);
            self.drop(reason(what), true);
        }
    }

    /// Fast-math flags of an instruction with a result of this type.
    pub(super) fn fast_math_of(&mut self, ty: Type, flags: &mut Flags) {
        if self.is_struct(ty) {
            self.fast_math("struct", flags);
        }
    }

    /// True for a struct, and for the type of a function that returns one.
    pub(super) fn is_struct(&self, ty: Type) -> bool {
        let ty = match self.module.types.get(ty) {
            TypeKind::Function { result, .. } => *result,
            _ => ty,
        };
        matches!(
            self.module.types.get(self.resolve(ty)),
            TypeKind::Struct { .. }
        )
    }
}
