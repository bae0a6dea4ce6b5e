// A pointer to a struct, converted, points to its first member, and back; and one to an array to its first element.
//~ FINE: out-of-bounds
//~ FINE: offset-out-of-bounds
//~ TRACE: 1 2 2 6 3 5 4 9 6
struct s { int a, b; };
struct outer { struct s s; int c; };
int main(void) {
    struct s s = { 1, 2 };
    int *p = (int *)&s;
    observe(1, *p);
    observe(2, ((struct s *)p)->b);
    observe(3, ((struct s *)&s.a)->b);
    struct outer o = { { 4, 5 }, 6 };
    void *v = &o.s.a;
    struct outer *q = v;
    observe(4, q->c);
    int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    p = (int *)m;
    observe(5, p[2]);
    p = (int *)(m + 1);
    observe(6, p[1]);
    int (*row)[3] = (int (*)[3])(void *)m;
    observe(7, row[1][0]);
    struct s *heap = malloc(2 * sizeof *heap);
    heap[1].b = 9;
    p = (int *)&heap[1];
    observe(8, ((struct s *)p)->b);
    free(&heap->a);
    unsigned sum = 0;
    for (unsigned *u = (unsigned *)m[0], *end = (unsigned *)(m[0] + 3); u != end; u++) sum += *u;
    observe(9, sum);
    return 0;
}
