//~ FINE: unsequenced
//~ TRACE: 15
int main(void) {
    volatile int v = 1;
    v += 2;
    v = v * 2;
    ++v;
    int r = v++;
    observe(1, r + v);
    return 0;
}
