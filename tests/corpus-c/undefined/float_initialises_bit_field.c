struct s { int a; unsigned b : 3; };
int main(void) {
    struct s s = { .b = 8.5 }; //~ UB: float-does-not-fit
    observe(1, s.a);
    return 0;
}
