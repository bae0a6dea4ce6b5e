//~ TRACE: 2 5 3
struct s { int a, b; };
static int b(struct s *s) { return s->b; }
int main(void) {
    int *p = (int[]){ 1, 2 };
    observe(1, p[1]);
    observe(2, b(&(struct s){ .b = 5 }));
    observe(3, (struct s){ 3, 4 }.a);
    return 0;
}
