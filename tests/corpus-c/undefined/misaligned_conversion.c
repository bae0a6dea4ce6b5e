int main(void) {
    int a[2] = { 1, 2 };
    void *v = (char *)a + 1;
    int *p = v; //~ UB: misaligned
    observe(1, p == a);
    return 0;
}
