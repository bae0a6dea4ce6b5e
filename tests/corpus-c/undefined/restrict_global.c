// The same object by its own name.
int x = 1;
static int f(int *restrict p) {
    int before = *p;
    x = 2; //~ UB: restrict
    return before;
}
int main(void) {
    observe(1, f(&x));
    return 0;
}
