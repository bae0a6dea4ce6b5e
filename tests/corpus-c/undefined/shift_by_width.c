int main(void) {
    unsigned x = 1, n = 32;
    observe(1, x << n); //~ UB: shift-too-far
    return 0;
}
