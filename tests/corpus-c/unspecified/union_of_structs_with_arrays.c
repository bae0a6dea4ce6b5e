struct s { int a[2]; };
struct t { int a[2]; };
union out { struct s s; struct t t; };
static int f(struct s *p, struct t *q, int i) {
    p->a[i] = 1;
    q->a[i] = 2; //~ UNSPECIFIED: union-member
    return p->a[i];
}
int main(void) {
    union out o;
    observe(1, f(&o.s, &o.t, 1));
    return 0;
}
