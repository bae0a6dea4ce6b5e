// Memory of malloc stays what it is where parts of it are copied from objects of the same types.
//~ FINE: effective-type
//~ TRACE: 1 3 2 5 6
struct s { int a; float b; int c[2]; };
int main(void) {
    struct s *p = malloc(2 * sizeof *p);
    float f = 3.0f;
    int two[3] = { 4, 5, 6 };
    p->a = 1;
    memcpy(&p->b, &f, sizeof f);
    observe(1, p->a);
    observe(2, (int)p->b);
    memcpy(p[1].c, two + 1, 2 * sizeof(int));
    struct s s = { 2 };
    memcpy(p, &s, sizeof s);
    observe(3, p->a);
    observe(4, p[1].c[0]);
    memcpy(&p->c[1], &two[2], sizeof(int));
    observe(5, p->c[1]);
    free(p);
    return 0;
}
