// A floating value is converted to the type of the bit-field, of just its bits; to `_Bool` everything can be.
//~ FINE: float-does-not-fit
//~ TRACE: 7 -8 1 3 5 2
struct s { unsigned b : 3; int c : 4; _Bool d : 1; };
static double seven(void) { return 7.9; }
int main(void) {
    struct s s = { 0 };
    double x = 7.9;
    s.b = x;
    observe(1, s.b);
    s.c = -8.9f;
    observe(2, s.c);
    s.d = 1e30;
    observe(3, s.d);
    volatile struct s v = { .b = 3.5 };
    observe(4, v.b);
    s.b -= 2.0;
    observe(5, s.b);
    s.b = seven();
    s.b = (unsigned)10.5;
    observe(6, s.b);
    return 0;
}
