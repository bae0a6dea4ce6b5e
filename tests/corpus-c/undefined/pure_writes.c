// A function that is pure leaves everything as it was.
int x;
__attribute__((pure)) static int f(int a) {
    x = a; //~ UB: attribute
    return a;
}
int main(void) {
    observe(1, f(1));
    return 0;
}
