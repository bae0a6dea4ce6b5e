// A bit of everything, as a first look at whether the machine works at all.
//~ TRACE: 0 5 10 2 1 0 9 6 7 30 120 12 3 65 4 1.5 -3 1 7 77
enum colour { RED, GREEN = 8, BLUE };
struct pair { int a; short b; };
struct bits { unsigned a : 3; int b : 5; };
union either { int whole; float part; unsigned char bytes[4]; };
int grid[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
int *cursor = &grid[1][2];
static const char text[] = "ABC";
static int twice(int x) { return x * 2; }
static int factorial(int n) { if (n < 2) return 1; return n * factorial(n - 1); }
static struct pair swap(struct pair p) { struct pair q = { p.b, (short)p.a }; return q; }
static int count(void) { static int n = 3; n++; return n; }
int main(void) {
    int x = 5, y[3] = { 0 }, *p = y;
    for (int i = 0; i < 3; i++) { y[i] = i * x; observe(1, y[i]); }
    for (int i = 3; i--; ) { int x = i; observe(2, x); }
    do { x--; if (x == 2) continue; } while (x > 0);
    switch (x + 7) {
    case 7: x = 1;
    case RED: x += 3;
    case GREEN: { x += 5; break; }
    default: x = 100;
    }
    observe(3, x);
    observe(4, *cursor);
again:
    if (x < 10) { x = x - 2; if (x == 7) { observe(5, x); } else goto done; goto again; }
done:
    observe(6, twice(x) + twice(10));
    observe(7, factorial(5));
    struct pair s = { 3, 4 };
    s = swap(s);
    observe(8, s.a * s.b);
    struct bits b = { 11, 20 };
    observe(9, b.a);
    observe(10, text[0]);
    count();
    int (*f)(int) = twice;
    observe(11, f(2));
    union either u = { .part = 1.5f };
    observe_double(12, u.part);
    b.b = -3;
    observe(13, b.b);
    int *m = malloc(4 * sizeof(int));
    m[3] = 1;
    observe(14, m[3]);
    free(m);
    p = y;
    *p++ = 7;
    observe(15, y[0]);
    y[p - y] = 77;
    observe(16, *p);
    return 0;
}
