int main(void) {
    int a[3] = { 1, 2, 3 }, *p = a;
    p += 4; //~ UB: offset-out-of-bounds
    return 0;
}
