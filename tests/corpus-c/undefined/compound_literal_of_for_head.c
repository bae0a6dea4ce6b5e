int main(void) {
    int *p = 0;
    int n = 0;
    for (p = &(int){ 2 }; n < 1; n++) { observe(1, *p); }
    observe(2, *p); //~ UB: dangling
    return 0;
}
