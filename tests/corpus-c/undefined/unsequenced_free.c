int main(void) {
    int *p = malloc(4);
    observe(1, (p == 0) + (free(p), 0)); //~ UB: unsequenced
    return 0;
}
