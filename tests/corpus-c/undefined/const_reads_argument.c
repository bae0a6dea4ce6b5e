// The pointer is an argument, what it points to is not.
__attribute__((const)) static int f(const int *p) {
    return *p; //~ UB: attribute
}
int main(void) {
    int x = 1;
    observe(1, f(&x));
    return 0;
}
