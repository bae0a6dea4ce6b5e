struct s { int a, b; };
int main(void) {
    struct s *s = 0;
    int *p = &s->b; //~ UB: null-access
    return 0;
}
