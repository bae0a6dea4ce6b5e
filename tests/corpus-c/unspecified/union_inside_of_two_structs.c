union in { int i; float f; };
struct s { int h; union in u; };
struct t { int h; union in u; };
union out { struct s s; struct t t; };
static int f(struct s *p, struct t *q) {
    p->u.i = 1;
    q->u.f = 2.0f; //~ UNSPECIFIED: union-member
    return p->u.i;
}
int main(void) {
    union out o;
    observe(1, f(&o.s, &o.t));
    return 0;
}
