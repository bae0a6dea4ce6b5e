struct s { char c; int i; };
int main(void) {
    struct s s = { 1, 2 };
    memset(&s, 0, sizeof s);
    s.c = 1;
    unsigned char *p = (unsigned char *)&s;
    observe(1, p[1]); //~ UNSPECIFIED: padding
    return 0;
}
