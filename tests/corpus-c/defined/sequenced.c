//~ FINE: unsequenced
//~ FINE: evaluation-order
//~ TRACE: 3 5 2 6 4 1 2 7 11 5 3 9 6
static int g;
static int bump(int by) { g += by; return g; }
static int next(int x) { int y = x; y++; return y; }
static void both(int a, int b) { observe(5, a - b); }
int main(void) {
    int i = 1, j = 0;
    i = i + 2;
    observe(1, i);
    i = (i++, i + 1);
    observe(2, i);
    j = i++ && i == 6 ? 2 : 0;
    observe(3, j);
    observe(4, i);
    both(next(4), j - 1);
    i = j = 1;
    observe(6, j);
    int a[3] = { 1, 2, 3 }, *p = a;
    *p++ = i;
    i = *p++;
    observe(7, i);
    observe(8, next(2) + next(3));
    g = 4;
    observe(9, bump(1) + 6);
    g = g + 0;
    observe(10, g);
    i = bump(0) - i;
    observe(11, i);
    a[0] = 4;
    a[1] = a[0]++ + g;
    observe(12, a[1]);
    g = bump(1);
    observe(13, g);
    return 0;
}
