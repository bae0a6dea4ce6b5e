// 6.2.6.1p7: the other bytes have unspecified values.
union u { long l; int i; };
int main(void) {
    union u u = { 5 };
    u.i = 1;
    observe(1, u.l); //~ UB: uninitialised
    return 0;
}
