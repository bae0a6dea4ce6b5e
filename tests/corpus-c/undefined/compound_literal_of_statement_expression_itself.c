int main(void) {
    int *p = 0;
    observe(1, *({ p = &(int){ 3 }; })); //~ UB: dangling
    return 0;
}
