//~ FINE: float-does-not-fit
//~ TRACE: -3 3 -4 31 9 8 -4 16
struct s { int b : 3; unsigned u : 5; };
int main(void) {
    struct s s = { 0, 0 };
    s.b = 5;
    observe(1, s.b);
    s.b = -5;
    observe(2, s.b);
    s.b++;
    observe(3, s.b);
    s.u--;
    observe(4, s.u);
    s.u += 10;
    observe(5, s.u);
    s.u = 1000;
    observe(6, s.u);
    s.b = 3;
    s.b++;
    observe(7, s.b);
    s.u <<= 1;
    observe(8, s.u);
    return 0;
}
