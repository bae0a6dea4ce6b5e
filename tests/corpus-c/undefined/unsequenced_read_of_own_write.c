int main(void) {
    int a[3] = { 1, 2, 3 };
    observe(1, a[a[1] = 1]); //~ UB: unsequenced
    return 0;
}
