int main(void) {
    int x = 1, n = -1;
    observe(1, x >> n); //~ UB: shift-too-far
    return 0;
}
