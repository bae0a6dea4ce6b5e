struct s { int a; };
static struct s g;
static struct s h(void) { struct s s = { 3 }; return s; }
__attribute__((pure)) static int f(void) { g = h(); return g.a; } //~ UB: attribute
int main(void) {
    observe(1, f());
    return 0;
}
