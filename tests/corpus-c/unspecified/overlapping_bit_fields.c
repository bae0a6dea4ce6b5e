union u { struct { int a : 5; } x; struct { int b : 6; } y; };
int main(void) {
    union u u = { { 5 } };
    u.y.b = u.x.a; //~ UNSPECIFIED: overlapping-assignment
    return 0;
}
