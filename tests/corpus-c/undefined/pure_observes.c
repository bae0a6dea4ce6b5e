__attribute__((pure)) static int f(int a) {
    observe(1, a); //~ UB: attribute
    return a;
}
int main(void) {
    observe(2, f(1));
    return 0;
}
