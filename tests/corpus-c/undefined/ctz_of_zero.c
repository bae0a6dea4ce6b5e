int main(void) {
    unsigned long long x = 0;
    observe(1, __builtin_ctzll(x)); //~ UB: zero-has-no-bit
    return 0;
}
