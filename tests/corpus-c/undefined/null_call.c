int main(void) {
    int (*f)(void) = 0;
    f(); //~ UB: null-access
    return 0;
}
