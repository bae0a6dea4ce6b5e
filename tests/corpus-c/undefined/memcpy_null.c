int main(void) {
    int a[2] = { 1, 2 }, *p = 0;
    memcpy(a, p, 0); //~ UB: null-access
    return 0;
}
