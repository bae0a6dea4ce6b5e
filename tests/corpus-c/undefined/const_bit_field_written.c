// The byte has a const bit-field and another one.
struct s { unsigned b : 5; const unsigned a : 3; };
int main(void) {
    struct s s = { 1, 2 };
    unsigned char *c = (unsigned char *)&s;
    *c = 0xff; //~ UB: const-written
    observe(1, s.a);
    return 0;
}
