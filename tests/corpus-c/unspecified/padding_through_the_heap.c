struct s { char c; int i; };
int main(void) {
    struct s s;
    memset(&s, 0, sizeof s);
    s.c = 1;
    s.i = 2;
    struct s *p = malloc(sizeof s);
    *p = s;
    unsigned char bytes[sizeof s];
    memcpy(bytes, p, sizeof s);
    free(p);
    observe(1, bytes[3]); //~ UNSPECIFIED: padding
    return 0;
}
