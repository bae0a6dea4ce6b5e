// The pointer itself has no value any more.
int main(void) {
    int *p, *q = 0;
    { int x = 1; p = &x; }
    q = p; //~ UB: dangling
    return 0;
}
