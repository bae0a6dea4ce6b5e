__attribute__((pure)) static int f(int *p) {
    *p += 1; //~ UB: attribute
    return *p;
}
int main(void) {
    int x = 1;
    observe(1, f(&x));
    return 0;
}
