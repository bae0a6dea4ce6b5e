//~ TRACE: 7 3 0
struct pair { short a, b; };
union u { struct pair p; long l; int i; };
int main(void) {
    union u u = { { 7, 8 } };
    observe(1, u.p.a);
    union u v = { .l = 3 };
    observe(2, v.l);
    static union u w;
    observe(3, w.p.b);
    return 0;
}
