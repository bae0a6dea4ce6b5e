//~ TRACE: 6 4 12
int grid[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
static int last(int (*rows)[3], int n) { return rows[n - 1][2]; }
int main(void) {
    observe(1, last(grid, 2));
    int *p = grid[1];
    observe(2, *p);
    observe(3, sizeof grid[0]);
    return 0;
}
