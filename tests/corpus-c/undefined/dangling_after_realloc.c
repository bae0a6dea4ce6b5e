int main(void) {
    int *p = malloc(sizeof(int)), *q;
    *p = 1;
    q = realloc(p, 64);
    observe(1, *q);
    observe(2, *p); //~ UB: dangling
    return 0;
}
