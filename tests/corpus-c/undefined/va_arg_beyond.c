static int f(int n, ...) {
    __builtin_va_list ap;
    __builtin_va_start(ap, n);
    int a = __builtin_va_arg(ap, int);
    a += __builtin_va_arg(ap, int); //~ UB: va-arg
    __builtin_va_end(ap);
    return a;
}
int main(void) {
    observe(1, f(1, 2));
    return 0;
}
