int main(void) {
    int x = 1, *p = &x;
    unsigned char *c = (unsigned char *)&p;
    observe(1, c[0]); //~ UNSPECIFIED: pointer-as-integer
    return 0;
}
