union u { int i; float f; };
int main(void) {
    union u u = { 5 };
    u.f = 1 ? (float)u.i : 0; //~ UNSPECIFIED: overlapping-assignment
    return 0;
}
