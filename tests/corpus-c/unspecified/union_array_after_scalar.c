union u { int i; short s[2]; };
int main(void) {
    union u u = { 65537 };
    observe(1, u.s[0]); //~ UNSPECIFIED: union-member
    return 0;
}
