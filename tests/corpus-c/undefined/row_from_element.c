// From the first element to its row, but not to the next one.
int main(void) {
    int g[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int *p = g[0];
    int (*r)[3] = (int (*)[3])p;
    observe(1, r[1][2]); //~ UB: out-of-bounds
    return 0;
}
