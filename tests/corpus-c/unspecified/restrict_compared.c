// Whether it is the same as another one says something about the parameter itself.
int x;
static int f(int *restrict p, int *q) {
    return p == q; //~ UNSPECIFIED: pointer-comparison
}
int main(void) {
    observe(1, f(&x, &x));
    return 0;
}
