//! How things are written.

use kvant_c::*;

/// A program with one function, and some variables of it to make expressions of.
struct Bench {
    program: Program,
}

const AT: FnId = FnId(0);
const TARGET: CTarget = CTarget::X86_64;

impl Bench {
    fn new() -> Bench {
        let mut program = Program::default();
        program
            .functions
            .push(Function::new(Program::ENTRY.to_owned(), Types::INT));
        Bench { program }
    }

    fn local(&mut self, name: &str, ty: Type) -> Expr {
        let locals = &mut self.program.functions[0].locals;
        locals.push(Local::automatic(name.to_owned(), ty));
        let id = LocalId(locals.len() as u32 - 1);
        self.make(ExprKind::Local(id))
    }

    fn make(&mut self, kind: ExprKind) -> Expr {
        self.program.expr(&TARGET, AT, kind).unwrap()
    }

    fn binary(&mut self, op: BinOp, a: Expr, b: Expr) -> Expr {
        self.make(ExprKind::Binary(op, Box::new(a), Box::new(b)))
    }

    fn check(&self, e: &Expr, expected: &str) {
        assert_eq!(print::expr(&self.program, AT, e), expected);
    }
}

fn check_int(kind: IntKind, value: i128, expected: &str) {
    let width = TARGET.int_bits(kind);
    let bits = value as u128 & (u128::MAX >> (128 - width));
    Bench::new().check(&Expr::int(Types::int(kind), bits), expected);
}

#[test]
fn integers() {
    check_int(IntKind::Int, 5, "5");
    check_int(IntKind::Int, -5, "-5");
    check_int(IntKind::Int, i32::MIN.into(), "(-2147483647 - 1)");
    check_int(IntKind::UInt, u32::MAX.into(), "4294967295U");
    check_int(IntKind::Long, -1, "-1L");
    check_int(
        IntKind::Long,
        i64::MIN.into(),
        "(-9223372036854775807L - 1)",
    );
    check_int(IntKind::Long, 0x8000_0000, "(long)2147483648U");
    check_int(IntKind::ULongLong, 7, "7ULL");
    check_int(IntKind::SChar, -128, "(signed char)-128");
    check_int(IntKind::UShort, 65535, "(unsigned short)65535");
    check_int(IntKind::Int128, -1, "(__int128)-1");
    check_int(IntKind::Int128, 1 << 40, "(__int128)1099511627776ULL");
    check_int(
        IntKind::UInt128,
        -2 << 64,
        "UINT128(0xfffffffffffffffeULL, 0x0ULL)",
    );
}
