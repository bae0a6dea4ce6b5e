struct s { unsigned a : 3; unsigned b : 2; unsigned c : 3; };
int main(void) {
    struct s s, t;
    s.a = 1;
    t = s;
    observe(1, t.a);
    observe(2, t.b); //~ UB: uninitialised
    return 0;
}
