//~ FINE: not-a-number
//~ FINE: float-division-by-zero
//~ TRACE: inf -inf 1 0.25
int main(void) {
    double x = 1e300;
    observe_double(1, x * x);
    observe_double(2, -x * x);
    observe(3, x * x > x);
    observe_double(4, 1.0 / 4.0);
    return 0;
}
