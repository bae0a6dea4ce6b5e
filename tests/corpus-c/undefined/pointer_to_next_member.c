// A pointer to a member belongs to that member.
struct s { int a, b; };
int main(void) {
    struct s s = { 1, 2 };
    int *p = &s.a;
    observe(1, p[1]); //~ UB: out-of-bounds
    return 0;
}
