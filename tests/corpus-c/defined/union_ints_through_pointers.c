// A pointer to int may point to any int.
//~ FINE: union-member
//~ TRACE: 2
struct s { int a, b; };
struct t { int pad; struct s s; };
union u { struct s s; struct t t; };
static int f(struct s *p, int *q) { p->b = 1; *q = 2; return p->b; }
int main(void) {
    union u u;
    u.t.pad = 0;
    observe(1, f(&u.s, &u.t.s.a));
    return 0;
}
