// Two bit-fields are two objects, in one byte too.
//~ FINE: unsequenced
//~ TRACE: 52
struct s { unsigned a : 4, b : 4; };
int main(void) {
    struct s s = { 1, 2 };
    int x = 0;
    (void)((s.a = 3, 1) + (s.b = 4, 1));
    observe(1, s.a * 16 + s.b + x);
    return 0;
}
