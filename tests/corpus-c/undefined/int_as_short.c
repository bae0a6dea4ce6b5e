int main(void) {
    int x = 5;
    observe(1, *(short *)&x); //~ UB: effective-type
    return 0;
}
