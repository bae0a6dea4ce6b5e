// Computed in the floating type, and cut then.
//~ FINE: float-does-not-fit
//~ TRACE: 16777216 16777217 15 254 0.20000000298023224
int main(void) {
    int x = 16777217;
    x += 0.0f;
    observe(1, x);
    int y = 16777217;
    y += 0.0;
    observe(2, y);
    char c = 10;
    c *= 1.55;
    observe(3, c);
    unsigned char u = 255;
    u -= 0.5f;
    observe(4, u);
    float f = 0.1f;
    f += 0.1;
    observe_double(5, f);
    return 0;
}
