int main(void) {
    int x;
    observe(1, x); //~ UB: uninitialised
    return 0;
}
