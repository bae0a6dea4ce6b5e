// It is one object in one block, whose value the second evaluation replaces: that is more than the machine keeps track of.
int main(void) {
    int *p = 0, n = 0;
again:
    if (n == 1) observe(1, *p);
    if (n == 2) observe(2, *p); //~ UNSPECIFIED: literal-again
    int *q = (int[]){ n };
    if (n == 0) p = q;
    n++;
    goto again;
}
