struct s { int a; };
struct t { int a; };
union u { struct s s; struct t t; };
static int f(int *i, struct s *p, struct t *q) {
    *i = 1;
    int a = p->a;
    q->a = 2; //~ UNSPECIFIED: union-member
    return a;
}
int main(void) {
    union u u;
    observe(1, f(&u.s.a, &u.s, &u.t));
    return 0;
}
