int main(void) {
    int *p = 0;
    observe(1, *p); //~ UB: null-access
    return 0;
}
