struct s { int a, b; };
int main(void) {
    struct s s = { 1, 2 };
    observe(1, ((struct s *)&s.b)->a); //~ UB: out-of-bounds
    return 0;
}
