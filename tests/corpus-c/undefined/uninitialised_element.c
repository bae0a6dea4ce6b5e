int main(void) {
    int a[3];
    a[0] = 1;
    observe(1, a[1]); //~ UB: uninitialised
    return 0;
}
