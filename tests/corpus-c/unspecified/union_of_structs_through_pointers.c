struct a { int t; };
struct b { int t; };
union u { struct a a; struct b b; };
static int f(struct a *pa, struct b *pb) {
    pa->t = 1;
    pb->t = 2; //~ UNSPECIFIED: union-member
    return pa->t;
}
int main(void) {
    union u u;
    observe(1, f(&u.a, &u.b));
    return 0;
}
