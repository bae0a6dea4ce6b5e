// The largest results that fit, and narrow types that wrap when they are stored.
//~ FINE: signed-overflow
//~ TRACE: 2147483647 -2147483648 -2147483647 -128 1073741824 -1
int main(void) {
    int x = 2147483646;
    observe(1, x + 1);
    x = -2147483647;
    observe(2, x - 1);
    observe(3, -2147483647 * 1);
    signed char c = 127;
    c++;
    observe(4, c);
    int y = 32768;
    observe(5, y * 32768);
    unsigned u = 0;
    u--;
    observe(6, (int)u);
    return 0;
}
