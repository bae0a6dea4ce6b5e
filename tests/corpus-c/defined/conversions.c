// Between integers modulo, from floating numbers towards zero.
//~ FINE: float-does-not-fit
//~ TRACE: -1 255 65535 -2147483648 1 1 0 -3 255 16777216.0 2147483647 0.5
int main(void) {
    int x = -1;
    observe(1, (signed char)255);
    observe(2, (unsigned char)x);
    observe(3, (unsigned short)x);
    observe(4, (int)2147483648u);
    observe(5, (_Bool)256);
    _Bool b = 0.5;
    observe(6, b);
    observe(7, (int)-0.9);
    observe(8, (int)-3.99);
    observe(9, (unsigned char)255.9);
    observe_double(10, (float)16777217);
    observe(11, (int)2147483647.5);
    observe_double(12, (float)0.5);
    return 0;
}
