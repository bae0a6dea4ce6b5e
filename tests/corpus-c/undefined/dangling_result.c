static int *leak(void) { int x = 1; return &x; }
int main(void) {
    int *p = leak(); //~ UB: dangling
    return 0;
}
