// A function that takes any number of arguments is called as one that takes just these.
static int f(int n, ...) {
    return n;
}
int main(void) {
    void (*p)(void) = (void (*)(void))f;
    observe(1, ((int (*)(int))p)(1)); //~ UB: wrong-signature
    return 0;
}
