struct s { unsigned a : 3; };
int main(void) {
    struct s s;
    memset(&s, 0, sizeof s);
    s.a = 1;
    observe(1, *(unsigned char *)&s); //~ UNSPECIFIED: padding
    return 0;
}
