struct s { unsigned a : 3; unsigned b : 5; };
int main(void) {
    struct s s;
    s.a = 1;
    observe(1, s.b); //~ UB: uninitialised
    return 0;
}
