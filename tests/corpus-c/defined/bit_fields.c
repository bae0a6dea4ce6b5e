//~ TRACE: 5 -2 1 100000 3 1 -1 7 8
struct s { unsigned a : 3; int b : 2; _Bool c : 1; unsigned : 0; unsigned d : 17; int : 4; unsigned e : 2; };
struct __attribute__((packed)) p { unsigned a : 7; unsigned b : 30; unsigned char c; };
int main(void) {
    struct s s = { 13, 2, 5, 100000, 7 };
    observe(1, s.a);
    observe(2, s.b);
    observe(3, s.c);
    observe(4, s.d);
    observe(5, s.e);
    s.a = 0;
    s.a--;
    observe(6, s.a == 7);
    observe(7, s.a - 8);
    struct s one;
    one.a = 7;
    observe(8, one.a);
    struct p p = { 1, 7, 3 };
    p.b++;
    observe(9, p.b);
    return 0;
}
