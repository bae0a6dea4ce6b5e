int main(void) {
    int a[3] = { 1, 2, 3 }, i = -1;
    a[i] = 1; //~ UB: out-of-bounds
    return 0;
}
