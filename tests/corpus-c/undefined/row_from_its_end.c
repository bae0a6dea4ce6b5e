int main(void) {
    int g[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int *e = (int *)(g + 2);
    observe(1, e[-3]);
    observe(2, e[-4]); //~ UB: offset-out-of-bounds
    return 0;
}
