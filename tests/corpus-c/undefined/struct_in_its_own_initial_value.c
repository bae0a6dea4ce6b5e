struct s { int a[8]; };
static struct s f(struct s *p) { struct s r = { { p->a[0] } }; return r; } //~ UB: uninitialised
int main(void) {
    struct s s = f(&s);
    observe(1, s.a[0]);
    return 0;
}
