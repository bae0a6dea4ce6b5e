//~ TRACE: 3 4 9 1 2 5
struct inner { int x, y; };
struct outer { char c; struct inner in[2]; };
static struct inner make(int x, int y) { struct inner i = { x, y }; return i; }
static int sum(struct inner i) { i.x += i.y; return i.x; }
int main(void) {
    struct inner a;
    a = make(3, 4);
    observe(1, a.x);
    observe(2, a.y);
    observe(3, sum(a) + 2);
    struct outer o = { 1, { { 1, 2 } } };
    struct outer p = o;
    observe(4, p.in[0].x);
    p.in[1] = p.in[0];
    observe(5, p.in[1].y);
    struct inner *q = &p.in[1];
    q->x = 5;
    observe(6, p.in[1].x);
    return 0;
}
