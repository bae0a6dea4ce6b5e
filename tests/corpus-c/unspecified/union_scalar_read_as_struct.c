struct s { int a; };
union u { int i; struct s s; };
int main(void) {
    union u u;
    struct s *p = &u.s;
    u.i = 1;
    observe(1, p->a); //~ UNSPECIFIED: union-member
    return 0;
}
