int main(void) {
    volatile int v = 1;
    v = v++ + 1; //~ UB: unsequenced
    observe(1, v);
    return 0;
}
