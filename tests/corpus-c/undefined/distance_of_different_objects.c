int main(void) {
    int x[2] = { 1, 2 }, y[2] = { 1, 2 };
    observe(1, x - y); //~ UB: different-objects
    return 0;
}
