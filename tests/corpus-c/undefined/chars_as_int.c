int main(void) {
    _Alignas(4) char c[4] = { 1, 2, 3, 4 };
    observe(1, *(int *)c); //~ UB: effective-type
    return 0;
}
