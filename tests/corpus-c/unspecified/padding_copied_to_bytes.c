struct s { char c; int i; };
int main(void) {
    struct s s;
    unsigned char bytes[sizeof s];
    memset(&s, 0, sizeof s);
    s.c = 1;
    memcpy(bytes, &s, sizeof s);
    observe(1, bytes[1]); //~ UNSPECIFIED: padding
    return 0;
}
