// Each works on memory of its own.
//~ FINE: evaluation-order
//~ TRACE: 714 45
static int a[64], b[64];
static int work(int *p, int n) { int s = 0; for (int i = 0; i < n; i++) { p[i & 63] = i; s += p[i & 31]; } return s; }
static int *fresh(int n) { int *p = malloc(sizeof(int)); *p = n; return p; }
int main(void) {
    observe(1, work(a, 50) + work(b, 12) - 1);
    observe(2, *fresh(40) + *fresh(5));
    return 0;
}
