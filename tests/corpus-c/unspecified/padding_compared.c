struct s { char c; int i; };
int main(void) {
    struct s s, t;
    memset(&s, 0, sizeof s);
    memset(&t, 0, sizeof t);
    observe(1, memcmp(&s, &t, sizeof s) == 0); //~ UNSPECIFIED: padding
    return 0;
}
