int main(void) {
    int *p = malloc(sizeof(int));
    *p = 1;
    free(p);
    observe(1, *p); //~ UB: dangling
    return 0;
}
