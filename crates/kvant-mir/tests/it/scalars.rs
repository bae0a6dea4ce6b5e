//! Samples with floats and characters, and edge cases of both.

use kvant_mir::*;

use crate::build::*;
use crate::samples::{Sample, Shown};

/// Floats at the ends of ranges, between two others, and with long or short digits.
pub(crate) fn edges_of_floats() -> Vec<Constant> {
    let single = [
        0.0,
        1.0,
        1.5,
        0.1,
        1e23,
        16_777_217.0,
        f32::MAX,
        f32::MIN_POSITIVE,
        f32::EPSILON,
        f32::from_bits(1),
        f32::from_bits(0x007f_ffff),
        f32::INFINITY,
    ];
    let double = [
        0.0,
        1.0,
        1.5,
        0.1,
        1e23,
        16_777_217.0,
        9_007_199_254_740_993.0,
        1e300,
        f64::MAX,
        f64::MIN_POSITIVE,
        f64::EPSILON,
        f64::from_bits(1),
        f64::from_bits(0x000f_ffff_ffff_ffff),
        f64::INFINITY,
    ];
    let single = single.into_iter().flat_map(|x| [f32(x), f32(-x)]);
    let double = double.into_iter().flat_map(|x| [f64(x), f64(-x)]);
    single.chain(double).collect()
}

/// Characters at the ends of ranges, and characters with escapes.
pub(crate) const EDGES_OF_CHARACTERS: [char; 16] = [
    '\0',
    '\t',
    '\n',
    '\x1f',
    ' ',
    '"',
    '\'',
    '\\',
    'a',
    '~',
    '\x7f',
    '\u{80}',
    '\u{d7ff}',
    '\u{e000}',
    '\u{1f600}',
    '\u{10ffff}',
];

/// Operators on floats, casts from and to them, and floats inside of other types and in signatures.
pub(crate) fn floats() -> Sample {
    use BinOp::{Add, Div, Eq, Ge, Lt, Mul, Ne, Rem, Sub};
    use IntTy::{I8, I128, U8};
    use Rvalue::{Binary, Cast, Unary};
    use UnOp::Neg;
    let mut types = Types::default();
    let [unit, bool] = [types.unit(), types.bool()];
    let [single, double] = FloatTy::ALL.map(|ty| types.float(ty));
    let [i8, u8, i128] = [I8, U8, I128].map(|ty| types.int(ty));
    let pair = types.tuple(&[single, double]);
    let three = types.array(double, 3);
    let pointer = types.raw_ptr(Mutability::Mut, double);

    let mut half = Body::new(&mut types, "half", &[double], double).inline(Inline::Never);
    let two = f64(2.0).into();
    half.set(Local::RETURN, Binary(Div, Local(1).into(), two));
    half.last(Terminator::Return);

    let mut body = Body::new(&mut types, "start", &[single, double, u8], unit);
    let place = |n| Operand::from(Local(n));
    let [x, y, n] = [1, 2, 3].map(|n| move || place(n));
    let (truth, lie) = (Constant::Bool(true), Constant::Bool(false));
    let mut shown = Shown::default();
    for (ty, rvalue, value) in [
        (single, Binary(Add, x(), f32(0.25).into()), f32(-1.25)),
        (single, Binary(Sub, f32(1e10).into(), x()), f32(1e10)),
        (single, Binary(Mul, x(), f32(-0.0).into()), f32(0.0)),
        (double, Binary(Div, y(), f64(3.0).into()), f64(0.1 / 3.0)),
        (
            double,
            Binary(Div, y(), f64(-0.0).into()),
            f64(-f64::INFINITY),
        ),
        (single, Binary(Rem, x(), f32(1.0).into()), f32(-0.5)),
        (bool, Binary(Eq, f32(0.0).into(), f32(-0.0).into()), truth),
        (bool, Binary(Ne, x(), x()), lie),
        (bool, Binary(Lt, y(), f64(f64::INFINITY).into()), truth),
        (bool, Binary(Ge, x(), f32(f32::MIN).into()), truth),
        (single, Unary(Neg, x()), f32(1.5)),
        (single, Unary(Neg, f32(1.5).into()), f32(-1.5)),
        (single, Unary(Neg, f32(-1.5).into()), f32(1.5)),
        (
            double,
            Unary(Neg, f64(f64::INFINITY).into()),
            f64(-f64::INFINITY),
        ),
        (double, Unary(Neg, f64(0.0).into()), f64(-0.0)),
        (single, Cast(y(), single), f32(0.1)),
        (double, Cast(x(), double), f64(-1.5)),
        (double, Cast(f32(0.1).into(), double), f64(0.1_f32.into())),
        (single, Cast(n(), single), f32(200.0)),
        (single, Cast(int(-3, I128).into(), single), f32(-3.0)),
        (i8, Cast(x(), i8), int(-1, I8)),
        (u8, Cast(x(), u8), int(0, U8)),
        (i128, Cast(f64(1e300).into(), i128), int(i128::MAX, I128)),
    ] {
        let local = body.make(ty, rvalue);
        shown.show(&mut body, local, value);
    }
    let both = body.make(pair, Rvalue::Aggregate(pair, vec![x(), y()]));
    body.set(field(both, 1), Binary(Mul, field(both, 1).into(), y()));
    shown.show(&mut body, field(both, 0), f32(-1.5));
    shown.show(&mut body, field(both, 1), f64(0.1 * 0.1));
    let row = body.make(three, Rvalue::Repeat(f64(-7.0).into(), 3));
    let usize = types.int(IntTy::Usize);
    let at = body.make(usize, copy(int(2, IntTy::Usize)));
    let address = Rvalue::RawRef(Mutability::Mut, index(row, at));
    let to_row = body.make(pointer, address);
    body.set(deref(to_row), copy(f64(f64::MIN_POSITIVE)));
    shown.show(&mut body, index(row, at), f64(f64::MIN_POSITIVE));
    let result = body.local(double);
    body.call(
        result,
        Callee::Function(FnId(1)),
        vec![deref(to_row).into()],
    );
    shown.show(&mut body, result, f64(f64::MIN_POSITIVE / 2.0));
    body.last(Terminator::Return);
    let arguments = vec![f32(-1.5), f64(0.1), int(200, U8)];
    let mut sample = shown.sample(types, body, arguments);
    sample.program.functions.push(half.function);
    sample
}

