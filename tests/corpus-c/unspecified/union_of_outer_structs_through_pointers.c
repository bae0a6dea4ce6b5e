struct a { int t; };
struct x { struct a a; };
struct y { struct a a; };
union u { struct x x; struct y y; };
int main(void) {
    union u u;
    struct x *px = &u.x;
    struct y *py = &u.y;
    px->a.t = 1;
    observe(1, py->a.t); //~ UNSPECIFIED: union-member
    return 0;
}
