struct s { int *p; };
static struct s f(void) { int x = 1; struct s s = { &x }; return s; }
int main(void) {
    struct s s = f();
    int *p = s.p; //~ UB: dangling
    return 0;
}
