// Half an element makes nothing that could be read as one.
int main(void) {
    int a[2] = { 1, 2 };
    short *p = malloc(8);
    memcpy(p, a, 2);
    observe(1, p[0]); //~ UB: effective-type
    return 0;
}
