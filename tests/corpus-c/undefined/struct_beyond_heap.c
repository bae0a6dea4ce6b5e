// The whole struct has to be there, whatever of it is used.
struct s { int a, b; };
int main(void) {
    struct s *s = malloc(4);
    s->a = 1; //~ UB: out-of-bounds
    return 0;
}
