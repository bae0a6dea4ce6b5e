//~ FINE: null-access
//~ TRACE: 1 0 1 1
int main(void) {
    int x = 1, *p = 0;
    observe(1, p == 0);
    observe(2, p == &x);
    observe(3, !p);
    observe(4, &*p == 0);
    return 0;
}
