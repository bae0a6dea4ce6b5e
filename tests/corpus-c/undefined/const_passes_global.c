// To pass it is to read it.
struct s { int a; };
static struct s g = { 1 };
static int h(struct s s) { return s.a; }
__attribute__((const)) static int f(int n) { return h(g) + n; } //~ UB: attribute
int main(void) {
    observe(1, f(1));
    return 0;
}
