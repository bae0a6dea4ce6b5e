// A pointer that is based on a parameter of the callee is based on the caller's too, but not on both of those.
int x = 1;
static int inner(int *restrict p) {
    *p += 1; //~ UB: restrict
    return *p;
}
static int outer(int *restrict p, int *restrict q) {
    int first = inner(p);
    return first + inner(q);
}
int main(void) {
    observe(1, outer(&x, &x));
    return 0;
}
