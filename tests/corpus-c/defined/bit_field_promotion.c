// An unsigned bit-field that fits into an int is one.
//~ TRACE: 1 0 -1
struct s { unsigned a : 31; unsigned b : 32; };
int main(void) {
    struct s s = { 0, 0 };
    observe(1, s.a > -1);
    observe(2, s.b > -1);
    observe(3, s.a - 1);
    return 0;
}
