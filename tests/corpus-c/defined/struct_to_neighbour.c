//~ FINE: overlapping-assignment
//~ TRACE: 1
struct s { int a; };
int main(void) {
    struct s s[2] = { { 1 }, { 2 } };
    s[1] = s[0];
    observe(1, s[1].a);
    return 0;
}
