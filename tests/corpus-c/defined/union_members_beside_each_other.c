//~ TRACE: 1 2 3 1 7
struct s { int a; int b; };
union u { struct s s; int i; long l; };
struct outer { int before; union u u; int after; };
int main(void) {
    struct outer o = { 1, { { 1, 1 } }, 3 };
    o.u.s.b = 2;
    observe(1, o.u.s.a);
    observe(2, o.u.s.b);
    observe(3, o.after);
    o.u.i = 4;
    observe(4, o.before);
    struct s s = { 6, 7 };
    o.u.s = s;
    observe(5, o.u.s.b);
    return 0;
}
