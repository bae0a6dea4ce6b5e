// The type itself, with another sign, and characters.
//~ FINE: effective-type
//~ TRACE: 5 255 5 7 1 9
struct in { int x; short y; };
struct out { char c; struct in in[2]; };
int main(void) {
    int x = 5;
    observe(1, *(unsigned *)&x);
    x = -1;
    observe(2, *(unsigned char *)&x);
    struct out o = { 1, { { 5, 6 }, { 7, 8 } } };
    int *p = &o.in[0].x;
    observe(3, *p);
    struct in *q = &o.in[1];
    observe(4, q->x);
    char *c = (char *)&o;
    observe(5, *c);
    void *v = malloc(16);
    short *s = v;
    s[7] = 9;
    observe(6, s[7]);
    return 0;
}
