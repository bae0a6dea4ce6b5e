//~ FINE: division-by-zero
//~ TRACE: -2 -1 2 1 -1 3 1
int main(void) {
    int x = -7, y = 3;
    observe(1, x / y);
    observe(2, x % y);
    observe(3, 7 / 3);
    observe(4, 7 % -3);
    observe(5, -7 % 3);
    unsigned z = 7;
    observe(6, z / 2u);
    observe(7, z % 2u);
    return 0;
}
