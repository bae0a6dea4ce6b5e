// 6.7.2.1p15: a pointer to the first member, converted, points to the struct.
//~ FINE: out-of-bounds
//~ TRACE: 1 2
struct i { int x; };
struct s { struct i i; int b; };
int main(void) {
    struct s s = { { 1 }, 2 };
    int *p = &s.i.x;
    observe(1, ((struct i *)p)->x);
    observe(2, ((struct s *)p)->b);
    return 0;
}
