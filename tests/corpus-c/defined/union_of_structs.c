// Structs that begin alike in a union: through its name, or through pointers to one of them.
//~ FINE: union-member
//~ TRACE: 2 2 4 5 6
struct a { int t; int x; };
struct b { int t; float y; };
struct outer { struct a a; };
union u { struct a a; struct b b; struct outer o; };
static int same(struct a *p, struct a *q) { p->t = 1; q->t = 2; return p->t; }
static int member(struct a *p, int *q) { p->t = 1; *q = 2; return p->t; }
static int inner(struct outer *p, struct a *q) { p->a.t = 3; q->t = 4; return p->a.t; }
int main(void) {
    union u u;
    observe(1, same(&u.a, &u.a));
    observe(2, member(&u.a, &u.a.t));
    observe(3, inner(&u.o, &u.o.a));
    struct b *p = &u.b;
    u.b.t = 5;
    observe(4, p->t);
    p->t = 6;
    observe(5, u.a.t);
    return 0;
}
