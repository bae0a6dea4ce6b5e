int main(void) {
    _Bool b = 1;
    memset(&b, 2, 1);
    observe(1, b); //~ UB: invalid-bool
    return 0;
}
