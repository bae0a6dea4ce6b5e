// Padding may be copied along, and what is not padding keeps its value.
//~ FINE: padding
//~ TRACE: 1 2 5 1 2
struct s { char c; int i; };
struct b { unsigned x : 3; unsigned y : 5; };
int main(void) {
    struct s s, t;
    memset(&s, 0, sizeof s);
    s.c = 1;
    s.i = 2;
    memcpy(&t, &s, sizeof s);
    observe(1, t.c);
    observe(2, t.i);
    struct b b = { 5, 0 };
    unsigned char bytes[sizeof(struct s)];
    memcpy(bytes, &b, 1);
    observe(3, bytes[0]);
    memcpy(bytes, &t, sizeof t);
    observe(4, bytes[0]);
    observe(5, bytes[4] + bytes[7]);
    return 0;
}
