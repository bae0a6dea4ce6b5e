//~ FINE: volatile-access
//~ TRACE: 2 3 4 4
struct s { volatile int a; int b; };
int main(void) {
    volatile int x = 1;
    x++;
    observe(1, x);
    struct s s = { 1, 2 };
    int *p = &s.b;
    *p = 3;
    observe(2, s.b);
    volatile int *q = &s.a;
    *q = 4;
    observe(3, s.a);
    int y = 4;
    q = &y;
    observe(4, *q);
    return 0;
}
