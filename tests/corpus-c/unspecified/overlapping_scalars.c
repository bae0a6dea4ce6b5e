union u { int i; short s; };
int main(void) {
    union u u = { 5 };
    u.i = u.s; //~ UNSPECIFIED: overlapping-assignment
    return 0;
}
