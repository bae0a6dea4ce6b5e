int main(void) {
    int a[1] = { 1 }, b[1];
    if (memcmp(a, b, 4)) return 1; //~ UB: uninitialised
    return 0;
}
