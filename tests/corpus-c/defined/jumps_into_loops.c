//~ FINE: uninitialised
//~ TRACE: 63 16 17
int main(void) {
    int i = 0, s = 0;
    goto in;
    for (i = 100; i < 3; i++) { in: s += i + 1; }
    observe(1, s * 10 + i);
    i = 0;
    goto w;
    while (i < 3) { s += 5; w: i++; }
    observe(2, s);
    goto d;
    do { s += 100; d: s++; } while (0);
    observe(3, s);
    return 0;
}
