int main(void) {
    int *p = malloc(8);
    p[0] = 1;
    p[2] = 1; //~ UB: out-of-bounds
    return 0;
}
