//~ FINE: unsequenced
//~ TRACE: 0 1 1 0 5 3 7 1
static int calls;
static int hit(int x) { calls++; return x; }
int main(void) {
    observe(1, hit(0) && hit(1));
    observe(2, calls);
    observe(3, hit(2) || hit(1));
    observe(4, !calls);
    int x = (hit(3), 5);
    observe(5, x);
    observe(6, calls);
    observe(7, calls == 3 ? 7 : hit(9));
    x = x++ && 1;
    observe(8, x);
    return 0;
}
