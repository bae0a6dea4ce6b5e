// The value without its fraction has to fit.
//~ FINE: float-does-not-fit
//~ TRACE: 127 -128 0 4294967295 2147483520
int main(void) {
    double d = 127.9;
    signed char c = d;
    observe(1, c);
    d = -128.9;
    c = d;
    observe(2, c);
    d = -0.9;
    unsigned u = d;
    observe(3, u);
    d = 4294967295.5;
    u = d;
    observe(4, u);
    float f = 2147483520.0f;
    observe(5, (int)f);
    return 0;
}
