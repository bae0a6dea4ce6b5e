//~ TRACE: 10 3 1 2 4 0 2 7 20
int main(void) {
    int sum = 0;
    for (int i = 0; i < 100; i++) { if (i % 2) continue; if (i > 6) break; sum += i; }
    observe(1, sum - 2);
    int n = 0;
    do n++; while (n < 3);
    observe(2, n);
    for (int i = 0; i < 6; i++) {
        switch (i) {
        case 0: continue;
        case 3: break;
        case 5: goto out;
        default: observe(3, i);
        }
    }
out:
    n = 0;
    while (n < 3) {
        if (n == 1) { n++; continue; }
        observe(4, n);
        n++;
    }
    goto middle;
    while (n < 7) {
middle:
        n++;
        if (n > 50) break;
    }
    observe(5, n);
    int x = ({ n++; n + 12; });
    observe(6, x);
    return 0;
}
