union u { unsigned a : 3; unsigned b : 5; };
int main(void) {
    union u u;
    u.a = 1;
    observe(1, u.b); //~ UB: uninitialised
    return 0;
}
