volatile int v = 1;
__attribute__((pure)) static int f(int a) {
    return a + v; //~ UB: attribute
}
int main(void) {
    observe(1, f(1));
    return 0;
}
