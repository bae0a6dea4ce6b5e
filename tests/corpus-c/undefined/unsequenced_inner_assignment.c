int main(void) {
    int x = 1;
    x = (x && (x = 2)); //~ UB: unsequenced
    observe(1, x);
    return 0;
}
