//! Printed forms: each text is parsed and printed again.

use kvant_c::*;

const TARGET: CTarget = CTarget::X86_64;

fn check_int(kind: IntKind, value: i128, expected: &str) {
    let width = TARGET.int_bits(kind);
    let bits = value as u128 & (u128::MAX >> (128 - width));
    let e = Expr::int(Types::int(kind), bits);
    assert_eq!(print::expr(&Program::default(), FnId(0), &e), expected);
}

/// Declarations that the pieces below can use.
const CONTEXT: &str = "enum e { A, B = -4 };
struct s { struct s *next; int bits : 5; int a[3]; };
typedef struct s S;
typedef int (*Call)(int, S *);
static int f(int x, S *s) { return x; }
unsigned char byte;
unsigned long wide;
double real;
S s;
Call call;
";

fn parse_in_context(body: &str) -> Program {
    let text = format!("{CONTEXT}int main(void) {{\n    int x;\n    int *p;\n    {body}\n}}\n");
    match parse::program(&text, &TARGET) {
        Ok(parsed) => parsed.program,
        Err(error) => panic!("{error}\n{text}"),
    }
}

/// Returns the body of the last function, without the part that is always there.
fn body_of(program: &Program) -> String {
    let text = print::program(program, &print::Form::Readable, "");
    let begin = text.find("int *p;\n    ").unwrap() + "int *p;\n    ".len();
    let end = text[begin..].find("\n}\n").unwrap();
    text[begin..begin + end].to_owned()
}

/// Checks that the text is printed as `expected`.
fn check_as(text: &str, expected: &str) {
    let program = parse_in_context(text);
    assert_eq!(body_of(&program), expected);
}

/// Checks that the text is printed unchanged.
fn check(text: &str) {
    check_as(text, text);
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

#[test]
fn constants() {
    check("real = 0.1 + -1.5f + 1e300 + -__builtin_inf();");
    check("x = -(5) + - -x - -5 - 1;");
    check("x = (-2147483647) - 1 + (-2147483647 - 1);");
    check("x = (signed char)(-5) + (signed char)-5 + (_Bool)1 + (enum e)3;");
    check_as(
        "x = 'a' + '\\n' + 0x10 + 010 + 0b11;",
        "x = 97 + 10 + 16 + 8 + 3;",
    );
    check_as(
        "wide = 0xffffffff + 4294967296;",
        "wide = 4294967295U + 4294967296L;",
    );
    check_as("\"a\" \"\\x42?\";", "\"aB\\077\";");
}

#[test]
fn long_has_the_width_of_the_target() {
    let text = "int main(void) { long x = -5L; return x == (-2147483647L - 1); }";
    let target = CTarget::by_name("i686").unwrap();
    let program = parse::program(text, &target).unwrap().program;
    let printed = print::program(&program, &print::Form::Readable, "");
    assert!(printed.contains("long x = (long)4294967291U;"), "{printed}");
    assert!(printed.contains("x == (long)2147483648U"), "{printed}");
    assert_eq!(parse::program(&printed, &target).unwrap().program, program);
}

#[test]
fn precedence() {
    check("x = x + x * x - (x - x);");
    check("x = x << 1 + x & 3 == x | x ^ 4;");
    check("x = (x & 3) == 2 || x && !x;");
    check("x = x ? x : x ? p[0] : (x, 2);");
    check("x = (x ? 1 : 2) ? x = 3 : (x = 4);");
    check("x = (x = 2) + (x += 3);");
    check("*p++ = (*p)++ + *--p + -x;");
    check("x = (int)wide + (int)(wide + 1) - (int)-real;");
    check("x = s.next->a[1] + (&s)->bits + (*s.next).a[x];");
    check("x = sizeof(x) + sizeof(int[3]) + _Alignof(S);");
    check("x = (*call)(1, &s) + call(2, (S *)0) + (&f)(3, &s);");
    check("f(1, (x, &s)), x;");
}

#[test]
fn builtins_and_literals() {
    check("p = (int[3]){1, [2] = 3};");
    check(
        "s = (S){.next = (struct s *)0, .a = {1}};"
            .replace("(struct s *)", "(S *)")
            .as_str(),
    );
    check("x = ({ x++; x + 1; });");
    check("x = __builtin_add_overflow(x, wide, p) + __builtin_popcount(x);");
    check("memcpy(p, &s, sizeof(s));");
    check("p = malloc(4UL);");
}

#[test]
fn statements() {
    check("if (x) {\n        x = 1;\n    } else if (p) { } else {\n        x = 2;\n    }");
    check("for (x = 0; x < 3; x++) {\n        continue;\n    }");
    check("for (;;) {\n        break;\n    }");
    check("do {\n        x--;\n    } while (x);");
    check(
        "switch (x) {\n    case -1:\n        x = 2;\n    case 2:;\n        int y = 3;\n        break;\n    default:;\n    }",
    );
    check("goto end;\nend:;");
    check("static const int limit[2] __attribute__((aligned(16))) = {1, 2};");
    check("observe(7, x);\n    observe_double(8, real);");
    check_as(
        "for (int i = 0; i < 2; i++) x = i;",
        "{\n        int i = 0;\n        for (; i < 2; i++) {\n            x = i;\n        }\n    }",
    );
    check_as(
        "if (p == 0) return 1;",
        "if (p == (int *)0) {\n        return 1;\n    }",
    );
}

#[test]
fn declarators() {
    check("const volatile int *const *restrict q;");
    check("int (*q)[3];");
    check("const int *const q[2];");
    check("Call q[2];");
    check("void (*q[2])(const char *, int (*)[2]);");
    check("int (*(*q)(void))[4];");
    check("VECTOR(float, 4) q;");
    check("char (*(*q[3])(int))[5];");
    check_as("unsigned q, *r;", "unsigned int q;\n    unsigned int *r;");
}

/// Checks a function in front of an empty `main`.
fn check_function(text: &str) {
    let whole = format!("{text}int main(void) {{ }}\n");
    let program = parse::program(&whole, &TARGET)
        .unwrap_or_else(|error| panic!("{error}\n{whole}"))
        .program;
    check::program(&program, &TARGET).unwrap();
    let printed = print::program(&program, &print::Form::Readable, "");
    assert!(printed.contains(text), "{printed}");
}

#[test]
fn heads_of_functions() {
    check_function(
        "static PURE int f(int *restrict p, const char *restrict q) {\n    return *p + *q;\n}\n",
    );
    check_function("CONST int f(int x) {\n    return x;\n}\n");
    check_function(
        "static long f(int n, ...) {
    __builtin_va_list ap;
    __builtin_va_start(ap, n);
    long s = __builtin_va_arg(ap, long) + *__builtin_va_arg(ap, const int *);
    __builtin_va_end(ap);
    return s;
}
",
    );
    check_function("int f(int (*p)(const char *, ...)) {\n    return p(\"a\", 1, 2.5);\n}\n");
}

