//~ FINE: dangling
//~ TRACE: 5 6 2
static int *keep(int *p) { return p; }
static int *last(void) { static int n = 1; n++; return &n; }
int main(void) {
    int x = 5, *p;
    { int y = 6; p = &y; x = *p + x - 6; }
    p = keep(&x);
    observe(1, *p);
    int *q = malloc(sizeof(int));
    *q = 6;
    observe(2, *q);
    free(q);
    observe(3, *last());
    return 0;
}
