//~ FINE: wrong-signature
//~ FINE: no-result
//~ TRACE: 3 8 5 89 2
typedef int (*op)(int, int);
static int add(int a, int b) { return a + b; }
static int mul(int a, int b) { return a * b; }
static const op ops[2] = { add, mul };
static int fib(int n) { return n < 2 ? 1 : fib(n - 1) + fib(n - 2); }
static void set(int *p, int x) { *p = x; }
static op pick(int n) { return ops[n]; }
static int maybe(int x) { if (x) return 2; observe(9, x); return 3; }
int main(void) {
    op f = add;
    observe(1, f(1, 2));
    observe(2, (*pick(1))(2, 4));
    int x = 1;
    set(&x, 5);
    observe(3, x);
    observe(4, fib(10));
    observe(5, maybe(1));
    return 0;
}
