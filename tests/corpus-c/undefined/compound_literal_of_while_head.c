int main(void) {
    int *p = 0;
    int n = 0;
    while (n++ < *(p = &(int){ 2 })) { observe(1, *p); }
    observe(2, *p); //~ UB: dangling
    return 0;
}
