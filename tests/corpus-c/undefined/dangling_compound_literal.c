int main(void) {
    int *p = 0;
    { p = (int[]){ 1, 2 }; observe(1, p[1]); }
    observe(2, p[1]); //~ UB: dangling
    return 0;
}
