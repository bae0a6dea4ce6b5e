//! The size of a program. Every accepted candidate is smaller than the program before it, so that shrinking ends.

use kvant_c::{
    CTarget, Expr, ExprKind, Init, IntKind, Linkage, Program, Quals, RecordKind, Stmt, Storage,
    Type, TypeKind, Types,
};

use super::counted::iterations;

/// The weighted number of parts, and the size of constants with the complexity of types.
pub(super) fn size(program: &Program) -> (u64, u64) {
    let mut sum = Sum {
        program,
        size: 0,
        digits: 0,
    };
    sum.declarations();
    for function in &program.functions {
        sum.size += 24 + 2 * function.attributes.len() as u64 + u64::from(function.parameters);
        sum.linkage(function.linkage);
        sum.ty(function.result);
        for local in &function.locals {
            sum.size += 3 + align(local.align);
            sum.ty(local.ty);
            if let Storage::Static(init) = &local.storage {
                sum.size += 3;
                if let Some(init) = init {
                    sum.init(init);
                }
            }
        }
        for block in &function.blocks {
            sum.size += 2;
            block.statements.iter().for_each(|s| sum.statement(s));
        }
    }
    (sum.size, sum.digits)
}

fn align(align: Option<u32>) -> u64 {
    align.map_or(0, |_| 2)
}

struct Sum<'p> {
    program: &'p Program,
    size: u64,
    digits: u64,
}

