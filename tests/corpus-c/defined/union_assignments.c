// From one member of a union to another: exactly the same object, a value that was computed, or bits beside it.
//~ FINE: overlapping-assignment
//~ TRACE: 7 8 3
union u { int i; short s; struct { int a : 5, b : 6; } f; };
int main(void) {
    union u u = { 7 };
    u.i = u.i;
    observe(1, u.i);
    int i = u.s;
    u.i = i + 1;
    observe(2, u.i);
    u.f.b = 0;
    u.f.a = 3;
    u.f.b = u.f.a;
    observe(3, u.f.b);
    return 0;
}
