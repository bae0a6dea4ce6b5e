struct a { int t; };
struct b { int t; };
union u { struct a a[2]; struct b b[2]; };
int main(void) {
    union u u;
    int n = 1;
    u.a[n].t = 1;
    observe(1, u.b[n].t); //~ UNSPECIFIED: union-member
    return 0;
}
