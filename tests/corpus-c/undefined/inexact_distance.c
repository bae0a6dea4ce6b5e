int main(void) {
    int a[2] = { 1, 2 };
    char *c = (char *)a;
    short *p = (short *)(c + 2), *q = (short *)c;
    int *x = (int *)c, *y = x + 1;
    observe(1, y - x);
    struct s { short a, b, c; } *s = malloc(12), *t = (struct s *)((char *)s + 2);
    observe(2, t - s); //~ UB: inexact-distance
    return 0;
}
