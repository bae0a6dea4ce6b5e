union in { int i; float f; };
struct s { union in u; };
union out { struct s s; float k; };
static int f(struct s *p, union out *o) {
    p->u.i = 1;
    o->k = 2.0f;
    return p->u.i; //~ UNSPECIFIED: union-member
}
int main(void) {
    union out o;
    observe(1, f(&o.s, &o));
    return 0;
}
