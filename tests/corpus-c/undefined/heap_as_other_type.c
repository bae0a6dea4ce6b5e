int main(void) {
    void *v = malloc(8);
    int *p = v;
    *p = 1;
    observe(1, *(short *)v); //~ UB: effective-type
    return 0;
}
