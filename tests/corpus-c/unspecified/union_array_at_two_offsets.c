// Two arrays of one type that overlap.
struct t { int x; int b[3]; };
union u { int a[3]; struct t t; };
static int f(int (*p)[3], int (*q)[3]) { (*p)[1] = 1; (*q)[0] = 2; return (*p)[1]; } //~ UNSPECIFIED: union-member
int main(void) {
    union u u;
    u.t.x = 0;
    observe(1, f(&u.a, &u.t.b));
    return 0;
}
