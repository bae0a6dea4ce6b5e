struct s { char c; int i; };
static int f(struct s s) {
    unsigned char bytes[sizeof s];
    memmove(bytes, &s, sizeof s);
    return bytes[2]; //~ UNSPECIFIED: padding
}
int main(void) {
    struct s s;
    memset(&s, 0, sizeof s);
    s.c = 1;
    s.i = 2;
    observe(1, f(s));
    return 0;
}
