struct s { int a; float b; };
int main(void) {
    struct s *p = malloc(sizeof *p);
    int i = 3;
    p->a = 1;
    memcpy(&p->b, &i, sizeof i);
    observe(1, (int)p->b); //~ UB: effective-type
    return 0;
}
