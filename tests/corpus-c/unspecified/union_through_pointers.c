union u { float f; int i; };
int main(void) {
    union u u;
    u.f = 1.0f;
    int *p = &u.i;
    observe(1, *p); //~ UNSPECIFIED: union-member
    return 0;
}
