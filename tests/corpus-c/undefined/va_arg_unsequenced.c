static int f(int n, ...) {
    __builtin_va_list ap;
    __builtin_va_start(ap, n);
    int a = __builtin_va_arg(ap, int) - __builtin_va_arg(ap, int); //~ UB: unsequenced
    __builtin_va_end(ap);
    return a;
}
int main(void) {
    observe(1, f(2, 2, 1));
    return 0;
}
