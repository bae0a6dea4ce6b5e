int main(void) {
    int *p = 0;
    { int x = 1; p = &x; goto out; }
out:
    observe(1, *p); //~ UB: dangling
    return 0;
}
