int main(void) {
    int *p;
    { int x = 1; p = &x; }
    observe(1, *p); //~ UB: dangling
    return 0;
}
