struct s { int a, b; };
int main(void) {
    struct s s = { 1, 2 };
    observe(1, &s.a < &s.b); //~ UNSPECIFIED: pointer-comparison
    return 0;
}
