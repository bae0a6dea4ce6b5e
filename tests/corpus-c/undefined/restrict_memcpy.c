// The library accesses memory too.
unsigned char a[8];
static void f(unsigned char *restrict p) {
    unsigned char b[4];
    p[2] = 1;
    memcpy(b, a, 4); //~ UB: restrict
}
int main(void) {
    f(a);
    return 0;
}
