// By way of a function that is called, which knows nothing of any promise.
int a[4] = {1, 2, 3, 4};
static void touch(int *q) {
    q[1] = 7; //~ UB: restrict
}
static int f(int *restrict p, int *q) {
    int before = p[1];
    touch(q);
    return before;
}
int main(void) {
    observe(1, f(a, a));
    return 0;
}
