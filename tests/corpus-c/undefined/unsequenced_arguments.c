static int add(int a, int b) { return a + b; }
int main(void) {
    int i = 1;
    observe(1, add(i, i = 2)); //~ UB: unsequenced
    return 0;
}
