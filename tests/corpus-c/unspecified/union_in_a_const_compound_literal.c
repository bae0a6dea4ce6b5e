union u { float f; int i; };
int main(void) {
    int const *p = &((const union u){ 1.0f }).i;
    observe(1, *p); //~ UNSPECIFIED: union-member
    return 0;
}
