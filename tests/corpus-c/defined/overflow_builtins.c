//~ FINE: signed-overflow
//~ TRACE: 1 -2147483648 1 4294967295 1 -56 0 1 1 1 1 0 -1 1 0
int main(void) {
    int r;
    unsigned u;
    signed char c;
    long l;
    unsigned long long ull;
    observe(1, __builtin_add_overflow(2147483647, 1, &r));
    observe(2, r);
    observe(3, __builtin_sub_overflow(1, 2, &u));
    observe(4, u);
    observe(5, __builtin_mul_overflow(100, 2, &c));
    observe(6, c);
    observe(7, __builtin_add_overflow(-1, 1u, &r));
    observe(8, __builtin_mul_overflow(-1ll, 18446744073709551615ull, &l));
    observe(9, l);
    observe(10, __builtin_mul_overflow(18446744073709551615ull, 18446744073709551615ull, &ull));
    observe(11, ull);
    observe(12, __builtin_sub_overflow(0u, 1, &l));
    observe(13, l);
    observe(14, __builtin_mul_overflow(1ull << 63, 2, &l));
    observe(15, l);
    return 0;
}
