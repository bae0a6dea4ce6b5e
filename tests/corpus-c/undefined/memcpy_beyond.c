int main(void) {
    int a[2] = { 1, 2 }, b[4];
    memcpy(b, a, 12); //~ UB: out-of-bounds
    return 0;
}