impl Sum<'_> {
    fn declarations(&mut self) {
        let program = self.program;
        self.size += 2 * program.typedefs.len() as u64;
        for record in &program.records {
            self.size += 6 + 2 * u64::from(record.packed) + align(record.align);
            self.digits += u64::from(record.kind == RecordKind::Union);
            for field in &record.fields {
                self.size += 4 + field.bits.map_or(0, |_| 2);
                self.ty(field.ty);
            }
        }
        for list in &program.enums {
            self.size += 4 + 2 * list.constants.len() as u64;
        }
        for global in &program.globals {
            self.size += 7 + align(global.align);
            self.linkage(global.linkage);
            self.ty(global.ty);
            if let Some(init) = &global.init {
                self.init(init);
            }
        }
    }

    fn linkage(&mut self, linkage: Linkage) {
        self.size += u64::from(linkage == Linkage::Internal);
    }

    /// Adds the type of a declaration.
    fn ty(&mut self, mut ty: Type) {
        loop {
            for qualifier in [Quals::CONST, Quals::VOLATILE, Quals::RESTRICT] {
                self.size += u64::from(ty.quals.contains(qualifier));
            }
            ty = match self.program.types.get(ty) {
                Some(TypeKind::Array(of, length)) => {
                    self.size += 2 + (*length).min(64);
                    *of
                }
                Some(TypeKind::Pointer(to)) => {
                    self.size += 2;
                    *to
                }
                Some(TypeKind::Function(signature)) => {
                    self.size += 4 + signature.parameters.len() as u64;
                    return;
                }
                Some(kind) => {
                    self.digits += distance_from_int(kind);
                    return;
                }
                None => return,
            }
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        self.size += match statement {
            Stmt::Return(None) => 1,
            Stmt::Declare(..) | Stmt::Return(Some(_)) => 2,
            Stmt::Case(_) | Stmt::Default | Stmt::Label(_) | Stmt::Block(_) => 3,
            Stmt::Expr(_) | Stmt::Goto(_) | Stmt::Break | Stmt::Continue => 4,
            Stmt::If(..) => 8,
            Stmt::While(..) | Stmt::DoWhile(..) | Stmt::Observe(..) => 10,
            Stmt::For(..) | Stmt::Switch(..) => 12,
        };
        match statement {
            Stmt::Declare(_, Some(init)) => self.init(init),
            // An iteration weighs more than the digits of the bounds.
            Stmt::For(..) => self.digits += 8 * iterations(statement),
            Stmt::Case(value) => self.digits += bits(*value),
            _ => {}
        }
        statement.exprs().for_each(|e| self.expr(e));
    }

    fn init(&mut self, init: &Init) {
        match init {
            Init::Expr(e) => {
                self.size += 1;
                self.expr(e);
            }
            Init::List(items) => {
                self.size += 1;
                for item in items {
                    self.size += u64::from(item.designator.is_some());
                    self.init(&item.value);
                }
            }
        }
    }

    fn expr(&mut self, e: &Expr) {
        self.size += match &e.kind {
            ExprKind::Int(_) | ExprKind::Float(_) => 1,
            ExprKind::Str(bytes) => 2 + bytes.len() as u64,
            ExprKind::EnumConst(..)
            | ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Function(_)
            | ExprKind::Deref(_)
            | ExprKind::AddrOf(_)
            | ExprKind::Member(..)
            | ExprKind::Assign(..) => 2,
            ExprKind::Unary(..)
            | ExprKind::Arrow(..)
            | ExprKind::Index(..)
            | ExprKind::Cast(_)
            | ExprKind::Comma(..)
            | ExprKind::SizeofType(_)
            | ExprKind::SizeofExpr(_)
            | ExprKind::AlignofType(_) => 3,
            ExprKind::Binary(..) | ExprKind::Logical(..) => 4,
            ExprKind::AssignOp(..) | ExprKind::Step(..) => 5,
            ExprKind::Conditional(..) | ExprKind::Compound(_) | ExprKind::StmtExpr(_) => 6,
            ExprKind::Builtin(..) => 8,
            ExprKind::Call(..) => 12,
        };
        match &e.kind {
            ExprKind::Int(value) => {
                self.digits += self.constant(e.ty, *value);
                self.digits += u64::from(e.ty.id != Types::INT.id);
            }
            ExprKind::Float(value) => {
                let zeros = value.to_bits().trailing_zeros();
                self.digits += match *value == 0.0 {
                    true => 1,
                    false => 2 + u64::from(zeros < 40) + u64::from(zeros < 20),
                };
            }
            ExprKind::Cast(_) => {
                let kind = self.program.types.get(e.ty);
                self.digits += kind.map_or(0, distance_from_int);
            }
            ExprKind::Compound(init) => self.init(init),
            _ => {}
        }
        e.operands().for_each(|operand| self.expr(operand));
    }

    /// The size of a constant. It is only compared with other sizes, so any target will do.
    fn constant(&self, ty: Type, value: u128) -> u64 {
        match self.program.types.get(ty) {
            Some(TypeKind::Int(kind)) => bits(signed(&CTarget::X86_64, *kind, value)),
            _ => bits(value),
        }
    }
}

/// The absolute value of an integer.
fn signed(target: &CTarget, kind: IntKind, value: u128) -> u128 {
    let width = target.int_bits(kind);
    let negative = target.is_signed(kind) && value >> (width - 1) & 1 == 1;
    match negative {
        true if width == 128 => value.wrapping_neg(),
        true => (1 << width) - value.min(1 << width),
        false => value,
    }
}

fn bits(value: u128) -> u64 {
    value.checked_ilog2().map_or(0, |bits| 1 + u64::from(bits))
}

/// The distance of a type from `int`.
fn distance_from_int(kind: &TypeKind) -> u64 {
    match kind {
        TypeKind::Int(IntKind::UInt | IntKind::Long | IntKind::Char) => 2,
        TypeKind::Int(IntKind::ULong | IntKind::UChar | IntKind::Short) => 3,
        TypeKind::Int(IntKind::SChar | IntKind::UShort | IntKind::LongLong) => 4,
        TypeKind::Int(IntKind::ULongLong) => 5,
        TypeKind::Int(IntKind::Int128 | IntKind::UInt128) => 8,
        TypeKind::Bool | TypeKind::Float(_) | TypeKind::Enum(_) => 6,
        TypeKind::Vector(..) => 10,
        _ => 0,
    }
}
