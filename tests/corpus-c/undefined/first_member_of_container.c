// To the struct and back: it is the first member again.
struct s { int a, b; };
int main(void) {
    struct s s = { 1, 2 };
    int *p = (int *)(struct s *)&s.a;
    observe(1, p[1]); //~ UB: out-of-bounds
    return 0;
}
