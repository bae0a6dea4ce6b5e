union u { float f; int i; };
int main(void) {
    union u u;
    float *p = &u.f;
    *p = 1.0f;
    observe(1, u.i); //~ UNSPECIFIED: union-member
    return 0;
}
