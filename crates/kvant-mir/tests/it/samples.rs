//! Programs that together have every construct of the subset, each with its observations.

use kvant_mir::print::Version;
use kvant_mir::*;

use crate::build::*;
use crate::{intrinsics, scalars, written};

pub(crate) struct Sample {
    pub(crate) program: Program,
    pub(crate) observed: Vec<(u32, Constant)>,
    /// The first version of `rustc` that can evaluate it at compile time, if there is one.
    pub(crate) evaluated_since: Option<Version>,
}

impl Sample {
    /// Sites and bits.
    pub(crate) fn trace(&self) -> Vec<(u32, u128)> {
        self.observed
            .iter()
            .map(|&(site, value)| (site, value.bits()))
            .collect()
    }
}

pub(crate) fn all() -> Vec<Sample> {
    vec![
        observers(),
        binary(),
        unary(),
        memory(),
        control(),
        named(),
        scalars::floats(),
        scalars::float_constants(),
        scalars::characters(),
        written::enums(),
        written::structs_and_unions(),
        written::references(),
        written::pointers(),
        written::comparisons(),
        written::memory_intrinsics(),
        intrinsics::integers(),
        intrinsics::floats(),
        intrinsics::rounding(),
        intrinsics::never_evaluated(),
    ]
}

/// Every observer, with the ends of every range.
pub(crate) fn observers() -> Sample {
    let mut types = Types::default();
    let unit = types.unit();
    let bool = types.bool();
    let mut observed = vec![(0, Constant::Bool(true)), (u32::MAX, Constant::Bool(false))];
    for (n, ty) in (1..).zip(IntTy::ALL) {
        let bits = ty.bits(&kvant_memory::Target::X86_64);
        let (all, top) = (int(-1, ty), int(1_i128 << (bits - 1), ty));
        observed.extend([(n, int(5, ty)), (n + 100, all), (n + 200, top)]);
    }
    let mut body = Body::new(&mut types, "f0", &[bool], unit);
    body.observe(0, Local(1));
    for &(site, value) in &observed[1..] {
        let ty = match value {
            Constant::Int(_, ty) => types.int(ty),
            _ => bool,
        };
        let local = body.make(ty, copy(value));
        body.observe(site, local);
    }
    body.last(Terminator::Return);
    Sample {
        program: Program {
            types,
            functions: vec![body.function],
            entry: FnId(0),
            arguments: vec![Constant::Bool(true)],
        },
        observed,
        evaluated_since: Some(Version::OLDEST),
    }
}

/// Every operator on two operands, of `-128_i8` and `7_i8`.
pub(crate) fn binary() -> Sample {
    let mut types = Types::default();
    let [unit, bool, i8] = [types.unit(), types.bool(), types.int(IntTy::I8)];
    let flagged = types.tuple(&[i8, bool]);
    let mut body = Body::new(&mut types, "f0", &[i8, i8], unit);
    let [x, y] = [1, 2].map(|n| Operand::from(Local(n)));
    let (vx, vy) = (-128_i128, 7_i128);
    let mut shown = Shown::default();
    for op in BinOp::ALL {
        let value = match op {
            BinOp::Add => vx + vy,
            BinOp::Sub => vx - vy,
            BinOp::Mul => vx * vy,
            BinOp::Div => vx / vy,
            BinOp::Rem => vx % vy,
            BinOp::BitAnd => vx & vy,
            BinOp::BitOr => vx | vy,
            BinOp::BitXor => vx ^ vy,
            BinOp::Shl => vx << vy,
            BinOp::Shr => vx >> vy,
            BinOp::Ne | BinOp::Lt | BinOp::Le => 1,
            BinOp::Eq | BinOp::Gt | BinOp::Ge => 0,
        };
        let rvalue = Rvalue::Binary(op, x.clone(), y.clone());
        if op.is_comparison() {
            let local = body.make(bool, rvalue);
            shown.show(&mut body, local, Constant::Bool(value == 1));
        } else {
            let local = body.make(i8, rvalue);
            shown.show(&mut body, local, int(value, IntTy::I8));
        }
    }
    for op in CheckedOp::ALL {
        let one = int(1, IntTy::I8).into();
        let local = body.make(flagged, Rvalue::Checked(op, x.clone(), one));
        let value = match op {
            CheckedOp::Add => vx + 1,
            CheckedOp::Sub => vx - 1,
            CheckedOp::Mul => vx,
        };
        let overflows = !(-128..128).contains(&value);
        shown.show(&mut body, field(local, 0), int(value, IntTy::I8));
        shown.show(&mut body, field(local, 1), Constant::Bool(overflows));
    }
    body.last(Terminator::Return);
    let arguments = vec![int(vx, IntTy::I8), int(vy, IntTy::I8)];
    shown.sample(types, body, arguments)
}

