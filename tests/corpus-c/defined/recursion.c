//~ TRACE: 720 1 21 55
static int fact(int n) { int r = 1; if (n > 1) { r = fact(n - 1); r = r * n; } return r; }
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static int sum(const int *p, int n) { if (n == 0) return 0; return p[0] + sum(p + 1, n - 1); }
struct tree { struct tree *left, *right; int value; };
static int total(const struct tree *t) { return t ? total(t->left) + t->value + total(t->right) : 0; }
int main(void) {
    observe(1, fact(6));
    observe(2, even(10));
    int a[6] = { 1, 2, 3, 4, 5, 6 };
    observe(3, sum(a, 6));
    struct tree l = { 0, 0, 5 }, r = { 0, 0, 30 }, t = { &l, &r, 20 };
    observe(4, total(&t));
    return 0;
}
