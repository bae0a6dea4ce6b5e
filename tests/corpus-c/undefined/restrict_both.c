// What is written through one restrict parameter is read through another.
int x = 1;
static int f(int *restrict p, int *restrict q) {
    *p = 2;
    return *q; //~ UB: restrict
}
int main(void) {
    observe(1, f(&x, &x));
    return 0;
}
