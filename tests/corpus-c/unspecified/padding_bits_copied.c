struct s { unsigned a : 3; };
int main(void) {
    struct s s;
    unsigned char bytes[4];
    memset(&s, 0, sizeof s);
    s.a = 1;
    memcpy(bytes, &s, sizeof s);
    observe(1, bytes[0]); //~ UNSPECIFIED: padding
    return 0;
}
