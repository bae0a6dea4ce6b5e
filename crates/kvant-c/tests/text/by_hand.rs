//! Programs written by hand, as people write C.

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
