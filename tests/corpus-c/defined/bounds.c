// The last element, and the place behind it.
//~ FINE: out-of-bounds
//~ FINE: offset-out-of-bounds
//~ TRACE: 3 3 4 3 6 0
int grid[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
int main(void) {
    int a[3] = { 1, 2, 3 }, *p = a, *end = a + 3;
    observe(1, a[2]);
    observe(2, *(end - 1));
    observe(3, grid[1][0]);
    observe(4, end - p);
    int (*row)[3] = grid;
    row++;
    observe(5, (*row)[2]);
    observe(6, end - &a[3]);
    return 0;
}
