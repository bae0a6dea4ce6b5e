int main(void) {
    int *p = 0;
    observe(1, ({ (int[]){ 3, 4 }; })[1]); //~ UB: dangling
    return 0;
}
