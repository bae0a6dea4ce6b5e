int main(void) {
    int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int *p = (int *)m;
    observe(1, p[3]); //~ UB: out-of-bounds
    return 0;
}
