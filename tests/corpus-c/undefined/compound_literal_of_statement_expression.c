int main(void) {
    int *p = 0;
    p = ({ &(int){ 3 }; });
    observe(1, *p); //~ UB: dangling
    return 0;
}
