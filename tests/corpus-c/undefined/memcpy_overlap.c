int main(void) {
    int a[4] = { 1, 2, 3, 4 };
    memcpy(a + 1, a, 8); //~ UB: overlapping-copy
    return 0;
}
