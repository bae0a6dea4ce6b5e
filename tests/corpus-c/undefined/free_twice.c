int main(void) {
    int *p = malloc(4), *q = p;
    free(p);
    free(q); //~ UB: dangling
    return 0;
}
