struct b { unsigned a : 8; unsigned c : 24; };
union u { struct b b; float f; };

int main(void) {
    union u u = { { 1, 2 } };
    struct b *p = &u.b;
    p->c = 3;
    observe_double(1, u.f); //~ UNSPECIFIED: union-member
    return 0;
}
