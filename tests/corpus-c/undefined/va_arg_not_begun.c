static int f(int n, ...) {
    __builtin_va_list ap;
    int a = __builtin_va_arg(ap, int); //~ UB: va-arg
    return a;
}
int main(void) {
    observe(1, f(1, 2));
    return 0;
}
