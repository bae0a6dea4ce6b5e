// Freed behind its back.
static int f(int *restrict p, int *q) {
    int before = *p;
    free(q); //~ UB: restrict
    return before;
}
int main(void) {
    int *m = malloc(4);
    *m = 1;
    observe(1, f(m, m));
    return 0;
}
