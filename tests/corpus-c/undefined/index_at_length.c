int main(void) {
    int a[3] = { 1, 2, 3 }, i = 3;
    observe(1, a[i]); //~ UB: out-of-bounds
    return 0;
}
