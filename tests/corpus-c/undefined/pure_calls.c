// What it calls belongs to it.
int x;
static void g(void) {
    x = 1; //~ UB: attribute
}
__attribute__((pure)) static int f(int a) {
    g();
    return a;
}
int main(void) {
    observe(1, f(1));
    return 0;
}