/// The value of a constant expression, or `None` if it is not constant.
fn value_of(expression: &str) -> Option<i32> {
    let text = format!("enum e {{ E = {expression} }};");
    let parsed = parse::program(&text, &TARGET).ok()?;
    Some(parsed.program.enums[0].constants[0].1)
}

#[test]
fn constant_expressions() {
    let known = [
        ("-7 / 2", -3),
        ("-7 % 2", -1),
        ("-7 >> 1", -4),
        ("1 << 30", 1 << 30),
        ("-1 < 0U", 0),
        ("(unsigned char)300", 44),
        ("(signed char)(200)", -56),
        ("(_Bool)7 + (int)2.9", 3),
        ("(short)65535 == -1 && 0x7fffffffffffffff > 0", 1),
        ("1 || 1 / 0", 1),
        ("0 ? 1 / 0 : ~5", -6),
        ("sizeof(long) == 8 ? -sizeof(int) > 0 : 5", 1),
        ("(int)(4294967295U + 2)", 1),
        ("!3 + -(-3) ^ 5 | 8 & 12", 14),
        ("(int)((unsigned __int128)1 << 100 >> 98)", 4),
    ];
    for (expression, value) in known {
        assert_eq!(value_of(expression), Some(value), "{expression}");
    }
    for expression in [
        "1 / 0",
        "2147483647 + 1",
        "(-2147483647 - 1) / -1",
        "(-2147483647 - 1) % -1",
        "1 << 31",
        "1 << 32",
        "1 << -1",
        "-1 << 1",
        "-(-2147483647 - 1)",
        "1.5 + 2",
    ] {
        assert_eq!(value_of(expression), None, "{expression}");
    }
}
