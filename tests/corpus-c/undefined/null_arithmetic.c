int main(void) {
    int *p = 0;
    p = p + 1; //~ UB: null-access
    return 0;
}
