int main(void) {
    volatile int v = 1;
    observe(1, v + v); //~ UB: unsequenced
    return 0;
}
