//~ FINE: zero-has-no-bit
//~ FINE: unreachable-reached
//~ TRACE: 31 0 3 63 4 258 16777216 1 -2147483648 0 7 5 2147483647 1 254
int main(void) {
    int r = 0;
    unsigned one = 1;
    observe(1, __builtin_clz(one));
    observe(2, __builtin_ctz(one));
    observe(3, __builtin_popcount(7u));
    observe(4, __builtin_clzll(1ull));
    observe(5, __builtin_ctzll(16ull));
    observe(6, __builtin_bswap16((unsigned short)513));
    observe(7, __builtin_bswap32(one));
    observe(8, __builtin_add_overflow(2147483647, 1, &r));
    observe(9, r);
    observe(10, __builtin_mul_overflow(7, 1, &r));
    observe(11, r);
    observe(12, __builtin_expect(5, 0));
    observe(13, abs(-2147483647));
    unsigned char small = 0;
    observe(14, __builtin_sub_overflow(1, 3, &small));
    observe(15, small);
    if (one == 2) __builtin_unreachable();
    return 0;
}
