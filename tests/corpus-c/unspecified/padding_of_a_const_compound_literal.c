struct s { char c; int i; };
int main(void) {
    unsigned char const *p = (unsigned char const *)&(const struct s){ 1, 2 };
    observe(1, p[0]);
    observe(2, p[1]); //~ UNSPECIFIED: padding
    return 0;
}
