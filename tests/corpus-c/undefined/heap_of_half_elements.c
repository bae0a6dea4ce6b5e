struct s { long a; int b; };
int main(void) {
    struct s *p = malloc(24);
    p[0].a = 1;
    char *c = (char *)p;
    observe(1, *(long *)(c + 16)); //~ UB: effective-type
    return 0;
}
