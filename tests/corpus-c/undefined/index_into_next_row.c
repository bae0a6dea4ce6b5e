// 6.5.6p8: a row is an array of its own.
int grid[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
int main(void) {
    int i = 3;
    observe(1, grid[0][i]); //~ UB: out-of-bounds
    return 0;
}