/// Constants of floats, in bodies and as arguments: `rustc` parses their digits to the same bits.
pub(crate) fn float_constants() -> Sample {
    let mut types = Types::default();
    let unit = types.unit();
    let [single, double] = FloatTy::ALL.map(|ty| types.float(ty));
    let constants = edges_of_floats();
    let type_of = |constant: &Constant| match constant {
        Constant::Float(_, FloatTy::F32) => single,
        _ => double,
    };
    let arguments: Vec<_> = constants.iter().map(type_of).collect();
    let mut body = Body::new(&mut types, "f0", &arguments, unit);
    let mut shown = Shown::default();
    for (n, constant) in constants.iter().enumerate() {
        shown.show(&mut body, Local::new(n + 1), *constant);
        let local = body.make(type_of(constant), copy(*constant));
        shown.show(&mut body, local, *constant);
    }
    body.last(Terminator::Return);
    shown.sample(types, body, constants)
}

/// Characters: compared, cast, matched, and passed on.
pub(crate) fn characters() -> Sample {
    use BinOp::{Eq, Gt, Le, Ne};
    use IntTy::{I8, U8, U32};
    use Rvalue::{Binary, Cast};
    let mut types = Types::default();
    let [unit, bool, char] = [types.unit(), types.bool(), types.char()];
    let [i8, u8, u32] = [I8, U8, U32].map(|ty| types.int(ty));
    let constant = |value| Operand::from(Constant::Char(value));

    // Returns the index of its argument among the edges.
    let mut rank = Body::new(&mut types, "rank", &[char], u8);
    let targets = (1..).map(Block);
    let edges = EDGES_OF_CHARACTERS.map(|edge| u128::from(u32::from(edge)));
    let arms: Vec<_> = edges.into_iter().zip(targets).collect();
    rank.end(Terminator::Switch {
        scrutinee: Local(1).into(),
        otherwise: Block::new(arms.len() + 1),
        arms,
    });
    for n in 0..EDGES_OF_CHARACTERS.len() {
        rank.set(Local::RETURN, copy(int(n as i128, U8)));
        rank.end(Terminator::Return);
    }
    rank.set(Local::RETURN, copy(int(255, U8)));
    rank.last(Terminator::Return);

    let mut body = Body::new(&mut types, "start", &[char, u8], unit);
    let [x, y] = [1, 2].map(|n| move || Operand::from(Local(n)));
    let (truth, lie) = (Constant::Bool(true), Constant::Bool(false));
    let mut shown = Shown::default();
    for (ty, rvalue, value) in [
        (bool, Binary(Eq, x(), constant('\u{1f600}')), truth),
        (bool, Binary(Ne, constant('a'), constant('a')), lie),
        (bool, Binary(Le, x(), constant('a')), lie),
        (bool, Binary(Gt, x(), constant('\u{d7ff}')), truth),
        (u32, Cast(x(), u32), int(0x1f600, U32)),
        (i8, Cast(constant('\u{80}'), i8), int(-128, I8)),
        (char, Cast(y(), char), Constant::Char('\u{e9}')),
        (char, Cast(int(0x41, U8).into(), char), Constant::Char('A')),
    ] {
        let local = body.make(ty, rvalue);
        shown.show(&mut body, local, value);
    }
    let result = body.local(u8);
    for (n, edge) in EDGES_OF_CHARACTERS.into_iter().enumerate() {
        let local = body.make(char, copy(Constant::Char(edge)));
        shown.show(&mut body, local, Constant::Char(edge));
        body.call(result, Callee::Function(FnId(1)), vec![constant(edge)]);
        shown.show(&mut body, result, int(n as i128, U8));
    }
    body.call(result, Callee::Function(FnId(1)), vec![constant('b')]);
    shown.show(&mut body, result, int(255, U8));
    body.last(Terminator::Return);
    let arguments = vec![Constant::Char('\u{1f600}'), int(0xe9, U8)];
    let mut sample = shown.sample(types, body, arguments);
    sample.program.functions.push(rank.function);
    sample
}
