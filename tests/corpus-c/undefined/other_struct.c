struct a { int x; };
struct b { int x; };
int main(void) {
    struct a a = { 1 };
    struct b *b = (struct b *)&a;
    observe(1, b->x); //~ UB: effective-type
    return 0;
}
