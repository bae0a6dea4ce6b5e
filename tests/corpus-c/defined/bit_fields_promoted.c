// What fits an int is one; 32 bits without a sign do not.
//~ FINE: shift-overflow
//~ FINE: signed-overflow
//~ TRACE: 1 0 1 -8 -2147483647 1 0 4 1879048192
struct s { unsigned a : 3; int b : 3; unsigned c : 32; unsigned d : 31; _Bool e : 1; };
int main(void) {
    struct s s = { 7, 3, 4294967295u, 2147483647u, 5 };
    observe(1, s.a - 8 < 0);
    observe(2, s.c + 1);
    observe(3, s.d + 0 > -1);
    observe(4, ~s.a);
    observe(5, -s.d);
    observe(6, s.e);
    observe(7, s.c > -1);
    observe(8, sizeof(s.a + 0));
    observe(9, s.a << 28);
    return 0;
}
