// Through the union's name, any member may be read after any other.
//~ FINE: union-member
//~ TRACE: 1065353216 1 2.0 3 4
union u { float f; int i; unsigned char b[4]; };
struct s { union u u; };
int main(void) {
    union u u;
    u.f = 1.0f;
    observe(1, u.i);
    u.i = 257;
    observe(2, u.b[1]);
    struct s s, *p = &s;
    p->u.i = 1073741824;
    observe_double(3, p->u.f);
    int *q = &u.i;
    *q = 3;
    observe(4, *q);
    union u v = u;
    v.i++;
    observe(5, v.i);
    return 0;
}
