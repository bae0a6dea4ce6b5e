union u { int i; float f; };
static int f(int *p, float *q) {
    int a = *p;
    *q = 1.0f; //~ UNSPECIFIED: union-member
    return a;
}
int main(void) {
    union u u;
    memset(&u, 0, sizeof u);
    observe(1, f(&u.i, &u.f));
    return 0;
}
