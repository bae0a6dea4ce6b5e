static int *address(int x) { int *p = &x; return p; }
int main(void) {
    int *p = address(3); //~ UB: dangling
    return 0;
}
