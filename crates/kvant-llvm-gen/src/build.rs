//! New instructions for a function.

use kvant_llvm::Names;
use kvant_llvm::syntax::{
    Access, AddrSpace, Alloca, BinaryOp, CastOp, Const, Flags, Gep, Instruction, IntPredicate,
    Load, Local, Op, Store, Type, TypeKind, Typed, Types, Value,
};

use crate::body::OpenBody;

/// Instructions that will be put into a function, with the tables of it that they refer to.
pub(crate) struct Builder<'b> {
    pub(crate) names: &'b mut Names,
    pub(crate) types: &'b mut Types,
    pub(crate) body: &'b mut OpenBody,
    /// The instructions so far.
    pub(crate) instructions: Vec<Instruction>,
}

impl Builder<'_> {
    /// A new local with a name that no other one of the function has.
    pub(crate) fn local(&mut self, ty: Type) -> Local {
        self.body.local(self.names, "k", ty)
    }

    /// Adds an instruction with a result of this type.
    pub(crate) fn add(&mut self, op: Op, ty: Type) -> Typed {
        let local = self.local(ty);
        self.push(Some(local), op);
        Typed {
            ty,
            value: Value::Local(local),
        }
    }

    /// Adds an instruction.
    pub(crate) fn push(&mut self, result: Option<Local>, op: Op) {
        self.instructions.push(Instruction {
            result,
            op,
            attachments: None,
        });
    }

    /// A constant that is no word of its own.
    pub(crate) fn constant(&mut self, constant: Const) -> Value {
        self.body.constant(constant)
    }

    pub(crate) fn cast(&mut self, op: CastOp, from: Typed, to: Type) -> Typed {
        self.add(Op::Cast(op, Flags::default(), from, to), to)
    }

    pub(crate) fn binary(&mut self, op: BinaryOp, left: Typed, right: Value) -> Typed {
        let op = Op::Binary(op, Flags::default(), left.ty, [left.value, right]);
        self.add(op, left.ty)
    }

    pub(crate) fn compare(&mut self, predicate: IntPredicate, left: Typed, right: Value) -> Typed {
        let ty = self.types.with_scalar(left.ty, Types::I1);
        let op = Op::ICmp(predicate, Flags::default(), left.ty, [left.value, right]);
        self.add(op, ty)
    }

    /// The address some bytes behind a pointer.
    pub(crate) fn offset(&mut self, base: Typed, bytes: Typed) -> Typed {
        let gep = Gep {
            flags: Flags::default(),
            source: self.types.int(8),
            operands: Box::new([base, bytes]),
        };
        self.add(Op::Gep(Box::new(gep)), base.ty)
    }

    pub(crate) fn load(&mut self, ty: Type, pointer: Typed, align: u64) -> Typed {
        let load = Load {
            ty,
            pointer,
            access: plain(align),
        };
        self.add(Op::Load(Box::new(load)), ty)
    }

    pub(crate) fn store(&mut self, value: Typed, pointer: Typed, align: u64) {
        let store = Store {
            value,
            pointer,
            access: plain(align),
        };
        self.push(None, Op::Store(Box::new(store)));
    }

    /// Memory of an array of bytes.
    pub(crate) fn alloca(&mut self, bytes: u64, align: u64) -> Typed {
        let element = self.types.int(8);
        let ty = self.types.intern(TypeKind::Array {
            length: bytes,
            element,
        });
        let alloca = Alloca {
            is_inalloca: false,
            is_swifterror: false,
            ty,
            count: None,
            align: Some(align),
            space: AddrSpace::Default,
        };
        self.add(Op::Alloca(Box::new(alloca)), Types::PTR)
    }

    /// An integer of a type.
    pub(crate) fn int(&mut self, bits: u32, value: i32) -> Typed {
        Typed {
            ty: self.types.int(bits),
            value: Value::Int(value),
        }
    }
}

/// An ordinary access.
fn plain(align: u64) -> Access {
    Access {
        is_volatile: false,
        is_elementwise: false,
        atomic: None,
        align: Some(align),
    }
}
