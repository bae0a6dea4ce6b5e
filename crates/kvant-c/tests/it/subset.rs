//! The limits of the subset: C is read with its meaning, or refused with a position and a reason.

use kvant_c::{CTarget, check, parse};

/// `fine`, or the error of the parser or checker for a text.
fn verdict(text: &str) -> String {
    let parsed = match parse::program(text, &CTarget::X86_64) {
        Ok(parsed) => parsed,
        Err(error) => return error.to_string(),
    };
    match check::program(&parsed.program, &CTarget::X86_64) {
        Ok(()) => "fine".to_owned(),
        Err(error) => error.to_string(),
    }
}

/// Checks the verdicts of declarations followed by statements of `main`.
fn check_all(rows: &[(&str, &str, &str)]) {
    let mut wrong = Vec::new();
    for (declarations, statements, expected) in rows {
        let found = verdict(&format!(
            "{declarations}\nint main(void) {{ {statements} }}\n"
        ));
        if found != *expected {
            wrong.push(format!(
                "{declarations} | {statements}\n  expected {expected}\n     found {found}"
            ));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
#[rustfmt::skip] // The tables have a row for each case.
fn attributes() {
    const TYPE: &str = "the name of a type has no";
    check_all(&[
        ("int x __attribute__((aligned(16)));", "", "fine"),
        ("_Alignas(16) _Alignas(8) int x;", "", "fine"),
        ("_Alignas(double) int x;", "", "fine"),
        ("int x __attribute__((unused)), y __attribute__((__used__));", "", "fine"),
        ("struct s { int a; } __attribute__((packed, aligned(2)));", "", "fine"),
        ("int f(int x __attribute__((unused))) { return 1; }", "", "fine"),
        ("int f(int x) __attribute__((const)); int f(int x) { return 1; }", "", "fine"),
        ("__attribute__((__noinline__)) int f(int x) { return 1; }", "", "fine"),
        ("typedef int T __attribute__((aligned(16)));", "", &format!("1:30: {TYPE} alignment of its own in the subset")),
        ("typedef int T __attribute__((vector_size(16)));", "", &format!("1:30: {TYPE} `vector_size` behind its type in the subset")),
        ("__attribute__((packed)) typedef struct { char c; int x; } T;", "", &format!("1:16: {TYPE} `packed` in the subset")),
        ("int (*f)(int) __attribute__((const));", "", "1:30: a variable has no attributes of functions in the subset"),
        ("inline int x;", "", "1:1: a variable has no attributes of functions in the subset"),
        ("int f(void) __attribute__((aligned(64))); int f(void) { return 1; }", "", "1:28: a function has no alignment of its own in the subset"),
        ("int f(int x __attribute__((aligned(64)))) { return 1; }", "", "1:28: a parameter has no alignment of its own in the subset"),
        ("struct s { char c; int x __attribute__((packed)); };", "", "1:41: a member has no `packed` in the subset"),
        ("struct s { _Alignas(16) char c; };", "", "1:12: a member has no alignment of its own in the subset"),
        ("struct s { int x : 3 __attribute__((aligned(8))); };", "", "1:37: a member has no alignment of its own in the subset"),
        ("struct s { int a; }; struct __attribute__((packed)) s x;", "", "1:29: attributes of a type stand where its members are"),
        ("struct __attribute__((const)) s { int a; };", "", "1:23: a struct or union has no attributes of functions in the subset"),
        ("enum __attribute__((packed)) e { A };", "", "1:6: attributes of enumerations are not in the subset"),
        ("enum e { A } __attribute__((packed));", "", &format!("1:29: {TYPE} `packed` in the subset")),
        ("enum e { A } __attribute__((packed)) x;", "", "1:29: a variable has no `packed` in the subset"),
        ("int *__attribute__((aligned(16))) p;", "", "1:6: attributes of pointers are not in the subset"),
        ("int x __attribute__((section(\"a\")));", "", "1:22: the attribute `section` is not in the subset"),
        ("int f(void) __attribute__((inline)); int f(void) { return 1; }", "", "1:28: the attribute `inline` is not in the subset"),
        ("", "int x = 1; switch (x) { case 1: x = 2; __attribute__((fallthrough)); default: ; }", "2:72: the attribute `fallthrough` is not in the subset"),
        ("", "return sizeof(_Alignas(16) int);", &format!("2:32: {TYPE} alignment of its own in the subset")),
        ("int x __attribute__((aligned(1)));", "", "`x`: an alignment is less than that of its type"),
        ("int x asm(\"y\");", "", "1:7: names for the assembler are not in the subset"),
        ("int f(void) __attribute__((cold)) { return 1; }", "", "1:13: attributes stand before the declarator of a definition"),
        ("int x _Alignas(8) = 1;", "", "1:7: expected `;`, found `_Alignas`"),
        ("int f(void) inline;", "", "1:13: expected `;`, found `inline`"),
        ("asm(\"\");", "", "1:1: `asm` is not in the subset"),
    ]);
}

#[test]
#[rustfmt::skip]
fn declarations() {
    check_all(&[
        ("const const int x = 1; int const volatile *const const p = 0;", "", "fine"),
        ("extern int x = 3;", "", "fine"),
        ("int x; int x; int x = 3; extern int x;", "", "fine"),
        ("static int f(void); int f(void) { return 1; }", "f();", "fine"),
        ("", "auto int x = 1; register int y = x; observe(1, y);", "fine"),
        ("__extension__ int x;", "__extension__ int y = __extension__ (x); x = y;", "fine"),
        ("struct s { int a, b; } x = { };", "", "fine"),
        ("extern int x;", "", "3:1: `x` is declared and never defined"),
        ("int f(void); static int f(void) { return 1; }", "", "1:25: `f` was declared without `static` before"),
        ("static int x; int x;", "", "1:19: `x` was declared in another way before"),
        ("register int x;", "", "1:1: `auto` and `register` are for variables of functions"),
        ("auto int x;", "", "1:1: `auto` and `register` are for variables of functions"),
        ("", "register int x = 1; int *p = &x;", "2:47: a `register` variable has no address (6.7.1p6)"),
        ("int f(register int x) { return *&x; }", "", "1:33: a `register` variable has no address (6.7.1p6)"),
        ("", "register int a[2];", "2:31: only scalars are `register` in the subset"),
        ("", "auto x = 1;", "2:18: these type specifiers are invalid or not in the subset"),
        ("", "for (static int i = 0; i < 1; i++) ;", "2:23: only variables of its own are declared in a `for` (6.8.5p3)"),
        ("static x;", "", "1:1: these type specifiers are invalid or not in the subset"),
        ("int;", "", "1:1: this declares nothing"),
        ("static struct s { int a; };", "", "1:1: the name of a type has no storage class"),
        ("struct s { static int a; };", "", "1:12: a member has no storage class"),
        ("struct s { int a; int b[]; };", "", "1:23: the length of this array is missing"),
        ("struct s { int a; struct { int b; }; };", "", "1:36: members without a name are not in the subset: give it one"),
        ("int f(static int x) { return x; }", "", "1:7: a parameter has no storage class"),
        ("int f(int a[static 3]) { return a[0]; }", "", "1:13: `static` and qualifiers in the brackets of a parameter are not in the subset: write a pointer"),
        ("int f(int a[restrict]) { return a[0]; }", "", "1:13: `static` and qualifiers in the brackets of a parameter are not in the subset: write a pointer"),
        ("int f(int n, int a[*]);", "", "1:20: arrays of variable length are not in the subset"),
        ("int f(int n, int a[n]) { return a[0]; }", "", "1:20: `n` is not declared"),
        ("", "int n = 3; int a[n];", "2:35: the length must be a constant integer"),
        ("int f(a, b) int a; int b; { return a + b; }", "", "1:7: the parameter `a` has no type: write it before the name"),
        ("int f(int a,) { return a; }", "", "1:13: expected a type, found `)`"),
        ("int f(int x) { int x = 1; return x; }", "", "1:20: `x` was declared before"),
        ("int x y;", "", "1:7: expected `;`, found `y`"),
        ("_Thread_local int x;", "", "1:1: `_Thread_local` is not in the subset"),
        ("__thread int x;", "", "1:1: `__thread` is not in the subset"),
        ("_Noreturn void f(void) { for (;;) ; }", "", "1:1: `_Noreturn` is not in the subset"),
        ("_Atomic int x;", "", "1:1: `_Atomic` is not in the subset"),
        ("_Atomic(int) x;", "", "1:1: `_Atomic` is not in the subset"),
        ("int *_Atomic x;", "", "1:6: expected a name, found `_Atomic`"),
        ("_Static_assert(1, \"\");", "", "1:1: `_Static_assert` is not in the subset"),
        ("", "_Static_assert(1, \"\");", "2:18: `_Static_assert` is not in the subset"),
        ("struct s { int a; _Static_assert(1, \"\"); };", "", "1:19: `_Static_assert` is not in the subset"),
        ("__typeof__(1) x;", "", "1:1: `__typeof__` is not in the subset"),
        ("_Complex double x;", "", "1:1: `_Complex` is not in the subset"),
        ("", "int if = 1;", "2:22: expected the name of a variable, found `if`"),
        ("", "if (1) int x = 1;", "2:25: a declaration is no statement: put it in braces"),
        ("", "int T = 4; { typedef char T; observe(1, sizeof(T)); }", "2:44: `T` hides a variable of the function: give it another name"),
        ("", "int A = 5; { enum { A = 3 }; observe(1, A); }", "2:38: `A` hides a variable of the function: give it another name"),
        ("", "int f(void) { return 1; }", "2:22: functions are declared outside of functions in the subset"),
        ("struct s { signed char d : 5; };", "", "1:12: bit-fields are `int`, `unsigned int` or `_Bool` in the subset"),
        ("struct s { unsigned b : 3; } s;", "int x = ({ s.b; }); x++;", "({ s.b; }): compilers disagree on the type of this use of a bit-field"),
        ("struct s { unsigned b : 3; } s;", "int x = (0, s.b); x++;", "0, s.b: compilers disagree on the type of this use of a bit-field"),
        ("struct s { unsigned b : 3; } s;", "observe(1, sizeof(s.b = 1));", "2:29: compilers disagree on the type of this use of a bit-field"),
        ("struct s { unsigned b : 3; } s;", "observe(1, sizeof(({ s.b; })));", "2:29: compilers disagree on the type of this use of a bit-field"),
        ("struct s { unsigned b : 3; } s;", "({ s.b; }); 0, s.b; s.b = 1;", "fine"),
        ("struct s { long d : 5; };", "", "1:12: bit-fields are `int`, `unsigned int` or `_Bool` in the subset"),
    ]);
}

#[test]
#[rustfmt::skip]
fn expressions_and_statements() {
    check_all(&[
        ("int a[3];", "a[0] = 1[a] + -2[a] + (short)1[a]; *1[&a[0]] ;", "2:53: only pointers to something can be dereferenced"),
        ("int f(int a) { return a; }", "f(1,);", "2:22: expected an expression, found `)`"),
        ("", "a: goto *&&a;", "2:26: computed gotos are not in the subset"),
        ("", "void *p = &&a; a: ;", "2:28: addresses of labels are not in the subset"),
        ("", "return _Generic(1, int: 2);", "2:25: `_Generic` is not in the subset"),
        ("", "return __alignof__(double);", "2:25: `__alignof__` is not in the subset"),
        ("", "return __func__[0];", "2:25: `__func__` is not in the subset"),
        ("", "int x = 1; return x ?: 2;", "2:39: `?:` without a second operand is not in the subset"),
        ("", "int n = 3; switch (n) { case 0: do { n--; case 1: n--; } while (n > 0); }", "2:60: `case` in a block or a loop inside of its `switch` is not in the subset"),
        ("", "switch (1) { case 1 ... 2: ; }", "2:38: ranges of cases are not in the subset"),
        ("", "return (static int)1;", "2:26: the name of a type has no storage class"),
    ]);
}

#[test]
#[rustfmt::skip]
fn tokens() {
    check_all(&[
        ("int a = 1l + 1L + 1ll + 1LL + 1uLL + 1LLu + 0x1ull + 1.f + 1e3F + 0x1p-2f;", "", "fine"),
        ("int a = 0b101 + 017 + 'a' + '\\377' + '\\x7f' + '\\?' + '\\'' + '\"';", "", "fine"),
        ("int a = 1lL;", "", "1:9: `lL` is no suffix of integers"),
        ("int a = 1i;", "", "1:9: `i` is no suffix of integers"),
        ("int a = 1f;", "", "1:9: `f` is no suffix of integers"),
        ("double a = 1.0L;", "", "1:12: `long double` is not in the subset"),
        ("double a = 1.0f16;", "", "1:12: invalid floating constant"),
        ("double a = 1.0i;", "", "1:12: invalid floating constant"),
        ("int a = 'ab';", "", "1:9: a character constant must be one ASCII character"),
        ("int a = '';", "", "1:9: a character constant must be one ASCII character"),
        ("int a = '\\400';", "", "1:9: invalid escape sequence"),
        ("int a = '\\e';", "", "1:9: invalid escape sequence"),
        ("int a = L'a';", "", "1:9: prefixes of characters and strings are not in the subset"),
        ("const char *a = u8\"a\";", "", "1:17: prefixes of characters and strings are not in the subset"),
        ("const char *a = \"??=\";", "", "1:17: trigraphs are not in the subset: write `\\?` for the second `?`"),
        ("??=include <stdio.h>", "", "1:1: trigraphs are not in the subset"),
        ("int a<:3:>;", "", "1:6: digraphs are not in the subset: write the bracket itself"),
        ("int a\u{a0};", "", "1:6: `\\u{a0}` is no token of C"),
        ("int a\r;", "", "1:6: a carriage return without a line feed is not in the subset"),
        ("int a$b;", "", "1:6: `$` is no token of C"),
        ("#include <stdint.h> // numbers\n#include <stdio.h> /* text */", "", "fine"),
        ("#include \"other.h\"", "", "1:1: only standard headers can be included, and they are not read"),
        ("#include <unistd.h>", "", "1:1: only standard headers can be included, and they are not read"),
        ("#include <stdio.h> int x;", "", "1:1: unexpected text after the name of a header"),
        ("#include <stdio.h> /* a\nb */", "", "1:1: unexpected text after the name of a header"),
        ("#include_next <stdio.h>", "", "1:1: only standard headers can be included, and they are not read"),
    ]);
    for directive in [
        "#pragma pack(1)",
        "#if 0",
        "#",
        "# 1 \"a.c\"",
        "int x; #include <stdio.h>",
    ] {
        let found = verdict(&format!("{directive}\nint main(void) {{ }}"));
        assert!(
            found.contains("the preprocessor is not in the subset"),
            "{directive}: {found}"
        );
    }
}

#[test]
#[rustfmt::skip]
fn names() {
    const MAIN: &str = "`main` has no parameters in the subset: write `int main(void)`";
    let library = |name: &str| {
        format!(
            "`{name}` is a name of the library, and compilers assume what it does: choose another one"
        )
    };
    let reserved = |name: &str| format!("`{name}` is reserved for compilers: choose another name");
    for name in [
        "fabs", "strlen", "labs", "ffs", "isdigit", "exit", "memcpy", "printf", "index", "y0",
        "fmaf",
    ] {
        let function = format!("int {name}(int x) {{ return x; }}");
        check_all(&[
            (&function, "", &format!("1:5: {}", library(name))),
            (&format!("static {function}"), "", &format!("1:12: {}", library(name))),
            (&format!("double {name};"), "", &format!("1:8: {}", library(name))),
        ]);
    }
    check_all(&[
        ("static int fold(int index) { int ffs = index; return ffs; }", "", "fine"),
        ("struct s { int index, time; };", "int y0 = 1, exit = y0; observe(1, exit);", "fine"),
        ("int __x;", "", &format!("1:5: {}", reserved("__x"))),
        ("int _X;", "", &format!("1:5: {}", reserved("_X"))),
        ("int _x(void) { return 1; }", "", &format!("1:5: {}", reserved("_x"))),
        ("", "int __x;", "`__x` is reserved or no identifier"),
        ("struct s { int _X; };", "", "`_X` is reserved or no identifier"),
        ("", "int _x = 1; observe(1, _x);", "fine"),
        ("int linux = 2;", "", "`linux` is reserved or no identifier"),
        ("struct s { int unix; };", "", "`unix` is reserved or no identifier"),
        ("", "int KVANT_BEGIN;", "`KVANT_BEGIN` is reserved or no identifier"),
    ]);
    for (text, expected) in [
        ("int main() { return 0; }", "fine"),
        ("static int main(void) { return 0; }", &format!("1:12: {MAIN}")[..]),
        ("void main(void) { }", &format!("1:6: {MAIN}")),
        ("int main(int n) { return 0; }", &format!("1:5: {MAIN}")),
        ("__attribute__((cold)) int main(void) { return 0; }", &format!("1:27: {MAIN}")),
        ("int main;", "`main` is reserved or no identifier"),
        ("int x;", "there is no function `main`"),
    ] {
        assert_eq!(verdict(text), expected, "{text}");
    }
}

#[test]
#[rustfmt::skip]
fn parameter_before_variadic_arguments() {
    const ODD: &str =
        "the parameter before `...` is neither `register` nor an array nor a function";
    check_all(&[
        ("int f(int *p, ...) { return *p; }", "", "fine"),
        ("int f(register int x, int n, ...) { return x; }", "", "fine"),
        ("int f(register int n, ...) { return n; }", "", &format!("1:20: {ODD}")),
        ("int f(int n[2], ...) { return *n; }", "", &format!("1:11: {ODD}")),
        ("int f(int n(void), ...) { return 1; }", "", &format!("1:11: {ODD}")),
        ("int f(float n, ...) { return 1; }", "", "`f`: the parameter before `...` must have a promoted type"),
    ]);
}

#[test]
#[rustfmt::skip]
fn lines_are_joined() {
    check_all(&[
        ("// a comment \\\nint not_there = \n;", "", "fine"),
        ("in\\\nt x = 1\\\r\n2;", "observe(1, x);", "fine"),
        ("const char *s = \"a\\\nb\";", "", "fine"),
        ("int a; \\\n  int b = c;", "", "2:11: `c` is not declared"),
        ("int a; // x \\\n y\n  int b = c;", "", "3:11: `c` is not declared"),
        ("int a = b\\\nc;", "", "1:9: `bc` is not declared"),
        ("// a \\ \nint x;", "", "1:1: a comment that ends with a backslash and blanks is not in the subset"),
        ("// a ??/\nint x;", "", "1:1: a comment that ends with a backslash and blanks is not in the subset"),
    ]);
    let last = verdict("int main(void) { }\\\n");
    assert_eq!(
        last,
        "2:1: the last line of a text does not end with a backslash"
    );
    assert_eq!(
        verdict("\u{feff}int main(void) { return x; }"),
        "1:25: `x` is not declared"
    );
    assert_eq!(verdict("\u{feff}int main(void) { return 0; }"), "fine");
}

#[test]
fn long_chains() {
    let sum = |n: usize| vec!["1"; n + 1].join(" + ");
    let returned = |e: &str| verdict(&format!("int x; int main(void) {{ return {e}; }}"));
    assert_eq!(returned(&sum(400)), "fine");
    assert_eq!(
        returned(&format!("({}) * ({})", sum(240), sum(240))),
        "fine"
    );
    assert_eq!(returned(&vec!["x"; 401].join(" && ")), "fine");
    assert_eq!(returned(&vec!["x"; 401].join(", ")), "fine");
    let calls = vec!["(x + x + x)"; 401].join(" - ");
    assert_eq!(returned(&calls), "fine");
    assert!(returned(&sum(501)).contains("more than 500 operators follow each other"));
    // Each chain is short, but all of them are on one path.
    let nested = format!(
        "{}1{}",
        "(".repeat(100),
        format!(" + {})", sum(9)).repeat(100)
    );
    assert!(returned(&nested).contains("more than 500 operators follow each other"));
}
