// 6.2.6.1p6: a store to a member may change the padding beside it.
struct s { char c; int i; };
union u { struct s s; unsigned char b[8]; };
int main(void) {
    union u u;
    memset(&u, 0, sizeof u);
    u.s.c = 1;
    observe(1, u.b[1]); //~ UB: uninitialised
    return 0;
}
