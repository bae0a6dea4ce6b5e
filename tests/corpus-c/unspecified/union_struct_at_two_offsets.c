// Two objects of one type that overlap: by type they are the same or apart.
struct s { int a[3]; };
struct t { int x; struct s s; };
union u { struct s s; struct t t; };
static int f(struct s *p, struct s *q) { p->a[1] = 1; q->a[0] = 2; return p->a[1]; } //~ UNSPECIFIED: union-member
int main(void) {
    union u u;
    u.t.x = 0;
    observe(1, f(&u.s, &u.t.s));
    return 0;
}
