// The same on the heap.
int main(void) {
    int (*g)[3] = malloc(24);
    for (int i = 0; i < 6; i++) g[i / 3][i % 3] = i;
    int *p = (int *)g;
    observe(1, p[4]); //~ UB: offset-out-of-bounds
    return 0;
}
