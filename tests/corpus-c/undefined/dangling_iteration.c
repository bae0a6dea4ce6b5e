int main(void) {
    int *p = 0;
    for (int i = 0; i < 2; i++) {
        int x = i;
        if (i == 1) observe(1, *p); //~ UB: dangling
        p = &x;
    }
    return 0;
}
