// Modified before it is read through the parameter.
static int g;
static int f(int *restrict a) { g = 3; return *a; } //~ UB: restrict
int main(void) {
    observe(1, f(&g));
    return 0;
}
