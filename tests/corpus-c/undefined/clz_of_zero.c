int main(void) {
    unsigned x = 0;
    observe(1, __builtin_clz(x)); //~ UB: zero-has-no-bit
    return 0;
}
