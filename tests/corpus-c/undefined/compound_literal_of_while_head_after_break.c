int main(void) {
    int *p = 0;
    while ((p = &(int){ 2 })) { break; }
    observe(2, *p); //~ UB: dangling
    return 0;
}
