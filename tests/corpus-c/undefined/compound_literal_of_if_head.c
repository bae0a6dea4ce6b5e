int main(void) {
    int *p = 0;
    if ((p = &(int){ 3 })) { observe(1, *p); }
    observe(2, *p); //~ UB: dangling
    return 0;
}
