//~ FINE: invalid-bool
//~ TRACE: 0 1 1
int main(void) {
    _Bool b = 1;
    memset(&b, 0, 1);
    observe(1, b);
    b = 0.25;
    observe(2, b);
    b += 3;
    observe(3, b);
    return 0;
}
