// Bit-fields of a union's struct, through one pointer and through the union's name.
//~ FINE: union-member
//~ TRACE: 1 5 5 3 7
struct b { unsigned a : 8; _Bool d : 1; unsigned c : 5; };
union u { struct b b; int i; };
union in { int i; float f; };
struct s { union in u; int a[2]; };
union out { struct s s; float k; };
int main(void) {
    union u u = { { 1, 1, 2 } };
    struct b *p = &u.b;
    observe(1, p->a);
    p->c = 5;
    observe(2, p->c);
    observe(3, u.b.c);
    union out o, *q = &o;
    int n = 1;
    q->s.u.i = 3;
    observe(4, o.s.u.i);
    struct s *r = &o.s;
    r->a[n] = 7;
    observe(5, r->a[1]);
    return 0;
}
