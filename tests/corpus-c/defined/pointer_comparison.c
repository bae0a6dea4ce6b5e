//~ FINE: pointer-comparison
//~ FINE: different-objects
//~ TRACE: 1 0 1 0 1 1 1
struct s { int a, b; };
static int f(void) { return 1; }
static int g(void) { return 2; }
int main(void) {
    int a[3] = { 1, 2, 3 }, x = 1;
    observe(1, &a[0] < &a[2]);
    observe(2, &a[0] == &x);
    observe(3, a + 3 == &a[3]);
    observe(4, f == g);
    observe(5, a + 3 > a);
    struct s s = { 1, 2 };
    observe(6, &s.a != &s.b);
    int (*h)(void) = f;
    observe(7, h == f);
    return 0;
}
