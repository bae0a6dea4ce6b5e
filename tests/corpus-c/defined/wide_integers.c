//~ TRACE: 1 18446744073709551615 4 1 -1
int main(void) {
    __int128 x = 1;
    x = x << 100;
    observe(1, x >> 100);
    unsigned __int128 u = 0;
    u--;
    observe(2, (unsigned long)(u >> 64));
    observe(3, x / (x >> 2));
    observe(4, x > 18446744073709551615ul);
    x = -1;
    observe(5, x);
    return 0;
}
