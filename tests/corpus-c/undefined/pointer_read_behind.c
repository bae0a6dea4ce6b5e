int main(void) {
    int a[3] = { 1, 2, 3 }, *p = a + 3;
    observe(1, *p); //~ UB: out-of-bounds
    return 0;
}
