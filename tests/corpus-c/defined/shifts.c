//~ FINE: shift-too-far
//~ FINE: shift-overflow
//~ TRACE: 1073741824 2147483648 -1 0 256 -64
int main(void) {
    int one = 1;
    observe(1, one << 30);
    unsigned u = 1;
    observe(2, u << 31);
    int negative = -2;
    observe(3, negative >> 31);
    observe(4, 1 >> 31);
    unsigned char c = 128;
    observe(5, c << 1);
    observe(6, -128 >> 1);
    return 0;
}
