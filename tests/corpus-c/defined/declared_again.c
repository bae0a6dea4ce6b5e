//~ TRACE: 7 7 0
int main(void) {
    int n = 0;
    int *p = 0;
again:;
    int x = 7;
    observe(1, x);
    p = &x;
    x = 0;
    n++;
    if (n < 2) goto again;
    observe(2, *p);
    return 0;
}
