// Written before it is read, whichever way there is.
//~ FINE: uninitialised
//~ TRACE: 1 0 2 3
struct s { char c; int i; };
static int zero;
int main(void) {
    int x;
    x = 1;
    observe(1, x);
    observe(2, zero);
    int a[3];
    a[1] = 2;
    observe(3, a[1]);
    struct s s = { 1, 2 }, t;
    t = s;
    observe(4, t.i + t.c);
    return 0;
}