/// Every operator on one operand, casts, and constants as operands.
pub(crate) fn unary() -> Sample {
    use BinOp::{BitXor, Lt, Shl, Shr, Sub};
    use IntTy::{I8, I128, U8, U16, Usize};
    use Rvalue::{Binary, Cast, Unary};
    use UnOp::{Neg, Not};
    let mut types = Types::default();
    let [unit, bool, i8, u8] = [types.unit(), types.bool(), types.int(I8), types.int(U8)];
    let [i128, u16, usize] = [types.int(I128), types.int(U16), types.int(Usize)];
    let mut body = Body::new(&mut types, "f0", &[i8, i8, u8, bool, i128], unit);
    let place = |n| Operand::from(Local(n));
    let [x, y, z, b, w] = [1, 2, 3, 4, 5].map(|n| move || place(n));
    let (truth, lie) = (Constant::Bool(true), Constant::Bool(false));
    let (min, least) = (int(i128::MIN, I128), int(-128, I8));
    let mut shown = Shown::default();
    for (ty, rvalue, value) in [
        (i8, Unary(Neg, y()), int(-7, I8)),
        (i8, Unary(Neg, int(5, I8).into()), int(-5, I8)),
        (i8, Unary(Neg, least.into()), least),
        (u8, Unary(Not, z()), int(55, U8)),
        (u8, Unary(Not, int(3, U8).into()), int(252, U8)),
        (bool, Unary(Not, b()), lie),
        (bool, Unary(Not, lie.into()), truth),
        (bool, Binary(BitXor, b(), truth.into()), lie),
        (u16, Cast(x(), u16), int(0xff80, U16)),
        (u16, Cast(b(), u16), int(1, U16)),
        (usize, Cast(int(-5, I8).into(), usize), int(-5, Usize)),
        (i8, Cast(w(), i8), int(0, I8)),
        (u8, Cast(truth.into(), u8), int(1, U8)),
        (i128, copy(w()), min),
        (i128, copy(min), min),
        (i128, Binary(Shr, w(), z()), int(i128::MIN >> 72, I128)),
        (u8, Binary(Shl, int(3, U8).into(), y()), int(128, U8)),
        (
            bool,
            Binary(Lt, int(3, U8).into(), int(4, U8).into()),
            truth,
        ),
        (i8, Binary(Sub, x(), int(-1, I8).into()), int(-127, I8)),
    ] {
        let local = body.make(ty, rvalue);
        shown.show(&mut body, local, value);
    }
    body.last(Terminator::Return);
    let arguments = vec![least, int(7, I8), int(200, U8), truth, min];
    shown.sample(types, body, arguments)
}

/// Observations at sites numbered from one.
#[derive(Default)]
pub(crate) struct Shown(Vec<(u32, Constant)>);

impl Shown {
    pub(crate) fn show(&mut self, body: &mut Body, place: impl Into<Place>, value: Constant) {
        let site = self.0.len() as u32 + 1;
        body.observe(site, place.into());
        self.0.push((site, value));
    }

    /// The sample with this one function.
    pub(crate) fn sample(self, types: Types, body: Body, arguments: Vec<Constant>) -> Sample {
        Sample {
            program: Program {
                types,
                functions: vec![body.function],
                entry: FnId(0),
                arguments,
            },
            observed: self.0,
            evaluated_since: Some(Version::OLDEST),
        }
    }
}

