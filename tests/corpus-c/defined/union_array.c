//~ FINE: union-member
//~ TRACE: 3 5 8
union u { int i[3]; long l; };
int main(void) {
    union u u;
    for (int i = 0; i < 3; i++) u.i[i] = i + 3;
    observe(1, u.i[0]);
    observe(2, u.i[2]);
    memset(&u, 0, sizeof u);
    u.i[1] = 8;
    observe(3, u.i[1]);
    return 0;
}
