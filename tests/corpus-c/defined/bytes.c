//~ FINE: padding
//~ FINE: memcmp-value
//~ FINE: overlapping-copy
//~ TRACE: 2 1 1 0 1 1 5 16843009
struct s { char c; int i; };
int main(void) {
    int a[4] = { 1, 2, 3, 4 }, b[4];
    memcpy(b, a, sizeof a);
    observe(1, b[1]);
    observe(2, !memcmp(a, b, sizeof a));
    b[3] = 5;
    observe(3, memcmp(a, b, sizeof a) < 0);
    observe(4, memcmp(a, b, 12));
    memmove(a + 1, a, 8);
    observe(5, a[1]);
    struct s s = { 1, 2 }, t;
    memcpy(&t, &s, sizeof s);
    observe(6, *(char *)&t);
    int *h = malloc(sizeof b);
    memcpy(h, b, sizeof b);
    observe(7, h[3]);
    memset(a, 1, 4);
    observe(8, a[0]);
    return 0;
}
