// It is one object for the whole block around the loop, so what it was before is not kept.
int main(void) {
    int *p = 0, n = 0;
again:
    if (n == 1) observe(1, *p);
    if (n == 2) observe(2, *p); //~ UB: dangling
    int *q = (int[]){ n };
    if (n == 0) p = q;
    n++;
    goto again;
}
