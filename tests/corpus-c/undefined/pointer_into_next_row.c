int grid[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
int main(void) {
    int *p = grid[0];
    p = p + 4; //~ UB: offset-out-of-bounds
    return 0;
}
