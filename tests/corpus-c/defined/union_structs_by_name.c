//~ FINE: union-member
//~ TRACE: 2
struct s { int a, b; };
struct t { int pad; struct s s; };
union u { struct s s; struct t t; };
int main(void) {
    union u u;
    u.t.pad = 0;
    u.s.b = 1;
    u.t.s.a = 2;
    observe(1, u.s.b);
    return 0;
}
