int grid[2][3];
int main(void) {
    int (*p)[2] = (int (*)[2])grid;
    (*p)[0] = 1; //~ UB: effective-type
    return 0;
}
