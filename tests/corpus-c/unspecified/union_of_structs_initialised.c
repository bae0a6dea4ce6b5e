struct a { int t; };
struct b { int t; };
union u { struct a a; struct b b; };
int main(void) {
    union u u = { .a = { 1 } };
    struct b *pb = &u.b;
    observe(1, pb->t); //~ UNSPECIFIED: union-member
    return 0;
}
