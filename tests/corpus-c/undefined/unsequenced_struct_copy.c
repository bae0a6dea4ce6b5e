struct s { int a, b; };
static int get(struct s s, int x) { return s.b + x; }
int main(void) {
    struct s s = { 1, 2 };
    observe(1, get(s, s.b = 4)); //~ UB: unsequenced
    return 0;
}
