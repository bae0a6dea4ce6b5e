//~ FINE: pointer-as-integer
//~ FINE: broken-pointer
//~ TRACE: 1 1
int main(void) {
    int x = 1, *p = &x, *q;
    memcpy(&q, &p, sizeof p);
    observe(1, *q);
    memset(&q, 0, sizeof q);
    observe(2, q == 0);
    return 0;
}
