int main(void) {
    int x = 1;
    x = x++ || 1; //~ UB: unsequenced
    observe(1, x);
    return 0;
}
