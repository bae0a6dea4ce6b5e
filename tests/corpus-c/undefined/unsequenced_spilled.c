// The variable gets its address in the same expression.
static int get(int *p, int x) { return *p + x; }
int main(void) {
    int i = 1;
    observe(1, get(&i, i++) + i); //~ UB: unsequenced
    return 0;
}
