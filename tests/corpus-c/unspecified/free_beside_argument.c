// The same in the arguments of a call.
static int fr(int *p) { free(p); return 0; }
static int two(int a, int b) { return a + b; }
int main(void) {
    int *p = malloc(4);
    *p = 1;
    int *q = p;
    observe(1, two(q == p, fr(p))); //~ UNSPECIFIED: evaluation-order
    return 0;
}