/// Structs, tuples, arrays, pointers, storage.
pub(crate) fn memory() -> Sample {
    use IntTy::{U8, U32, Usize};
    let mut types = Types::default();
    let [unit, u8, u32, usize] = [
        types.unit(),
        types.int(U8),
        types.int(U32),
        types.int(Usize),
    ];
    let declare = |types: &mut Types, name: &str, repr| {
        types.declare(AdtDef::new_struct(name, repr, Vec::new()))
    };
    let field_of = |name: &str, ty| Field {
        name: name.to_owned(),
        ty,
    };
    let (node_id, node) = declare(&mut types, "Node", Repr::C);
    let (pair_id, pair) = declare(&mut types, "Pair", Repr::Rust);
    let (_, empty) = declare(&mut types, "Empty", Repr::Rust);
    let node_ptr = types.raw_ptr(Mutability::Mut, node);
    let inner = types.tuple(&[u8, u32]);
    let nested = types.tuple(&[inner, u8]);
    let single = types.tuple(&[u32]);
    let [four, none] = [types.array(u32, 4), types.array(u32, 0)];
    let rows = types.array(four, 2);
    let u32_ptr = types.raw_ptr(Mutability::Const, u32);
    let rows_ptr = types.raw_ptr(Mutability::Mut, rows);
    types.adt_mut(node_id).variants[0].fields =
        vec![field_of("value", u32), field_of("next", node_ptr)];
    types.adt_mut(pair_id).variants[0].fields = vec![field_of("f0", node), field_of("f1", nested)];

    let mut body = Body::new(&mut types, "f0", &[u32, usize], unit);
    let (x, i) = (Local(1), Local(2));
    let [first, pointer, second] = [body.local(node), body.local(node_ptr), body.local(node)];
    body.push(Statement::StorageLive(first));
    body.set(field(first, 0), copy(x));
    body.set(pointer, Rvalue::RawRef(Mutability::Mut, first.into()));
    let parts = vec![int(2, U32).into(), pointer.into()];
    body.set(second, Rvalue::Aggregate(node, parts));
    body.set(pointer, copy(field(second, 1)));
    body.set(field(deref(pointer), 1), copy(pointer));
    body.observe(1, field(deref(pointer), 0));

    let tuple = body.make(
        inner,
        Rvalue::Aggregate(inner, vec![int(9, U8).into(), x.into()]),
    );
    let parts = vec![tuple.into(), int(8, U8).into()];
    let outer = body.make(nested, Rvalue::Aggregate(nested, parts));
    let parts = vec![first.into(), outer.into()];
    let both = body.make(pair, Rvalue::Aggregate(pair, parts));
    body.observe(2, field(field(field(both, 1), 0), 1));
    body.observe(3, field(field(both, 1), 1));
    body.push(Statement::StorageDead(first));
    let alone = body.make(single, Rvalue::Aggregate(single, vec![x.into()]));
    body.observe(4, field(alone, 0));

    let row = body.make(four, Rvalue::Repeat(int(6, U32).into(), 4));
    body.set(index(row, i), copy(x));
    body.make(none, Rvalue::Aggregate(none, Vec::new()));
    body.make(empty, Rvalue::Aggregate(empty, Vec::new()));
    let parts = vec![row.into(), row.into()];
    let table = body.make(rows, Rvalue::Aggregate(rows, parts));
    let to_rows = body.make(rows_ptr, Rvalue::RawRef(Mutability::Mut, table.into()));
    let zero = body.make(usize, copy(int(0, Usize)));
    let cell = index(index(deref(to_rows), zero), i);
    body.set(cell.clone(), copy(int(77, U32)));
    let to_cell = body.make(u32_ptr, Rvalue::RawRef(Mutability::Const, cell));
    body.observe(5, deref(to_cell));
    body.observe(6, index(index(table, zero), zero));
    let nothing = body.make(unit, copy(Constant::Unit));
    body.set(Local::RETURN, copy(nothing));
    body.last(Terminator::Return);
    Sample {
        program: Program {
            types,
            functions: vec![body.function],
            entry: FnId(0),
            arguments: vec![int(1234, U32), int(3, Usize)],
        },
        observed: vec![
            (1, int(1234, U32)),
            (2, int(1234, U32)),
            (3, int(8, U8)),
            (4, int(1234, U32)),
            (5, int(77, U32)),
            (6, int(6, U32)),
        ],
        evaluated_since: Some(Version::OLDEST),
    }
}

