struct s { int a, b; };
int main(void) {
    struct s s = { 1, 2 };
    void *v = &s;
    int *p = v;
    p += 2; //~ UB: offset-out-of-bounds
    observe(1, 0);
    return 0;
}
