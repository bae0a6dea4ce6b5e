// The result is a value before it is assigned.
//~ FINE: overlapping-assignment
//~ TRACE: 21 12
struct s { int a, b; };
static struct s f(const struct s *p) { struct s r; r.a = p->b; r.b = p->a; return r; }
int main(void) {
    struct s s = { 1, 2 };
    s = f(&s);
    observe(1, s.a * 10 + s.b);
    struct s *q = &s;
    *q = f(q);
    observe(2, s.a * 10 + s.b);
    return 0;
}
