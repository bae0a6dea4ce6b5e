int main(void) {
    int x = 5;
    unsigned char *c = (unsigned char *)&x;
    x = *c; //~ UNSPECIFIED: overlapping-assignment
    observe(1, x);
    return 0;
}
