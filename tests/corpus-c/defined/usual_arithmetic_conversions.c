//~ TRACE: 0 1 1 4294967295 1 -1 1
int main(void) {
    int minus = -1;
    unsigned one = 1;
    observe(1, minus < one);
    long wide = -1;
    observe(2, wide < one);
    unsigned char c = 200;
    signed char d = -56;
    observe(3, c != d);
    observe(4, minus + 0u);
    unsigned long big = 18446744073709551615ul;
    observe(5, big == -1);
    observe(6, (1 ? -1 : 0L));
    observe(7, (1 ? -1 : 0u) == 4294967295u);
    return 0;
}
