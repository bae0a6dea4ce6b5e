union u { int i[2]; float f[2]; };
int main(void) {
    union u u;
    u.i[0] = 1;
    observe_double(1, u.f[0]); //~ UNSPECIFIED: union-member
    return 0;
}
