struct s { int a; };
static int f(struct s a, struct s b) { return a.a * 10 + b.a; }
int main(void) {
    int x = 1;
    observe(1, f((struct s){ x++ }, (struct s){ x })); //~ UB: unsequenced
    return 0;
}
