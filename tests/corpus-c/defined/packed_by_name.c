// No pointer is made on the way.
//~ FINE: misaligned
//~ TRACE: 11 17
struct i { int a; short b; };
struct __attribute__((packed)) p { char c; struct i i; int z[2]; };
int main(void) {
    struct p p = { 1, { 2, 3 }, { 4, 5 } };
    struct i t = p.i;
    p.i.a += 10;
    p.i = t;
    p.z[1]++;
    observe(1, p.i.a + p.i.b + p.z[1]);
    observe(2, sizeof(p));
    return 0;
}
