// The function designator and the arguments are not sequenced.
static int f(int x) { return x; }
static int g(int x) { return x + 1; }
int main(void) {
    int (*p)(int) = f;
    observe(1, p((p = g, 1))); //~ UB: unsequenced
    return 0;
}