/// Switches, a loop, calls back and forth. The entry function is not the first one.
pub(crate) fn control() -> Sample {
    use IntTy::{I8, U64};
    let mut types = Types::default();
    let [unit, bool, i8, u64] = [types.unit(), types.bool(), types.int(I8), types.int(U64)];

    let mut step = Body::new(&mut types, "step", &[i8], i8).inline(Inline::Always);
    let switch = |scrutinee: Operand, arms: Vec<(u128, Block)>, otherwise| Terminator::Switch {
        scrutinee,
        arms,
        otherwise,
    };
    let arms = vec![(251, Block(1)), (0, Block(2)), (127, Block(3))];
    step.end(switch(Local(1).into(), arms, Block(1)));
    let one = int(1, I8).into();
    step.set(
        Local::RETURN,
        Rvalue::Binary(BinOp::Add, Local(1).into(), one),
    );
    step.end(Terminator::Return);
    step.set(Local::RETURN, copy(int(-5, I8)));
    step.end(Terminator::Return);
    step.last(Terminator::Unreachable);

    let mut sum = Body::new(&mut types, "sum", &[u64], u64).inline(Inline::Never);
    let rest = sum.local(u64);
    sum.end(switch(Local(1).into(), vec![(0, Block(1))], Block(2)));
    sum.set(Local::RETURN, copy(int(0, U64)));
    sum.end(Terminator::Return);
    let one = int(1, U64).into();
    sum.set(rest, Rvalue::Binary(BinOp::Sub, Local(1).into(), one));
    sum.call(rest, Callee::Function(FnId(1)), vec![rest.into()]);
    let total = Rvalue::Binary(BinOp::Add, rest.into(), Local(1).into());
    sum.set(Local::RETURN, total);
    sum.last(Terminator::Return);

    let mut body = Body::new(&mut types, "start", &[i8, u64], unit);
    let done = body.local(bool);
    let result = body.local(u64);
    body.end(Terminator::Goto(Block(1)));
    body.observe(1, Local(1));
    let operand = Operand::from(Local(1));
    body.call(Local(1), Callee::Function(FnId(0)), vec![operand.clone()]);
    let minus_five = int(-5, I8).into();
    body.set(done, Rvalue::Binary(BinOp::Eq, operand, minus_five));
    body.end(switch(done.into(), vec![(0, Block(1))], Block(4)));
    body.call(result, Callee::Function(FnId(1)), vec![Local(2).into()]);
    body.observe(2, result);
    body.end(switch(int(-1, I8).into(), vec![(255, Block(7))], Block(6)));
    body.end(Terminator::Return);
    body.end(switch(Constant::Bool(true).into(), Vec::new(), Block(8)));
    body.last(Terminator::Goto(Block(6)));
    let mut observed: Vec<_> = (-3..=0).map(|n| (1, int(n, I8))).collect();
    observed.push((2, int(5050, U64)));
    Sample {
        program: Program {
            types,
            functions: vec![step.function, sum.function, body.function],
            entry: FnId(2),
            arguments: vec![int(-3, I8), int(100, U64)],
        },
        observed,
        evaluated_since: Some(Version::OLDEST),
    }
}

/// [`control`] with names for every local and block.
pub(crate) fn named() -> Sample {
    let mut sample = control();
    for function in &mut sample.program.functions {
        for (n, local) in function.locals.iter_mut().enumerate().skip(1) {
            local.name = Some(format!("local{n}"));
        }
        for (n, block) in function.blocks.iter_mut().enumerate().skip(1) {
            block.name = Some(format!("block_{n}"));
        }
    }
    sample
}
