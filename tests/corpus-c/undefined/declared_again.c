// A jump backward over a declaration without an initial value takes the value away.
int main(void) {
    int n = 0;
again:;
    int x;
    if (n > 0) observe(1, x); //~ UB: uninitialised
    x = 1;
    n++;
    goto again;
}
