int main(void) {
    int *p = 0;
    do { } while (!(p = &(int){ 2 }));
    observe(2, *p); //~ UB: dangling
    return 0;
}
