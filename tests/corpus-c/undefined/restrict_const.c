// 6.7.3.1p4: what is modified, and accessed through it, is not const there.
int x = 1;
static int f(const int *restrict p) {
    int before = *p;
    *(int *)p = 3; //~ UB: restrict
    return before;
}
int main(void) {
    observe(1, f(&x));
    return 0;
}
