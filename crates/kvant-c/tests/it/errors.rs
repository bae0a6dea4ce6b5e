//! Errors for texts that are not programs of the subset.

use kvant_c::{CTarget, check, parse};

fn check_error(text: &str, expected: &str) {
    match parse::program(text, &CTarget::X86_64) {
        Ok(_) => panic!("this is a program: {text}"),
        Err(error) => assert_eq!(error.to_string(), expected, "{text}"),
    }
}

/// Checks that the parser accepts the text and the checker refuses it.
fn check_ill_formed(text: &str, expected: &str) {
    let program = match parse::program(text, &CTarget::X86_64) {
        Ok(parsed) => parsed.program,
        Err(error) => panic!("{error}: {text}"),
    };
    match check::program(&program, &CTarget::X86_64) {
        Ok(()) => panic!("this is well formed: {text}"),
        Err(error) => assert_eq!(error.to_string(), expected, "{text}"),
    }
}

#[test]
fn texts() {
    check_error(
        "struct s { int a; }; int f(int n, ...); struct s s; int main(void) { f(1, s); }",
        "1:71: expected a scalar",
    );
    check_error("int main(void) { return x; }", "1:25: `x` is not declared");
    check_error(
        "int main(void) {\n    return 1\n}",
        "3:1: expected `;`, found `}`",
    );
    check_error(
        "int main(void) { int x = 08; }",
        "1:26: invalid integer constant; constants wider than 64 bits are written INT128(high, low)",
    );
    check_error(
        "#define A 1\n",
        "1:1: the preprocessor is not in the subset: run it before (`cc -E -P`), or write out what it does",
    );
    check_error(
        "int main(int argc, char **argv) { }",
        "1:5: `main` has no parameters in the subset: write `int main(void)`",
    );
    check_error(
        "long double x;",
        "1:1: these type specifiers are invalid or not in the subset",
    );
    check_error(
        "struct s { int x; int x; };",
        "1:23: there is a member of this name",
    );
    check_error(
        "struct s { struct s x; };",
        "1:21: there is no object of this type: it is not complete",
    );
    check_error("int a[1 << 28];", "1:6: this is larger than 16777216 bytes");
    check_error(
        "int main(void) { asm(\"\"); }",
        "1:18: assembly is not in the subset",
    );
    check_error(
        "int main(void) { printf(\"\"); }",
        "1:18: `printf` is not in the subset; a value is reported by `observe(1, value)`",
    );
    check_error(
        "int main(void) { observe(1, 1.5); }",
        "1:29: floating values are for `observe_double`",
    );
    check_error(
        "int f(void); int main(void) { }",
        "1:32: `f` is declared and never defined",
    );
    check_error("int x = \"", "1:9: this quote is never closed in its line");
    check_error("/* x", "1:1: this comment never ends");
    check_error(
        "int main(void) { int x, x; }",
        "1:25: `x` was declared before",
    );
    check_error(
        "int a[2] = { 1, 2, 3 };",
        "1:20: excess value in an initialiser",
    );
    check_error("int x = é;", "1:9: `é` is no token of C");
}

#[test]
fn programs() {
    check_ill_formed("int x;", "there is no function `main`");
    check_ill_formed(
        "int main(void) { int *p = 1.5; }",
        "1.5: the types are not compatible",
    );
    check_ill_formed(
        "int x; int y = x; int main(void) { }",
        "`y`: the initialiser of an object with static storage duration is not constant",
    );
    check_ill_formed(
        "int y = 1 / 0; int main(void) { }",
        "`y`: the initialiser of an object with static storage duration is not constant",
    );
    check_ill_formed("int main(void) { goto a; }", "there is no label `a`");
    check_ill_formed(
        "int main(void) { break; }",
        "`break` outside of a loop or `switch`",
    );
    check_ill_formed(
        "int main(void) { switch (1) { continue; } }",
        "`continue` outside of a loop",
    );
    check_ill_formed(
        "int main(void) { switch (1) { case 1: case 1: ; } }",
        "two cases have the same value",
    );
    check_ill_formed("int main(void) { a: ; a: ; }", "a label is defined twice");
    check_ill_formed(
        "int main(void) { return; }",
        "`return` without a value in a non-void function",
    );
    check_ill_formed(
        "void f(void) { return 1; } int main(void) { }",
        "1: the types are not compatible",
    );
    check_ill_formed(
        "struct s { int : 3; }; int main(void) { }",
        "`s`: it needs a member with a name",
    );
    check_ill_formed(
        "inline int f(void) { return 1; } int main(void) { }",
        "`f`: an inline function with external linkage needs an external definition; make it static",
    );
    check_ill_formed(
        "char a[2] = \"abc\"; int main(void) { }",
        "`a`: a string does not fit its array",
    );
    check_ill_formed(
        "int kvant_x; int main(void) { }",
        "`kvant_x` is reserved or no identifier",
    );
    check_ill_formed(
        "int restrict x; int main(void) { }",
        "`x`: only pointers are restrict",
    );
    check_ill_formed(
        "int f(char c, ...) { return c; } int main(void) { }",
        "`f`: the parameter before `...` must have a promoted type",
    );
    check_ill_formed(
        "int f(...) { return 1; } int main(void) { }",
        "`f`: a variadic function needs a named parameter",
    );
    check_ill_formed(
        "__builtin_va_list ap; int main(void) { }",
        "`ap`: there are no objects of this type",
    );
    check_ill_formed(
        "int f(int n, __builtin_va_list ap) { return n; } int main(void) { }",
        "`f`: there are no objects of this type",
    );
    check_ill_formed(
        "int f(int n) { __builtin_va_list ap; __builtin_va_start(ap, n); return n; } int main(void) { }",
        "va_start in a function that is not variadic",
    );
    check_ill_formed(
        "int f(int n, ...) { __builtin_va_list ap; return __builtin_va_arg(ap, short); } int main(void) { }",
        "no variadic argument can have this type",
    );
    check_ill_formed(
        "int a[3] = { 1, [0] = 2 }; int main(void) { }",
        "`a`: an element or member is initialised twice",
    );
}
