// 6.5.2.3p6 holds where the union is visible; compilers want it named.
struct a { int t; int x; };
struct b { int t; float y; };
union u { struct a a; struct b b; };
int main(void) {
    union u u;
    u.a.t = 1;
    u.a.x = 2;
    struct b *p = &u.b;
    observe(1, p->t); //~ UNSPECIFIED: union-member
    return 0;
}
