//~ TRACE: 1 2 2 12
static int next(void) { static int n; n++; return n; }
static int *where(void) { static int n = 11, *p = &n; n++; return p; }
int main(void) {
    observe(1, next());
    observe(2, next());
    next();
    observe(3, next() - 2);
    observe(4, *where());
    return 0;
}
