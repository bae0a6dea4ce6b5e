struct b { unsigned a : 8; unsigned c : 24; };
union u { struct b b; float f; };

int main(void) {
    union u u;
    struct b *p = &u.b;
    u.f = 1.5f;
    observe(1, p->c); //~ UNSPECIFIED: union-member
    return 0;
}
