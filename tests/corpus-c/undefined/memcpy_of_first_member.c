struct s { int a; int b; };
int main(void) {
    struct s x = { 1, 2 }, y;
    memcpy(&y, &x.a, sizeof(x)); //~ UB: out-of-bounds
    observe(1, y.b);
    return 0;
}
