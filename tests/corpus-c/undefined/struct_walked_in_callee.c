struct s { int a, b; };
static int f(int *p) {
    return *(p + 1); //~ UB: out-of-bounds
}
int main(void) {
    struct s s = { 1, 2 };
    observe(1, f((void *)&s));
    return 0;
}
