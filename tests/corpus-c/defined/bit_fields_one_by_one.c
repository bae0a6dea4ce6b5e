//~ TRACE: 1 2 3 2
struct s { unsigned a : 3; unsigned b : 2; unsigned c : 3; };
int main(void) {
    struct s s;
    s.a = 1;
    s.b = 2;
    observe(1, s.a);
    observe(2, s.b);
    s.c = 3;
    observe(3, s.c);
    struct s t = s;
    observe(4, t.b);
    return 0;
}
