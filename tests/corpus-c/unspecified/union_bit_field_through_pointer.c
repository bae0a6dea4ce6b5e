struct b { unsigned a : 8; unsigned c : 24; };
union u { struct b b; float f; };
static unsigned f(struct b *p, float *q) {
    unsigned x = p->a + p->c;
    *q = 1.5f; //~ UNSPECIFIED: union-member
    return x * 2 + p->a + p->c;
}
int main(void) {
    union u u;
    memset(&u, 0, sizeof u);
    observe(1, f(&u.b, &u.f));
    return 0;
}
