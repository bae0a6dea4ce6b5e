//~ FINE: effective-type
//~ TRACE: 2 5 7
struct s { long l; int a[2]; };
int main(void) {
    struct s s = { 1, { 2, 3 } };
    int *p = malloc(8), *q = malloc(8);
    *p = 1;
    memcpy(p, s.a, 8);
    observe(1, *p);
    q[1] = 5;
    memcpy(p, q + 1, 4);
    observe(2, *p);
    int x = 7;
    memcpy(&x, &x + 0 * (p - p), 0);
    observe(3, x);
    return 0;
}
