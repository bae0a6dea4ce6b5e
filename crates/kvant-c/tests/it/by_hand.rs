//! Programs written by hand, as people write C.

use kvant_c::{BlockId, CTarget, FnId, Place, parse, print};

use crate::round_trip::check_text;

#[test]
fn a_bit_of_everything() {
    check_text(
        r#"
#include <stdio.h>
typedef unsigned char byte;
enum colour { RED, GREEN = 1 << 3, BLUE, };
struct list;
union either { int32_t whole; float part; byte bytes[4]; };
struct __attribute__((packed)) bits { unsigned a : 3, : 0, b : 17; int : 4; _Bool c : 1; };
typedef struct list { struct list *next; union either value; const char *name; int (*call)(struct list *, long); } list;
static int add(struct list *l, long n);
int grid[2][3] = { 1, 2, 3, [1] = { 4, [2] = 6 } };
int *volatile cursor = &grid[1][2];
static const char text[] = "a\"b?\n" "\x41\0";
list head = { .value = { .part = 1.5f }, .name = "head", .call = add };
struct bits bits = { 1, 2, 1 };
double table[] = { 0.1, -1e300, 0x1.8p-3, __builtin_inf(), -__builtin_inf(), -0.0 };
int (*const calls[2])(list *, long) = { add, &add };
int (*pick(int n))(list *, long) { return n ? calls[0] : 0; }

static NOINLINE int add(list *l, long n) {
    static int count = 3;
    if (l == NULL) return -1;
    else if (n < 0) { n = -n; } else n++;
    count += l->value.whole + (int)n;
    return count;
}

int main(void) {
    int x = 5, y[3] = { 0 }, *p = y;
    unsigned long long big = 0xffffffffffffffff;
    __int128 wide = INT128(0x1ULL, 0x2ULL);
    short s = (short)-7;
    float f = 2.5f;
    for (int i = 0; i < 3; i++)
        y[i] = i * x;
    for (int i = 3; i--; ) { int x = i; observe(1, x); }
    do { x--; if (x == 2) continue; } while (x > 0);
    switch (s) {
    case -7: x = 1;
    case RED:
    case GREEN: { x += 2; break; }
    default: ;
    }
again:
    if (x < 10) { x = x * 2 + 1; goto again; }
    while (1) { if (x & 1) break; }
    p = (int[]){ 1, 2, 3 };
    p[0] = ({ x = 3; x + 1; });
    *p++ = sizeof(int) + sizeof x + sizeof(struct bits[2]) + _Alignof(double);
    x = p - y > 3 ? x : (y[0], y[1]);
    x = -(5) - (-2147483647 - 1) / 3 + ~-x - - -x;
    bits.a = (unsigned char)300 | (x << 2 >> 1);
    bits.c ^= !x && y[1] || big;
    head.value.bytes[1] = 'a';
    (*head.call)(&head, 4);
    x = pick(1)(&head, wide >> 3);
    memset(&head, 0, sizeof head);
    int overflow = __builtin_add_overflow(x, 1, &x);
    observe(2, overflow + __builtin_clz(x | 1));
    observe_double(3, f * table[1]);
    void *m = malloc(16);
    free(m);
    return 0;
}
"#,
    );
}

#[test]
fn lines_of_statements() {
    let text = "int main(void) {\n    int x = 1;\n    if (x)\n        x = 2;\n\n    return x;\n}\n";
    let parsed = parse::program(text, &CTarget::X86_64).unwrap();
    let line = |block, statement| {
        let (function, block) = (FnId(0), BlockId(block));
        parsed.lines.line(Place {
            function,
            block,
            statement,
        })
    };
    assert_eq!(parsed.lines.head(FnId(0)), Some(1));
    let lines = [line(0, 0), line(0, 1), line(1, 0), line(0, 2), line(0, 3)];
    assert_eq!(lines, [2, 3, 4, 6, 7].map(Some));
}

#[test]
fn hiding_locals_are_renamed() {
    let program = check_text(
        "int x = 1; int f(int x) { { int x = 2; observe(1, x); } return x; }
         int main(void) { int y = f(x); { int y = 3; observe(2, y); } return y; }",
    );
    let names = |n: usize| -> Vec<&str> {
        let locals = &program.functions[n].locals;
        locals.iter().map(|local| local.name.as_str()).collect()
    };
    assert_eq!(names(0), ["x_2", "x_3"]);
    assert_eq!(names(1), ["y", "y_2"]);
}

#[test]
fn omitted_braces_are_added() {
    let program = check_text(
        "struct p { int x, y[2]; }; struct p a[2] = { 1, 2, 3, 4, { 5 } }; union { int i; float f; } u = { 1 };
         char names[][4] = { \"ab\", \"c\" }; int main(void) { struct p b = a[0], c[1] = { b }; return 0; }",
    );
    let text = print::program(&program, &print::Form::Readable, "");
    for expected in [
        "struct p a[2] = {{1, {2, 3}}, {4, {5}}};",
        "union anonymous1 u = {1};",
        "char names[2][4] = {\"ab\", \"c\"};",
        "struct p c[1] = {b};",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
}

#[test]
fn usual_notations() {
    check_text(
        "
__attribute__((noinline, cold)) static int twice(int);
int last(const int a[], size_t n) __attribute__((pure));
static inline __attribute__((always_inline)) int once(register int x) { return x; }
struct point { int x, y; } origin, *where = &origin, line[] = { { 1, 2 }, [3] = { .y = 4 } };
typedef struct { union { short half[2]; int whole; } u; bool ok; } T;
extern int later;
int *to_later = &later;
int later = sizeof(T) * 2 + _Alignof(long), unsigned_ = ~0u >> 31;
static int twice(int x) { return x * 2; }
int last(const int *a, size_t n) { return n ? a[n - 1] : 0; }
T make(int x) { return (T){ { .whole = x }, true }; }
int main(void) { return twice(once(line[3].y)); }
",
    );
}

#[test]
fn more_usual_notations() {
    check_text(
        r#"
static int f(int x) { return x; }
struct s { int n; struct s *next; };
int main()
{
    int a[] = { 1, 2, 3 }, i, (*fp)(int) = f, total = 0;
    struct s one = { 1, NULL }, *p = &one, copy;
    const char *text = "abc";
    volatile unsigned char bytes[4] = { 0 };
    double d = .5 + 1.f + 0x1p3;
    copy = *p;
    for (i = 0; i < (int)(sizeof a / sizeof *a); i++) total += a[i];
    for (int j = 0, k = 9; j < k; j++, k--) { if (j == 3) goto out; }
    while (p) { total += p->n; p = p->next ? p->next : 0; }
    { int n = 3; while (n --> 0) total ^= text[n]; }
    fp = &f;
    total += fp(1) + (*fp)(2) + (fp == f);
    p = &(struct s){ 0 };
    (void)p;
    *(short *)&total = 3;
    bytes[1]++, --bytes[2];
    if (!(total & 1)) ; else total = -total;
out: observe(1, total);
    observe_double(2, d);
    return 0;
}
"#,
    );
}
