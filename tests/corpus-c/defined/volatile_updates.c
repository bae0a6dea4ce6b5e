// The store of an assignment comes after the value that is stored, volatile or not.
//~ FINE: unsequenced
//~ TRACE: 2 3 6 7
struct s { int a; };
int main(void) {
    volatile int v = 1, *p = &v;
    v = v + 1;
    observe(1, v);
    *p = *p + 1;
    observe(2, v);
    v = v ? v * 2 : 0;
    observe(3, v);
    volatile struct s s = { 6 };
    s.a = 1 + s.a;
    observe(4, s.a);
    return 0;
}
