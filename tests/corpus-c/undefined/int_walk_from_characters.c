struct s { int a; int b; };
int main(void) {
    struct s x = { 1, 2 };
    int *p = (int *)(char *)&x;
    observe(1, *(p + 1)); //~ UB: out-of-bounds
    return 0;
}
