struct s { int a, b; };
static int f(int *restrict p, struct s *restrict q) { struct s t = { 3, 4 }; *p = 1; *q = t; return *p; } //~ UB: restrict
int main(void) {
    struct s s = { 0, 0 };
    observe(1, f(&s.a, &s));
    return 0;
}
